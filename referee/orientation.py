"""Which way round the board lies: without markers only the position and the plates can tell."""

from __future__ import annotations

from typing import Any

import numpy as np

from calibration.pose import Pose
from engines import AnyGame
from engines.kulami import Kulami
from referee.tracker.views import view_of
from vision.detectors import detector
from vision.detectors.kulami import KulamiDetector
from vision.find import top_of
from vision.frame import Frame

CLEARLY = 3.0
"""By how much another way round must fit better than the one that was found."""
MOST = 0.75
"""Such a share of the cells is as it must be where the board surely lies: a move or two may have
been made since, and heaps of stones are read off by one."""


def turned_to_fit(game: AnyGame, position: Any, frame: Frame, pose: Pose) -> Pose:
    """The pose with the row for row 1 by which the board shows the position best.

    Where several fit alike, the found one stays, or else the one whose row 1 is uppermost.
    """
    ways = [pose.turned(quarter) for quarter in range(0, 4, 1 if pose.places is None else 2)]
    fits = [fit(game, position, frame, way) for way in ways]
    alike = [way for way, good in zip(ways, fits, strict=True) if max(fits) - good < CLEARLY]
    return pose if max(fits) - fits[0] < CLEARLY else min(alike, key=top_of)


def shows(game: AnyGame, position: Any, frame: Frame, pose: Pose) -> bool:
    """Whether the board surely lies there: pieces, empty cells and plates are as they must be.

    A bare table looks like empty cells, so that these alone prove nothing.
    """
    reading = detector(game.name).read(frame, pose)
    cells = view_of(game).cells(game.board_of(position))
    right = reading.probabilities.argmax(1) == cells
    if isinstance(game, Kulami):
        plates = reading.layout.plate_at if reading.layout else ()
        same = sum(a == b for a, b in zip(plates, game.layout.plate_at, strict=False))
        return bool(right.mean() >= MOST and same >= MOST * len(cells))
    held = cells > 0
    return bool(right[held].mean() >= MOST and right[~held].sum() >= MOST * (~held).sum())


def fit(game: AnyGame, position: Any, frame: Frame, pose: Pose) -> float:
    """How well the position, and in Kulami the plates, are seen."""
    eyes = detector(game.name)
    reading = eyes.read(frame, pose)
    cells = view_of(game).cells(game.board_of(position))
    likely = np.log(np.clip(reading.probabilities[np.arange(len(cells)), cells], 1e-3, 1))
    fit = float((likely * reading.seen).sum())
    if isinstance(game, Kulami) and isinstance(eyes, KulamiDetector) and reading.layout:
        pairs = zip(reading.layout.plate_at, game.layout.plate_at, strict=True)
        fit += float(sum(a == b for a, b in pairs))
    return fit
