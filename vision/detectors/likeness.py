"""Does a cell look as it did in a frame whose contents are certain?

A black disc on a nearly black square is hard to tell from the empty square; that the square looks
other than it did when it was known to be empty is easier to tell. Two looks at one cell are
compared feature by feature; how much each feature's difference speaks against *the same content*
was learnt on scenes (`python -m datasets.train.likeness`).
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from vision.network import MODELS

MOST = 5.0
"""Odds go no further than this, in nats: a light may have changed."""


@dataclass(frozen=True, eq=False)
class Likeness:
    """How far features may differ."""

    weights: NDArray[np.float64]
    """For each feature how much its difference speaks against the same content."""
    bias: float
    """What speaks for it when nothing differs."""

    def odds(self, now: NDArray[np.float64], then: NDArray[np.float64]) -> NDArray[np.float64]:
        """For each cell (rows) how much speaks for the same content, in nats."""
        told = self.bias - np.abs(now - then) @ self.weights
        return np.asarray(np.clip(told, -MOST, MOST))


@lru_cache(maxsize=4)
def likeness(game: str) -> Likeness | None:
    """What ships with a game's network; None where there is nothing."""
    path = MODELS / f"{game}-likeness.npz"
    if not path.exists():
        return None
    with np.load(path) as data:
        return Likeness(data["weights"].astype(float), float(data["bias"]))
