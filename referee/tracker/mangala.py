"""Mangala as the tracker sees it: 14 places, of which changes are seen better than numbers."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines import AnyExplanation, AnyGame
from engines.contract import Explanation, IllegalMove, InputError
from engines.mangala import Board, Mangala, Position
from engines.mangala.sowing import sow
from engines.mangala.values import STONES
from referee.tracker.view import Cells, View
from vision.reading import Reading

PITS = 12
FEW = 3
"""Up to so many stones in a pit are counted well."""
BLUR = 0.1
"""How much of a larger count's probability goes to each neighbour, for every doubling beyond."""
ASTRAY, SELDOM_ASTRAY = 0.1, 0.02
"""How often a pit is read far from what lies there; the second where it is seen at a glance."""
GLANCE = 2
"""Up to so many stones are seen at a glance."""
TREASURY_WEIGHT = 0.4
"""Treasuries follow from the rules; their picture is only a check."""
TREASURY_MISSED = 0.02
"""How often one stone more in a treasury, among many, is not seen to have come."""
TREASURY_BLUR = 0.2
"""How far off, as a share of the stones, a treasury is often read."""
PIT_OFF, TREASURY_OFF = 2, 4
"""A reading further off than this contradicts the rules."""
COUNTED = {"stones_missing", "stones_added", "stones_shifted"}
"""Faults that are seen by counting alone."""
SOWN = COUNTED | {"wrong_sowing"}
"""Faults that are seen by counting alone where the same pits were touched."""
MISCOUNTED = 2.0
"""How much more likely than such a fault it is that a pit was counted wrongly."""
IN_HAND = 2.5
"""How much less likely it is that stones are held in a hand that is not over the board."""
SURELY = 3.0
"""How far the reading must prefer what it sees, as a logarithm of odds."""


class MangalaView(View):
    """Counts are blurred, the more the fuller the pit; treasuries weigh little."""

    depth: ClassVar[int] = 3
    missed: ClassVar[float] = 0.002
    plain: ClassVar[int] = 2
    alarm: ClassVar[float] = 0.0002
    misread: ClassVar[float] = 1e-6  # how counts go astray is told by their blur
    astray: ClassVar[float] = 0.5
    touch: ClassVar[float] = 2.0
    old_news: ClassVar[float] = 0.05
    blind_lead: ClassVar[float] = 12.0
    tolerance: ClassVar[float] = 3.0
    guesses: ClassVar[bool] = True
    judged: ClassVar[bool] = False

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.weights = np.ones(14)
        self.weights[PITS:] = TREASURY_WEIGHT
        self.misses[PITS:] = TREASURY_MISSED
        self._blur = _blur_of_pits()
        self._treasury = _spread(1.0, TREASURY_BLUR)

    def cells(self, board: Any) -> Cells:
        """The number of stones in each place."""
        return np.array([0 if n is None else n for n in board.stones], np.int16)

    def board(self, cells: Cells, hidden: NDArray[np.bool_] | None = None) -> Board:
        """The board that holds this."""
        unseen = np.zeros(14, bool) if hidden is None else hidden
        return Board(tuple(None if gone else int(n) for n, gone in zip(cells, unseen, strict=True)))

    def with_board(self, position: Any, board: Any) -> Position:
        """The position with other stones as they were read.

        Treasuries, which are read worst, make up for what 48 lacks or exceeds.
        """
        stones = [int(n or 0) for n in board.stones]
        spare = STONES - sum(stones)
        for place in (12, 13):
            given = max(spare, -stones[place])
            stones[place] += given
            spare -= given
        if spare:
            raise InputError(f"{STONES - spare} stones are in the pits; Mangala has {STONES}")
        return Position.build(Board(tuple(stones)), position.side)

    def corrected(self, position: Any, cells: Cells, named: Collection[str]) -> Position:
        """The position as a person says it; a place not named follows where only one can.

        Whoever says what lies in one place has not said from where the stones came.
        """
        stones = [int(n) for n in cells]
        spare = STONES - sum(stones)
        if spare:
            # Nobody moves stones back into pits once all are in the treasuries.
            first = PITS if not any(stones[:PITS]) else 0
            others = [
                place
                for place in range(first, len(stones))
                if self.names[place] not in named and stones[place] + spare >= 0
            ]
            if len(others) != 1:
                raise InputError(
                    f"that makes {STONES - spare} stones of {STONES}; say where the others lie"
                )
            stones[others[0]] += spare
        return Position.build(Board(tuple(stones)), position.side)

    def with_side(self, position: Any, side: str) -> Position:
        """The position with another side to move."""
        return Position.build(position.board, side)

    def counted(self, told: AnyExplanation) -> bool:
        """A stone more or less than the move leaves."""
        return bool(told.faults) and all(fault.code in COUNTED for fault in told.faults)

    def far_fetched(self, before: Any, told: AnyExplanation) -> float:
        """One stone more or less, which only counting shows; and stones in a hand that is gone."""
        sown = bool(told.faults) and all(fault.code in SOWN for fault in told.faults)
        if not (sown or self.counted(told)):
            return 0.0
        in_hand = IN_HAND if told.pending is not None else 0.0
        return in_hand + (MISCOUNTED if self._touches_no_more(before, told) else 0.0)

    def _touches_no_more(self, before: Any, told: AnyExplanation) -> bool:
        """Whether the move, rightly made, would have touched the same pits and treasuries."""
        right = before
        try:
            for move in told.moves:
                right = self.game.play(right, move)
        except IllegalMove:
            return True
        start = self.cells(before.board)
        touched = self.cells(told.board) != start
        return bool(np.array_equal(touched, self.cells(right.board) != start))

    def on_the_table(self, before: Any, lying: Cells) -> list[tuple[AnyExplanation, Cells]]:
        """Moves made with the stones that lie there while others are still missing.

        Play goes on from what then lies there; what is missing is still missing where it was. (To
        play as if it were there would capture, or not capture, what nobody has touched.)
        """
        game = self.game
        assert isinstance(game, Mangala)
        stones = tuple(int(n) for n in lying)
        off = [due - there for due, there in zip(before.stones, stones, strict=True)]
        found = []
        for move in game.moves(before):
            if not stones[move.place]:
                continue
            sowing = sow(stones, move.place, move.side, game.rules)
            after = game.after(before, sowing, move.side)
            whole = tuple(n + k for n, k in zip(sowing.stones, off, strict=True))
            if min(whole) < 0 or sowing.sweep is not None:
                after = game.play(before, move)
            else:
                after = replace(after, stones=whole)
            told: AnyExplanation = Explanation(
                (move,), (move.side,), (), Board(sowing.stones), after
            )
            found.append((told, np.array(sowing.stones, np.int16)))
        return found

    def sharpened(self, reading: Reading) -> NDArray[np.float64]:
        """Counts, a little blurred where many stones lie."""
        told = np.asarray(reading.probabilities, float)
        return np.vstack([told[:PITS] @ self._blur, told[PITS:] @ self._treasury])

    def contradictions(
        self, counts: NDArray[np.float64], seen: NDArray[np.bool_], expected: Cells
    ) -> list[tuple[int, int, int]]:
        """Places that are clearly read as something far from what the rules led to."""
        found = []
        for place in np.flatnonzero(seen):
            there, due = int(counts[place].argmax()), int(expected[place])
            off = PIT_OFF + due // 5 if place < PITS else TREASURY_OFF + due // 4
            if place < PITS and (0 in (there, due) or max(there, due) <= FEW):
                off = 0  # so few stones are told apart
            sure = counts[place, there] - counts[place, min(due, STONES)]
            if abs(there - due) > off and sure > SURELY:
                found.append((int(place), due, there))
        return found


def _blur_of_pits() -> NDArray[np.float64]:
    """How a count that was read spreads over the true ones."""
    blur = np.eye(STONES + 1)
    for n in range(FEW + 1, STONES + 1):
        share = min(0.25, BLUR * np.log2(n / FEW))
        blur[n] = 0
        blur[n, n] = 1 - 2 * share
        blur[n, n - 1] += share
        blur[n, min(n + 1, STONES)] += share
    astray = np.where(np.arange(STONES + 1) <= GLANCE, SELDOM_ASTRAY, ASTRAY)[:, None]
    return np.asarray((1 - astray) * blur + astray * _spread(0.6, 0.2))


def _spread(least: float, share: float) -> NDArray[np.float64]:
    """Counts spread out, the wider the more stones."""
    numbers = np.arange(STONES + 1)
    wide = least + share * numbers[:, None]
    blur = np.exp(-0.5 * ((numbers[None] - numbers[:, None]) / wide) ** 2)
    return np.asarray(blur / blur.sum(1, keepdims=True))
