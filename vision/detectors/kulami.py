"""Reads a Kulami board: marbles, tokens, hidden holes, and the layout of the plates."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.grid import NAMES
from engines.kulami import Board, Layout
from vision.border import within
from vision.detectors.board import HIDES, CellLogits
from vision.detectors.familiar import Acquaintance, Answer, Glance
from vision.detectors.numbers import sigmoid
from vision.detectors.plates import Plates, make_out
from vision.detectors.token_looks import TokenLook, TokenLooks
from vision.detectors.tokens import marbles_on, token_logits
from vision.detectors.touched import touched
from vision.frame import Frame
from vision.network import card
from vision.reading import HIDDEN, Reading

GAME = "kulami"
LEAST_FANCIED = 0.005
"""So often at least a token is taken to be made up, however rarely it was on a few tables."""
LEARNT = 0.003
"""So often, however surely, a token is overlooked once the table's tokens are known."""
SPARE = 0.4
"""How likely a third token is at most: there are only two in a set."""
ALIKE = 0.02
"""How much less likely it is that both tokens stand on marbles of one colour."""
RIGHT, BELOW = 5, 6
"""The reader's outputs after contents, hidden and a first guess at tokens."""


@dataclass(frozen=True, eq=False)
class Seen:
    """What is seen in one frame, tokens among it."""

    told: Answer
    """What stands on the board."""
    logits: NDArray[np.float64]
    """For each hole what the network that knows no table says of a token there."""
    tokens: NDArray[np.float64]
    """How likely one lies there."""
    learnt: bool
    """Whether that is told by what the tokens of this table look like."""


class KulamiDetector:
    """The reader of one table; knows the layout once it is told or has been made out."""

    def __init__(self, layout: Layout | None = None) -> None:
        self.layout = layout
        self.adaptation = Acquaintance(GAME)
        self._looks: tuple[tuple[Glance, ...], TokenLooks] = ((), TokenLooks(()))

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board, with all doubt kept; plates too where they are not known."""
        seen = self._see(frame, pose)
        told = seen.told
        tokens = seen.tokens * (1 - told.contents[:, 0]) * (1 - told.hidden)
        contents = one_of_each(told.contents, two_at_most(tokens))
        # Which two of several are the true ones, whoever follows the game knows better.
        tokens = _overlooked(contents, tokens, seen.learnt)
        reading = Reading(GAME, contents, told.hidden, tokens, self.layout)
        reading = within(reading, pose, frame.size)
        if self.layout is not None:
            return reading
        plates = plates_of(told.stranger, reading.hidden)
        notes = {"known_layout": plates.known, "layout_turn": plates.turn}
        return replace(reading, layout=plates.layout, doubtful_seams=plates.doubtful, notes=notes)

    def compare(
        self, before: Frame, after: Frame, pose: Pose, then: Pose | None = None
    ) -> NDArray[np.float64]:
        """For every hole how likely it changed between two settled frames.

        `then` is where the board lay before, if that was elsewhere.
        """
        return touched(GAME, before, after, pose, then)

    def _see(self, frame: Frame, pose: Pose) -> Seen:
        told = self.adaptation.answer(frame, pose)
        marbles, logits = marbles_on(told), token_logits(frame, pose, told)
        looks = self._token_looks()
        better = looks.logits(told.flat, told.contents.argmax(1), logits) if looks.known else logits
        tokens = np.zeros(64)
        tokens[marbles] = sigmoid(better[marbles])
        return Seen(told, logits, tokens, looks.known)

    def _token_looks(self) -> TokenLooks:
        """What is known of this table's tokens; made once for the same lessons."""
        lessons = tuple(self.adaptation.lessons)
        if lessons != self._looks[0]:
            certain = [(g.picture, g.contents, g.tokens) for g in lessons if g.tokens is not None]
            self._looks = lessons, TokenLooks(certain)
        return self._looks[1]

    def adapt(self, frame: Frame, pose: Pose, board: Board) -> None:
        """Learn this table's looks from a frame whose content is certain."""
        seen = self._see(frame, pose)
        lesson = self.adaptation.glance(seen.told, board.rows)
        if board.tokens is not None:
            carried = np.array([board.tokens >> hole & 1 for hole in range(64)], bool)
            lesson = replace(lesson, tokens=TokenLook(carried, seen.logits))
        self.adaptation.learn(lesson)

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""
        self.adaptation.forget(count)


def two_at_most(tokens: NDArray[np.float64]) -> NDArray[np.float64]:
    """How likely tokens are when a set has two: on others than the likeliest two marbles less."""
    told = np.minimum(tokens, SPARE)
    likeliest = np.argsort(-tokens)[:2]
    told[likeliest] = tokens[likeliest]
    return np.asarray(told)


def _overlooked(
    contents: NDArray[np.float64], tokens: NDArray[np.float64], learnt: bool
) -> NDArray[np.float64]:
    """How likely tokens are, honestly: the network's card says how often it overlooks one."""
    errors = card("kulami-tokens")
    missed, fancied = errors["overlooked"], max(errors["fancied"], LEAST_FANCIED)
    if learnt:
        missed, fancied = LEARNT, LEAST_FANCIED
    least = missed / (1 + missed) * (1 - contents[:, 0])
    return np.asarray(np.clip(tokens, least, (1 - missed) / (1 - missed + fancied)))


def one_of_each(contents: NDArray[np.float64], tokens: NDArray[np.float64]) -> NDArray[np.float64]:
    """What two marbles are whose tokens hide them: each player sets the token on an own one.

    `contents` is 64 x empty, black, red. Where one of the two shows its colour, the other has the
    other one; were both the same, somebody would have used the wrong token (RULES.md 3.4).
    """
    pair = np.flatnonzero(tokens > 0.5)
    if len(pair) != 2:
        return contents
    (_, black, red), (_, other_black, other_red) = contents[pair]
    both = float(tokens[pair].prod())
    alike = ALIKE * both + 1 - both  # where one of them is made up, nothing follows
    joint = np.array(
        [[black * other_black * alike, black * other_red],
         [red * other_black, red * other_red * alike]]
    )  # fmt: skip
    joint /= max(float(joint.sum()), 1e-12)
    known = contents.copy()
    for cell, shares in zip(pair, (joint.sum(1), joint.sum(0)), strict=True):
        known[cell, 1:] = shares * (1 - contents[cell, 0])
    return known


def plates_of(seen: CellLogits, hides: NDArray[np.float64]) -> Plates:
    """The layout that the seams speak for; a seam beside a hidden hole says nothing."""
    hidden = np.maximum(sigmoid(seen.logits[:, HIDES]), hides).reshape(8, 8)
    right = sigmoid(seen.logits[:, RIGHT]).reshape(8, 8)[:, :7]
    below = sigmoid(seen.logits[:, BELOW]).reshape(8, 8)[:7]
    across, down = np.maximum(hidden[:, :7], hidden[:, 1:]), np.maximum(hidden[:7], hidden[1:])
    plates = make_out(right + (0.5 - right) * across, below + (0.5 - below) * down)
    names = np.array(NAMES).reshape(8, 8)
    unseen = [(str(names[r, c]), str(names[r, c + 1])) for r, c in np.argwhere(across > HIDDEN)]
    unseen += [(str(names[r, c]), str(names[r + 1, c])) for r, c in np.argwhere(down > HIDDEN)]
    # However well a layout fits what is seen of it, what a hand hides may be otherwise.
    return replace(plates, doubtful=tuple(dict.fromkeys((*plates.doubtful, *unseen))))
