"""Did a cell change between two settled frames? Easier than saying what lies there."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

NUDGE = 2
"""Pixels by which one rectified board may lie beside the other."""
FLOOR = 7.0
"""Grey values that noise and compression may differ by."""


def changed(
    before: Picture, after: Picture, boxes: list[tuple[int, int, int, int]]
) -> NDArray[np.float64]:
    """For each box (left, top, right, bottom) of two rectified pictures: how likely it changed."""
    a, b = (cv2.GaussianBlur(p.astype(np.float32), (0, 0), 0.8) for p in (before, after))
    b = _same_light(a, b)
    far = np.array([_difference(a, b, box) for box in boxes])
    usual = float(np.median(far))
    return 1 / (1 + np.exp(-np.clip((far - 2.2 * usual - FLOOR) / 2.5, -40, 40)))


def _same_light(a: Any, b: Any) -> Any:
    """The second picture with the first one's exposure and white balance."""
    gains = np.median((a.reshape(-1, 3) + 4) / (b.reshape(-1, 3) + 4), axis=0)
    return (b + 4) * gains.astype(np.float32) - 4


def _difference(a: Any, b: Any, box: tuple[int, int, int, int]) -> float:
    """How far a cell differs at best, whichever way it was nudged."""
    left, top, right, bottom = box
    here = a[top:bottom, left:right]
    best = np.inf
    for dy in range(-NUDGE, NUDGE + 1):
        for dx in range(-NUDGE, NUDGE + 1):
            y, x = top + dy, left + dx
            if y < 0 or x < 0 or y + bottom - top > b.shape[0] or x + right - left > b.shape[1]:
                continue
            there = b[y : y + bottom - top, x : x + right - left]
            best = min(best, float(np.percentile(np.abs(here - there).max(2), 80)))
    return best
