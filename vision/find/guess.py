"""A first guess: where in the picture a board may lie, and of which game."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.numbers import sigmoid
from vision.frame import Picture
from vision.network import network

SIDE = 224
"""Width and height of what the network sees."""
STRIDE = 4
"""Pixels of it to one of its maps."""
GAMES = ("reversi", "kulami", "mangala")
LEVELS = (0.5, 0.8, 0.3)
"""How sure the network is of the pixels that are taken together for one board."""
LEAST = 60
"""Map pixels that a board has at least; the whole map has 3,136."""


@dataclass(frozen=True, eq=False)
class Guess:
    """A rough quadrangle."""

    game: str
    """Which game."""
    corners: NDArray[np.float64]
    """Four corners in the picture, clockwise."""
    score: float
    """How sure the network is, 0 to 1."""
    cut_off: bool
    """Whether it runs out of the picture."""


def guesses(picture: Picture) -> list[Guess]:
    """Everything that may be a board, likeliest first."""
    small, scale, off = _fitted(picture)
    maps = sigmoid(network("whereabouts")(small)[0][0])
    found = []
    for number, game in enumerate(GAMES):
        found += _boards(game, maps[number], maps[-1], picture, scale, off)
    return sorted(found, key=lambda guess: -guess.score)


def anywhere(size: tuple[int, int]) -> list[NDArray[np.float64]]:
    """Squares all over a picture, straight and on edge, for when no guess was good."""
    wide, high = size
    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5)])
    edge = np.array([(0, -0.7), (0.7, 0), (0, 0.7), (-0.7, 0)])
    found = []
    for share, steps in ((0.92, 1), (0.75, 2), (0.58, 3), (0.42, 3)):
        side = share * min(size)
        for x in np.linspace(side / 2, wide - side / 2, steps + (wide > 1.3 * high)):
            for y in np.linspace(side / 2, high - side / 2, steps + (high > 1.3 * wide)):
                middle = np.array([x, y])
                found += [middle + square * side, middle + edge * side]
    return found


def anywhere_long(size: tuple[int, int]) -> list[NDArray[np.float64]]:
    """Long boards all over a picture, lying, standing and slanting, for when no guess was good."""
    wide, high = size
    long = np.array([(-0.5, -0.15), (0.5, -0.15), (0.5, 0.15), (-0.5, 0.15)])
    found = []
    for turn in np.radians((0, 30, 60, 90, 120, 150)):
        cos, sin = np.cos(turn), np.sin(turn)
        shape = long @ np.array([[cos, sin], [-sin, cos]])
        reach = np.ptp(shape, axis=0)
        most = float((np.array(size) / reach).min())
        for share, places in ((0.95, (0.0,)), (0.7, (0.0, -0.6, 0.6))):
            board = shape * share * most
            room = np.maximum(np.array(size) - np.ptp(board, axis=0), 0) / 2
            found += [board + np.array([wide, high]) / 2 + room * aside for aside in places]
    return found


def _fitted(picture: Picture) -> tuple[Picture, float, NDArray[np.float64]]:
    """The picture made to fit into the network's square, grey round it."""
    height, width = picture.shape[:2]
    scale = SIDE / max(height, width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    small = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    square = np.full((SIDE, SIDE, 3), 110, np.uint8)
    left, top = (SIDE - size[0]) // 2, (SIDE - size[1]) // 2
    square[top : top + size[1], left : left + size[0]] = small
    return square, scale, np.array([left, top], float)


def _boards(
    game: str, inside: Any, spots: Any, picture: Picture, scale: float, off: NDArray[np.float64]
) -> list[Guess]:
    found: list[Guess] = []
    size = np.array([picture.shape[1], picture.shape[0]])
    room = 0.01 * float(size.max())
    for level in LEVELS:
        count, labels, stats, _ = cv2.connectedComponentsWithStats(
            (inside > level).astype(np.uint8)
        )
        for label in range(1, count):
            area = int(stats[label, cv2.CC_STAT_AREA])
            if area < LEAST:
                continue
            mask = labels == label
            for quad in _quads(mask, spots, square=game != "mangala"):
                corners = ((quad + 0.5) * STRIDE - 0.5 - off + 0.5) / scale - 0.5
                outside = bool((corners < -room).any() or (corners > size - 1 + room).any())
                score = float(inside[mask].mean()) * min(1.0, area / max(1.0, _area(quad)))
                found.append(Guess(game, clockwise(corners), score, outside))
    return found


def _quads(mask: NDArray[np.bool_], spots: Any, square: bool) -> list[NDArray[np.float64]]:
    """Quadrangles that a square or a long board may have that was seen as this mask.

    The mask may have racks or boxes beside the board in it, or only the middle of the board.
    """
    found = []
    quad = _quadrangle(mask)
    if quad is not None:
        found += [_snapped(quad, spots), quad]
    points = np.column_stack(np.nonzero(mask)[::-1]).astype(np.float32)
    (x, y), (wide, high), angle = cv2.minAreaRect(points)
    if not square:
        for larger in (1.0, 1.12, 0.9):
            box = cv2.boxPoints(((x, y), (wide * larger, high * larger), angle))
            found.append(np.asarray(box, float))
        return found
    short, even = min(wide, high), float(np.sqrt(mask.sum()))
    for side, turn in ((short, angle), (1.2 * short, angle), (even, 0.0), (1.7 * even, 0.0)):
        box = cv2.boxPoints(((x, y), (side, side), turn))
        found.append(np.asarray(box, float))
    return found


def _area(quad: NDArray[np.float64]) -> float:
    return abs(float(cv2.contourArea(quad.astype(np.float32))))


def _quadrangle(mask: NDArray[np.bool_]) -> NDArray[np.float64] | None:
    """The quadrangle round a mask."""
    outlines, _ = cv2.findContours(mask.astype(np.uint8), cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    outline = max(outlines, key=cv2.contourArea)
    hull = cv2.convexHull(outline)
    if len(hull) < 4:
        return None
    quad = cv2.approxPolyN(hull, 4)
    if quad is None or quad.size != 8:
        return None
    return np.asarray(quad, float).reshape(4, 2)


def _snapped(quad: NDArray[np.float64], spots: Any, reach: int = 4) -> NDArray[np.float64]:
    """Each corner moved to the corner map's peak near it, if there is one."""
    moved = quad.copy()
    side = spots.shape[0]
    for i, (x, y) in enumerate(quad):
        left, top = max(0, int(x) - reach), max(0, int(y) - reach)
        part = spots[top : min(side, int(y) + reach + 1), left : min(side, int(x) + reach + 1)]
        if not part.size or part.max() < 0.3:
            continue
        weights = np.where(part > 0.5 * part.max(), part, 0)
        ys, xs = np.mgrid[top : top + part.shape[0], left : left + part.shape[1]]
        moved[i] = (xs * weights).sum() / weights.sum(), (ys * weights).sum() / weights.sum()
    return moved


def clockwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners in order, the uppermost left one first."""
    middle = corners.mean(0)
    angles = np.arctan2(corners[:, 1] - middle[1], corners[:, 0] - middle[0])
    ordered = corners[np.argsort(angles)]
    first = int(np.argmin(ordered.sum(1)))
    return np.roll(ordered, -first, axis=0)
