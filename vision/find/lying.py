"""How a board lies under the camera: its outline, and which of its rows is uppermost."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose


def outline(pose: Pose) -> NDArray[np.float64]:
    """The board's outer corners on its plane, clockwise from row 1's (north's) left end."""
    if pose.places is None:
        return np.array([(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)], float)
    low = (pose.places[:, :2] - pose.places[:, 2:] / 2).min(0)
    high = (pose.places[:, :2] + pose.places[:, 2:] / 2).max(0)
    return np.array([(low[0], high[1], 0), (*high, 0), (high[0], low[1], 0), (*low, 0)])


def top_of(pose: Pose) -> float:
    """How far down in the picture row 1 (in Mangala north) lies, in pixels."""
    return float(pose.project(outline(pose))[:2, 1].mean())


def upright(pose: Pose, step: int = 1) -> Pose:
    """The same board with row 1 (in Mangala north) at the top of the picture, if it can be.

    `step` is by how many quarters it may be turned at a time.
    """
    by = step if pose.places is None else 2
    return min((pose.turned(quarters) for quarters in range(0, 4, by)), key=top_of)


def turned_like(pose: Pose, last: Pose) -> Pose:
    """The pose with the row for row 1 that lies most as it lay before."""
    step = 1 if pose.places is None else 2  # a long board has two ways to lie
    wanted = last.project(outline(last))
    wanted = wanted - wanted.mean(0)

    def far(quarters: int) -> float:
        seen = pose.turned(quarters).project(outline(pose))
        return float(np.linalg.norm(seen - seen.mean(0) - wanted, axis=1).sum())

    return pose.turned(min(range(0, 4, step), key=far))
