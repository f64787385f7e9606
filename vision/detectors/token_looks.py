"""What the tokens of one Kulami table look like, learnt from positions that are certain.

The network that sees tokens was trained with other sets: on a table whose marbles are dull and
whose tokens shine it takes one for the other, game after game. After a few moves it is known which
marbles carried a token and which did not, and a line between the two looks (Fisher's discriminant)
tells most sets apart that the network cannot. What the network says is one of the things looked at.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Self

import numpy as np
from numpy.typing import NDArray

from vision.detectors.board import CELL, MARGIN
from vision.frame import Picture
from vision.network import card

EDGE = 2
"""Pixels of a cell that are left out all round."""
NUDGES = ((0, 0), (0, 1), (1, 0), (0, -1), (-1, 0))
"""A marble is learnt as it is and shifted by a pixel: marbles do not sit exactly in the middle."""
HEARD = 0.15
"""How much the network's logit counts beside colours from 0 to 1."""
LOUDEST = 8.0
"""A logit beyond this says no more."""
FEWEST = 2
"""So many marbles with a token, and without, must have been seen of each colour."""
ENOUGH = 30
"""Of more marbles than this the spread of their looks is known, and they count as so many."""
HELD = 0.5
"""How much the looks of all sets together speak for no direction in particular."""
LEAST = 1e-6
"""Looks are never told to differ by less: pictures that are all the same teach nothing."""
SHARP = 9.0
"""The logit of a marble that looks just like the mean of those with tokens, after many."""
FIRST = 2.0
"""So many tokens must have been seen for half of it."""
COLOURS = (1, 2)
NEVER = -20.0
"""The logit of a hole without a marble."""


def network_of_tokens() -> str:
    """The networks whose logits are kept."""
    return "+".join(str(card(name)["sha256"])[:8] for name in ("kulami-tokens", "kulami-reader"))


@dataclass(frozen=True, eq=False)
class TokenLook:
    """Which marbles of a certain look carried tokens, and what the network said of them."""

    carried: NDArray[np.bool_]
    """For each hole."""
    logits: NDArray[np.float64]
    """For each hole what the network said of it; `NEVER` where it saw no marble."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the table's profile."""
        carried = np.flatnonzero(self.carried).tolist()
        logits = np.round(self.logits, 2).tolist()
        return {"network": network_of_tokens(), "carried": carried, "logits": logits}

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Self | None:
        """What `to_json` gave; None: by another network; raises `ValueError` for all else."""
        if told["network"] != network_of_tokens():
            return None
        logits, holes = np.array(told["logits"], float), np.array(told["carried"], int)
        if logits.shape != (64,) or not np.isfinite(logits).all() or holes.ndim != 1:
            raise ValueError("this is no look at tokens")
        if len(holes) and (holes.min() < 0 or holes.max() > 63):
            raise ValueError("there are 64 holes")
        carried = np.zeros(64, bool)
        carried[holes] = True
        return cls(carried, logits)


Lesson = tuple[Picture, NDArray[np.int64], TokenLook]
"""A rectified board, what each hole holds (0 empty, 1 black, 2 red, less: unknown), its tokens."""


@dataclass(frozen=True, eq=False)
class _Line:
    """Where the marbles of one colour lie between those with a token and those without."""

    middle: NDArray[np.float32]
    towards: NDArray[np.float32]
    half: float
    """How far the mean of those with tokens lies from the middle along it."""
    sharp: float


class TokenLooks:
    """Tells the tokens of a table that is known."""

    def __init__(self, lessons: Sequence[Lesson]) -> None:
        self._lines: dict[int, _Line] = {}
        kinds = _kinds(lessons)
        seen = {kind: len(looks) // len(NUDGES) for kind, looks in kinds.items()}
        if any(seen.get((colour, token), 0) < FEWEST for colour in COLOURS for token in (0, 1)):
            return
        means = {kind: looks[:: len(NUDGES)].mean(0) for kind, looks in kinds.items()}
        shares = {kind: min(count, ENOUGH) for kind, count in seen.items()}
        spread: Any = 0.0
        for kind, looks in kinds.items():
            off = looks - means[kind]
            spread = spread + off.T @ off * (shares[kind] / len(off) / sum(shares.values()))
        spread += np.eye(len(spread)) * (HELD * np.trace(spread) / len(spread) + LEAST)
        for colour in COLOURS:
            apart = means[colour, 1] - means[colour, 0]
            towards = np.linalg.solve(spread, apart)
            half, count = max(float(apart @ towards) / 2, 1e-9), seen[colour, 1]
            # Where tokens hardly differ from marbles, half is small, and so is what can be told.
            sharp = min(SHARP, half) * count / (count + FIRST)
            middle = (means[colour, 0] + means[colour, 1]) / 2
            self._lines[colour] = _Line(middle, towards.astype(np.float32), half, sharp)

    @property
    def known(self) -> bool:
        """Whether enough was seen of this table to tell."""
        return bool(self._lines)

    def logits(
        self, flat: Picture, contents: NDArray[np.int64], told: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """For each hole with a marble how likely a token lies there, `told` by the network."""
        looks, found = _looks(flat, told, NUDGES[:1]), told.copy()
        for colour, line in self._lines.items():
            own = contents == colour
            found[own] = (looks[own, 0] - line.middle) @ line.towards / line.half * line.sharp
        return found


def _kinds(lessons: Sequence[Lesson]) -> dict[tuple[int, int], NDArray[np.float32]]:
    """Looks at all marbles, by colour and by whether there is a token; a marble's nudges together.

    A marble that the network took for none says nothing.
    """
    kinds: dict[tuple[int, int], list[NDArray[np.float32]]] = {}
    for flat, contents, look in lessons:
        looks = _looks(flat, look.logits, NUDGES)
        for colour in COLOURS:
            for token in (0, 1):
                own = (contents == colour) & (look.carried == bool(token)) & (look.logits > NEVER)
                if own.any():
                    kinds.setdefault((colour, token), []).append(looks[own])
    return {kind: np.concatenate(x).reshape(-1, x[0].shape[2]) for kind, x in kinds.items()}


def _looks(
    flat: Picture, told: NDArray[np.float64], nudges: Sequence[tuple[int, int]]
) -> NDArray[np.float32]:
    """64 x nudges x what is looked at: the middle of the cell at half the size, and the logit."""
    start, side, within = round(MARGIN * CELL), 8 * CELL, CELL - 2 * EDGE
    parts = []
    for down, right in nudges:
        top, left = start + down, start + right
        cells = flat[top : top + side, left : left + side]
        cells = cells.reshape(8, CELL, 8, CELL, 3)[:, EDGE : EDGE + within, :, EDGE : EDGE + within]
        small = cells.reshape(8, within // 2, 2, 8, within // 2, 2, 3).mean((2, 5)) / 255
        parts.append(small.transpose(0, 2, 1, 3, 4).reshape(64, -1))
    logits = np.clip(told, -LOUDEST, LOUDEST) * HEARD
    seen = np.stack(parts, 1)
    heard = np.broadcast_to(logits[:, None, None], (64, len(nudges), 1))
    return np.concatenate([seen, heard], 2).astype(np.float32)
