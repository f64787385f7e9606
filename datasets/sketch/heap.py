"""How stones come to rest in a hollow: pushed apart and down until nothing moves.

Crude mechanics, but stones of any size lie on the bottom, lean on each other and pile up as they do
on a table. Flat stones are spheres in a space that is drawn out upwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Points = NDArray[np.float64]

STEPS = 110
"""Rounds of falling."""
FALL = 0.22
"""How far a stone falls in a round, in stones."""
SHAPE_STEP = 0.02
"""Over what share of a hollow its slope is measured."""


@dataclass(frozen=True)
class Hollow:
    """The shape of a pit or a treasury, its middle at 0, 0."""

    size: tuple[float, float]
    """Width and length in millimetres."""
    depth: float
    """At the deepest place."""
    squareness: float
    """2 is round, 6 is nearly a rectangle."""
    flatness: float
    """How flat the bottom is: 2 a bowl, 8 a well with a flat bottom."""

    def far(self, x: Points, y: Points) -> Points:
        """How far from the middle: 1 is the rim; a long hollow has straight sides."""
        u, v = np.abs(x), np.abs(y)
        wide, long = self.size
        straight = max(0.0, (long - wide) / 2)
        u, v = u / (wide / 2), np.maximum(v - straight, 0) / (long / 2 - straight)
        p = self.squareness
        return np.asarray((u**p + v**p) ** (1 / p), float)

    def floor(self, x: Points, y: Points) -> Points:
        """Height of the ground, 0 at the rim, negative below; beyond the rim it rises steeply."""
        far = self.far(x, y)
        inside = -self.depth * np.sqrt(np.clip(1 - far**self.flatness, 0, None))
        return np.where(far < 1, inside, (far - 1) * 4 * self.depth)

    def slope(self, x: Points, y: Points) -> tuple[Points, Points]:
        """How the ground rises along x and y; never steeper than a wall that can be stood on."""
        e = SHAPE_STEP * min(self.size)
        across = (self.floor(x + e, y) - self.floor(x - e, y)) / (2 * e)
        along = (self.floor(x, y + e) - self.floor(x, y - e)) / (2 * e)
        steep = np.maximum(1.0, np.hypot(across, along) / 3.0)
        return across / steep, along / steep


def settle(
    hollow: Hollow,
    counts: Sequence[int],
    radii: Points,
    flat: float,
    grip: float,
    rng: np.random.Generator,
) -> list[Points]:
    """Where stones lie that are poured into some hollows of one shape, so many into each.

    `radii` are those of all stones, `flat` is a stone's height by its width, `grip` how much of a
    sideways push is lost, 0 to 1. Gives for each hollow the middles (n x 3) from its own middle.
    """
    owner = np.repeat(np.arange(len(counts)), counts)
    total = len(owner)
    if not total:
        return [np.zeros((0, 3)) for _ in counts]
    size = float(radii.mean())
    room = np.maximum(0.3, np.array(hollow.size) / 2 - size) * 0.85
    at = np.empty((total, 3))
    at[:, :2] = rng.uniform(-1, 1, (total, 2)) * room
    rise = 1.1 * size / max(1.0, float(np.prod(hollow.size)) / (4 * size) ** 2)
    at[:, 2] = np.concatenate([np.arange(n) for n in counts]) * rise + radii
    pairs = _pairs(counts)
    for _ in range(STEPS):
        before = at[:, :2].copy()
        at[:, 2] -= FALL * radii
        for _ in range(3):
            _part(at, radii, pairs)
            _keep_above(hollow, flat, at, radii)
        at[:, :2] -= grip * 0.5 * (at[:, :2] - before)
    for _ in range(12):  # nothing may lie inside anything
        _part(at, radii, pairs)
        _keep_above(hollow, flat, at, radii)
    at[:, 2] *= flat
    return [at[owner == number] for number in range(len(counts))]


def _pairs(counts: Sequence[int]) -> NDArray[np.intp]:
    """All pairs of stones of the same hollow (2 x n)."""
    firsts = np.concatenate([[0], np.cumsum(counts)])
    some = [
        np.stack(np.triu_indices(n, 1)) + first for n, first in zip(counts, firsts, strict=False)
    ]
    return np.concatenate(some, axis=1)


def _part(at: Points, radii: Points, pairs: NDArray[np.intp]) -> None:
    """Push stones apart that lie in each other."""
    a, b = pairs
    way = at[b] - at[a]
    far = np.sqrt((way**2).sum(1))
    over = radii[a] + radii[b] - far
    close = over > 0
    if not close.any():
        return
    a, b = a[close], b[close]
    push = way[close] * (0.5 * over[close] / np.maximum(far[close], 1e-6))[:, None]
    np.add.at(at, b, push)
    np.subtract.at(at, a, push)


def _keep_above(hollow: Hollow, flat: float, at: Points, radii: Points) -> None:
    """Lift stones out of the ground, in the space in which flat stones are spheres."""
    x, y = at[:, 0], at[:, 1]
    across, along = (s / flat for s in hollow.slope(x, y))
    norm = np.sqrt(1 + across**2 + along**2)
    below = (hollow.floor(x, y) / flat + radii * norm - at[:, 2]) / norm
    push = np.maximum(below, 0) / norm
    at[:, 0] -= push * across
    at[:, 1] -= push * along
    at[:, 2] += push
