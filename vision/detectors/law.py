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
TOTALS = 14 * STONES
"""No total is larger: so many stones are told of each place at most."""


def by_law(reading: Reading) -> Reading:
    """The same reading, each place also judged by what the others leave for it."""
    if reading.game != "mangala":
        return reading
    told = np.where(reading.seen[:, None], reading.probabilities, 1 / (STONES + 1))
    weights = _likely()
    before = _sums(told)
    after = _sums(told[::-1])[::-1]
    judged = np.empty_like(told)
    for place, own in enumerate(told):
        others = np.convolve(before[place], after[place + 1])
        left = np.array([others[: TOTALS + 1 - n] @ weights[n:] for n in range(STONES + 1)])
        judged[place] = own * left
    judged /= judged.sum(1, keepdims=True)
    return replace(
        reading, probabilities=np.where(reading.seen[:, None], judged, reading.probabilities)
    )


def _likely() -> NDArray[np.float64]:
    """How likely each total is before anybody has looked: one stone is lost more often than ten."""
    off = np.abs(np.arange(TOTALS + 1) - STONES)
    other = (off > 0) / np.maximum(off, 1) ** 2.0
    return np.where(off == 0, KEPT, (1 - KEPT) * other / other.sum())


def _sums(told: NDArray[np.float64]) -> list[NDArray[np.float64]]:
    """How the stones of the first 0, 1, 2, ... places add up."""
    nothing = np.zeros(TOTALS + 1)
    nothing[0] = 1.0
    sums = [nothing]
    for own in told:
        sums.append(np.convolve(sums[-1], own)[: TOTALS + 1])
    return sums
