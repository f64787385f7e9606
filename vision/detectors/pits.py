"""What the reader of Mangala looks at: one pit or treasury at a time, seen straight on."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.frame import Picture

PIT = 96
"""Pixels across a pit."""
SIDE = 120
"""Width and height of a pit's picture: the pit and a quarter as much again."""
COARSER = 0.75
"""Treasuries are looked at in so many times as many pixels a millimetre as pits."""
TREASURY = (108, 228)
"""Width and height of a treasury's picture."""
FINE, COARSE = 3, 6
"""Pixels of these pictures to one of the map of stones, and to one of how densely they lie."""


def pit_pictures(
    picture: Picture,
    pose: Pose,
    pit: tuple[int, int] = (SIDE, SIDE),
    store: tuple[int, int] = TREASURY,
) -> tuple[list[Picture], list[Picture]]:
    """The twelve pits and the two treasuries of a found board, in pictures of these sizes."""
    windows = place_windows(pose)
    pits = [cut_out(picture, window, pit) for window in windows[:12]]
    return pits, [cut_out(picture, window, store) for window in windows[12:]]


def place_windows(pose: Pose, wider: float = 1.0) -> list[NDArray[np.float64]]:
    """For each place the quadrangle of the picture that is looked at.

    All pits are seen to one scale, and both treasuries; the windows of pits can be made wider.
    """
    if pose.places is None:
        raise ValueError("this pose does not know where the pits lie")
    across = float(np.median(pose.places[:12, 2:]))
    windows = []
    for number, (x, y, _, _) in enumerate(pose.places):
        wide, high = (SIDE, SIDE) if number < 12 else TREASURY
        factor = wider if number < 12 else 1 / COARSER
        u, v = wide / 2 * across / PIT * factor, high / 2 * across / PIT * factor
        corners = [(x - u, y + v, 0), (x + u, y + v, 0), (x + u, y - v, 0), (x - u, y - v, 0)]
        windows.append(pose.project(corners))
    return windows


def window_plane(window: NDArray[Any], size: tuple[int, int]) -> NDArray[np.float64]:
    """The 3x3 map from pixels of a cut-out picture to those of the whole one."""
    wide, high = size
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    return np.asarray(cv2.getPerspectiveTransform(flat, window.astype(np.float32)), float)


def cut_out(picture: Picture, corners: NDArray[np.float64], size: tuple[int, int]) -> Picture:
    """The quadrangle (clockwise from the upper left) as a picture of this size."""
    wide, high = size
    quad = corners.astype(np.float32)
    scale = float(np.sqrt(wide * high / max(1.0, abs(cv2.contourArea(quad)))))
    source: Any = picture
    if scale < 0.6:  # a large picture made smaller would flicker
        low = np.floor(quad.min(0)).astype(int) - 4
        high_ = np.ceil(quad.max(0)).astype(int) + 5
        low = np.maximum(low, 0)
        part = picture[low[1] : max(high_[1], low[1] + 1), low[0] : max(high_[0], low[0] + 1)]
        if part.size:
            source = cv2.GaussianBlur(part, (0, 0), 0.35 / scale)
            quad = quad - low.astype(np.float32)
    plane = window_plane(quad, size)
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    edge = cv2.BORDER_REPLICATE
    return np.asarray(cv2.warpPerspective(source, plane, size, flags=flags, borderMode=edge))


def pits_at(picture: Picture, middles: NDArray[np.float64], across: float) -> list[Picture]:
    """Pits whose middles (n x 2) and size are given in pixels, seen from about above."""
    half = SIDE / 2 * across / PIT
    square = np.array([(-half, -half), (half, -half), (half, half), (-half, half)])
    return [cut_out(picture, middle + square, (SIDE, SIDE)) for middle in middles]


def spacing(middles: NDArray[np.float64]) -> float:
    """How wide pits are whose middles are known: a little less than they lie apart."""
    if len(middles) < 2:
        raise ValueError("at least two pits are needed to tell how wide they are")
    far = np.linalg.norm(middles[:, None] - middles[None], axis=2)
    np.fill_diagonal(far, np.inf)
    return 0.82 * float(np.median(far.min(1)))
