"""Back into step: the board explained from a position further back, or by a longer line."""

from __future__ import annotations

from typing import Any

from referee.events import Event, Resync
from referee.tracker.evidence import Evidence
from referee.tracker.predictions import Prediction, Predictions, Stack
from referee.tracker.state import State
from referee.tracker.telling import single_moves
from referee.tracker.view import Told

BACK = 4
"""How many moves are doubted at most."""


def recover(state: State, evidence: Evidence, time: float) -> list[Event]:
    """The events that lead to a board which fits; none when nothing does."""
    tables = evidence.tables()
    records = state.ledger.records
    for back in range(min(BACK, len(records)) + 1):
        if back == 0:
            base, n = state.base, len(records)
            if state.open is not None and state.open.said:
                base = state.follow(state.open.told)
        else:
            n = len(records) - back
            base = state.book(records[n].before, records[n].lay)
        told = _fits(state, base, evidence)
        if told is not None:
            short = float(tables.shortfall(state.view.cells(told.board)).sum())
            if short < state.settings.misfit / 2:
                return _go_back(state, n, base.position, base.lying, told, time)
    return []


def _fits(state: State, base: Predictions, evidence: Evidence) -> Told | None:
    """The legal line that clearly explains the board best."""
    tables = evidence.tables()
    found: list[Prediction] = []
    for stack in (base.nothing, base.singles, base.chains):
        found += stack.items
    if state.view.judged:
        board = state.view.board(*evidence.likeliest())
        for told in state.game.judge(base.position, board).explanations[:6]:
            if not told.faults:
                cells = state.view.cells(told.board)
                tokens = state.view.token_sets(base.position, told)
                found += [Prediction(told, cells, each, -3.0) for each in tokens]
    stack = Stack.of(found)
    scores = tables.scores(stack, None)
    order = scores.argsort()[::-1]
    best = stack.items[order[0]]
    for i in order[1:]:
        if (stack.items[i].cells != best.cells).any():
            if scores[order[0]] - scores[i] < state.settings.lead:
                return None
            break
    return best.told


def _go_back(
    state: State, n: int, position: Any, lying: Any, told: Told, time: float
) -> list[Event]:
    """Take back what was wrong and tell what was played instead."""
    forgotten = state.ledger.back_to(n, time)
    state.stand(position, lying)
    if told.moves:
        moves = tuple(
            str(move) for _, part in single_moves(state.game, position, told) for move in part.moves
        )
        events: list[Event] = [Resync(moves, n, str(told.standing), time=time), *forgotten]
        return events + state.begin(told, time)
    return [Resync((), n, str(position), time=time), *forgotten]
