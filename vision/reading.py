"""What a detector believes of a board: per cell a probability for every content, and *hidden*.

Doubt is kept here. The only places that round are the tracker and, for a single photo,
`most_likely`.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.grid import NAMES as CELLS
from engines.kulami import Board as KulamiBoard
from engines.kulami import Layout
from engines.mangala import Board as MangalaBoard
from engines.mangala.values import NAMES as PLACES
from engines.mangala.values import STONES
from engines.reversi import Board as ReversiBoard

Probabilities = NDArray[np.float64]

CONTENTS: dict[str, tuple[str, ...]] = {
    "reversi": (".", "B", "W"),
    "kulami": (".", "B", "R"),
    "mangala": tuple(str(count) for count in range(STONES + 1)),
}
"""What a cell of each game can hold, in the order of a reading's columns."""
NAMES: dict[str, tuple[str, ...]] = {"reversi": CELLS, "kulami": CELLS, "mangala": PLACES}
"""The cells of each game, in the order of a reading's rows."""

SURE = 0.98
"""A cell of less certainty than this is doubtful."""
HIDDEN = 0.5
"""A cell that is hidden with more than this probability is said to be hidden."""


@dataclass(frozen=True, slots=True, eq=False)
class Reading:
    """A detector's belief about one settled frame."""

    game: str
    """Which game."""
    probabilities: Probabilities
    """Cells x contents; each row sums to 1: what the cell holds if it is not hidden."""
    hidden: Probabilities
    """For each cell how likely it is that it could not be seen."""
    tokens: Probabilities | None = None
    """Kulami: for each hole by itself how likely a token lies there; None when nobody looked."""
    layout: Layout | None = None
    """Kulami: the plates, if they were read."""
    doubtful_seams: tuple[tuple[str, str], ...] = ()
    """Kulami: pairs of neighbouring holes of which it is not clear whether a seam parts them."""
    notes: dict[str, Any] = field(default_factory=dict)
    """What the detector wants to show: stones found, times, ..."""

    def __post_init__(self) -> None:
        if self.game not in CONTENTS:
            raise ValueError(f"no readings of {self.game!r}; known: {', '.join(CONTENTS)}")
        cells, contents = len(NAMES[self.game]), len(CONTENTS[self.game])
        if self.probabilities.shape != (cells, contents):
            raise ValueError(
                f"{self.game} needs {cells} x {contents} probabilities, "
                f"got {self.probabilities.shape}"
            )
        if self.hidden.shape != (cells,):
            raise ValueError(f"{self.game} needs {cells} values of hidden, got {self.hidden.shape}")
        sums = self.probabilities.sum(1)
        if not np.allclose(sums, 1, atol=1e-3) or self.probabilities.min() < -1e-6:
            raise ValueError(
                f"probabilities of a cell must sum to 1, got {sums.min():.3f} and more"
            )

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the cells."""
        return NAMES[self.game]

    @property
    def contents(self) -> tuple[str, ...]:
        """What a cell can hold."""
        return CONTENTS[self.game]

    @property
    def seen(self) -> NDArray[np.bool_]:
        """Which cells could be seen."""
        return self.hidden <= HIDDEN

    @property
    def certainty(self) -> Probabilities:
        """For each cell how likely it is that it was seen and holds what is likeliest."""
        return np.asarray(self.probabilities.max(1) * (1 - self.hidden))

    @property
    def confidence(self) -> float:
        """The certainty of the least certain visible cell; 0 when nothing could be seen."""
        best = self.certainty[self.seen]
        return float(best.min()) if best.size else 0.0

    @property
    def carrying(self) -> NDArray[np.bool_]:
        """Kulami: the holes that likely carry a token, no more than the two of a set."""
        if self.tokens is None:
            return np.zeros(len(self.names), bool)
        likely = np.zeros(len(self.names), bool)
        likely[np.argsort(-self.tokens)[:2]] = True
        return np.asarray(likely & (self.tokens > 0.5))

    @property
    def unseen_tokens(self) -> int:
        """Kulami: how many of both players' tokens must lie on a marble and were not seen there."""
        if self.tokens is None:
            return 0
        marbles = int((self.probabilities.argmax(1) > 0)[self.seen].sum())
        return max(0, min(2, marbles) - int((self.carrying & self.seen).sum()))

    def doubtful(self, sure: float = SURE) -> tuple[str, ...]:
        """The visible cells of less than the given certainty."""
        best = self.certainty
        return tuple(
            name
            for name, p, seen in zip(self.names, best, self.seen, strict=True)
            if seen and p < sure
        )

    def most_likely(self) -> ReversiBoard | KulamiBoard | MangalaBoard:
        """The board of the likeliest contents; what is hidden stays hidden."""
        best = [self.contents[i] for i in self.probabilities.argmax(1)]
        if self.game == "mangala":
            return MangalaBoard(
                tuple(
                    int(count) if seen else None
                    for count, seen in zip(best, self.seen, strict=True)
                )
            )
        text = "".join(
            letter if seen else "?" for letter, seen in zip(best, self.seen, strict=True)
        )
        if self.game == "reversi":
            return ReversiBoard.parse(text)
        board = KulamiBoard.parse(text)
        if self.tokens is None:
            return board
        marbles = [name for name, letter in zip(self.names, text, strict=True) if letter in "BR"]
        likely = {name for name, there in zip(self.names, self.carrying, strict=True) if there}
        return board.with_tokens(",".join(name for name in marbles if name in likely))

    def to_json(self) -> dict[str, Any]:
        """Each cell's contents with more than one in a thousand, and how likely it is hidden."""
        cells = {}
        for name, row, hidden in zip(self.names, self.probabilities, self.hidden, strict=True):
            told = {
                c: round(float(p), 4) for c, p in zip(self.contents, row, strict=True) if p > 1e-3
            }
            if hidden > 1e-3:
                told["hidden"] = round(float(hidden), 4)
            cells[name] = told
        return cells

    @classmethod
    def certain(cls, game: str, contents: Sequence[str | int | None]) -> Reading:
        """A reading without doubt, for labels and tests; None is a hidden cell."""
        columns = CONTENTS[game]
        probabilities = np.zeros((len(NAMES[game]), len(columns)))
        hidden = np.zeros(len(NAMES[game]))
        if len(contents) != len(hidden):
            raise ValueError(f"{game} has {len(hidden)} cells, got {len(contents)} contents")
        for i, content in enumerate(contents):
            if content is None or content == "?":
                hidden[i] = 1.0
                probabilities[i] = 1 / len(columns)
            else:
                probabilities[i, columns.index(str(content))] = 1.0
        return cls(game, probabilities, hidden)
