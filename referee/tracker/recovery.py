"""Back into step: the board explained from a position further back, by a longer line, or by itself.

When too much has passed unseen, two clear boards a legal move apart tell where the game is.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import AnyExplanation, InputError
from referee.events import Event, Resync
from referee.tracker.evidence import CLEAR, Evidence
from referee.tracker.predictions import Prediction, Predictions, Stack
from referee.tracker.state import State
from referee.tracker.view import Cells

CARRIES = 0.6
"""How likely a token lies on a marble that is said to carry one."""
BACK = 4
"""How many moves are doubted at most."""


def recover(state: State, evidence: Evidence, time: float, beyond: bool = False) -> list[Event]:
    """The events that lead to a board which fits; none when nothing does.

    `beyond`: only a line that has more moves than were told shows that play goes on.
    """
    for n, first in _beginnings(state):
        base = state.base
        if n < state.ledger.n:
            base = state.book(state.ledger.records[n].before, state.ledger.records[n].lay)
        elif state.open is not None and state.open.said:
            base = state.follow(state.open.told)
        before = base if first is None else state.follow(first)
        told = _fits(state, before, evidence)
        if told is not None and beyond:
            moves = len(told.moves) + (0 if first is None else len(first.moves))
            told = told if n + moves > state.ledger.n else None
        if told is not None:
            return _go_back(state, n, base, first, told, time)
    return []


def _beginnings(state: State) -> Iterator[tuple[int, AnyExplanation | None]]:
    """From where to explain the board: the last position, others of the last moves, earlier ones.

    Each is the number of the last move that holds, and what came after it in place of what was
    told.
    """
    records = state.ledger.records
    yield len(records), None
    for back in range(1, min(BACK, len(records)) + 1):
        n = len(records) - back
        for other in records[n].others:
            yield n, other
        yield n, None


def _fits(state: State, base: Predictions, evidence: Evidence) -> AnyExplanation | None:
    """The legal line that clearly explains the board best."""
    tables = evidence.tables()
    found: list[Prediction] = []
    for stack in (base.nothing, base.singles, base.chains):
        found += stack.items
    if state.view.judged:
        board = state.view.board(*evidence.likeliest())
        for told in state.game.judge(base.position, board).explanations[:6]:
            if not told.faults:
                found += base.boards(told, -3.0)
    stack = Stack.of(found)
    lead = state.settings.lead + state.view.blind_lead / 2
    best = stack.clearest(tables.scores(stack, None), lead)
    if best is None:
        return None
    off = tables.shortfall(best.cells)
    most = state.settings.misfit * state.view.tolerance / 2
    return best.told if float(off[off > CLEAR].sum()) < most else None


def _go_back(
    state: State,
    n: int,
    base: Predictions,
    first: AnyExplanation | None,
    told: AnyExplanation,
    time: float,
) -> list[Event]:
    """Take back what was wrong and tell what was played instead."""
    line = [each for each in (first, told) if each is not None and (each.moves or each.faults)]
    moves = tuple(str(move) for each in line for move in each.moves)
    forgotten = state.ledger.back_to(n, time)
    state.stand(base.position, base.lying)
    state.over = False
    standing = line[-1].standing if line else base.position
    events: list[Event] = [Resync(moves, n, str(standing), time=time), *forgotten]
    for number, each in enumerate(line):
        if number:
            events += state.close("next", time)
        events += state.begin(each, time)
    return events


class Drift:
    """The last clear board of a game that nobody can follow any more."""

    def __init__(self) -> None:
        self._cells: Cells | None = None
        self._tokens: NDArray[np.float64] | None = None

    def forget(self) -> None:
        """The game is followed again."""
        self._cells = self._tokens = None

    def see(self, state: State, evidence: Evidence, time: float) -> list[Event]:
        """The events that lead back, where exactly one side can have made exactly one move."""
        cells, unclear = evidence.likeliest()
        if evidence.tokens is not None:  # whose marble lies under a token is never quite clear
            unclear = unclear & (evidence.tokens < CARRIES)
        if not state.view.judged or unclear.any() or evidence.count < state.settings.patience:
            return []
        before, tokens = self._cells, self._tokens
        if before is not None and np.array_equal(before, cells):
            return []
        self._cells, self._tokens = cells, evidence.tokens
        found = [] if before is None else _single_moves(state, before, tokens, cells)
        if len(found) != 1:
            return []
        position, told = found[0]
        self.forget()
        state.stand(position)
        state.over = False
        events: list[Event] = [Resync((), state.ledger.n, str(position), time=time)]
        return events + state.begin(told, time)


def _single_moves(
    state: State, before: Cells, tokens: NDArray[np.float64] | None, after: Cells
) -> list[tuple[Any, AnyExplanation]]:
    """Every side's legal move that makes one board of the other."""
    view, found = state.view, []
    for side in state.game.sides:
        try:
            position = view.position_of(state.now, before, tokens, side)
        except InputError:
            continue
        explained = state.game.judge(position, view.board(after)).explanations
        found += [(position, told) for told in explained if told.legal and len(told.moves) == 1]
    return found
