"""The machine: one pure function from a round and an event to the round afterwards."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from engines.contract import InputError
from engines.match import ends, events, moves, reports
from engines.match.state import Round
from engines.match.transition import Step

_HANDLERS: dict[type[events.Event], Callable[[Round, Any], Step]] = {
    events.SetBegan: ends.set_began,
    events.MoveMade: moves.move_made,
    events.Mended: moves.mended,
    events.Corrected: moves.corrected,
    events.MoveEnded: moves.move_ended,
    events.Objected: reports.objected,
    events.Touched: moves.touched,
    events.CountRequested: moves.count_requested,
    events.PieceLeftBoard: reports.piece_left_board,
    events.PiecePutBack: reports.piece_put_back,
    events.RefereeWarned: reports.referee_warned,
    events.Disqualified: reports.disqualified,
    events.ClockPaused: ends.clock_paused,
    events.ClockStarted: ends.clock_started,
    events.FlagFell: ends.flag_fell,
    events.SetFinished: ends.set_finished,
    events.RefereeDecided: ends.referee_decided,
    events.Signed: ends.signed,
}


def step(round_: Round, event: events.Event) -> Step:
    """What an event leads to.

    What the rules refuse is a reply with its article and leaves the round as it was; an event
    that cannot happen in this state raises `InputError`.
    """
    handler = _HANDLERS.get(type(event))
    if handler is None:
        raise InputError(f"{event!r} is not an event of a round")
    return handler(round_, event)


def replay(round_: Round, happened: Iterable[events.Event]) -> Round:
    """The round after a list of events, as the journal rebuilds it."""
    for event in happened:
        round_ = step(round_, event).round
    return round_
