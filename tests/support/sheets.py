"""Pictures of the printed sheets through a known camera, made once for all tests."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np

from calibration.lens import Lens
from calibration.paper import markers_sheet
from datasets.snapshots import camera, printed, sheet_pictures, snap

WIDE = Lens(
    (960, 720),
    np.array([[600.0, 0, 484.0], [0, 601.0, 356.0], [0, 0, 1.0]]),
    np.array([-0.25, 0.07, 0.0005, -0.0004, -0.008]),
)
"""The camera of the tests."""
SIDE, BORDER, STRIP, GAP = 40.0, 5.0, 6.0, 14.0
"""The sheet of markers in millimetres; uncut, it is itself a board with four markers."""


@cache
def sheet_views():
    """Twelve pictures of the calibration sheet."""
    return tuple(sheet_pictures(WIDE, 12))


@cache
def markers_drawing():
    """The sheet of markers, four pixels a millimetre."""
    return printed(markers_sheet(SIDE), 101.6)


def markers_picture(drawing=None, tilt=20.0, roll=15.0):
    """The sheet of markers seen by the camera, and its pose in cells.

    The lattice is the rectangle between the inner corners; a cell is an eighth of its width.
    """
    drawing = markers_drawing() if drawing is None else drawing
    whole, scale = SIDE + 2 * BORDER, drawing.shape[1] / 210
    left = (210 - 2 * whole - GAP) / 2
    across = (left + BORDER + SIDE, left + whole + GAP + BORDER)
    down = (42 + STRIP + BORDER + SIDE, 42 + whole + STRIP + GAP + BORDER)
    middle = (sum(across) / 2 * scale - 0.5, sum(down) / 2 * scale - 0.5)
    cell = np.array([across[1] - across[0], down[1] - down[0]]) / 8
    pose = camera(WIDE, tilt, 60, roll, 220.0, (0.5, 0.5))  # in millimetres
    return snap(drawing, middle, scale, pose, WIDE), pose, cell


def without(drawing, number):
    """The sheet with one marker painted over."""
    whole, scale = SIDE + 2 * BORDER, drawing.shape[1] / 210
    left = (210 - 2 * whole - GAP) / 2
    right, low = ((0, 0), (1, 0), (1, 1), (0, 1))[number]
    x, y = left + right * (whole + GAP), 42 + low * (whole + STRIP + GAP)
    painted = drawing.copy()
    box = [int(v * scale) for v in (x, y, x + whole, y + whole + STRIP)]
    cv2.rectangle(painted, (box[0], box[1]), (box[2], box[3]), (255, 255, 255), -1)
    return painted
