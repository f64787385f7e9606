"""Back into step: the board explained from a position further back, or by a longer line."""

from __future__ import annotations

from collections.abc import Iterator

from referee.events import Event, Resync
from referee.tracker.evidence import CLEAR, Evidence
from referee.tracker.predictions import Prediction, Predictions, Stack
from referee.tracker.state import State
from referee.tracker.view import Told

BACK = 4
"""How many moves are doubted at most."""


def recover(state: State, evidence: Evidence, time: float) -> list[Event]:
    """The events that lead to a board which fits; none when nothing does."""
    for n, first in _beginnings(state):
        base = state.base
        if n < state.ledger.n:
            base = state.book(state.ledger.records[n].before, state.ledger.records[n].lay)
        elif state.open is not None and state.open.said:
            base = state.follow(state.open.told)
        before = base if first is None else state.follow(first)
        told = _fits(state, before, evidence)
        if told is not None:
            return _go_back(state, n, base, first, told, time)
    return []


def _beginnings(state: State) -> Iterator[tuple[int, Told | None]]:
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
            if scores[order[0]] - scores[i] < state.settings.lead + state.view.blind_lead / 2:
                return None
            break
    off = tables.shortfall(best.cells)
    most = state.settings.misfit * state.view.tolerance / 2
    return best.told if float(off[off > CLEAR].sum()) < most else None


def _go_back(
    state: State, n: int, base: Predictions, first: Told | None, told: Told, time: float
) -> list[Event]:
    """Take back what was wrong and tell what was played instead."""
    line = [each for each in (first, told) if each is not None and (each.moves or each.faults)]
    moves = tuple(str(move) for each in line for move in each.moves)
    forgotten = state.ledger.back_to(n, time)
    state.stand(base.position, base.lying)
    standing = line[-1].standing if line else base.position
    events: list[Event] = [Resync(moves, n, str(standing), time=time), *forgotten]
    for number, each in enumerate(line):
        if number:
            events += state.close("next", time)
        events += state.begin(each, time)
    return events
