"""Mangala's 48 stones: the likeliest counts of all 14 places together."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from engines import InputError
from engines.mangala.values import STONES
from vision.reading import Reading

LEAST = 1e-6
"""No count that the reader can tell is held to be less likely."""


def likeliest_stones(reading: Reading, known: Mapping[str, int]) -> tuple[int, ...]:
    """For each place a count, 48 in all, as likely together as can be; `known` ones stay."""
    counts = STONES + 1
    best = np.full(counts, -np.inf)
    best[0] = 0.0
    chosen = []
    for i, name in enumerate(reading.names):
        likely = np.log(np.maximum(reading.probabilities[i], LEAST))
        if not reading.seen[i]:
            likely = np.zeros(counts)
        if name in known:
            likely = np.full(counts, -np.inf)
            likely[known[name]] = 0.0
        # sums[total, count]: this place holds `count`, and all so far hold `total`.
        sums = np.full((counts, counts), -np.inf)
        for count in range(counts):
            sums[count:, count] = best[: counts - count] + likely[count]
        chosen.append(sums.argmax(1))
        best = sums.max(1)
    if not np.isfinite(best[STONES]):
        told = sum(known.values())
        raise InputError(f"the stones confirmed come to {told}; there are {STONES} in all")
    stones, left = [], STONES
    for choice in reversed(chosen):
        stones.append(int(choice[left]))
        left -= stones[-1]
    return tuple(reversed(stones))
