"""Everything that can have become of a position, as boards to hold against a reading.

The lists are made when they are first asked for: most readings are explained by the short ones.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import AnyExplanation
from engines.contract import Explanation
from referee.tracker.settings import Settings
from referee.tracker.telling import forced_pass
from referee.tracker.view import Cells, View

MOST_CHAINS = 1500
"""Chains of moves that are looked at."""


@dataclass(frozen=True, eq=False)
class Prediction:
    """One explanation and the board it predicts."""

    told: AnyExplanation
    """What happened."""
    cells: Cells
    """What then lies where."""
    tokens: int | None
    """Kulami: where the tokens then lie."""
    odds: float
    """How likely it is before one has looked, as a logarithm; 0 is the likeliest."""

    @property
    def legal(self) -> bool:
        """Whether nothing is wrong with it."""
        return not self.told.faults


@dataclass(frozen=True, eq=False)
class Stack:
    """Predictions as arrays, to be weighed all at once."""

    items: tuple[Prediction, ...]
    """The predictions."""
    cells: NDArray[np.int16]
    """Predictions x cells."""
    tokens: NDArray[np.bool_] | None
    """Predictions x cells: whether a token lies there; None where there are none to see."""
    odds: NDArray[np.float64]
    """One for each prediction."""

    @classmethod
    def of(cls, items: Iterable[Prediction]) -> Stack:
        """Predictions, put on top of each other."""
        kept = tuple(items)
        cells = np.stack([item.cells for item in kept]) if kept else np.zeros((0, 0), np.int16)
        tokens = None
        if kept and kept[0].tokens is not None:
            tokens = np.stack([spots(item.tokens or 0) for item in kept])
        return cls(kept, cells, tokens, np.array([item.odds for item in kept], float))

    def clearest(self, scores: NDArray[np.float64], lead: float) -> Prediction | None:
        """The one that scores best; None where another board than its own is not `lead` behind."""
        order = scores.argsort()[::-1]
        best = self.items[order[0]]
        for i in order[1:]:
            if (self.items[i].cells != best.cells).any():
                return None if scores[order[0]] - scores[i] < lead else best
        return best


def spots(mask: int) -> NDArray[np.bool_]:
    """A set of the 64 cells as one truth value a cell."""
    bits = np.frombuffer(mask.to_bytes(8, "little"), np.uint8)
    return np.unpackbits(bits, bitorder="little").astype(bool)


class Predictions:
    """What may follow from one position, while `lying` is what really lies on the table."""

    def __init__(self, view: View, settings: Settings, position: Any, lying: Cells) -> None:
        self.view, self.settings = view, settings
        self.position, self.lying = position, lying

    @cached_property
    def nothing(self) -> Stack:
        """All is as it was; or what was missing has come back."""
        position, game = self.position, self.view.game
        rightly = self.view.cells(game.board_of(position))
        board = game.board_of(position)
        boards = [(self.lying, 0.0)]
        if not np.array_equal(rightly, self.lying):
            boards.append((rightly, -1.0))
        found = []
        for cells, odds in boards:
            told: AnyExplanation = Explanation((), (), (), board, position)
            found += [replace(one, cells=cells) for one in self.boards(told, odds)]
        return Stack.of(found)

    @cached_property
    def singles(self) -> Stack:
        """Every legal move; a forced pass before it is no move of its own."""
        found = [p for told in self._lines[0] for p in self.boards(told, 0.0)]
        if not np.array_equal(self.view.cells(self.view.game.board_of(self.position)), self.lying):
            for told, cells in self.view.on_the_table(self.position, self.lying):
                found.append(Prediction(told, cells, None, 0.0))
        return Stack.of(found)

    @cached_property
    def chains(self) -> Stack:
        """Every line of several legal moves."""
        found = []
        for further, level in enumerate(self._lines[1:], 1):
            odds = -self.settings.chain_odds * further
            found += [p for told in level for p in self.boards(told, odds)]
        return Stack.of(found)

    @cached_property
    def faults(self) -> Stack:
        """What goes wrong in practice, each with the cost that the engine gives it."""
        game = self.view.game
        told = [*game.faults(self.position), *self.view.extra(self.position)]
        return Stack.of(self.faulty(told))

    def faulty(self, told: Iterable[AnyExplanation]) -> list[Prediction]:
        """Predictions from explanations with faults."""
        found = []
        for each in told:
            found += self.boards(each, self.odds_of(each))
        return found

    def odds_of(self, told: AnyExplanation) -> float:
        """How likely a fault is, as a logarithm, by what the engine says it costs.

        That adds up what is wrong with one move as if each fault stood by itself; only pieces that
        leave their places beside a move do.
        """
        settings, far = self.settings, self.view.far_fetched(self.position, told)
        if not told.moves:
            return -settings.fault_odds - settings.cost_odds * told.cost - far
        count = max(1, len(told.faults))
        beside = min(sum(fault.code in self.view.apart for fault in told.faults), count - 1)
        share = (1 + settings.further_fault * (count - beside - 1) + beside) / count
        cost = settings.cost_odds * told.cost * share
        return -settings.fault_odds * (1 + beside) - cost - far

    def boards(self, told: AnyExplanation, odds: float) -> list[Prediction]:
        """Predictions from one explanation, wherever the tokens lie."""
        cells = self.view.cells(told.board)
        sets = self.view.token_sets(self.position, told)
        return [Prediction(told, cells, tokens, odds - less) for tokens, less in sets.items()]

    @cached_property
    def _lines(self) -> list[list[AnyExplanation]]:
        """Legal lines, those of one move first."""
        levels: list[list[AnyExplanation]] = []
        start: AnyExplanation = Explanation(
            (), (), (), self.view.game.board_of(self.position), self.position
        )
        level, count = [start], 0
        for _ in range(self.view.depth):
            longer = []
            for line in level:
                longer += self._one_more(line)
            count += len(longer)
            if count > MOST_CHAINS:
                break
            levels.append(longer)
            level = longer
        return levels or [[]]

    def _one_more(self, line: AnyExplanation) -> list[AnyExplanation]:
        game, position = self.view.game, line.standing
        moves, movers = line.moves, line.movers
        possible = game.moves(position)
        passed = forced_pass(game, position) if len(possible) == 1 else None
        if passed is not None:
            moves, movers = (*moves, *passed.moves), (*movers, *passed.movers)
            position = passed.standing
            possible = game.moves(position)
        found = []
        for move in possible:
            after = game.play(position, move)
            found.append(
                Explanation(
                    (*moves, move), (*movers, position.side), (), game.board_of(after), after
                )
            )
        return found


def answer(told: AnyExplanation) -> tuple[Any, ...]:
    """What an explanation says, whichever way the tokens lie."""
    faults = tuple((fault.code, fault.cells) for fault in told.faults)
    return tuple(map(str, told.moves)), told.movers, faults
