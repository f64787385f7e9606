"""Moves, their end, and the correction of a reported one (RULES.md 2.5-2.12)."""

from __future__ import annotations

from dataclasses import replace

from engines.contract import Fault, InputError
from engines.match.conduct import TOUCH, Conduct
from engines.match.events import Corrected, CountRequested, Mended, MoveEnded, MoveMade, Touched
from engines.match.replies import granted, refused
from engines.match.state import MadeMove, Round
from engines.match.transition import Step, end_last_move, require, run_clock
from engines.players import Player, opponent


def move_made(round_: Round, event: MoveMade) -> Step:
    """A move: it closes the mover's window on the opponent's moves (RULES.md 2.12)."""
    require(round_, event, "play")
    conduct = round_.conduct
    if event.move is None and not event.faults:
        raise InputError("without a move and without a fault nothing has happened")
    out_of_turn = event.by != round_.turn and event.move is not None
    if out_of_turn and not any(fault.code in conduct.out_of_turn for fault in event.faults):
        raise InputError(
            f"it is the turn of player {round_.turn}; a move by {event.by} needs one of the "
            f"faults {', '.join(conduct.out_of_turn)}"
        )
    round_ = end_last_move(round_, event.at)
    kept = round_.open
    if event.move is not None:
        kept = tuple(move for move in kept if move.by == event.by)
    # A touch binds whoever has the turn, not a player who moves out of turn.
    plays = event.by == round_.turn and event.move is not None
    made = _made(
        round_.conduct,
        event,
        number=len(round_.movers) + 1,
        turn=round_.turn,
        bound_to=round_.bound_to if plays else None,
    )
    return Step(
        replace(
            round_,
            open=(*kept, made),
            movers=(*round_.movers, event.by),
            turn=_next_turn(round_.turn, event),
            bound_to=None if plays else round_.bound_to,
        )
    )


def mended(round_: Round, event: Mended) -> Step:
    """The mover may still change a move that has not ended (RULES.md 2.11, B-R7).

    Without a move it was taken off again; with faults other pieces have changed meanwhile, which
    may be reported when that has ended.
    """
    require(round_, event, "play")
    last = _unfinished(round_, event.by, "mend")
    if event.move is None:
        round_ = _withdrawn(round_, last)
        if not event.faults:
            return Step(round_)
    else:
        after_all = last.move is None and last.by == last.turn
        round_ = replace(
            round_,
            open=round_.open[:-1],
            movers=round_.movers[:-1],
            bound_to=None if after_all else round_.bound_to,
        )
    made = _made(
        round_.conduct,
        event,
        number=last.number,
        turn=last.turn,
        bound_to=last.bound_to,
        correction=last.correction,
    )
    open_, movers = (*round_.open, made), (*round_.movers, event.by)
    return Step(replace(round_, open=open_, movers=movers, turn=_next_turn(last.turn, event)))


def move_ended(round_: Round, event: MoveEnded) -> Step:
    """The end signal opens the opponent's window; a clock is pressed (RULES.md 2.12)."""
    require(round_, event, "play")
    _unfinished(round_, event.by, "end")
    return Step(end_last_move(round_, event.at))


def corrected(round_: Round, event: Corrected) -> Step:
    """The awaited correction; it counts as a move that may be reported again (RULES.md 2.5)."""
    require(round_, event, "correction")
    due = round_.awaiting
    if due is None or event.by != due.by:
        raise InputError(f"player {event.by} has nothing to correct")
    taken_back = due.task == "take_back"
    if taken_back != (event.move is None):
        what = "is no move" if taken_back else "must name the move made"
        raise InputError(f"the correction asked for ({due.task}) {what}")
    round_ = replace(round_, awaiting=None)
    if taken_back:
        round_ = run_clock(round_, round_.turn, event.at)
        if not event.faults:
            return Step(round_)
    made = _made(
        round_.conduct,
        event,
        number=due.number,
        turn=due.turn,
        bound_to=round_.bound_to,
        correction=True,
    )
    return Step(
        replace(
            round_,
            open=(*round_.open, made),
            movers=(*round_.movers, event.by),
            turn=_next_turn(due.turn, event),
            bound_to=round_.bound_to if taken_back else None,
        )
    )


def touched(round_: Round, event: Touched) -> Step:
    """Touching own stones binds to their pit (RULES.md 1.14 note d, 1.18, B-M12)."""
    require(round_, event, "play", "correction")
    article = round_.conduct.touch
    if not article:
        raise InputError(f"touching binds to nothing in {round_.conduct.game}")
    if event.by != round_.turn:
        raise InputError(f"player {round_.turn} is to move; player {event.by} is bound to nothing")
    own = event.pit[:1].casefold() == round_.side_of(event.by)[:1].casefold()
    if not own:
        return Step(round_, (refused("not_own_pit", article, event.by),))
    if round_.is_exempt(event.by, TOUCH):
        return Step(round_, (refused("exempt", round_.conduct.grounds.exemption, event.by),))
    if round_.bound_to not in (None, event.pit):
        return Step(round_, (refused("already_bound", article, event.by),))
    reply = granted("touch_binds", article, event.by, event.pit)
    return Step(replace(round_, bound_to=event.pit), (reply,))


def count_requested(round_: Round, event: CountRequested) -> Step:
    """The referee counts a pit only after a doubling move (RULES.md 1.14 note b)."""
    article = round_.conduct.count
    if not article:
        raise InputError(f"nothing is counted on request in {round_.conduct.game}")
    pit = round_.open[-1].doubling_pit if round_.open else None
    if pit is None:
        return Step(round_, (refused("no_doubling_move", article, event.by),))
    if event.pit not in (None, pit):
        return Step(round_, (refused("other_pit", article, event.by),))
    return Step(round_, (granted("count", article, event.by, pit),))


def _made(
    conduct: Conduct,
    event: MoveMade | Mended | Corrected,
    *,
    number: int,
    turn: Player,
    bound_to: str | None,
    correction: bool = False,
) -> MadeMove:
    """The move as it may be reported, with the breach of touch-move added (RULES.md 1.15)."""
    faults = event.faults
    for fault in faults:
        conduct.ruling(fault.code)
    if bound_to is not None and event.move not in (None, bound_to):
        faults = (*faults, Fault(TOUCH, (bound_to,), conduct.ruling(TOUCH).article))
    return MadeMove(
        number=number,
        by=event.by,
        turn=turn,
        move=event.move,
        faults=faults,
        before=event.before,
        doubling_pit=event.doubling_pit,
        bound_to=bound_to,
        correction=correction,
        # Pieces that changed without a move need no end signal, unless a move was begun.
        ended=event.move is None and not isinstance(event, Mended),
    )


def _withdrawn(round_: Round, last: MadeMove) -> Round:
    """The mover took the piece off again before ending the move, and has yet to move."""
    if last.correction:
        raise InputError("a correction cannot be taken off again; name the move that stands")
    return replace(
        round_,
        open=round_.open[:-1],
        movers=round_.movers[:-1],
        turn=last.turn,
        bound_to=last.bound_to if last.by == last.turn else round_.bound_to,
    )


def _next_turn(turn: Player, event: MoveMade | Mended | Corrected) -> Player:
    """Whose turn it is then: unchanged without a move, the mover's with an extra turn (1.7)."""
    if event.move is None:
        return turn
    return event.by if event.again else opponent(event.by)


def _unfinished(round_: Round, player: Player, verb: str) -> MadeMove:
    """The player's move that has not ended; raises `InputError` when there is none."""
    if not round_.open or round_.open[-1].ended or round_.open[-1].by != player:
        raise InputError(f"player {player} has no unfinished move to {verb}")
    return round_.open[-1]
