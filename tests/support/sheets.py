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


def lay_markers(picture, pose, side=0.9):
    """Printed markers, `side` cells large, at the corners of a rendered board's lattice."""
    size = (picture.shape[1], picture.shape[0])
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    frame = np.array([(-0.5, -0.5), (299.5, -0.5), (299.5, 299.5), (-0.5, 299.5)], np.float32)
    for number, (right, up) in enumerate(((-1, 1), (1, 1), (1, -1), (-1, -1))):
        bits = np.maximum(cv2.aruco.generateImageMarker(dictionary, number, 240), 35)
        paper = cv2.copyMakeBorder(bits, 30, 30, 30, 30, cv2.BORDER_CONSTANT, value=225)
        x, y, half = (4 + side / 2) * right, (4 + side / 2) * up, side * 0.625
        box = [(x - half, y + half, 0), (x + half, y + half, 0),
               (x + half, y - half, 0), (x - half, y - half, 0)]  # fmt: skip
        plane = cv2.getPerspectiveTransform(frame, pose.project(box).astype(np.float32))
        cover = cv2.warpPerspective(np.ones((300, 300), np.float32), plane, size)[..., None]
        laid = cv2.warpPerspective(np.minimum(paper, 225), plane, size)[..., None]
        picture = (picture * (1 - cover) + laid * cover).astype(np.uint8)
    return picture


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
