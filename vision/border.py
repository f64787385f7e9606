"""What lies beyond the picture's edge is hidden, whatever a reader makes of the pixels there."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.reading import Reading

MIDDLE = 0.2
"""How far from its middle, in widths, a cell must be in the picture to be read."""
_SPOTS = np.array([(0, 0), (1, 1), (1, -1), (-1, 1), (-1, -1)]) * MIDDLE


def beyond(pose: Pose, size: tuple[int, int]) -> NDArray[np.bool_]:
    """For each cell whether its middle, or what is near it, lies beyond the picture."""
    if pose.places is None:
        middles = np.array([(i % 8 - 3.5, 3.5 - i // 8) for i in range(64)])
        across = np.ones((64, 2))
    else:
        middles, across = pose.places[:, :2], pose.places[:, 2:]
    flat = (middles[:, None] + across[:, None] * _SPOTS).reshape(-1, 2)
    seen = pose.project(np.column_stack([flat, np.zeros(len(flat))])).reshape(len(middles), -1, 2)
    outside = (seen < -0.5) | (seen > np.array(size) - 0.5) | ~np.isfinite(seen)
    return np.asarray(outside.any((1, 2)))


def within(reading: Reading, pose: Pose, size: tuple[int, int]) -> Reading:
    """The reading with what lies beyond the picture hidden."""
    outside = beyond(pose, size)
    if not outside.any():
        return reading
    return replace(reading, hidden=np.where(outside, 1.0, reading.hidden))
