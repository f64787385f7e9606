"""A look that comes back: what lies there again after somebody was over it is the board.

A settler that starts while an arm rests over the board takes the arm for background; when the arm
leaves, the bare board stands out like another arm. It gives itself away when a hand has passed over
it and it looks as before: no hand comes to rest twice in the same way, to the pixel.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

import cv2
import numpy as np

from vision.settle.ground import Mask
from vision.settle.light import Glimpse

MOST = 4
"""So many looks are kept."""
TOUCHED = 0.5
"""Somebody must have been over so much of it."""
AGAIN = 0.9
"""And so much of it must be as it was."""

Differ = Callable[[Glimpse, Glimpse], Mask]
"""Where two looks differ, as zeros and ones."""


class Returns:
    """The looks of a board that seemed covered."""

    def __init__(self, differ: Differ) -> None:
        self._differ = differ
        self._looks: deque[tuple[Glimpse, Mask]] = deque(maxlen=MOST)

    def forget(self) -> None:
        """The board is free: all looks were hands."""
        self._looks.clear()

    def passing(self, look: Glimpse) -> None:
        """Something moves: note where it is over the kept looks."""
        for kept, touched in self._looks:
            cv2.bitwise_or(touched, self._differ(look, kept), touched)

    def known(self, look: Glimpse, region: Mask) -> bool:
        """Whether what now lies over a region lay there before; keeps the look if it did not."""
        whole = cv2.countNonZero(region)
        for kept, touched in self._looks:
            other = cv2.countNonZero(cv2.bitwise_and(region, self._differ(look, kept)))
            if other < (1 - AGAIN) * whole:
                return cv2.countNonZero(cv2.bitwise_and(region, touched)) > TOUCHED * whole
        self._looks.append((look, np.zeros_like(region)))
        return False
