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
    centre_error,
    compare,
    corner_error,
    turned,
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
            0, 0, 0, find_ms=(time.perf_counter() - begin) * 1e3,
        )  # fmt: skip
        return Judged(still, row, None, ())
    middle = time.perf_counter()
    reading = detector.read(still.frame, pose)
    end = time.perf_counter()
    truth = still.contents if finder is None else seen_turn(still, pose)
    result: dict[str, Any] = compare(reading, truth)
    row = PictureRow(
        game=still.game,
        source=still.source,
        scene=still.scene,
        kind=still.kind,
        found=True,
        corner_error=_corner_error(still, pose),
        find_ms=(middle - begin) * 1e3 if finder is not None else math.nan,
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


CORNERS = [(-4.0, 4.0, 0.0), (4.0, 4.0, 0.0), (4.0, -4.0, 0.0), (-4.0, -4.0, 0.0)]


def seen_turn(still: Still, pose: Pose) -> tuple[str | int | None, ...]:
    """The truth turned as the finder sees the board: without markers nobody knows row 1.

    Which turn that is follows from where the corners or pits lie, never from what was read.
    """
    if still.corners is not None:
        found, true = pose.project(CORNERS), still.corners
        far = [float(np.linalg.norm(found - np.roll(true, -k, 0), axis=1).sum()) for k in range(4)]
        return turned(still.contents, -int(np.argmin(far)))
    if still.centres is None or pose.places is None:
        return still.contents
    return _by_pits(still, still.centres, pose)


def _by_pits(still: Still, centres: Any, pose: Pose) -> tuple[str | int | None, ...]:
    """The stones of each of the 14 places, by the labelled pit that lies nearest to it."""
    middles = pose.place_middles()[:12]
    reach = 0.5 * float(np.median(np.linalg.norm(np.diff(middles[:6], axis=0), axis=1)))
    told: list[str | int | None] = [None] * 14
    for centre, count in zip(centres, still.contents, strict=False):
        far = np.linalg.norm(middles - centre, axis=1)
        if far.min() < reach:
            told[int(far.argmin())] = count
    if len(still.contents) == 14:
        same = np.linalg.norm(middles[0] - centres[0])
        other = np.linalg.norm(middles[0] - centres[6])
        told[12:] = still.contents[12:] if same <= other else still.contents[:11:-1]
    return tuple(told)


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
            bool(sure[place] and reading.seen[place]),
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
    return corner_error(pose.project(CORNERS), still.corners)


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
