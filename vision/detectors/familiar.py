"""Knowing a table of Reversi or Kulami: every board is read beside a certain look at it.

A black disc on a nearly black square is hard to tell from the empty square; that it looks other
than the square did when it was known to be empty, and as the black discs did, is easier to tell. A
network of its own compares the two (`python -m datasets.train.familiar`). The last certain look
serves: its light is the nearest to today's. Half of what is told comes from the network that knows
no table: where the two disagree, there is doubt.
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
from vision.detectors.board import SIDE, Look, by_cell, flat_board, look
from vision.detectors.numbers import sigmoid, softmax
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
        try:
            picture: Any = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
        except cv2.error:
            picture = None
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
    stranger: Look
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

    def glance(self, frame: Frame, pose: Pose, rows: Sequence[str]) -> Glance:
        """A look at known contents; hidden cells, and those told as `?`, teach nothing."""
        flat = flat_board(self.game, frame, pose)
        hidden = self._answer(flat).hidden > 0.5
        columns = CONTENTS[self.game]
        told = [columns.index(x) if x in columns else UNKNOWN for x in "".join(rows)]
        return Glance(flat, np.where(hidden, UNKNOWN, told))

    def answer(self, frame: Frame, pose: Pose) -> Answer:
        """What stands on the board."""
        return self._answer(flat_board(self.game, frame, pose))

    def recall(self, told: Mapping[str, Any]) -> Glance:
        """A lesson from its plain values."""
        return Glance.from_json(told, SIDE)

    @property
    def _last(self) -> Glance | None:
        """The last look that showed enough of the board."""
        shown = (g for g in reversed(self.lessons) if (g.contents != UNKNOWN).sum() >= ENOUGH)
        return next(shown, None)

    def _answer(self, flat: Picture) -> Answer:
        last = self._last
        seen = look(self.game, flat)
        shares = [_shares(seen.logits, temperature(f"{self.game}-reader"))]
        if last is not None:
            name = f"{self.game}-familiar"
            known = np.eye(3, dtype=np.float32)[last.contents] * (last.contents >= 0)[:, None]
            (cells,) = network(name).run(
                now=pictures_in([flat]),
                then=pictures_in([last.picture]),
                known=np.ascontiguousarray(known.T).reshape(1, 3, 8, 8),
            )
            shares.append(_shares(by_cell(cells[0]), temperature(name)))
        mean = np.mean(shares, axis=0)
        # The network that knows the table learnt from pairs in which some tokens were mislabelled.
        tokens = shares[0][:, 4] if self.game == "kulami" else None
        return Answer(mean[:, :3], mean[:, 3], tokens, seen)


def _shares(logits: NDArray[np.float64], warm: float) -> NDArray[np.float64]:
    """Cells x contents, hidden and, in Kulami, token: probabilities."""
    return np.hstack([softmax(logits[:, :3], warm), sigmoid(logits[:, 3:5])])
