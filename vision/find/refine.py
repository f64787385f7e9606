"""From a rough quadrangle to the lattice: a network moves it, looks again, and moves it again."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.numbers import softmax
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
_steps = np.array([-4.0, -2.0, 0.0, 2.0, 4.0])
LATTICE = np.array([(x, y) for y in _steps[::-1] for x in _steps])
"""The 25 points it moves, in cells; row by row from the top."""

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
    square = np.array([(-4, 4), (4, 4), (4, -4), (-4, -4)], np.float32)
    plane = np.asarray(cv2.getPerspectiveTransform(square, corners.astype(np.float32)), float)
    points, kinds, moved = corners, np.zeros(len(KINDS)), np.inf
    for number in range(rounds):
        seen = _shrunk(picture, plane)
        offsets, logits = network("refiner")(flattened(*seen))
        there = LATTICE + offsets[0]
        points = cv2.perspectiveTransform(there[None], plane)[0]
        kinds = softmax(logits[0])
        moved = float(np.abs(offsets[0]).max())
        if number + 1 < rounds:
            plane = np.asarray(cv2.findHomography(LATTICE, points)[0], float)
            if plane.shape != (3, 3):  # the points fell onto a line
                break
    return Lattice(np.asarray(points, float), kinds, moved)


def _shrunk(picture: Picture, plane: NDArray[np.float64]) -> tuple[Picture, NDArray[np.float64]]:
    """A large picture made smaller first, so that fine lines do not flicker away."""
    corners = cv2.perspectiveTransform(
        np.array([[(-4.0, 4.0), (4.0, 4.0), (4.0, -4.0), (-4.0, -4.0)]]), plane
    )[0]
    size = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
    scale = 8 * CELL / max(size, 1.0)
    if scale > 0.6:
        return picture, plane
    factor = scale / 0.8
    small = cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
    shift = np.array([[factor, 0, factor / 2 - 0.5], [0, factor, factor / 2 - 0.5], [0, 0, 1]])
    return np.asarray(small), shift @ plane
