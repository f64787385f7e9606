"""OpenCV's video capture, opened quietly and read as a grabber."""

from __future__ import annotations

import os
import time
from collections.abc import Mapping

import cv2
import numpy as np

from vision.cameras.camera import CameraLost
from vision.frame import Frame
from vision.naming import as_utf8

# What goes wrong is told in our own one line; FFmpeg's and OpenCV's warnings would bury it. OpenCV
# reads these settings once, when it first needs them, so they are made before anything is opened.
os.environ.setdefault("OPENCV_FFMPEG_LOGLEVEL", "-8")
os.environ.setdefault("OPENCV_VIDEOIO_V4L_SELECT_TIMEOUT", "2")  # seconds; ten unless told
if "OPENCV_LOG_LEVEL" not in os.environ:
    cv2.utils.logging.setLogLevel(cv2.utils.logging.LOG_LEVEL_SILENT)


def open_capture(
    name: str, backend: int, settings: Mapping[int, int] | None = None
) -> cv2.VideoCapture | None:
    """A capture of a file, device or address with these properties; None if it does not open.

    Raises `InputError` for a name that is not in UTF-8.
    """
    words = [word for pair in (settings or {}).items() for word in pair]
    capture = cv2.VideoCapture(as_utf8(name), backend, words)
    return capture if capture.isOpened() else None


class CaptureGrabber:
    """Frames of an open capture of a live camera."""

    def __init__(self, capture: cv2.VideoCapture, source: str) -> None:
        self._capture = capture
        self._source = source

    def grab(self) -> Frame:
        """The next frame, with the time at which it came."""
        came, picture = self._capture.read()
        if not came or picture is None:
            raise CameraLost("the camera gives no picture")
        return Frame(np.asarray(picture, np.uint8), time.monotonic(), self._source)

    def close(self) -> None:
        """Give the device or the connection back."""
        self._capture.release()
