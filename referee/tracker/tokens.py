"""Kulami: whether this set's tokens and marbles are taken for each other, and whether a marble's
colour shows under its token."""

from __future__ import annotations

from collections import deque

import numpy as np
from numpy.typing import NDArray

from referee.tracker.look import Look
from referee.tracker.view import Cells

COLOURS = (1, 2)
MEMORY = 6
"""So many boards back counts how well tokens were seen."""
ONCE = 0.5
"""As how many boards counts what is usual: that tokens are seen where they lie."""
UNDER = 12
"""So many marbles under tokens back counts how well their colour was read."""
KNOWN, MISTAKEN = 2.0, 0.2
"""As how many marbles counts what is known of other tables, and the share of them that is misread:
some tokens hide the whole marble."""


class Confusion:
    """How often, of late, a colour's token was overlooked or seen on another marble.

    Once says little: somebody may have left a token where it was. Again and again means that
    marbles and tokens of this set look alike, and that what is seen of them accuses nobody. So
    with the colour of the marbles under them (`veil`).
    """

    def __init__(self) -> None:
        self._wrong = {colour: deque[float](maxlen=MEMORY) for colour in COLOURS}
        self._mistaken = deque[bool](maxlen=UNDER)
        self._last: Cells | None = None

    def note(self, look: Look) -> None:
        """A sure look; several at one board count once."""
        if look.tokens is None or look.shown is None:
            return
        if self._last is not None and np.array_equal(look.cells, self._last):
            return
        self._last = look.cells
        wrong = np.where(look.tokens, 1 - look.shown, look.shown)
        if look.loose is not None:
            wrong = np.where(look.loose, 0.0, wrong)
        for colour, boards in self._wrong.items():
            own = wrong[look.cells == colour]
            if len(own):
                boards.append(max(0.0, 2 * float(own.max()) - 1))
        if look.read is not None:
            for hole in np.flatnonzero(look.tokens & (look.cells > 0)):
                own = int(look.cells[hole])
                self._mistaken.append(bool(look.read[hole, own] < look.read[hole, 3 - own]))

    @property
    def veil(self) -> float:
        """How much less the colour of a marble counts that lies under a token."""
        seen = len(self._mistaken) + KNOWN
        return min(1.0, 2 * (sum(self._mistaken) + MISTAKEN * KNOWN) / seen)

    def veiled(
        self, contents: NDArray[np.float64], tokens: NDArray[np.float64] | None
    ) -> NDArray[np.float64]:
        """What was read, where under a token a marble is seen but hardly its colour."""
        if tokens is None:
            return contents
        veil = self.veil * np.clip(tokens, 0, 1)[:, None]
        either = contents[:, 1:].mean(1, keepdims=True)
        return np.hstack([contents[:, :1], (1 - veil) * contents[:, 1:] + veil * either])

    def of(self, cells: NDArray[np.integer]) -> NDArray[np.float64]:
        """For each hole, by the colour that lies there, how little its token's reading says."""
        usual = [0.0, *(sum(boards) / (len(boards) + ONCE) for boards in self._wrong.values())]
        return np.array(usual)[np.asarray(cells)]
