"""A table that runs: its camera's frames go to its sitting, in a thread of their own."""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

import cv2

from calibration.profile import BadProfile
from engines import InputError
from referee.journal import JournalError
from referee.sitting import Patience, Sitting
from vision.cameras import Camera
from vision.cameras.camera import Notice, Status
from vision.frame import Frame

WIDEST, QUALITY = 1280, 78
"""The live picture: no wider than this, and its JPEG quality."""
BROKEN = "the program has stopped unexpectedly; start it again, the journal has everything"
"""What is said when something fails that nobody foresaw."""
PATIENCE = 1.5
"""Seconds in which the next picture should have come, so that the thread sees that it is to end."""
HELD = 0.1
"""Seconds between two looks whether a recording goes on."""
AT_FAULT = 15.0
"""Seconds that a demo waits at its first fault, which else would be gone after two."""
REST = 2.0
"""Seconds until writing is tried again when the journal cannot be written."""


class Running:
    """One sitting with its camera; ends when it is closed or the recording ends."""

    def __init__(
        self,
        sitting: Sitting,
        camera: Camera,
        tell: Callable[[], None],
        begin: threading.Event | None = None,
    ) -> None:
        """`tell` is called after every frame that brought an event, from the table's thread.

        Nothing is looked at before `begin` is set, where it is given.
        """
        self.sitting, self.camera = sitting, camera
        self.ended = False
        """Whether the recording is over."""
        self.notice = ""
        """What is wrong with the camera, in plain words; empty when pictures come."""
        self.refused = ""
        """Why its pictures cannot be looked at with the table's profile."""
        self.frame: Frame | None = None
        """The newest picture."""
        demo = camera.source.startswith("demo:") and not sitting.resumed
        self.patience = Patience(sitting, camera, at_fault=AT_FAULT if demo else 0.0)
        """Whether a recording is being held: it is paused, something is awaited or to be seen."""
        self._tell, self._begin = tell, begin
        self._stop = threading.Event()
        self._jpeg: tuple[float, bytes] = (-1.0, b"")
        self._drawing = threading.Lock()
        self._thread = threading.Thread(target=self._run, name="hakem-table", daemon=True)

    def start(self) -> None:
        """Begin to look."""
        self._thread.start()

    def close(self, leave_camera: bool = False) -> None:
        """Stop looking; gives the journal back, and the camera unless somebody else has it now."""
        self._stop.set()
        if self._thread.is_alive():
            self._thread.join(timeout=PATIENCE)
        if not leave_camera:
            self.camera.close()  # a camera that has stalled gives its waiting thread back
            if self._thread.is_alive():
                self._thread.join(timeout=10)
        self.sitting.close()

    def hear(self, notice: Notice) -> None:
        """The camera's word about itself."""
        self.notice = "" if notice.status is Status.LIVE else notice.reason
        self._tell()

    def picture(self) -> tuple[float, bytes] | None:
        """The newest picture as JPEG, with its time; encoded once for all who ask."""
        frame = self.frame
        if frame is None:
            return None
        with self._drawing:
            if self._jpeg[0] != frame.time:
                self._jpeg = (frame.time, as_jpeg(frame))
            return self._jpeg

    def _run(self) -> None:
        try:
            self._look()
        except Exception:  # a page that stands still without a word would be worse
            logging.getLogger(__name__).exception("the table is no longer watched")
            self.notice = BROKEN
            self._tell()

    def _look(self) -> None:
        while self._begin is not None and not self._begin.is_set():
            if self._stop.wait(HELD):
                return
        while not self._stop.is_set():
            if self._holds():
                self._stop.wait(HELD)
                continue
            try:
                frame = next(self.camera)
            except StopIteration:
                break
            except InputError as error:
                self.notice = str(error)
                break
            if self._stop.is_set():  # the picture came after the end; it is another game's
                break
            self.frame = frame
            self._see(frame)
        if not self._stop.is_set():
            self._finish()
        while not self._stop.wait(HELD):  # an objection may still come, and is not left waiting
            self._holds()

    @property
    def recorded(self) -> bool:
        """Whether the world is not looked at, but a recording of it."""
        return not self.camera.live

    def _holds(self) -> bool:
        waited = self.patience.waits
        try:
            holds = self.patience.holds()
        except JournalError:  # the sitting's `trouble` says it on the page
            self._tell()
            return True
        if waited != holds:
            self._tell()
        return holds

    def _see(self, frame: Frame) -> None:
        try:
            written = self.sitting.see(frame)
        except JournalError:  # the sitting's `trouble` says it on the page
            self._tell()
            time.sleep(REST)
            return
        except BadProfile as error:  # it is of another camera
            self.refused = str(error)
            self._tell()
            time.sleep(REST)
            return
        if written or self.refused:
            self.refused = ""
            self._tell()

    def _finish(self) -> None:
        self.ended = True
        try:
            self.sitting.finish()
        except JournalError as error:
            self.notice = str(error)
        self._tell()


def as_jpeg(frame: Frame, widest: int = WIDEST) -> bytes:
    """A frame for a page."""
    picture = frame.picture
    width, height = frame.size
    if width > widest:
        size = (widest, round(height * widest / width))
        picture = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)  # type: ignore[assignment]
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    return data.tobytes() if good else b""
