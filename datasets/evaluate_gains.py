"""Mangala: is it seen how many stones came to a place or went? Measured over whole games.

What the tracker is told of a move is held against the difference of two counts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from datasets.covers import board_pose
from datasets.trials import Clip, one_of_each
from engines.mangala.values import STONES
from vision.detectors.mangala import MangalaDetector


@dataclass(frozen=True, slots=True)
class GainRow:
    """A place that a move has touched: a line of a CSV."""

    scene: str
    clip: str
    move: int
    """How many moves had been made."""
    place: int
    """0 to 11 are pits, then the treasuries."""
    before: int
    after: int
    """How many stones lay there and lie there now."""
    counted: int
    """By how many the counts differ that were read."""
    seen: int
    """By how many it was seen to differ."""


def evaluate_gains(clip: Clip) -> Iterator[GainRow]:
    """The places that each move of one game touches, at the level of settled frames."""
    reader = MangalaDetector()
    last = None
    for move, moment in enumerate(one_of_each(clip)):
        pose = board_pose(clip.scene, moment.pose)
        stones = np.array([int(n) for n in moment.state])
        if not move:  # as at a table
            reader.adapt(moment.frame, pose, clip.played.game.board_of(clip.played.start))
        counts = reader.read(moment.frame, pose).probabilities.argmax(1)
        if last is not None:
            frame, then, were, counted = last
            touched = stones != were
            gains = reader.gains(frame, moment.frame, pose, then, touched.astype(float))
            gains[:, STONES] = -np.inf  # that something has changed is told by `compare`
            for place in np.flatnonzero(touched):
                yield GainRow(
                    clip.scene.name, clip.name, move, int(place), int(were[place]),
                    int(stones[place]), int(counts[place] - counted[place]),
                    int(gains[place].argmax() - STONES),
                )  # fmt: skip
        last = moment.frame, pose, stones, counts
