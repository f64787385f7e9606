"""The board as if seen from straight above: what the networks look at."""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.frame import Picture

KNOT = 8
"""Every so many pixels the picture is looked up exactly; in between it is even enough."""


def rectified(
    picture: Picture,
    pose: Pose,
    cell: int,
    margin: float = 1.0,
    height: float = 0.0,
    warp: NDArray[np.float64] | None = None,
) -> Picture:
    """The 8x8 board with a margin, `cell` pixels a cell, row 1 at the top.

    `height` in cells is the plane that is seen without displacement; `warp` is a 3x3 map of board
    coordinates (in cells) that is applied first, for looking a little beside.
    """
    side = round((8 + 2 * margin) * cell)
    knots = _knots(side, margin, cell)
    flat = knots
    if warp is not None:
        flat = np.asarray(cv2.perspectiveTransform(knots[None], warp)[0], float)
    points = np.column_stack([flat, np.full(len(flat), height)])
    count = round(len(knots) ** 0.5)
    seen = pose.project(points).reshape(count, count, 2).astype(np.float32)
    # Knots lie at the pixels 0, KNOT, 2 KNOT, ...; resize puts them at the middles of blocks.
    large: Any = cv2.resize(seen, None, fx=KNOT, fy=KNOT, interpolation=cv2.INTER_LINEAR)
    off = KNOT // 2
    across, down = cv2.split(large[off : off + side, off : off + side])
    edge = cv2.BORDER_REPLICATE
    return np.asarray(cv2.remap(picture, across, down, cv2.INTER_LINEAR, borderMode=edge))


@lru_cache(maxsize=16)
def _knots(side: int, margin: float, cell: int) -> NDArray[np.float64]:
    """Board coordinates of every KNOT-th pixel, one beyond the last."""
    count = -(-side // KNOT) + 2
    # After enlarging, the pixel at index i of the large map shows the knot coordinate
    # (i + 0.5) / KNOT - 0.5; the crop begins at KNOT / 2, so pixel p of the result shows knot
    # coordinate (p + 0.5) / KNOT, and the knots are placed such that this is pixel p exactly.
    pixels = np.arange(count) * KNOT - 0.5
    along = (pixels + 0.5) / cell - margin - 4
    xs, ys = np.meshgrid(along, -along)
    return np.column_stack([xs.ravel(), ys.ravel()])
