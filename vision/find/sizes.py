"""A picture in the sizes in which it is looked at: fine lines must not flicker away."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture, smaller


class Sizes:
    """Smaller copies of a picture, each made once, when it is first needed.

    `square` are the corners of what is looked at, in its own coordinates, and `pixels` how long its
    sides are, on average, in what the network sees.
    """

    def __init__(self, picture: Picture, square: NDArray[np.floating], pixels: float) -> None:
        self._made = {0: picture}
        self._square, self._pixels = square[None].astype(float), pixels

    def for_plane(self, plane: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
        """A picture not much larger than needed, and the plane in it."""
        corners = cv2.perspectiveTransform(self._square, plane)[0]
        size = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
        halves = max(0, int(2 * np.log2(max(size, 1.0) / self._pixels / 1.2)))
        if halves not in self._made:
            self._made[halves] = smaller(self._made[0], 2 ** (-halves / 2))
        high, wide = self._made[0].shape[:2]
        low = self._made[halves].shape
        x, y = low[1] / wide, low[0] / high
        shift = np.array([[x, 0, x / 2 - 0.5], [0, y, y / 2 - 0.5], [0, 0, 1]])
        return self._made[halves], shift @ plane
