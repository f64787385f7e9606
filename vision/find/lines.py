"""Sets a Reversi board's pose right by the lines between its squares.

What a line looks like nobody needs to know: it looks the same all over the board. Its usual look is
taken from the board itself and found again at every crossing, where no disc reaches; how far it
lies off there tells how the pose is bent. The frame's edge looks otherwise and is left out.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corners import LATTICE as CORNERS
from calibration.corners import fit_pose
from calibration.lens import Lens
from calibration.pose import Pose
from engines import InputError
from vision.find.refine import LATTICE
from vision.frame import Frame, Picture, smaller
from vision.rectify import rectified

Floats = NDArray[np.float64]

ROUNDS = 5
"""How often a pose is set right at most."""
BETTER = 0.002
"""By how much more alike lines must be for a pose to be a better one."""
CELL = 24
"""Pixels of a cell in which lines are looked at."""
ENLARGED = 1.3
"""So many times as many pixels may a cell of the picture have; of a larger one a copy is made."""
NEAR = (0.04, 0.24)
"""From where to where, in cells from a crossing, a line is looked at: later discs bulge."""
REACH = 9
"""Pixels by which a line is looked for to either side."""
HALF = 4
"""Half the width of a line's look in pixels."""
ALIKE = 0.5
"""A place that is less alike to the usual look than this tells nothing."""
OFF = 0.8
"""A place that lies so many pixels off counts half; beyond, less and less."""
FAINT = 2.0
"""Grey values: what differs by less, over all of a look, is noise."""
QUARTER = 8
"""Places, of 56, that must agree in each quarter of the board: what nobody sees is not guessed."""
SEEN = 0.35
"""How alike lines must be in the end, on average; in noise they never are."""
FARTHEST = 0.8
"""Cells by which no corner is moved: a square farther, lines look the same again."""


def set_by_lines(frame: Frame, pose: Pose, lens: Lens | None = None) -> Pose:
    """The pose moved onto the lines, or as it was where they tell nothing better."""
    points = np.column_stack([LATTICE, np.zeros(len(LATTICE))])
    picture, shrunk = _as_large_as_needed(frame.picture, pose)
    best, bend = pose, bend_of(picture, shrunk(pose))
    for _ in range(ROUNDS):
        if bend is None:
            break
        seen = best.project(np.column_stack([bend.moved(LATTICE), points[:, 2]]))
        try:
            moved = fit_pose(points, seen, frame.size, lens)
        except InputError:
            break
        after = bend_of(picture, shrunk(moved))
        if after is None or after.likeness < bend.likeness + BETTER:
            break
        best, bend = moved, after
    if bend is None or bend.likeness < SEEN:
        return pose
    was, now = pose.project(points), best.project(points)
    cell = float(np.linalg.norm(was[4] - was[0])) / 8
    if np.linalg.norm(now - was, axis=1).max() > FARTHEST * cell:
        return pose
    return replace(best, quality=pose.quality)  # how well the board was seen is as it was


def likeness(frame: Frame, pose: Pose) -> float:
    """How alike lines are where a pose has them, on average; 0 where too few are seen."""
    picture, shrunk = _as_large_as_needed(frame.picture, pose)
    bend = bend_of(picture, shrunk(pose))
    return 0.0 if bend is None else bend.likeness


def _as_large_as_needed(picture: Picture, pose: Pose) -> tuple[Picture, Callable[[Pose], Pose]]:
    """A copy in which fine lines do not flicker away, and what makes a pose one in it."""
    corners = pose.project(CORNERS)
    cell = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32))))) / 8
    factor = min(1.0, ENLARGED * CELL / max(cell, 1.0))
    if factor > 0.75:
        return picture, lambda same: same
    small = smaller(picture, factor)
    shift = (factor - 1) / 2
    scale = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]])
    return small, lambda large: replace(large, matrix=scale @ large.matrix)


@dataclass(frozen=True, eq=False)
class Bend:
    """How a board lies beside a pose."""

    terms: Floats
    """Of each of `_terms` how much."""
    likeness: float
    """How alike places are, on average, to a line's usual look, where the pose has them."""

    def moved(self, points: Floats) -> Floats:
        """Where points of the board (n x 2, in cells) are, as the pose sees it."""
        across, along = _terms(points)
        return points + np.column_stack([across @ self.terms, along @ self.terms])


def bend_of(picture: Picture, pose: Pose) -> Bend | None:
    """How a board lies beside a pose, by its lines; None where too few are seen."""
    flat = rectified(picture, pose, CELL, 1.0)
    grey = np.asarray(cv2.cvtColor(flat, cv2.COLOR_BGR2GRAY), np.float32)
    rows, wanted, alike, places, likeness = [], [], [], [], []
    for way, image in enumerate((grey, grey.T)):
        lines = _lines(image)
        sure = lines.alike > ALIKE
        line, along = lines.places[sure].T - 4
        points = np.column_stack([(line, along)[way], -(along, line)[way]])  # y runs upwards
        rows.append(_terms(points)[way])
        wanted.append(lines.off[sure] / CELL * (1, -1)[way])
        alike.append(lines.alike[sure])
        places.append(points)
        likeness.append(lines.likeness)
    every, off = np.concatenate(rows), np.concatenate(wanted)
    terms = _fitted(every, off, np.concatenate(alike))
    agreed = np.concatenate(places)[np.abs(every @ terms - off) * CELL < 2 * OFF]
    quarters = np.bincount((agreed > 0) @ (1, 2), minlength=4)
    return Bend(terms, float(np.mean(likeness))) if quarters.min() >= QUARTER else None


def _terms(points: Floats) -> tuple[Floats, Floats]:
    """What moves points across and along the board: to see it from elsewhere, and a lens."""
    x, y = points.T / 4
    no, one, far = np.zeros_like(x), np.ones_like(x), x**2 + y**2
    across = np.column_stack([one, x, y, no, no, no, x * x, x * y, x * far])
    along = np.column_stack([no, no, no, one, x, y, x * y, y * y, y * far])
    return across, along


@dataclass(frozen=True, eq=False)
class _Lines:
    """The seven inner upright lines of a flat board, twice at each crossing."""

    places: Floats
    """Which line, and how far down, in cells from the board's corner (n x 2)."""
    off: Floats
    """Pixels by which the line lies to the right."""
    alike: Floats
    """How alike it is there to the usual look, up to 1."""
    likeness: float
    """How alike all are on average where they should be."""


def _lines(image: NDArray[np.float32]) -> _Lines:
    near, far = (round(share * CELL) for share in NEAR)
    reach, looks, places = REACH + HALF, [], []
    for crossing in range(9):
        middle = (1 + crossing) * CELL
        for low, high in ((middle - far, middle - near), (middle + near, middle + far)):
            if CELL < (low + high) / 2 < 9 * CELL:
                band = image[low:high].mean(0)
                down = (low + high) / 2 / CELL - 1
                for line in range(1, 8):
                    at = (1 + line) * CELL  # between the pixels at - 1 and at
                    looks.append(band[at - reach : at + reach])
                    places.append((line, down))
    windows = np.lib.stride_tricks.sliding_window_view(np.array(looks), 2 * HALF, axis=1)
    shapes = _shapes(windows)
    usual = np.median(shapes[:, REACH], axis=0)
    usual = usual / max(float(np.linalg.norm(usual)), 1e-6)
    alike = shapes @ usual
    best = alike.argmax(1)
    inside = (best > 0) & (best < 2 * REACH)  # at the end it may lie anywhere beyond
    best = np.clip(best, 1, 2 * REACH - 1)
    before, there, after = (alike[np.arange(len(alike)), best + k] for k in (-1, 0, 1))
    bow = np.minimum(before - 2 * there + after, -1e-6)
    part = np.clip(0.5 * (before - after) / bow, -0.5, 0.5)
    off = best - REACH + part + _middle(usual)
    likest = np.where(inside, alike.max(1), 0.0)
    return _Lines(np.array(places), off, likest, float(alike[:, REACH].mean()))


def _shapes(windows: Any) -> Any:
    """Profiles without their mean and slope, of length one where they are not faint."""
    slope = np.linspace(-1, 1, windows.shape[-1], dtype=np.float32)
    slope /= np.linalg.norm(slope)
    flat = windows - windows.mean(-1, keepdims=True)
    flat = flat - (flat @ slope)[..., None] * slope
    return flat / np.maximum(np.linalg.norm(flat, axis=-1, keepdims=True), FAINT)


def _middle(usual: NDArray[np.floating]) -> float:
    """Where a look's own middle is, in pixels from its window's: amid its edges."""
    edges = np.diff(usual) ** 2
    return float((edges * (np.arange(len(edges)) - HALF + 1)).sum() / max(edges.sum(), 1e-9))


def _fitted(rows: Floats, wanted: Floats, weights: Floats) -> Floats:
    """The likeliest terms; what lies far off counts little, in the end."""
    least = 1e-2 * np.eye(rows.shape[1])
    terms: Floats = np.zeros(rows.shape[1])
    for scale in (4 * OFF, 3 * OFF, 2 * OFF, OFF, OFF, OFF):
        off = (rows @ terms - wanted) * CELL
        trust = weights / (1 + (off / scale) ** 2)
        terms = np.asarray(
            np.linalg.solve((rows.T * trust) @ rows + least, (rows.T * trust) @ wanted), float
        )
    return terms
