"""Knowing a table of Reversi or Kulami: every board is read beside a certain look at it.

A black disc on a nearly black square is hard to tell from the empty square; that it looks other
than the square did when it was known to be empty, and as the black discs did, is easier to tell. A
network of its own compares the two (`python -m datasets.train.familiar`). The last certain look
serves: its light is the nearest to today's.
"""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.board import OUTPUTS, SIDE, Look, by_cell, flat_board, look
from vision.detectors.numbers import sigmoid, softmax
from vision.frame import Frame, Picture
from vision.network import network, pictures_in, temperature
from vision.reading import CONTENTS

MOST = 24
"""Looks that are remembered, so that the last ones can be forgotten."""
UNKNOWN = -1


@dataclass(frozen=True, eq=False)
class Glance:
    """A look at the table whose contents are certain."""

    picture: Picture
    """The rectified board."""
    contents: NDArray[np.int64]
    """For each cell which content it held; `UNKNOWN` where that could not be seen."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the table's profile."""
        done, data = cv2.imencode(".png", self.picture)
        assert done
        return {
            "picture": base64.b64encode(data.tobytes()).decode("ascii"),
            "contents": self.contents.tolist(),
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any], side: int) -> Glance:
        """What `to_json` gave; raises `ValueError` for anything else."""
        data = np.frombuffer(base64.b64decode(told["picture"], validate=True), np.uint8)
        picture: Any = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
        contents = np.array(told["contents"], int)
        if picture is None or picture.shape != (side, side, 3):
            raise ValueError("no picture of a board")
        if contents.shape != (64,) or contents.min() < UNKNOWN or contents.max() > 2:
            raise ValueError("unknown contents")
        return cls(picture, contents)


@dataclass(frozen=True, eq=False)
class Answer:
    """What is believed of every cell."""

    contents: NDArray[np.float64]
    """64 x 3 probabilities."""
    hidden: NDArray[np.float64]
    """How likely each is hidden."""
    tokens: NDArray[np.float64] | None
    """Kulami: how likely each has a token."""
    stranger: Look | None
    """What was said without knowing the table; None where nobody asked."""


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

    def glance(self, frame: Frame, pose: Pose, rows: Sequence[str]) -> Glance:
        """A look at known contents; hidden cells, and those told as `?`, teach nothing."""
        flat = flat_board(self.game, frame, pose)
        hidden = self._answer(flat, ask=False).hidden > 0.5
        columns = CONTENTS[self.game]
        told = [columns.index(x) if x in columns else UNKNOWN for x in "".join(rows)]
        return Glance(flat, np.where(hidden, UNKNOWN, told))

    def answer(self, frame: Frame, pose: Pose, ask: bool = False) -> Answer:
        """What stands on the board; `ask` for the answer of a stranger too."""
        return self._answer(flat_board(self.game, frame, pose), ask)

    def recall(self, told: Mapping[str, Any]) -> Glance:
        """A lesson from its plain values."""
        return Glance.from_json(told, SIDE)

    def _answer(self, flat: Picture, ask: bool) -> Answer:
        if not self.lessons:
            seen = look(self.game, flat)
            return _told(seen.logits, temperature(f"{self.game}-reader"), seen)
        name = f"{self.game}-familiar"
        last = self.lessons[-1]
        known = np.eye(3, dtype=np.float32)[last.contents] * (last.contents >= 0)[:, None]
        held = known.T.reshape(3, 8, 8)
        (cells,) = network(name).run(  # from both sides
            now=pictures_in([np.rot90(flat, turn) for turn in (0, 2)]),
            then=pictures_in([np.rot90(last.picture, turn) for turn in (0, 2)]),
            known=np.stack([np.rot90(held, turn, (1, 2)) for turn in (0, 2)]),
        )
        mean = (cells[0] + np.rot90(cells[1], 2, (1, 2))) / 2
        return _told(by_cell(mean), temperature(name), look(self.game, flat) if ask else None)


def _told(logits: NDArray[np.float64], warm: float, stranger: Look | None) -> Answer:
    tokens = sigmoid(logits[:, 4]) if logits.shape[1] > OUTPUTS["reversi"] else None
    return Answer(softmax(logits[:, :3], warm), sigmoid(logits[:, 3]), tokens, stranger)
