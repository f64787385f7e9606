"""What is to be seen in the picture of a pit, as maps to learn from."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.pits import FINE

Spots = NDArray[np.floating]
Map = NDArray[np.float32]

SPOT = 1.0
"""Size of a stone's spot in the maps, in map pixels."""
SEEN = 20
"""A stone of which fewer pixels are seen cannot be found by anybody."""


def turned(
    picture: NDArray[np.uint8],
    index: NDArray[np.uint8],
    spots: Spots,
    warp: NDArray[np.float64],
    size: tuple[int, int],
) -> tuple[NDArray[np.uint8], NDArray[np.uint8], Spots]:
    """Pictures of this size of the middle of others, turned by a 2x2 map; points move along."""
    middle = np.array([picture.shape[1] - 1, picture.shape[0] - 1]) / 2
    off = (np.array(size) - 1) / 2 - warp @ middle
    full = np.column_stack([warp, off])
    edge = cv2.BORDER_REPLICATE
    seen = cv2.warpAffine(picture, full, size, flags=cv2.INTER_LINEAR, borderMode=edge)
    shown = cv2.warpAffine(index, full, size, flags=cv2.INTER_NEAREST)
    return np.asarray(seen), np.asarray(shown), (spots @ warp.T + off).astype(np.float32)


def middles(index: NDArray[np.uint8], count: int) -> tuple[Spots, NDArray[np.bool_]]:
    """The middle of what is seen of each stone (in pixels), and whether enough is."""
    flat = index.ravel()
    often = np.bincount(flat, minlength=count + 1)[1 : count + 1]
    ys, xs = np.divmod(np.arange(flat.size), index.shape[1])
    across = np.bincount(flat, xs, count + 1)[1 : count + 1]
    along = np.bincount(flat, ys, count + 1)[1 : count + 1]
    spots = np.column_stack([across, along]) / np.maximum(often, 1)[:, None]
    return spots.astype(np.float32), often >= SEEN


def heat(spots: Spots, high: int, wide: int) -> Map:
    """A peak of 1 at each of these points (pixels of a map)."""
    if not len(spots):
        return np.zeros((high, wide), np.float32)
    at = np.rint(spots)
    rows = np.exp(-((np.arange(high)[None] - at[:, 1:]) ** 2) / (2 * SPOT**2))
    columns = np.exp(-((np.arange(wide)[None] - at[:, :1]) ** 2) / (2 * SPOT**2))
    return np.asarray((rows[:, :, None] * columns[:, None]).max(0), np.float32)


def mass(spots: Spots, high: int, wide: int) -> Map:
    """How densely stones lie: each spreads a mass of one."""
    rows = np.exp(-((np.arange(high)[None] - spots[:, 1:]) ** 2) / (2 * SPOT**2))
    columns = np.exp(-((np.arange(wide)[None] - spots[:, :1]) ** 2) / (2 * SPOT**2))
    rows /= np.maximum(rows.sum(1, keepdims=True), 1e-3)
    columns /= np.maximum(columns.sum(1, keepdims=True), 1e-3)
    return np.asarray(rows.T @ columns, np.float32)


def outlines(index: NDArray[np.uint8]) -> NDArray[np.float32]:
    """Where stones are, and where one ends: 2 maps as fine as that of stones."""
    around = np.ones((3, 3), np.uint8)
    edge = cv2.dilate(index, around) != cv2.erode(index, around)
    high, wide = index.shape[0] // FINE, index.shape[1] // FINE
    cells = np.stack([index > 0, edge]).reshape(2, high, FINE, wide, FINE)
    return np.asarray(cells.mean((2, 4)), np.float32)
