"""How a lens bends rays: OpenCV's polynomial, forwards and backwards, on the plane at distance 1.

The coefficients come in OpenCV's order: k1, k2, p1, p2, k3, and k4, k5, k6 where there are eight.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

Floats = NDArray[np.float64]

LENGTHS = (4, 5, 8)
"""How many coefficients a lens may have."""
STEPS = 20
"""Newton steps at most; a common lens needs five."""


def bend(flat: ArrayLike, coefficients: ArrayLike) -> Floats:
    """Where straight rays (n x 2) come to lie through the lens."""
    points = np.asarray(flat, float).reshape(-1, 2)
    k1, k2, p1, p2, k3, k4, k5, k6 = _eight(coefficients)
    x, y = points[:, 0], points[:, 1]
    square = x * x + y * y
    scale = 1 + square * (k1 + square * (k2 + square * k3))
    scale = scale / (1 + square * (k4 + square * (k5 + square * k6)))
    across = x * scale + 2 * p1 * x * y + p2 * (square + 2 * x * x)
    down = y * scale + p1 * (square + 2 * y * y) + 2 * p2 * x * y
    return np.stack([across, down], 1)


def unbend(bent: ArrayLike, coefficients: ArrayLike) -> Floats:
    """The straight rays (n x 2) that the lens bends to the given ones, by Newton's method."""
    target = np.asarray(bent, float).reshape(-1, 2)
    terms = _eight(coefficients)
    points = target.copy()
    for _ in range(STEPS):
        wrong = bend(points, terms) - target
        xx, xy, yx, yy = _slopes(points, terms)
        found = xx * yy - xy * yx
        found = np.where(np.abs(found) < 0.05, 0.05, found)
        step = np.stack(
            [yy * wrong[:, 0] - xy * wrong[:, 1], xx * wrong[:, 1] - yx * wrong[:, 0]], 1
        )
        step /= found[:, None]
        # Far out a step may leap over the fold; half a unit at most keeps it on the near side.
        length = np.maximum(np.linalg.norm(step, axis=1, keepdims=True) / 0.5, 1)
        points -= step / length
        if np.abs(step).max(initial=0) < 1e-9:  # the next step would be nothing
            break
    return points


def folds(coefficients: ArrayLike, reach: float) -> bool:
    """Whether the lens bends rays back over one another within so far from the middle.

    `reach` is measured in the picture, so after bending: a lens that never gets there folds too.
    """
    k1, k2, _, _, k3, k4, k5, k6 = _eight(coefficients)
    straight = np.linspace(0, 4 * max(reach, 0.1), 2000)
    square = straight**2
    below = 1 + square * (k4 + square * (k5 + square * k6))
    if (below <= 0.05).any():
        return True
    out = straight * (1 + square * (k1 + square * (k2 + square * k3))) / below
    turning = np.flatnonzero(np.diff(out) <= 0)
    furthest = out[turning[0]] if turning.size else out[-1]
    return bool(furthest < reach)


def _eight(coefficients: ArrayLike) -> Floats:
    terms = np.zeros(8)
    given = np.asarray(coefficients, float).ravel()
    terms[: given.size] = given
    return terms


def _slopes(points: Floats, terms: Floats) -> tuple[Floats, Floats, Floats, Floats]:
    """The four derivatives of `bend`: across by x, across by y, down by x, down by y."""
    k1, k2, p1, p2, k3, k4, k5, k6 = terms
    x, y = points[:, 0], points[:, 1]
    square = x * x + y * y
    above = 1 + square * (k1 + square * (k2 + square * k3))
    below = 1 + square * (k4 + square * (k5 + square * k6))
    scale = above / below
    rise = k1 + square * (2 * k2 + square * 3 * k3)
    rise_below = k4 + square * (2 * k5 + square * 3 * k6)
    by_square = (rise - scale * rise_below) / below
    mixed = 2 * x * y * by_square + 2 * p1 * x + 2 * p2 * y
    across = scale + 2 * x * x * by_square + 2 * p1 * y + 6 * p2 * x
    down = scale + 2 * y * y * by_square + 6 * p1 * y + 2 * p2 * x
    return across, mixed, mixed, down
