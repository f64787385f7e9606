"""Run a finder and a detector over pictures and count what they got right.

Rows go to a CSV, a row a picture, so that anybody can recompute the table; the pictures with wrong
cells go onto a contact sheet with these cells ringed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from calibration.pose import Pose
from datasets.measures import (
    PictureRow,
    PitRow,
    best_turn,
    centre_error,
    compare,
    corner_error,
)
from datasets.stills import Still
from vision.eyes import BoardNotFound, Detector, Finder
from vision.frame import Picture
from vision.reading import CONTENTS, SURE, Reading


@dataclass(frozen=True, eq=False)
class Judged:
    """One picture, its row, and what was read."""

    still: Still
    row: PictureRow
    reading: Reading | None
    wrong: tuple[int, ...]
    """The cells read wrongly, as the reading numbers them."""
    pose: Pose | None = None
    """Where the board was found."""
    pits: tuple[PitRow, ...] = ()
    """Mangala: every pit and treasury."""


def evaluate(
    stills: Iterable[Still], finder: Finder | None, detector: Detector
) -> Iterator[Judged]:
    """Judge every picture; without a finder the true pose is given."""
    for still in stills:
        yield _judge(still, finder, detector)


def _judge(still: Still, finder: Finder | None, detector: Detector) -> Judged:
    begin = time.perf_counter()
    try:
        pose = _pose(still, finder)
    except BoardNotFound:
        cells = sum(content is not None for content in still.contents)
        row = PictureRow(
            still.game, still.source, still.scene, still.kind, False, math.nan, cells, cells, False,
            0, 0, 0, (time.perf_counter() - begin) * 1e3,
        )  # fmt: skip
        return Judged(still, row, None, ())
    middle = time.perf_counter()
    reading = detector.read(still.frame, pose)
    end = time.perf_counter()
    truth = still.contents if finder is None else best_turn(reading, still.contents)
    result: dict[str, Any] = compare(reading, truth)
    row = PictureRow(
        game=still.game,
        source=still.source,
        scene=still.scene,
        kind=still.kind,
        found=True,
        corner_error=_corner_error(still, pose),
        find_ms=(middle - begin) * 1e3,
        read_ms=(end - middle) * 1e3,
        **result,
    )
    best = reading.probabilities.argmax(1)
    columns = CONTENTS[still.game]
    wrong = tuple(
        i
        for i, content in enumerate(truth)
        if content is not None and (not reading.seen[i] or columns[best[i]] != str(content))
    )
    return Judged(still, row, reading, wrong, pose, _pits(still, reading, truth))


def _pits(still: Still, reading: Reading, truth: Sequence[str | int | None]) -> tuple[PitRow, ...]:
    if still.game != "mangala":
        return ()
    best, sure = reading.probabilities.argmax(1), reading.probabilities.max(1) >= SURE
    return tuple(
        PitRow(
            still.source,
            still.scene,
            still.kind,
            place,
            int(stones),
            int(best[place]) if reading.seen[place] else -1,
            bool(sure[place]),
        )
        for place, stones in enumerate(truth)
        if stones is not None
    )


def _pose(still: Still, finder: Finder | None) -> Pose:
    if finder is not None:
        return finder.find(still.frame)
    if still.pose is None:
        raise ValueError(f"{still.source} has no known pose; a finder is needed")
    return still.pose


def _corner_error(still: Still, pose: Pose) -> float:
    if still.centres is not None and pose.places is not None:
        return centre_error(pose.place_middles()[:12], still.centres)
    if still.corners is None:
        return math.nan
    corners = [(-4.0, 4.0, 0.0), (4.0, 4.0, 0.0), (4.0, -4.0, 0.0), (-4.0, -4.0, 0.0)]
    return corner_error(pose.project(corners), still.corners)


def ringed(judged: Judged, colour: Sequence[int] = (40, 40, 255)) -> Picture:
    """The picture with its wrong cells ringed, where the board was found."""
    picture = judged.still.frame.picture.copy()
    if judged.pose is None:
        return picture
    middles = cell_middles(judged.pose)
    radius = max(4, int(0.55 * np.linalg.norm(middles[1] - middles[0])))
    for cell in judged.wrong:
        x, y = middles[cell]
        cv2.circle(picture, (int(x), int(y)), radius, tuple(colour), 2, cv2.LINE_AA)
    return picture


def cell_middles(pose: Pose) -> Any:
    """Where the squares, holes or pits lie in the picture."""
    if pose.places is not None:
        return pose.place_middles()
    return pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0.0) for i in range(64)])
