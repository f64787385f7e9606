"""From a rough quadrangle to the lattice: a network moves it, looks again, and moves it again."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.numbers import softmax
from vision.find.sizes import Sizes
from vision.frame import Picture
from vision.network import network

CELL = 14
"""Pixels of a cell in what the network sees."""
SIDE = 160
"""Its width and height: the board and a good cell and a half round it."""
KINDS = ("reversi", "kulami", "none")
"""What it may take the picture for."""
ROUNDS = 4
"""How often it looks."""
MOST_ROUNDS = 7
"""How often it looks at most when it begins far off."""
FOLLOWED = 8
"""Quadrangles that are followed after the first look; half as many with each further one."""
BESIDE = ((1.0, 0.0), (-1.0, 0.0), (0.0, 1.0), (0.0, -1.0))
SHORTER = (1.0, 2.0)
"""Rows by which a lattice may reach beyond a board."""
AGREED = 3
"""Of a lattice and the ends of four ways from beside it, so many must be the same."""
DISAGREED = 0.998
"""How sure a lattice must be of what it is when not all ways lead to it, as on larger lattices and
on boards that are cut off."""
MOST, ALL_ROUND = 0.5, 0.993
"""More than this share of the ways from all four sides must lead to a lattice that is so sure: on
training and validation negatives no wrong one within the picture was surer than 0.98."""
STILL = 0.1
"""A lattice that moves by less than this, in cells, is where it should be."""
_steps = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
LATTICE = np.array([(x, y) for y in _steps[::-1] for x in _steps])
"""The 25 points it moves, in cells; row by row from the top."""
_QUARTER = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])
"""A quarter turn of the board."""
_TO_CELLS = np.array(
    [[1 / CELL, 0, (0.5 - SIDE / 2) / CELL], [0, -1 / CELL, (SIDE / 2 - 0.5) / CELL], [0, 0, 1]]
)
"""From pixels of the flat picture to cells."""


@dataclass(frozen=True, eq=False)
class Lattice:
    """A board that was found."""

    points: NDArray[np.float64]
    """Where the 25 lattice points lie in the picture."""
    kinds: NDArray[np.float64]
    """How likely it is each of KINDS."""
    moved: float
    """How far the last look moved it, in cells."""

    def merit(self, kind: int) -> float:
        """How good it is as a lattice of a kind."""
        return float(self.kinds[kind]) - 0.25 * min(self.moved, 2.0)

    @property
    def certainty(self) -> float:
        """How sure it is to be a board of some kind."""
        return float(self.kinds[:-1].max())

    def turned(self, quarters: int) -> Lattice:
        """The same lattice, told as from a plane that was turned back by so many quarters."""
        points = np.rot90(self.points.reshape(5, 5, 2), quarters).reshape(25, 2)
        return replace(self, points=np.ascontiguousarray(points))

    @property
    def corners(self) -> NDArray[np.float64]:
        """The four corners, clockwise."""
        return self.points[[0, 4, 24, 20]]


def flattened(picture: Picture, plane: NDArray[np.float64]) -> Picture:
    """The board through a plane (cells to pixels), as the network sees it."""
    back = plane @ _TO_CELLS
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    edge = cv2.BORDER_REPLICATE
    return np.asarray(
        cv2.warpPerspective(picture, back, (SIDE, SIDE), flags=flags, borderMode=edge)
    )


def refine(picture: Picture, corners: NDArray[np.float64], rounds: int = ROUNDS) -> Lattice:
    """Move a rough quadrangle (four corners, clockwise) onto the lattice near it."""
    pictures = _sizes(picture)
    lattice = _looked(pictures, [_plane(corners)])[0]
    for _ in range(rounds - 1):
        plane = _onto(lattice)
        if plane is None:
            break
        lattice = _looked(pictures, [plane])[0]
    return lattice


def search(picture: Picture, quads: Sequence[NDArray[np.float64]], kind: str) -> Lattice | None:
    """The best lattice of a kind of board near any of many rough quadrangles."""
    pictures, wanted = _sizes(picture), KINDS.index(kind)
    planes: list[NDArray[np.float64]] = [_plane(quad) for quad in quads]
    best: Lattice | None = None
    for number in range(MOST_ROUNDS):
        if not planes:
            break
        found = _looked(pictures, planes)
        found.sort(key=lambda lattice: lattice.merit(wanted), reverse=True)
        if best is None or found[0].merit(wanted) > best.merit(wanted):
            best = found[0]
        if best.moved < STILL and best.kinds[wanted] > 0.9:
            break
        kept = found[: max(2, FOLLOWED >> number)]
        planes = [plane for plane in map(_onto, kept) if plane is not None]
    return best


def confirmed(picture: Picture, lattice: Lattice) -> Lattice | None:
    """The lattice to which most ways lead that begin a cell beside it; None when they disagree.

    A lattice that lies one row off looks nearly right too. Where the ways disagree, the board is
    looked at from its other three sides as well: the network is no judge of which way up it lies.
    """
    pictures, plane = _sizes(picture), _onto(lattice)
    if plane is None:
        return None
    ends = [lattice, *_ways_to(pictures, plane)]
    best, alike = _commonest(ends)
    if alike == len(ends) or (alike >= AGREED and best.certainty >= DISAGREED):
        return best
    for turn in (1, 2, 3):
        turned = plane @ np.linalg.matrix_power(_QUARTER, turn)
        ends += [end.turned(turn) for end in _ways_to(pictures, turned)]
    best, alike = _commonest(ends)
    return best if alike > MOST * len(ends) and best.certainty >= ALL_ROUND else None


def shrunken(corners: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """The quadrangle with rows left out on each of its sides, for a lattice that is too large; each
    told from all four sides, since the network sees other things from there."""
    plane, found = _plane(corners), []
    for rows in SHORTER:
        for side in range(4):
            square = _SQUARE.copy()
            for corner in (side, (side + 1) % 4):
                axis = 1 - side % 2  # sides 0 and 2 lie along x
                square[corner, axis] -= np.sign(square[corner, axis]) * rows
            found.append(np.asarray(cv2.perspectiveTransform(square[None], plane)[0], float))
    return [np.roll(quad, turn, axis=0) for turn in range(4) for quad in found]


def wavering(picture: Picture, corners: NDArray[np.float64]) -> float:
    """How far apart, in cells, a lattice lies from where most ways lead that begin beside it, from
    all four sides: by no more than a third of a cell if it is the board's."""
    pictures, plane = _sizes(picture), _plane(corners)
    ends = [
        end.turned(turn)
        for turn in range(4)
        for end in _ways_to(pictures, plane @ np.linalg.matrix_power(_QUARTER, turn))
    ]
    sides = np.linalg.norm(corners - np.roll(corners, 1, 0), axis=1)
    far = [np.linalg.norm(end.corners - corners, axis=1).max() for end in ends]
    return float(np.median(far) / sides.mean() * 8)


def _ways_to(pictures: Sizes, plane: NDArray[np.float64]) -> list[Lattice]:
    """Where the four ways lead that begin a cell beside a plane."""
    ends = []
    for away in BESIDE:
        shifted = plane @ np.array([[1, 0, away[0]], [0, 1, away[1]], [0, 0, 1.0]])
        last = _looked(pictures, [shifted])[0]
        for _ in range(2):
            onto = _onto(last)
            if onto is None:
                break
            last = _looked(pictures, [onto])[0]
        ends.append(last)
    return ends


def _commonest(ends: Sequence[Lattice]) -> tuple[Lattice, int]:
    """The lattice that is the same as most of the others, and how many are."""
    sides = ends[0].corners - np.roll(ends[0].corners, 1, 0)
    cell = float(np.linalg.norm(sides, axis=1).mean()) / 8
    alike = [
        sum(np.linalg.norm(a.corners - b.corners, axis=1).max() < 0.5 * cell for b in ends)
        for a in ends
    ]
    best = int(np.argmax(alike))
    return ends[best], int(alike[best])


_SQUARE = np.array([(-4.0, 4.0), (4.0, 4.0), (4.0, -4.0), (-4.0, -4.0)])


def _sizes(picture: Picture) -> Sizes:
    return Sizes(picture, _SQUARE, 8 * CELL)


def _plane(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    square, seen = _SQUARE.astype(np.float32), corners.astype(np.float32)
    return np.asarray(cv2.getPerspectiveTransform(square, seen), float)


def _onto(lattice: Lattice) -> NDArray[np.float64] | None:
    """The plane through the lattice's points; None when they fell onto a line."""
    plane = cv2.findHomography(LATTICE, lattice.points)[0]
    if plane is None or plane.shape != (3, 3) or not np.isfinite(plane).all():
        return None
    corners = cv2.perspectiveTransform(_SQUARE[None], plane)[0]
    area = cv2.contourArea(corners.astype(np.float32))
    return np.asarray(plane, float) if abs(area) > 400 and np.abs(corners).max() < 1e5 else None


def _looked(pictures: Sizes, planes: list[NDArray[np.float64]]) -> list[Lattice]:
    seen = [flattened(*pictures.for_plane(plane)) for plane in planes]
    offsets, logits = network("refiner")(*seen)
    return [
        Lattice(
            np.asarray(cv2.perspectiveTransform((LATTICE + off)[None].astype(float), plane)[0]),
            softmax(logit),
            float(np.abs(off).max()),
        )
        for plane, off, logit in zip(planes, offsets, logits, strict=True)
    ]
