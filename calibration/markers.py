"""Find an 8 x 8 board by four printed markers: the way that works on any board, in any light.

`hakem print markers` prints ArUco markers 0 to 3. Each lies outside the lattice with its inner
corner exactly on the lattice's corner, diagonally across from the corner cell, so that two of its
edges run on as the lattice's edges:

    0 at row 1's left end, 1 at row 1's right end, 2 at row 8's right end, 3 at row 8's left end

How a marker is turned does not matter; the corner nearest to the board's middle is taken. Its
white border must stay on, though a few millimetres of it cover the corner cell: black on a dark
board is not seen. The markers should lie as high as the board's top.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import cv2
import numpy as np

from calibration.corners import LATTICE, check_quad, fit_pose
from calibration.lens import Lens
from calibration.pose import BoardNotFound, Floats, Pose
from engines import InputError
from vision.frame import Frame, smaller

DICTIONARY = cv2.aruco.DICT_4X4_50
"""The markers' family."""
ENDS = ("row 1's left end", "row 1's right end", "row 8's right end", "row 8's left end")
"""Where markers 0 to 3 lie."""
REFINEMENTS = ((cv2.aruco.CORNER_REFINE_APRILTAG, 0.5), (cv2.aruco.CORNER_REFINE_SUBPIX, 0.0))
"""How corners are made exact, and from where in the first pixel each way counts.

The first fits lines to whole edges and is exact to a quarter of a pixel. The second looks about
each corner only and goes astray by up to 3 pixels on small markers, but sees some that the first
misses.
"""
GLANCE = 800
"""Longer side of the picture that is enough to tell whether markers are there."""
NOISE = 0.5
"""Standard deviation of a marker's corner in pixels."""


def find_by_markers(frame: Frame, lens: Lens | None = None) -> Pose:
    """The pose in cells; raises `BoardNotFound` that names the missing marker."""
    quads = _see(frame)
    missing = [i for i in range(4) if i not in quads]
    if missing:
        raise BoardNotFound(*_missing(missing))
    middle = np.mean([quads[i].mean(0) for i in range(4)], 0)
    inner = [quads[i][np.linalg.norm(quads[i] - middle, axis=1).argmin()] for i in range(4)]
    try:
        corners = check_quad(inner, "the markers")
    except InputError:
        raise BoardNotFound(
            "the four markers do not lie clockwise around a board",
            "lay 0, 1, 2, 3 clockwise from row 1's left end, one at each corner of the lattice",
        ) from None
    try:
        return fit_pose(LATTICE, corners, frame.size, lens, NOISE)
    except InputError as error:
        raise BoardNotFound(str(error), "check where the markers lie") from None


def turned_to_markers(frame: Frame, pose: Pose) -> Pose | None:
    """The pose with row 1 where the markers say; None when those that are seen disagree.

    For a board that was found otherwise, because not all four can be seen.
    """
    try:
        seen = {i: quad.mean(0) for i, quad in _see(frame).items()}
    except BoardNotFound:
        return None
    for quarters in range(4) if seen else ():
        turned = pose.turned(quarters)
        corners = turned.project(LATTICE)
        if all(np.linalg.norm(corners - at, axis=1).argmin() == i for i, at in seen.items()):
            return turned
    return None


def in_sight(frame: Frame) -> bool:
    """A quick look at a small picture whether at least three of the markers seem to be there."""
    scale = min(1.0, GLANCE / max(frame.size))
    small = smaller(frame.picture, scale)
    _, ids, _ = _detector(cv2.aruco.CORNER_REFINE_NONE).detectMarkers(small)
    return ids is not None and len({0, 1, 2, 3} & set(ids.ravel().tolist())) >= 3


def _see(frame: Frame) -> dict[int, Floats]:
    """The markers by number, each 4 x 2; raises `BoardNotFound` where one is seen twice."""
    quads: dict[int, Floats] = {}
    for refinement, counted_from in REFINEMENTS:
        found, ids, _ = _detector(refinement).detectMarkers(frame.picture)
        numbers = [] if ids is None else ids.ravel().tolist()
        for number in range(4):
            if numbers.count(number) > 1:
                raise BoardNotFound(
                    f"marker {number} is seen twice",
                    "leave one sheet of markers in the picture only",
                )
            if number in numbers and number not in quads:
                quad = np.asarray(found[numbers.index(number)], float).reshape(4, 2)
                quads[number] = quad - counted_from
        if len(quads) == 4:
            break
    return quads


def _missing(numbers: list[int]) -> tuple[str, str]:
    """What is missing, and what to do."""
    if len(numbers) == 4:
        return "no marker can be seen", "print them with `hakem print markers` and lay them out"
    names = ", ".join(f"{i} ({ENDS[i]})" for i in numbers)
    what = "marker" if len(numbers) == 1 else "markers"
    return (
        f"{what} {names} cannot be seen",
        "every marker must lie flat and whole in the picture, with its white border, without glare",
    )


@lru_cache(maxsize=2)
def _detector(refinement: int) -> Any:
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = refinement
    return cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(DICTIONARY), parameters)
