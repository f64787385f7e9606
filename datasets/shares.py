"""A share with what it rests on: n, the scenes behind it, and how far chance may have moved it.

Pictures and games are counted with a Wilson interval. The cells of one table, or the moves of one
game, are right and wrong together, so for these whole scenes are drawn again and again instead.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeVar

import numpy as np

Z95 = 1.959963984540054
DRAWS = 2000
"""How often scenes are drawn anew for an interval."""
FEWEST_SCENES = 5
"""From fewer scenes nothing can be said about other ones."""

T = TypeVar("T")


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share; (0, 1) when nothing was counted."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    denominator = 1 + Z95**2 / n
    middle = (share + Z95**2 / (2 * n)) / denominator
    half = Z95 * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n)) / denominator
    return max(0.0, middle - half), min(1.0, middle + half)


def by_scenes(counted: Sequence[tuple[int, int]]) -> tuple[float, float] | None:
    """The 95 % interval of a share by drawing scenes anew; each gives its hits and its n.

    None where that can tell nothing: too few scenes, or no hit at all, or nothing but hits.
    """
    hits, n = np.array(counted, float).reshape(-1, 2).T
    if len(n) < FEWEST_SCENES or not 0 < hits.sum() < n.sum():
        return None
    drawn = np.random.default_rng(0).integers(0, len(n), (DRAWS, len(n)))
    of = n[drawn].sum(1)
    values = hits[drawn].sum(1)[of > 0] / of[of > 0]
    low, high = np.quantile(values, [0.025, 0.975])
    return float(low), float(high)


@dataclass(frozen=True, slots=True)
class Share:
    """A share with what it rests on."""

    what: str
    """What was counted."""
    hits: int
    """How often it was so."""
    n: int
    """Of how many."""
    scenes: int
    """How many different tables are behind it."""
    interval: tuple[float, float] | None = None
    """Within what the true share lies in 95 of 100 cases, where that can be said."""

    @property
    def value(self) -> float:
        """The share itself."""
        return self.hits / self.n if self.n else math.nan

    def __str__(self) -> str:
        if not self.n:
            return f"{self.what}: –"
        within = ""
        if self.interval is not None:
            low, high = self.interval
            within = f", 95 % {low:.2%}–{high:.2%}"
        return (
            f"{self.what}: {self.hits} of {self.n} ({self.value:.2%}{within}, {self.scenes} scenes)"
        )


def share_of(what: str, rows: Iterable[T], hit: Callable[[T], bool]) -> Share:
    """A share of pictures or games, with a Wilson interval; a row knows its scene."""
    every: list[Any] = list(rows)
    hits = sum(bool(hit(row)) for row in every)
    scenes = len({row.scene for row in every})
    return Share(what, hits, len(every), scenes, wilson(hits, len(every)))


def share_of_parts(what: str, parts: Iterable[tuple[str, int, int]]) -> Share:
    """A share of cells, pits or moves, told as scene, hits and n, with an interval over scenes."""
    counted: dict[str, tuple[int, int]] = {}
    for scene, hits, n in parts:
        before = counted.get(scene, (0, 0))
        counted[scene] = (before[0] + hits, before[1] + n)
    some = [pair for pair in counted.values() if pair[1]]
    hits, n = sum(h for h, _ in some), sum(n for _, n in some)
    return Share(what, hits, n, len(some), by_scenes(some))
