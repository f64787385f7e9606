"""From what libcamera calls a format to our pictures.

picamera2 gives arrays whose rows may be padded: those of YUV420 and YUYV keep the padding, which
is cut off here.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from vision.cameras.camera import CameraLost
from vision.frame import Grey, Picture

_CODES = {
    "BGR888": cv2.COLOR_RGB2BGR,  # libcamera names the bytes from the last to the first
    "XRGB8888": cv2.COLOR_BGRA2BGR,
    "XBGR8888": cv2.COLOR_RGBA2BGR,
    "YUV420": cv2.COLOR_YUV2BGR_I420,
    "YVU420": cv2.COLOR_YUV2BGR_YV12,
    "NV12": cv2.COLOR_YUV2BGR_NV12,
    "NV21": cv2.COLOR_YUV2BGR_NV21,
    "YUYV": cv2.COLOR_YUV2BGR_YUY2,
    "MJPEG": cv2.COLOR_RGB2BGR,
}
_BRIGHTNESS_FIRST = ("YUV420", "YVU420", "NV12", "NV21")


def picture_of(array: Any, kind: str, size: tuple[int, int]) -> Picture:
    """The picture in an array of the given format."""
    width, height = size
    if kind != "RGB888":
        if kind not in _CODES:
            raise CameraLost(f"the camera gives pictures in a format that is not known: {kind}")
        array = cv2.cvtColor(np.ascontiguousarray(array), _CODES[kind])
    return np.ascontiguousarray(array[:height, :width], np.uint8)


def small_of(array: Any, kind: str, size: tuple[int, int]) -> Grey:
    """The grey picture in an array of the given format."""
    width, height = size
    if kind in _BRIGHTNESS_FIRST:
        return np.ascontiguousarray(array[:height, :width], np.uint8)
    grey = cv2.cvtColor(picture_of(array, kind, size), cv2.COLOR_BGR2GRAY)
    return np.asarray(grey, np.uint8)
