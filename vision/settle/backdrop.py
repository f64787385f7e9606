"""The background: a board that nobody covers, and what is worked out from it when needed."""

from __future__ import annotations

from functools import cached_property

import cv2
import numpy as np

from vision.settle.bumps import Features
from vision.settle.ground import Ground, Mask
from vision.settle.light import Glimpse, Plane, relief

TREMOR = 0.2
"""A change that a tremor of so many small pixels explains is none."""
QUICK = 0.7
"""How much of a new piece is taken over in a frame."""
SLOW = 4.0
"""Seconds in which the background follows slow changes of the light."""


class Backdrop:
    """The uncovered board as it was last seen; never changed, only followed by a newer one."""

    def __init__(self, look: Glimpse, ground: Ground) -> None:
        self.look = look
        self._ground = ground

    @cached_property
    def slack(self) -> Plane:
        """How much a tremor changes each pixel."""
        across = cv2.Sobel(self.look.seen, cv2.CV_32F, 1, 0)
        down = cv2.Sobel(self.look.seen, cv2.CV_32F, 0, 1)
        return cv2.magnitude(across, down) * np.float32(TREMOR / 4)

    @cached_property
    def relief(self) -> Plane:
        """Its relief."""
        return relief(self.look.seen)

    @cached_property
    def features(self) -> Features:
        """What to look for after a bump."""
        return Features(self.relief, self._ground)

    def learnt(self, look: Glimpse, changed: Mask | None) -> Backdrop:
        """With a frame learnt: what has changed quickly, all else slowly."""
        passed = look.time - self.look.time
        pace = np.float32(1 - np.exp(-passed / SLOW))
        expected = self.look.seen * np.float32(look.level / self.look.level)
        weight = pace if changed is None else np.where(changed > 0, np.float32(QUICK), pace)
        seen = expected + weight * (look.seen - expected)
        return Backdrop(
            Glimpse(look.time, np.minimum(seen, np.float32(255)), look.level), self._ground
        )
