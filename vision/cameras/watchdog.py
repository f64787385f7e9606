"""The watchdog over a live camera: keeps the newest frame, reports a stall, opens it again.

One thread grabs, so that the reader, however slow, always gets the newest whole frame. Another
looks at the clock, because a grab may hang in a driver; one that hangs for long is left behind, and
a new thread opens the camera again. Grabbing threads are numbered: only the last one is heard, and
each closes what it has opened, whenever its driver lets it.
"""

from __future__ import annotations

import logging
import threading
import time
from collections.abc import Callable

from engines import InputError
from vision.cameras.camera import Camera, CameraLost, Grabber, Notice, OnNotice, Status
from vision.frame import Frame

PATIENCE = 1.5
"""Seconds without a picture after which a camera is stalled."""
FIRST_PAUSE = 0.5
"""Seconds before the first try to reopen; each further pause is twice as long."""
LONGEST_PAUSE = 10.0
"""No pause is longer, in seconds."""
HANGING = 20.0
"""Seconds after which a driver that does not answer is left behind; to open a camera and to lock
its exposure takes less."""
MOST_LEFT = 3
"""No more threads are left behind at a time: each holds a broken device, or waits for it."""
FAREWELL = 5.0
"""Seconds that closing waits for a thread; every grab is over sooner unless its driver hangs."""

_log = logging.getLogger(__name__)


class Watched(Camera):
    """A live camera that is opened again whenever it is lost."""

    live = True

    def __init__(
        self, source: str, connect: Callable[[], Grabber], on_notice: OnNotice | None = None
    ) -> None:
        """Open the camera; raises `InputError` when it gives no picture at the first try."""
        super().__init__(source)
        self._connect = connect
        self._on_notice = on_notice
        self._news = threading.Condition()
        self._telling = threading.RLock()
        self._stop = threading.Event()
        grabber = connect()
        try:
            self._newest = grabber.grab()
        except Exception as error:  # whatever a driver throws, the device is given back
            self._let_go(grabber)
            raise InputError(f"{source} opens, but gives no pictures: {error}") from None
        self._fresh = True
        self._grabbed_at = self._asked_at = time.monotonic()
        self._status = Status.LIVE
        self._number = 0
        self._left: list[threading.Thread] = []
        self._grabbing = self._thread(self._grab, self._number, grabber)
        self._watching = self._thread(self._watch)
        self._grabbing.start()
        self._watching.start()

    def _thread(self, work: Callable[..., None], *given: object) -> threading.Thread:
        """A thread yet to be started; a reader that crashes must not be kept alive by it."""
        name = f"{work.__name__.strip('_')} {self.source}"
        return threading.Thread(target=work, args=given, name=name, daemon=True)

    @property
    def status(self) -> Status:
        """Whether pictures come."""
        return self._status

    def __next__(self) -> Frame:
        with self._news:
            self._news.wait_for(lambda: self._fresh or self._stop.is_set())
            if self._stop.is_set():
                raise StopIteration
            self._fresh = False
            return self._newest

    def close(self) -> None:
        """Stop the threads and give the camera back."""
        self._stop.set()
        with self._news:
            self._news.notify_all()
        self._status = Status.CLOSED
        threads = self._grabbing, self._watching
        if threading.current_thread() in threads:
            return  # closed by who takes its notices; both threads end by themselves
        for thread in threads:
            thread.join(FAREWELL)
            if thread.is_alive():
                _log.warning("%s does not answer; its thread is left behind", self.source)

    def _grab(self, number: int, opened: Grabber | None) -> None:
        """Keep the newest frame; open the camera again when it is lost."""
        grabber, pause = opened, FIRST_PAUSE
        while self._is_heard(number):
            try:
                self._asked_at = time.monotonic()
                grabber = grabber or self._connect()
                self._publish(number, grabber.grab())
                pause = FIRST_PAUSE
            except Exception as error:  # whatever a driver throws, this thread must live on
                if self._is_heard(number):
                    self._change(Status.STALLED, self._why(error))
                self._let_go(grabber)
                grabber = None
                self._stop.wait(pause)
                pause = min(2 * pause, LONGEST_PAUSE)
        self._let_go(grabber)

    def _is_heard(self, number: int) -> bool:
        """Whether a grabbing thread is the last one, of a camera that is not closed."""
        return number == self._number and not self._stop.is_set()

    def _why(self, error: Exception) -> str:
        """What is said of it: a driver's own words say nothing to a referee."""
        if isinstance(error, CameraLost | InputError) and str(error):
            return str(error)
        _log.warning("%s: the camera's driver failed", self.source, exc_info=error)
        return "the camera's driver failed"

    def _let_go(self, grabber: Grabber | None) -> None:
        try:
            if grabber is not None:
                grabber.close()
        except Exception:  # a broken device may refuse even this
            _log.debug("%s could not be closed", self.source, exc_info=True)

    def _publish(self, number: int, frame: Frame) -> None:
        before = self._grabbed_at
        with self._news:
            if number != self._number:
                return  # it was left behind while it hung; another one opens the camera
            self._newest, self._fresh = frame, True
            self._grabbed_at = time.monotonic()
            self._news.notify()
        self._change(Status.LIVE, f"pictures again after {self._grabbed_at - before:.1f} s")

    def _watch(self) -> None:
        """Report a stall even while a grab hangs; leave one behind that hangs for long."""
        while not self._stop.wait(PATIENCE / 8):
            late = time.monotonic() - self._grabbed_at
            if late > PATIENCE:
                self._change(Status.STALLED, f"no picture for {late:.1f} s", since=self._grabbed_at)
            if time.monotonic() - self._asked_at > HANGING:
                self._leave_behind()

    def _leave_behind(self) -> None:
        """Begin a new grabbing thread, unless too many of them hang already."""
        self._left = [thread for thread in self._left if thread.is_alive()]
        if len(self._left) >= MOST_LEFT:
            return
        _log.warning("%s does not answer for %g s; it is opened anew", self.source, HANGING)
        self._left.append(self._grabbing)
        with self._news:
            self._number += 1
        self._asked_at = time.monotonic()
        self._grabbing = self._thread(self._grab, self._number, None)
        self._grabbing.start()

    def _change(self, status: Status, reason: str, since: float | None = None) -> None:
        """Change the status and tell of it, once and in order."""
        with self._telling:
            overtaken = since is not None and since != self._grabbed_at
            if status is self._status or overtaken or self._stop.is_set():
                return
            self._status = status
            if self._on_notice is None:
                return
            try:
                self._on_notice(Notice(status, self.source, reason, time.monotonic()))
            except Exception:  # the listener's fault must not stop the pictures
                _log.exception("a notice of %s was not taken", self.source)
