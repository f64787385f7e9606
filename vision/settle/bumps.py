"""Has the board, or the camera, moved? Features of the background, looked for in the frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.settle.ground import Ground
from vision.settle.light import Plane

POINTS = 100
WINDOW = (11, 11)
ENOUGH = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_COUNT, 12, 0.02)
FEWEST = 10
"""With fewer features nothing is said."""
TRACKED = 0.35
"""So many of the features must be found again."""
AGREE = 0.65
"""So many of those found must move as one."""
REST = 0.25
"""A feature that moved less, in small pixels, is at rest."""
AT_REST = 0.85
"""When so many are, nothing has moved as one."""
FAR = 0.34
"""A board whose corner moved further, in small pixels, is bumped."""
MISFIT = 9.0
"""Mean grey difference up to which a feature counts as found again."""


@dataclass(frozen=True, slots=True)
class Vote:
    """What the features say."""

    moved: bool
    """They moved as one."""
    rest: bool
    """Most of them lie where they were."""


class Features:
    """Corners and edges of the uncovered board."""

    def __init__(self, relief: Plane, ground: Ground) -> None:
        self._ground = ground
        self._before = relief.astype(np.uint8)
        found: Any = cv2.goodFeaturesToTrack(
            self._before, POINTS, 0.02, 6, mask=ground.zone, blockSize=5
        )
        self._points = np.zeros((0, 1, 2), np.float32) if found is None else found

    def look(self, relief: Plane) -> Vote:
        """Where they are in the relief of a frame."""
        nothing = Vote(False, False)
        if len(self._points) < FEWEST:
            return nothing
        ahead, status, error = cv2.calcOpticalFlowPyrLK(  # type: ignore[call-overload]
            self._before,
            relief.astype(np.uint8),
            self._points,
            None,
            winSize=WINDOW,
            maxLevel=2,
            criteria=ENOUGH,
        )
        good = (status.ravel() == 1) & (error.ravel() < MISFIT)
        count = int(good.sum())
        if count < max(FEWEST, TRACKED * len(good)):
            return nothing
        before, after = self._points[good, 0].astype(float), ahead[good, 0].astype(float)
        away = np.linalg.norm(after - before, axis=1)
        resting = float((away < REST).mean())
        if resting > AT_REST:
            return Vote(False, True)
        fit, _ = cv2.estimateAffinePartial2D(
            before, after, method=cv2.RANSAC, ransacReprojThreshold=0.4, maxIters=200
        )
        if fit is None:
            return Vote(False, resting > AGREE)
        off = np.linalg.norm(before @ fit[:, :2].T + fit[:, 2] - after, axis=1)
        corners = self._ground.corners
        away = corners @ fit[:, :2].T + fit[:, 2] - corners
        furthest = float(np.linalg.norm(away, axis=1).max())
        moved = furthest > FAR and float((off < 0.4).mean()) > AGREE
        return Vote(moved, not moved and resting > AGREE)
