"""The small grey picture of a frame, in which motion is looked for."""

from __future__ import annotations

from typing import Any

import cv2

from vision.frame import Frame, Grey, Picture

WIDTH = 320
"""How wide a small picture is, in pixels."""


def small_picture(frame: Frame, size: tuple[int, int]) -> Grey:
    """The small picture of a frame, so wide and high: the camera's own where it gave a fit one."""
    given = frame.small
    if given is None or not _fits(given, size):
        return shrunk(frame.picture, size)
    if given.shape == size[::-1]:
        return given
    fitted: Any = cv2.resize(given, size, interpolation=cv2.INTER_AREA)
    return fitted


def shrunk(picture: Picture, size: tuple[int, int]) -> Grey:
    """A picture made small and grey; of each row of it two of the large one are enough."""
    rows = picture[:: max(1, picture.shape[0] // size[1] // 2)]
    # Averages over areas, so that noise and fine texture do not look like motion.
    small: Any = cv2.resize(
        cv2.cvtColor(rows, cv2.COLOR_BGR2GRAY), size, interpolation=cv2.INTER_AREA
    )
    return small


def _fits(given: Grey, size: tuple[int, int]) -> bool:
    """Whether a camera's small picture is large enough, and shows the same view.

    A stream of another shape is cut off or stretched, and the board lies elsewhere in it. Cameras
    give even heights only, which may be a row more or less.
    """
    height, width = given.shape
    return width >= size[0] and abs(height * size[0] / width - size[1]) <= 1
