"""A picture and when it was taken."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

Picture = NDArray[np.uint8]
"""Height x width x 3, blue, green, red, as OpenCV has it."""
Grey = NDArray[np.uint8]
"""Height x width, from black to white."""


def smaller(picture: Picture, factor: float) -> Picture:
    """A copy so many times as large, below 1; a very thin picture keeps one row or column."""
    high, wide = (round(side * factor) for side in picture.shape[:2])
    if min(high, wide) < 1:
        size = max(1, wide), max(1, high)
        return np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA), np.uint8)
    copy = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(copy, np.uint8)


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a camera, a file or the composer."""

    picture: Picture
    """Height x width x 3, blue, green, red; never written to."""
    time: float
    """Seconds on a clock that only goes forward; 0 for a single photo."""
    source: str = ""
    """Where it comes from, for messages."""
    small: Grey | None = None
    """The same view in grey, about 320 wide, where the camera gives one; see `vision.small`."""
    reduced: int = 1
    """How many times wider and higher the picture is in its file, of which too large ones are read
    smaller; see `vision.cameras.picture_file`."""

    def __post_init__(self) -> None:
        shape, kind = self.picture.shape, self.picture.dtype
        if len(shape) != 3 or shape[2] != 3 or kind != np.uint8 or 0 in shape:
            raise ValueError(f"a frame needs height x width x 3 bytes, got {shape} of {kind}")
        small = self.small
        if small is not None and (small.ndim != 2 or small.dtype != np.uint8 or 0 in small.shape):
            raise ValueError(
                f"a small picture needs height x width bytes, got {small.shape} of {small.dtype}"
            )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]

    def from_original(self, points: ArrayLike) -> NDArray[np.float64]:
        """Pixels of the file's picture, n x 2, as pixels of this one."""
        return (np.asarray(points, float) + 0.5) / self.reduced - 0.5

    def to_original(self, points: ArrayLike) -> NDArray[np.float64]:
        """Pixels of this picture, n x 2, as pixels of the file's."""
        return (np.asarray(points, float) + 0.5) * self.reduced - 0.5
