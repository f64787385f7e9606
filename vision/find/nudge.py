"""Where a board lies after a nudge: the last picture laid over the new one.

Finding a board anew finds it a little elsewhere each time. After a nudge by less than a cell it is
the same picture, shifted; to know by how much keeps what is compared exactly beside each other.
"""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.frame import Frame, Picture

WIDE = 360
"""Pixels across the pictures that are laid over each other."""
AROUND = 0.1
"""How much of the board's surroundings is looked at, as a share of the board."""
ALIKE = 0.9
"""Pictures that correlate less are not of the same table."""
TURNED = 0.04
"""A board of which a corner has moved otherwise than its middle by more than this, in eighths of an
edge, was turned, or lies nearer, and must be found anew: such errors would add up over nudges."""
STEPS = (cv2.TERM_CRITERIA_EPS | cv2.TERM_CRITERIA_COUNT, 40, 0.003)


def nudged(before: Frame, after: Frame, pose: Pose, outline: NDArray[np.float64]) -> Pose | None:
    """The pose after a nudge, or None when it was more than that.

    `pose` is that of the frame before, `outline` are the board's corners on its plane.
    """
    if before.size != after.size:
        return None
    factor = min(1.0, WIDE / before.size[0])
    small = [_small(frame.picture, factor) for frame in (before, after)]
    mask = _where(pose.project(outline) * factor, small[0].shape)
    still = np.eye(2, 3, dtype=np.float32)
    try:
        alike, warp = cv2.findTransformECC(
            small[0], small[1], still, cv2.MOTION_AFFINE, STEPS, mask, 3
        )
    except cv2.error:  # it did not come to rest
        return None
    corners = pose.project(outline) * factor
    moved = corners @ np.asarray(warp, float)[:, :2].T + np.asarray(warp, float)[:, 2] - corners
    shift = moved.mean(0)
    turned = float(np.linalg.norm(moved - shift, axis=1).max())
    if alike < ALIKE or turned > TURNED * float(np.linalg.norm(corners[1] - corners[0])) / 8:
        return None
    matrix = pose.matrix.copy()
    matrix[:2, 2] += shift / factor
    return replace(pose, matrix=matrix)


def _small(picture: Picture, factor: float) -> NDArray[np.uint8]:
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    small = cv2.resize(grey, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    return np.asarray(small, np.uint8)


def _where(corners: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.uint8]:
    """The pixels of the board and a little round it."""
    middle = corners.mean(0)
    wider = middle + (corners - middle) * (1 + 2 * AROUND)
    mask = np.zeros(shape, np.uint8)
    cv2.fillConvexPoly(mask, np.round(wider).astype(np.int32), 255)
    return mask
