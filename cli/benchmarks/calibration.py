"""`hakem bench calibration`: how exact poses are, and what a calibrated lens brings."""

from __future__ import annotations

import time
from collections.abc import Iterator
from math import radians, tan
from statistics import median
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from calibration.charuco import Collection, find_lens
from calibration.corners import LATTICE, fit_pose
from calibration.lens import Lens
from calibration.pose import Floats, Pose
from cli import inputs
from cli.benchmarks.report import CsvOption, Measure, report
from datasets.snapshots import crossings, hung, lattice, sheet_pictures, snap

SIZE = (1280, 960)
NOISE = 0.5
"""Pixels by which a point is seen beside its place."""
UP = 0.5
"""Cells above the board at which height is tried."""
STRONG = Lens(
    SIZE,
    np.array([[794.0, 0, 652.0], [0, 795.0, 470.0], [0, 0, 1.0]]),
    np.array([-0.28, 0.09, 0.0008, -0.0005, -0.012]),
)
"""A cheap wide camera: 91 degrees, straight lines visibly bent."""


def calibration_command(
    count: Annotated[int, typer.Option(min=20, help="Random cameras a figure.")] = 300,
    boards: Annotated[int, typer.Option(min=2, help="Pictures of a lattice.")] = 20,
    views: Annotated[int, typer.Option(min=9, help="Pictures of the calibration sheet.")] = 18,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
) -> None:
    """Measure poses from 4, 25 and 81 points, and boards with and without a calibrated lens."""
    cv2.setNumThreads(1)
    measures = [m for across in (2, 5, 9) for m in fit_measures(across, count)]
    report([*measures, *lens_measures(boards, views)], as_json, to_csv)


def fit_measures(across: int, count: int) -> Iterator[Measure]:
    """How exact a pose from a lattice of so many points a side is, under cameras nobody knows."""
    rng = np.random.default_rng(across)
    points, everything = grid(across), grid(9)
    tops = grid(8) * (7 / 8, 7 / 8, 1) + (0, 0, UP)
    times, off, high, term = [], [], [], []
    for _ in range(count):
        true = likely_camera(rng)
        seen = true.project(points) + rng.normal(0, NOISE, (len(points), 2))
        begin = time.process_time()
        found = fit_pose(points, seen, SIZE)
        times.append((time.process_time() - begin) * 1e3)
        cell = np.sqrt(cv2.contourArea(true.project(LATTICE).astype(np.float32))) / 8
        off.append(_typical(found.project(everything) - true.project(everything)))
        high.append(_typical(found.project(tops) - true.project(tops)) / cell)
        term.append(abs(found.radial - true.radial))
    name = f"{across * across} points"
    yield Measure(f"{name}, reprojection, median", median(off), "px", "", count)
    yield Measure(f"{name}, reprojection, 95 %", float(np.quantile(off, 0.95)), "px", "", count)
    yield Measure(f"{name}, {UP} cells up, median", median(high), "cells", "", count)
    yield Measure(
        f"{name}, {UP} cells up, 95 %", float(np.quantile(high, 0.95)), "cells", "", count
    )
    yield Measure(f"{name}, lens term, median", median(term), "", "", count)
    yield Measure(f"{name}, processor time, median", median(times), "ms", "<= 10", count)


def lens_measures(boards: int, views: int) -> Iterator[Measure]:
    """How far a lattice lies from where the pose puts it, seen by a camera with a strong lens."""
    collection = Collection()
    for picture in sheet_pictures(STRONG, views):
        collection.add(picture)
    lens = find_lens(collection)
    yield Measure("lens, reprojection", lens.error, "px", "", len(collection.views))
    rng = np.random.default_rng(7)
    drawing, middle = lattice(40)
    points = crossings()
    corners = [0, 6, 48, 42]
    errors: dict[tuple[str, str], list[float]] = {}
    for _ in range(boards):
        true = hung(STRONG, *_angles(rng), rng.uniform(0.75, 0.92))
        picture = snap(drawing, middle, 40.0, true, STRONG)
        seen = find_crossings(picture, true.project(points))
        for name, which in (("4 corners", corners), ("49 crossings", list(range(49)))):
            for how, known in (("without", None), ("with", lens)):
                pose = fit_pose(points[which], seen[which], SIZE, known)
                off = _typical(pose.project(points) - true.project(points))
                errors.setdefault((name, how), []).append(off)
    for (name, how), each in errors.items():
        yield Measure(f"strong lens, {name}, {how} profile, median", median(each), "px", "", boards)


def likely_camera(rng: np.random.Generator) -> Pose:
    """A camera as it may hang over a table, with one lens term."""
    focal = SIZE[0] / 2 / tan(radians(rng.uniform(48, 98) / 2))
    middle = (SIZE[0] - 1) / 2, (SIZE[1] - 1) / 2
    matrix = np.array([[focal, 0, middle[0]], [0, focal, middle[1]], [0, 0, 1.0]])
    corner = (middle[0] ** 2 + middle[1] ** 2) / focal**2
    radial = max(float(rng.uniform(-0.12, 0.04)), -0.1 / corner)  # so that nothing folds
    lens = Lens(SIZE, matrix, np.array([radial, 0, 0, 0, 0]))
    aim = (float(rng.uniform(0.4, 0.6)), float(rng.uniform(0.4, 0.6)))
    return hung(lens, *_angles(rng), float(rng.uniform(0.5, 0.9)), aim).with_lens(radial)


def find_crossings(picture: Any, near: Floats) -> Floats:
    """The lattice's crossings to a fraction of a pixel."""
    grey = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
    start = np.round(near).astype(np.float32).reshape(-1, 1, 2)
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 40, 0.001)
    return np.asarray(cv2.cornerSubPix(grey, start, (5, 5), (-1, -1), stop), float).reshape(-1, 2)


def grid(across: int) -> Floats:
    """So many points a side, evenly from corner to corner of the board."""
    at = np.linspace(-4, 4, across)
    return np.array([(x, y, 0.0) for y in at[::-1] for x in at])


def _angles(rng: np.random.Generator) -> tuple[float, float, float]:
    tilt, around, roll = rng.uniform(0, 40), rng.uniform(0, 360), rng.uniform(0, 360)
    return float(tilt), float(around), float(roll)


def _typical(off: Floats) -> float:
    """Root mean square of lengths."""
    return float(np.sqrt((off**2).sum(1).mean()))
