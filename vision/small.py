"""The small grey picture of a frame, in which motion is looked for."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame import Frame, Grey

WIDTH = 320
"""How wide a small picture is, in pixels."""


def small_picture(frame: Frame) -> Grey:
    """The small picture the camera gave with the frame, else one made from the whole picture."""
    if frame.small is not None:
        return frame.small
    return shrunk(frame.picture)


def shrunk(picture: Grey) -> Grey:
    """A picture, grey or in colour, in grey and no wider than `WIDTH`."""
    height, width = picture.shape[:2]
    if width > WIDTH:
        size = (WIDTH, max(1, round(height * WIDTH / width)))
        # Averages over areas, so that noise and fine texture do not look like motion.
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    if picture.ndim == 3:
        picture = np.asarray(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), np.uint8)
    return picture
