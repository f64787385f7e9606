"""An accepted report: until the board is put right, changes towards that are no faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from engines.contract import Explanation
from referee.events import Corrected, Event, Restored
from referee.tracker.evidence import Evidence
from referee.tracker.ledger import Record
from referee.tracker.predictions import Prediction, Stack, answer
from referee.tracker.state import Open, State
from referee.tracker.telling import made
from referee.tracker.view import Cells, Told


@dataclass(frozen=True, eq=False)
class Awaited:
    """What is to be put right."""

    n: int
    """The move."""
    task: str
    """How, as a word of `engines.match.conduct`; `referee`: only a piece is put back."""
    before: Any
    """The position before it."""
    lay: Cells
    """What lay on the table then."""
    target: Any
    """Where it leads; None where another move is to be made."""
    faulty: Told
    """What stood on the table when the report was accepted."""


def see_correction(
    state: State, awaited: Awaited, evidence: Evidence, time: float, ended: bool
) -> list[Event]:
    """What the board shows of the correction; nothing until it is made."""
    if evidence.count < state.settings.frames:
        return []
    base = state.book(awaited.before, awaited.lay)
    found = [*base.nothing.items, *base.singles.items, *base.faults.items]
    found += base.faulty([awaited.faulty])
    done = _done(state, awaited)
    if done is not None:
        cells = state.view.cells(done.board)
        for tokens in state.view.token_sets(awaited.before, done):
            found.append(Prediction(done, cells, tokens, 0.0))
    stack = Stack.of(found)
    scores = evidence.tables().scores(stack, None)
    order = scores.argsort()[::-1]
    best = stack.items[order[0]]
    for i in order[1:]:
        if (stack.items[i].cells != best.cells).any():
            if scores[order[0]] - scores[i] < state.settings.lead:
                return []
            break
    return _made(state, awaited, best, done, time, ended)


def _done(state: State, awaited: Awaited) -> Told | None:
    """The correction as it should be, where only one will do."""
    if awaited.target is None:
        return None
    moves = () if awaited.task in ("take_back", "referee") else awaited.faulty.moves[:1]
    board = state.game.board_of(awaited.target)
    return Explanation(moves, awaited.faulty.movers[: len(moves)], (), board, awaited.target)


def _made(
    state: State,
    awaited: Awaited,
    best: Prediction,
    done: Told | None,
    time: float,
    ended: bool,
) -> list[Event]:
    told = best.told
    if done is not None and np.array_equal(best.cells, state.view.cells(done.board)):
        return _finish(state, awaited, done, time)
    if awaited.target is not None and awaited.task != "replay":
        return []  # nothing else will do; the referee sees to it
    if not told.moves or answer(told) == answer(awaited.faulty):
        return []
    if told.faults and not ended:
        return []
    return _finish(state, awaited, told, time)


def _finish(state: State, awaited: Awaited, told: Told, time: float) -> list[Event]:
    """The correction stands; play goes on from it."""
    forgotten = state.ledger.back_to(awaited.n - 1, time)
    state.stand(awaited.before, awaited.lay)
    if awaited.task == "referee":
        state.stand(told.standing)
        cells = tuple(dict.fromkeys(c for f in awaited.faulty.faults for c in f.cells))
        return [Restored(cells, str(told.standing), time=time), *forgotten]
    event = made(Corrected, state.game, awaited.n, awaited.before, told, time)
    if told.moves:
        state.ledger.add(Record(told, awaited.before, awaited.lay))
        state.open = Open(told, True)
    else:
        state.stand(told.standing)
    return [event, *forgotten]
