"""A single look at a Mangala board under its law: forty-eight stones are in play.

Each place is counted by itself, and may be counted wrong; that all of them together are forty-eight
(RULES.md 1.1, 1.19) mends many a count, above all of a treasury beside well-counted pits. Only for
single pictures: who follows a game must see that a stone is missing, not reckon it back.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from engines.mangala.values import STONES
from vision.reading import Reading

KEPT = 0.95
"""How likely a board that is photographed holds all its stones: one may lie on the floor, and other
games of this family have other numbers."""
MOST = 2 * STONES
"""Boards with more stones than this are none of this game."""


def by_law(reading: Reading) -> Reading:
    """The same reading, each place also judged by what the others leave for it."""
    if reading.game != "mangala":
        return reading
    told = np.where(reading.seen[:, None], reading.probabilities, 1 / (STONES + 1))
    weights = np.full(MOST + 1, (1 - KEPT) / (MOST + 1))
    weights[STONES] += KEPT
    before = _sums(told)
    after = _sums(told[::-1])[::-1]
    judged = np.empty_like(told)
    for place, own in enumerate(told):
        others = _added(before[place], after[place + 1])
        left = np.array([others[: MOST + 1 - n] @ weights[n:] for n in range(STONES + 1)])
        judged[place] = own * left
    judged /= np.maximum(judged.sum(1, keepdims=True), 1e-300)
    return replace(
        reading, probabilities=np.where(reading.seen[:, None], judged, reading.probabilities)
    )


def _sums(told: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """How the stones of the first 0, 1, 2, ... places add up."""
    nothing = np.zeros(MOST + 1)
    nothing[0] = 1.0
    sums = [nothing]
    for own in told:
        sums.append(_added(sums[-1], own))
    return sums


def _added(a: NDArray[np.float64], b: NDArray[np.float64]) -> NDArray[np.float64]:
    """The distribution of a sum; what is beyond `MOST` is left out."""
    return np.asarray(np.convolve(a, b)[: MOST + 1])
