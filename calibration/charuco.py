"""Find a lens from pictures of the ChArUco sheet (`hakem print charuco`), with advice on the way.

The sheet's size does not matter: lengths are in its squares.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import cv2
import numpy as np

from calibration.corners import fit_pose
from calibration.coverage import Coverage, tilt_of
from calibration.lens import Lens
from calibration.pose import BoardNotFound, Floats
from engines import InputError
from vision.frame import Picture

SQUARES = (7, 10)
"""Squares of the sheet: across and down."""
MARKER = 0.75
"""How large a marker is inside its square."""
DICTIONARY = cv2.aruco.DICT_5X5_50
"""Another one than that of the corner markers, so that the two are never mistaken."""

FEWEST_POINTS = 12
"""Points of the sheet that a view must show."""
FEWEST_VIEWS = 6
"""Views from which a lens can be found at all."""
MOST_VIEWS = 40
"""More views add time and nothing else, unless they show a part or a tilt that was missing."""
MOVED = 0.04
"""How far, in widths of the picture, the sheet must have moved to be another view."""
WORST = 0.0012
"""The largest error of a good lens, in widths of the picture (1.5 pixels of 1280)."""


@dataclass(frozen=True, slots=True, eq=False)
class View:
    """The sheet in one picture."""

    points: Floats
    """Points of the sheet in squares, n x 3."""
    pixels: Floats
    """Where they were seen, n x 2."""
    tilt: str
    """How the sheet was held, one of `calibration.coverage.TILTS`."""


@dataclass(slots=True)
class Collection:
    """Views collected one after another; says what is still missing."""

    size: tuple[int, int] | None = None
    """Width and height of the pictures; the first one decides."""
    views: list[View] = field(default_factory=list)
    """What was taken so far."""

    def add(self, picture: Picture) -> bool:
        """Take the view if it shows something new; raises `BoardNotFound` without a sheet."""
        size = (picture.shape[1], picture.shape[0])
        if self.size is not None and size != self.size:
            raise InputError(
                f"pictures of {size[0]} x {size[1]} among those of {self.size[0]} x "
                f"{self.size[1]}; take all with the same camera and settings"
            )
        view = see(picture)
        self.size = size
        if any(self._alike(view, old) for old in self.views):
            return False
        if len(self.views) >= MOST_VIEWS and not self._widens(view):
            return False
        self.views.append(view)
        return True

    @property
    def coverage(self) -> Coverage:
        """What the views show of the picture and of tilts."""
        return self._coverage(self.views)

    def _coverage(self, views: Sequence[View]) -> Coverage:
        pixels = [view.pixels / (self.size or (1, 1)) for view in views]
        return Coverage.of(pixels, [view.tilt for view in views])

    def _widens(self, view: View) -> bool:
        """Whether it shows what no view has shown."""
        known, wider = self.coverage, self._coverage([*self.views, view])
        return wider.parts > known.parts or wider.tilts > known.tilts

    def _alike(self, one: View, other: View) -> bool:
        width = self.size[0] if self.size else 1
        span = [np.concatenate([v.pixels.mean(0), np.ptp(v.pixels, axis=0)]) for v in (one, other)]
        return one.tilt == other.tilt and bool(np.abs(span[0] - span[1]).max() < MOVED * width)


def sheet() -> Any:
    """The sheet as OpenCV knows it, a square being 1."""
    dictionary = cv2.aruco.getPredefinedDictionary(DICTIONARY)
    return cv2.aruco.CharucoBoard(SQUARES, 1.0, MARKER, dictionary)


def see(picture: Picture) -> View:
    """The sheet in a picture; raises `BoardNotFound`."""
    board = sheet()
    found, ids, _, _ = cv2.aruco.CharucoDetector(board).detectBoard(picture)
    count = 0 if ids is None else len(ids)
    if count < FEWEST_POINTS:
        seen = (
            f"only {count} of {(SQUARES[0] - 1) * (SQUARES[1] - 1)} points" if count else "no part"
        )
        raise BoardNotFound(
            f"{seen} of the calibration sheet can be seen",
            "show more of it, sharp and evenly lit (`hakem print charuco` prints it)",
        )
    points, pixels = board.matchImagePoints(found, ids)
    points, pixels = points.reshape(-1, 3).astype(float), pixels.reshape(-1, 2).astype(float)
    if min(np.ptp(points[:, :2], axis=0)) < 1.5:
        raise BoardNotFound("only one row of the calibration sheet can be seen", "show more of it")
    return View(points, pixels, _tilt(points, pixels, picture))


def find_lens(collection: Collection) -> Lens:
    """The lens of the collected views; raises `InputError` that says what to do."""
    views = collection.views
    if collection.size is None or len(views) < FEWEST_VIEWS:
        raise InputError(
            f"{len(views)} different views of the calibration sheet, {FEWEST_VIEWS} are needed, "
            f"better 15; {collection.coverage.advice('en')}"
        )
    if collection.coverage.poor:
        raise InputError(f"the views are too much alike: {collection.coverage.advice('en')}")
    lens, each = _fit(views, collection.size)
    limit = WORST * collection.size[0]
    bad = each > max(limit, 3 * float(np.median(each)))
    if bad.any() and (~bad).sum() >= FEWEST_VIEWS:
        views = [view for view, out in zip(views, bad, strict=True) if not out]
        lens, each = _fit(views, collection.size)
    if lens.error > limit:
        raise InputError(
            f"no lens explains these views: they are {lens.error:.1f} pixels off; lay the sheet on "
            "something flat and stiff, hold still, keep zoom and focus as they are"
        )
    if lens.folds or not 15 < lens.field < 150:
        raise InputError(
            "the views do not tell the lens; tilt the sheet more and bring it into the corners"
        )
    return lens


def _fit(views: Sequence[View], size: tuple[int, int]) -> tuple[Lens, Floats]:
    """The lens, and each view's error in pixels."""
    points = [view.points.astype(np.float32) for view in views]
    pixels = [view.pixels.astype(np.float32) for view in views]
    start = np.array(
        [[size[0], 0, (size[0] - 1) / 2], [0, size[0], (size[1] - 1) / 2], [0, 0, 1.0]]
    )
    guess = cv2.calibrateCameraExtended(points, pixels, size, start, np.zeros(5))
    error, matrix, distortion, each = guess[0], guess[1], guess[2], guess[-1]
    lens = Lens(size, np.asarray(matrix, float), np.asarray(distortion, float).ravel()[:5])
    return replace(lens, error=float(error)), np.asarray(each, float).ravel()


def _tilt(points: Floats, pixels: Floats, picture: Picture) -> str:
    """How the sheet is held, as far as a common camera would see it so."""
    # OpenCV counts the sheet's squares downwards and its height away from the viewer.
    upright = points * (1, -1, 1)
    pose = fit_pose(upright, pixels, (picture.shape[1], picture.shape[0]))
    return tilt_of(pose.rotation[:, 2])
