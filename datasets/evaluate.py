"""Run a finder and a detector over pictures and count what they got right.

Rows go to a CSV, a row a picture, so that anybody can recompute the table; the pictures with wrong
cells go onto a contact sheet with these cells ringed.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.corners import pose_from_corners
from calibration.pose import Pose
from datasets import answers
from datasets.kulami_measures import compare_kulami
from datasets.measures import (
    Belief,
    Comparison,
    PictureRow,
    PitRow,
    centre_error,
    compare,
    corner_error,
    turned,
)
from datasets.stills import Still
from engines import InputError
from vision.eyes import BoardNotFound, Detector, Finder
from vision.frame import Picture
from vision.reading import CONTENTS, Reading

Order = tuple[int | None, ...]
"""For each cell of a reading which one of the still it is."""
ReaderOf = Callable[[Still], Detector | None]
"""The reader of a still's table; None when the still is to be left out."""


@dataclass(frozen=True, eq=False)
class Judged:
    """One picture, its row, and what was read."""

    still: Still
    row: PictureRow
    compared: Comparison | None = None
    """What was read against what is true; None when the board was not found."""
    middles: NDArray[np.float64] | None = None
    """Where the cells that were read lie in the picture."""
    pits: tuple[PitRow, ...] = ()
    """Mangala: every pit and treasury."""

    @property
    def wrong(self) -> tuple[int, ...]:
        """The cells read wrongly, as the reading numbers them."""
        return self.compared.wrong if self.compared else ()


def evaluate(
    stills: Iterable[Still], finder: Finder | None, reader_of: ReaderOf
) -> Iterator[Judged | None]:
    """Judge every picture, one at a time; without a finder it is told where the board lies.

    None for a picture that is left out, because there is no reader for it or nothing to compare.
    """
    for still in stills:
        detector = None if finder is None and not _placed(still) else reader_of(still)
        if detector is None:
            yield None
        elif finder is None and still.pose is None and still.game == "mangala":
            yield _count(still, detector)
        else:
            yield _judge(still, finder, detector)


def _placed(still: Still) -> bool:
    """Whether it is known where the board lies; pits must also have been counted by somebody."""
    if still.pose is not None or still.corners is not None:
        return True
    counted = any(content is not None for content in still.contents)
    return still.centres is not None and len(still.centres) > 1 and counted


def _judge(still: Still, finder: Finder | None, detector: Detector) -> Judged:
    begin = time.perf_counter()
    try:
        pose = _given(still) if finder is None else answers.find(finder, still)
    except BoardNotFound:
        cells = sum(content is not None for content in still.contents)
        row = PictureRow(
            still.game, still.source, still.scene, still.kind, False, math.nan, cells, cells, False,
            0, find_ms=(time.perf_counter() - begin) * 1e3,
        )  # fmt: skip
        return Judged(still, row)
    middle = time.perf_counter()
    reading = answers.read(detector, still, pose)
    end = time.perf_counter()
    order = tuple(range(len(still.contents))) if finder is None else seen_order(still, pose)
    truth = in_order(still.contents, order)
    belief = Belief.of(reading)
    compared = compare(belief, truth, in_order(still.beneath, order), in_order(still.covers, order))
    told: dict[str, Any] = {}
    if still.game == "kulami":
        told = _kulami(still, reading, truth, order)
    row = _row(
        still,
        compared,
        corner_error=math.nan if finder is None else _corner_error(still, pose),
        find_ms=math.nan if finder is None else (middle - begin) * 1e3,
        read_ms=(end - middle) * 1e3,
        **told,
    )
    pits = _pits(still, belief, truth) if still.game == "mangala" else ()
    return Judged(still, row, compared, cell_middles(pose), pits)


def _count(still: Still, detector: Detector) -> Judged:
    """Single pits of a photo, whose middles are given."""
    middles = np.zeros((0, 2)) if still.centres is None else still.centres
    begin = time.perf_counter()
    probabilities = answers.count(detector, still, middles)
    spent = (time.perf_counter() - begin) * 1e3
    seen = np.ones(len(probabilities), bool)
    belief = Belief(CONTENTS[still.game], probabilities, seen, probabilities.max(1))
    compared = compare(belief, still.contents)
    row = _row(still, compared, read_ms=spent)
    pits = _pits(still, belief, still.contents)
    return Judged(still, row, compared, still.centres, pits)


def _row(still: Still, compared: Comparison, **more: Any) -> PictureRow:
    return PictureRow(
        game=still.game,
        source=still.source,
        scene=still.scene,
        kind=still.kind,
        found=True,
        cells=compared.cells,
        cells_wrong=len(compared.wrong),
        exact=compared.cells > 0 and not compared.wrong,
        doubtful=compared.doubtful,
        covered=compared.covered,
        covered_sure=compared.covered_sure,
        covered_wrong=compared.covered_wrong,
        unseen=compared.unseen,
        **{"corner_error": math.nan, **more},
    )


def _kulami(still: Still, reading: Reading, truth: Sequence[Any], order: Order) -> dict[str, Any]:
    tokens = {i for i, j in enumerate(order) if j in set(still.notes.get("tokens") or ())}
    letters = "".join(still.notes.get("layout") or ())
    plates = in_order(letters, order) if len(letters) == 64 else ()
    told = asdict(compare_kulami(reading, truth, tokens, plates))
    return {**told, "doubtful_seams": len(reading.doubtful_seams)}


CORNERS = [(-4.0, 4.0, 0.0), (4.0, 4.0, 0.0), (4.0, -4.0, 0.0), (-4.0, -4.0, 0.0)]


def seen_order(still: Still, pose: Pose) -> Order:
    """Which cell is which as the finder sees the board: without markers nobody knows row 1.

    That follows from where the corners or pits lie, never from what was read.
    """
    if still.corners is not None:
        found, true = pose.project(CORNERS), still.corners
        far = [float(np.linalg.norm(found - np.roll(true, -k, 0), axis=1).sum()) for k in range(4)]
        return turned(range(64), -int(np.argmin(far)))
    if still.centres is None or pose.places is None:
        return tuple(range(len(still.contents)))
    return _by_pits(still, still.centres, pose)


def in_order(told: Sequence[Any], order: Order) -> tuple[Any, ...]:
    """What a still tells of its cells, cell by cell as the reading numbers them."""
    if not len(told):
        return ()
    return tuple(None if j is None else told[j] for j in order)


def _by_pits(still: Still, centres: Any, pose: Pose) -> Order:
    """For each of the 14 places the labelled pit that lies nearest to it."""
    middles = pose.place_middles()[:12]
    reach = 0.5 * float(np.median(np.linalg.norm(np.diff(middles[:6], axis=0), axis=1)))
    order: list[int | None] = [None] * 14
    for number, centre in enumerate(centres):
        far = np.linalg.norm(middles - centre, axis=1)
        if far.min() < reach:
            order[int(far.argmin())] = number
    if len(still.contents) == 14:
        same = np.linalg.norm(middles[0] - centres[0])
        other = np.linalg.norm(middles[0] - centres[6])
        order[12:] = [12, 13] if same <= other else [13, 12]
    return tuple(order)


def _pits(still: Still, belief: Belief, truth: Sequence[Any]) -> tuple[PitRow, ...]:
    return tuple(
        PitRow(
            still.source,
            still.scene,
            still.kind,
            place,
            int(stones),
            int(belief.told(place)) if belief.seen[place] else -1,
            belief.sure(place),
        )
        for place, stones in enumerate(truth)
        if stones is not None
    )


def _given(still: Still) -> Pose:
    """Where the board is said to lie: the true pose, or one by the labelled corners."""
    if still.pose is not None:
        return still.pose
    if still.corners is None:
        raise ValueError(f"{still.source} has no known pose; a finder is needed")
    try:
        return pose_from_corners(still.corners, still.frame.size)
    except InputError as error:
        raise InputError(f"{still.source}: {error}") from None


def _corner_error(still: Still, pose: Pose) -> float:
    if still.centres is not None and pose.places is not None:
        return centre_error(pose.place_middles()[:12], still.centres)
    if still.corners is None:
        return math.nan
    return corner_error(pose.project(CORNERS), still.corners)


RED = (40, 40, 255)


def ringed(judged: Judged) -> Picture:
    """The picture with its wrong cells ringed, where the board was found."""
    picture = judged.still.frame.picture.copy()
    if judged.middles is None:
        return picture
    radius = max(4, int(0.55 * np.linalg.norm(judged.middles[1] - judged.middles[0])))
    for cell in judged.wrong:
        x, y = judged.middles[cell]
        cv2.circle(picture, (int(x), int(y)), radius, RED, 2, cv2.LINE_AA)
    return picture


def cell_middles(pose: Pose) -> NDArray[np.float64]:
    """Where the squares, holes or pits lie in the picture."""
    if pose.places is not None:
        return pose.place_middles()
    return pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0.0) for i in range(64)])
