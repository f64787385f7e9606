"""Kulami: how plainly is it seen that a token was lifted? Measured over whole games.

The marble stays: what the comparison of two frames tells of its hole is held against holes whose
token stayed. By this the tracker's `KulamiView.faint` was fitted.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

import numpy as np

from datasets.evaluate_tokens import Shown, stillnesses
from datasets.trials import Clip
from referee.tracker.predictions import spots
from vision.detectors.kulami import KulamiDetector


@dataclass(frozen=True, slots=True)
class LiftRow:
    """A marble that carried a token before a move: a line of a CSV."""

    scene: str
    clip: str
    move: int
    """How many moves had been made."""
    hole: int
    lifted: int
    """Whether its token was lifted."""
    told: float
    """How likely the hole had changed, as the comparison says."""


def evaluate_lifts(clip: Clip) -> Iterator[LiftRow]:
    """The marbles that stayed, and their tokens, at each move of one game."""
    reader = KulamiDetector()
    for move, (before, after) in enumerate(pairwise(stillnesses(clip)), 2):
        changes = reader.compare(before.frame, after.frame, after.pose, before.pose)
        tokens, now = (spots(shown.board.tokens or 0) for shown in (before, after))
        for hole in np.flatnonzero(tokens & _stayed(before, after)):
            where = clip.scene.name, clip.name, move, int(hole)
            yield LiftRow(*where, int(not now[hole]), round(float(changes[hole]), 5))


def _stayed(before: Shown, after: Shown) -> np.ndarray[tuple[int], np.dtype[np.bool_]]:
    """The holes in which the same marble lies."""
    one, other = before.board, after.board
    return spots(one.black & other.black | one.red & other.red)
