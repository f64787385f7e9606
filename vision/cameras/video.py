"""A video file as a camera."""

from __future__ import annotations

import threading
import time
from pathlib import Path

import cv2
import numpy as np

from engines import InputError
from vision.cameras.camera import Camera, Status
from vision.cameras.capture import open_capture
from vision.frame import Frame

USUAL_RATE = 25.0
"""Frames a second where a file does not tell."""
FAR = 5.0
"""Seconds of pictures that are not left out by leaping, which may miss by some."""
TEXT = cv2.VideoWriter.fourcc(*"ansi")
"""What FFmpeg calls a text: it plays any file that is named like one as letters on a screen."""
LATE = 0.25
"""Seconds that a reader may lag behind and catch up; beyond them the film waits for its reader."""


class VideoFile(Camera):
    """Plays a video file at its own pace; its frames carry the time within the video.

    A reader that is too slow gets every picture all the same, only later: what is played between
    two pictures that it sees must not become more than happened between them.
    """

    def __init__(
        self, path: Path, *, source: str | None = None, speed: float = 1.0, after: float = -1.0
    ) -> None:
        """Open a file; speed 2 is twice as fast, 0 gives every picture as fast as it is taken.

        Pictures up to the time `after` are left out, without waiting for them. The first one is
        fetched at once, so that a file without any is refused before a game is begun with it.
        """
        super().__init__(source or str(path))
        if speed < 0:
            raise InputError(f"speed must be 0 (no waiting) or more, got {speed:g}")
        self.speed = speed
        capture = open_capture(str(path), cv2.CAP_FFMPEG)
        if capture is None:
            raise InputError(f"{path} is not a video that can be played, nor a picture")
        if int(capture.get(cv2.CAP_PROP_FOURCC)) == TEXT:
            capture.release()
            raise InputError(f"{path} is a text, neither a video nor a picture")
        self._capture = capture
        self._using = threading.Lock()  # a capture that is released while it decodes ends all
        rate = self._capture.get(cv2.CAP_PROP_FPS)
        self.rate = rate if 0 < rate < 1000 else USUAL_RATE
        """Frames a second."""
        self._index = 0
        self._time = 0.0
        self._after = after
        self._began: float | None = None
        if after > FAR:  # the rest is passed over picture by picture, to be exact
            capture.set(cv2.CAP_PROP_POS_MSEC, 1000 * (after - FAR))
            self._index, self._time = int((after - FAR) * self.rate), after - 2 * FAR
        self._fetched = capture.grab()
        if not self._fetched and not self._index:
            capture.release()
            raise InputError(f"{path} is a video without a picture that can be shown")
        self._status = Status.LIVE

    @property
    def status(self) -> Status:
        """Live until its last frame has been given."""
        return self._status

    def __next__(self) -> Frame:
        while self._status is Status.LIVE and self._grab():
            if self._time > self._after:
                self._wait()
                with self._using:
                    whole, picture = self._capture.retrieve()
                if whole:
                    return Frame(np.asarray(picture, np.uint8), self._time, self.source)
        self.close()
        raise StopIteration

    def close(self) -> None:
        """Close the file; may be called while another thread waits for a picture."""
        self._status = Status.CLOSED
        with self._using:
            self._capture.release()

    def rest(self) -> None:
        """Go on from here whenever the next picture is asked for; nobody was too slow meanwhile."""
        self._began = None

    def _grab(self) -> bool:
        """Go on to the next picture; the first one was fetched when the file was opened."""
        with self._using:
            fetched, self._fetched = self._fetched, False
            if not (fetched or self._capture.grab()):
                return False
            self._advance()
            return True

    def _advance(self) -> None:
        """Set the time of the picture just grabbed, which only goes forward."""
        if self._index:
            told = self._capture.get(cv2.CAP_PROP_POS_MSEC) / 1000
            self._time = told if told > self._time else self._time + 1 / self.rate
        self._index += 1

    def _wait(self) -> None:
        """Wait until the picture is due; if it is too late, all that follow are due later."""
        if not self.speed:
            return
        if self._began is None:
            self._began = time.monotonic() - self._time / self.speed
        early = self._began + self._time / self.speed - time.monotonic()
        if early > 0:
            time.sleep(early)
        elif early < -LATE:
            self._began -= early
            self.behind -= early
