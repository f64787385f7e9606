"""A report or an undo: until the board is put right, changes towards that are no faults."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from engines import AnyExplanation
from engines.contract import Explanation
from referee.events import Corrected, Event, Restored
from referee.tracker.evidence import CLEAR, Evidence
from referee.tracker.ledger import Record
from referee.tracker.look import Look
from referee.tracker.predictions import Prediction, Stack, answer
from referee.tracker.state import Open, State
from referee.tracker.telling import made
from referee.tracker.view import Cells

PIECE = "referee"
"""The task after a piece has left the board: the referee puts it back."""
UNSEEN = 6.0
"""A correction is none whose own cells speak against it by more."""
JUDGED = 6
"""So many explanations of the board as it is read are weighed."""
UNDO = "undo"
"""The task after an undo: the board comes back to what stood before the moves taken back."""


@dataclass(frozen=True, eq=False)
class Awaited:
    """What is to be put right."""

    n: int
    """The move."""
    task: str
    """How, as a word of `engines.match.conduct`, or `PIECE`, or `UNDO`."""
    before: Any
    """The position before it."""
    lay: Cells
    """What lay on the table then."""
    target: Any
    """Where it leads; None where another move is to be made."""
    faulty: AnyExplanation
    """What stood on the table when the report was accepted, or the moves were taken back."""
    stays: Any = None
    """The position that counts if nothing is put right after all; None in older journals."""
    seen: Look | None = None
    """The last sure look before, to go on with then; gone after a restart."""
    move: Any = None
    """The move that is due, which need not be the one that was played: the touched pit, the square
    on which a disc was put first. None where no move is, and in older journals."""

    @property
    def falls(self) -> bool:
        """Whether a piece that was reported off the board was not seen to be missing as yet."""
        return self.task == PIECE and not self.faulty.faults

    @property
    def side(self) -> Any:
        """Who has to put it right: who made the move, or had to make one."""
        return self.faulty.movers[0] if self.faulty.movers else self.before.side

    @property
    def due(self) -> tuple[Any, ...]:
        """The moves of the correction as it should be."""
        if self.task in ("take_back", PIECE):
            return ()
        return self.faulty.moves[:1] if self.move is None else (self.move,)


def see_correction(
    state: State,
    awaited: Awaited,
    evidence: Evidence,
    time: float,
    ended: bool,
    signalled: bool = False,
) -> list[Event]:
    """What the board shows of the correction; nothing until it is made.

    `ended`: by a signal or a quiet board; `signalled`: by a signal. Who says so has finished, be it
    right or not (RULES.md 2.5); a quiet board may still be put right.
    """
    if evidence.count < state.settings.frames:
        return []
    base = state.book(awaited.before, awaited.lay)
    found = [*base.nothing.items, *base.singles.items, *base.faults.items]
    found += base.faulty([awaited.faulty])
    done = _done(state, awaited)
    if done is not None:
        found += base.boards(done, 0.0)
    stack = Stack.of(found)
    tables = evidence.tables()
    best = stack.clearest(tables.scores(stack, None), state.settings.lead)
    if best is None:
        return []
    if state.view.judged:
        # The likeliest may be unlikely, too: where the other one has played on, nothing fits.
        touched = best.cells != state.view.cells(awaited.faulty.board)
        if float(tables.shortfall(best.cells)[touched].sum()) > UNSEEN:
            return []
    again = _wrong_again(awaited, best.told) if signalled else None
    if again is not None:
        return _finish(state, awaited, again, time)
    return _made(state, awaited, best, done, time, ended)


def _wrong_again(awaited: Awaited, told: AnyExplanation) -> AnyExplanation | None:
    """What stands there if it is the same move, wrong again or not put right at all."""
    was = awaited.faulty
    if not told.moves or told.moves[:1] != was.moves[:1] or told.movers[:1] != was.movers[:1]:
        return None
    if told.faults:
        return told
    # It is played rightly, and yet it is not the one that is due.
    other = awaited.move is not None and was.moves[:1] != (awaited.move,)
    return was if other and told.moves == was.moves else None


def _done(state: State, awaited: Awaited) -> AnyExplanation | None:
    """The correction as it should be, where only one will do."""
    if awaited.target is None:
        return None
    board, movers = state.game.board_of(awaited.target), awaited.faulty.movers
    return Explanation(awaited.due, movers[: len(awaited.due)], (), board, awaited.target)


def _made(
    state: State,
    awaited: Awaited,
    best: Prediction,
    done: AnyExplanation | None,
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
    if told.movers[0] != awaited.side:
        return []  # the other one plays on meanwhile: that puts nothing right
    if told.faults and not ended:
        return []
    return _finish(state, awaited, told, time)


def _finish(state: State, awaited: Awaited, told: AnyExplanation, time: float) -> list[Event]:
    """The correction stands; play goes on from it."""
    fallen = tuple(dict.fromkeys(c for f in awaited.faulty.faults for c in f.cells))
    if awaited.task == PIECE and awaited.n > state.ledger.n:  # that it was missed was not told
        return [Restored(fallen, str(state.now), time=time)]
    forgotten = state.ledger.back_to(awaited.n - 1, time)
    state.stand(awaited.before, awaited.lay)
    state.over = False  # the move put right may have been the last one: its end is told anew
    if awaited.task == PIECE:
        state.stand(told.standing)
        restored = Restored(fallen, str(told.standing), time=time)
        return [restored, *forgotten, *state.end_if_over(time)]
    event = made(Corrected, state.game, awaited.n, awaited.before, told, time)
    if told.moves:
        state.ledger.add(Record(told, awaited.before, awaited.lay))
        state.open = Open(told, True)
        return [event, *forgotten]
    state.stand(told.standing)
    return [event, *forgotten, *state.end_if_over(time)]


def see_fallen(
    state: State, awaited: Awaited, evidence: Evidence
) -> AnyExplanation | Literal["lies", "new"]:
    """What is missing of the board from which a piece is said to have fallen.

    It lies there until that is clear; where a move was made, play has gone on. But while a piece is
    off its place the game is halted, wherever it was put instead: that is nobody's move.
    """
    if evidence.count < state.settings.frames:
        return "lies"
    base = state.book(awaited.before, awaited.lay)
    found = [*base.nothing.items, *base.singles.items, *base.faults.items]
    if state.view.judged:  # any piece may fall, also one whose loss is no likely fault
        board = state.view.board(*evidence.likeliest())
        for told in state.game.judge(base.position, board).explanations[:JUDGED]:
            found += base.boards(told, 0.0)
    stack = Stack.of(found)
    best = stack.clearest(evidence.tables().scores(stack, None), state.settings.lead)
    if best is None:
        return "lies"
    off = (awaited.lay > 0) & (best.cells == 0)
    if state.view.judged and off.any():
        left = state.view.board(np.where(off, 0, awaited.lay).astype(np.int16))
        return state.game.judge(base.position, left).best
    if best.told.moves:
        return "new"
    return best.told if best.told.faults else "lies"


def see_undone(
    state: State, awaited: Awaited, evidence: Evidence
) -> Literal["lies", "back", "new"]:
    """Whether what was taken back still lies there, is off the board, or something else is on it.

    Where two of these look alike it counts as lying there: an undo must not be undone by a guess.
    """
    if evidence.count < state.settings.frames:
        return "lies"
    base = state.book(awaited.before, awaited.lay)
    tokens = state.view.tokens_of(awaited.stays)
    lies = Prediction(awaited.faulty, state.view.cells(awaited.faulty.board), tokens, 0.0)
    stack = Stack.of([*base.nothing.items, *base.singles.items, lies])
    tables = evidence.tables()
    scores = tables.scores(stack, None)
    if scores.max() - scores[-1] < state.settings.lead:
        off = tables.shortfall(lies.cells)
        most = state.settings.misfit * state.view.tolerance
        return "lies" if float(off[off > CLEAR].sum()) <= most else "new"
    best = stack.items[int(scores.argmax())]
    return "new" if best.told.moves else "back"


def taken_off(state: State, awaited: Awaited, time: float) -> Event:
    """What was taken back is off the board."""
    lay = state.view.cells(awaited.faulty.board)
    off = tuple(state.view.names[i] for i in np.flatnonzero(lay != awaited.lay))
    state.refused.clear()  # whoever plays the same again plays it anew
    return Restored(off, str(state.position), time=time)
