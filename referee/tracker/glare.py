"""What was read badly while a known piece lay there is read badly again.

A lamp that one square's discs mirror makes black look white there, all game long: such a square
accuses nobody. It is known for each content apart, since what shines is only one of them.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from referee.tracker.look import Look
from vision.detectors.numbers import softmax

LEAST = 0.1
"""A content of which so much was read as something else was read badly."""
MOST = 0.8
"""Where more was, it may be another piece that lies there."""
FADING = 0.98
"""How much of it is left with each further look: the sun moves on."""


class Glare:
    """How badly each content was read in each cell while it lay there."""

    def __init__(self, cells: int, contents: int) -> None:
        self._badly = np.zeros((cells, contents))

    @property
    def of(self) -> NDArray[np.float64]:
        """For each cell how badly the worst of its contents was read."""
        return np.asarray(self._badly.max(1))

    def note(self, look: Look) -> None:
        """A sure look."""
        if look.read is None:
            return
        every = np.arange(len(look.cells))
        astray = 1 - softmax(look.read)[every, look.cells]
        astray[(astray < LEAST) | (astray > MOST)] = 0
        self._badly *= FADING
        self._badly[every, look.cells] = np.maximum(self._badly[every, look.cells], astray)

    def forgiving(self, means: NDArray[np.float64]) -> NDArray[np.float64]:
        """Logarithms of what was read, where what was read badly may have been again."""
        likeliest = means.max(1, keepdims=True)
        share = np.exp(means - likeliest)
        return np.asarray(likeliest + np.log((1 - self._badly) * share + self._badly))
