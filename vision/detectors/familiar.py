"""Knowing a table of Reversi or Kulami: every board is read beside a certain look at it.

A black disc on a nearly black square is hard to tell from the empty square; that it looks other
than the square did when it was known to be empty, and as the black discs did, is easier to tell. A
network of its own compares the two (`python -m datasets.train.familiar`). The last certain look
serves: its light is the nearest to today's. What it says is averaged, odds by odds, with what the
network says that knows no table: where both are sure of different things, there is doubt.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.board import HIDES, SIDE, CellLogits, by_cell, flat_board, look
from vision.detectors.keepsakes import as_text, from_text
from vision.detectors.numbers import sigmoid, softmax
from vision.detectors.token_looks import TokenLook
from vision.frame import Frame, Picture
from vision.network import network, pictures_in, temperature
from vision.reading import CONTENTS

MOST = 24
"""Looks that are remembered, so that the last ones can be forgotten."""
UNKNOWN = -1
ENOUGH = 32
"""Cells that a look must show to be looked back at."""


@dataclass(frozen=True, eq=False)
class Glance:
    """A look at the table whose contents are certain."""

    picture: Picture
    """The rectified board."""
    contents: NDArray[np.int64]
    """For each cell which content it held; `UNKNOWN` where that could not be seen."""
    tokens: TokenLook | None = None
    """Kulami: where tokens lay, if that is certain too."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the table's profile."""
        told = {"picture": as_text(self.picture), "contents": self.contents.tolist()}
        return told if self.tokens is None else {**told, "tokens": self.tokens.to_json()}

    @classmethod
    def from_json(cls, told: Mapping[str, Any], side: int) -> Glance:
        """What `to_json` gave; raises `ValueError` for anything else."""
        picture = from_text(told["picture"], (side, side))
        contents = np.array(told["contents"], int)
        if contents.shape != (64,) or contents.min() < UNKNOWN or contents.max() > 2:
            raise ValueError("unknown contents")
        tokens = told.get("tokens")
        return cls(picture, contents, None if tokens is None else TokenLook.from_json(tokens))


@dataclass(frozen=True, eq=False)
class Answer:
    """What is believed of every cell."""

    flat: Picture
    """The rectified board."""
    contents: NDArray[np.float64]
    """64 x 3 probabilities."""
    hidden: NDArray[np.float64]
    """How likely each is hidden."""
    stranger: CellLogits
    """What was said without knowing the table; tells seams too."""


@dataclass(eq=False)
class Acquaintance:
    """What is known of one table."""

    game: str
    """Which game is played there."""
    lessons: list[Glance] = field(default_factory=list)
    """Certain looks in the order in which they were learnt."""

    def learn(self, lesson: Glance) -> None:
        """Take a certain look in."""
        self.lessons.append(lesson)
        del self.lessons[:-MOST]

    def forget(self, count: int | None = None) -> None:
        """Forget the last looks, or all."""
        self.lessons = [] if count is None else self.lessons[: max(0, len(self.lessons) - count)]

    def glance(self, seen: Answer, rows: Sequence[str]) -> Glance:
        """A look at known contents; hidden cells, and those told as `?`, teach nothing."""
        columns = CONTENTS[self.game]
        told = [columns.index(x) if x in columns else UNKNOWN for x in "".join(rows)]
        return Glance(seen.flat, np.where(seen.hidden > 0.5, UNKNOWN, told))

    def answer(self, frame: Frame, pose: Pose) -> Answer:
        """What stands on the board."""
        flat = flat_board(self.game, frame, pose)
        last = self._last
        seen = look(self.game, flat)
        says = [seen.logits[:, :3] / temperature(f"{self.game}-reader")]
        hidden = [seen.logits[:, HIDES]]
        if last is not None:
            name = f"{self.game}-familiar"
            known = np.eye(3, dtype=np.float32)[last.contents] * (last.contents >= 0)[:, None]
            (cells,) = network(name).run(
                now=pictures_in([flat]),
                then=pictures_in([last.picture]),
                known=np.ascontiguousarray(known.T).reshape(1, 3, 8, 8),
            )
            told = by_cell(cells[0])
            says.append(told[:, :3] / temperature(name))
            hidden.append(told[:, HIDES])
        # Of the two, the one that sees something counts for more than the one that sees nothing:
        # odds are averaged, not probabilities (chosen on validation tables).
        contents = softmax(np.mean(says, axis=0))
        return Answer(flat, contents, sigmoid(np.mean(hidden, axis=0)), seen)

    def recall(self, told: Mapping[str, Any]) -> Glance:
        """A lesson from its plain values."""
        return Glance.from_json(told, SIDE)

    @property
    def _last(self) -> Glance | None:
        """The last look that showed enough of the board."""
        shown = (g for g in reversed(self.lessons) if (g.contents != UNKNOWN).sum() >= ENOUGH)
        return next(shown, None)
