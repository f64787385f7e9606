"""Reports of breaches, what follows from them, and pieces off the board."""

from __future__ import annotations

from dataclasses import replace

from engines.contract import Fault, InputError
from engines.match.conduct import PIECE_LEFT, TOUCH, WEIGHT, Task
from engines.match.events import (
    Actor,
    Disqualified,
    Objected,
    PieceLeftBoard,
    PiecePutBack,
    RefereeWarned,
)
from engines.match.replies import Reply, granted, refused
from engines.match.state import Correction, MadeMove, Round
from engines.match.transition import (
    Step,
    end_by_rule,
    require,
    run_clock,
    stop_clock,
    warn,
    withdraw_result,
)
from engines.players import Player, opponent


def objected(round_: Round, event: Objected) -> Step:
    """Accept or refuse a report (RULES.md 0.8, 2.5-2.7, 2.12, B-G9, B-G10)."""
    found = _reported(round_, event)
    if isinstance(found, Reply):
        return Step(round_, (found,))
    return _accept(round_, found, event.at)


def _reported(round_: Round, event: Objected) -> MadeMove | Reply:
    """The faulty move that the report is about, or why the report is refused."""
    grounds = round_.conduct.grounds
    player = _player(event.by)
    if player is None and not round_.rules.referee_may_intervene:
        return refused("no_intervention", grounds.unreported)
    if player in round_.signed or round_.phase == "signed":
        return refused("signed", grounds.closed, player)
    if round_.awaiting is not None:
        return refused("awaiting_correction", grounds.warning, player)
    if event.number is not None and _mover(round_, event.number) == player:
        return refused("own_move", grounds.legal, player)
    moves = [
        move for move in round_.open if move.by != player and event.number in (None, move.number)
    ]
    if not moves:
        moved = round_.set_number > 1 or any(mover != player for mover in round_.movers)
        return refused("past_move" if moved else "nothing_to_report", grounds.past, player)
    # An extra turn leaves several moves in the window. The oldest breach is the one meant: what
    # was played after it falls with it.
    for move in moves:
        if round_.is_ripe(move) and not move.ruled and _breaches(round_, move):
            return move
    if not all(round_.is_ripe(move) for move in moves):
        return refused("too_early", grounds.unfinished, player)
    if any(move.ruled for move in moves):
        return refused("already_ruled", grounds.warning, player)
    if any(move.faults for move in moves):
        return refused("exempt", grounds.exemption, player)
    return refused("legal_move", grounds.legal, player)


def _player(actor: Actor) -> Player | None:
    """The player who acts; None for the referee."""
    return None if actor == "referee" else actor


def _mover(round_: Round, number: int) -> str:
    if not 1 <= number <= len(round_.movers):
        raise InputError(f"no move {number} in this set; there are {len(round_.movers)}")
    return round_.movers[number - 1]


def _breaches(round_: Round, move: MadeMove) -> tuple[Fault, ...]:
    """The faults of a move from which its mover is not exempt (RULES.md 1.18, 2.13)."""
    return tuple(fault for fault in move.faults if not round_.is_exempt(move.by, fault.code))


def _accept(round_: Round, move: MadeMove, at: float) -> Step:
    """A warning and a correction, as far as the breaches bring them (RULES.md 2.5, B-R3)."""
    conduct = round_.conduct
    breaches = _breaches(round_, move)
    replies = [granted("report_accepted", conduct.grounds.warning, move.by)]
    warned = next((fault for fault in breaches if conduct.ruling(fault.code).warning), None)
    if warned is not None:
        step = warn(round_, move.by, warned.code, warned.article, at)
        round_ = step.round
        replies += step.replies
        if move not in round_.open:  # the third warning has ended the round
            return Step(round_, tuple(replies))
    step = _put_right(round_, move, breaches, at)
    return Step(step.round, (*replies, *step.replies))


def _put_right(round_: Round, move: MadeMove, breaches: tuple[Fault, ...], at: float) -> Step:
    """Order what the breaches ask for; the weightiest task of the player covers the others."""
    conduct = round_.conduct
    tasks = [(conduct.ruling(fault.code).task, fault) for fault in breaches]
    fallen = tuple(cell for task, fault in tasks if task == "referee" for cell in fault.cells)
    own: list[Task] = [task for task, _ in tasks if task is not None and task != "referee"]
    if own:
        due = _due_move(round_, move, breaches)
        step = _await(withdraw_result(round_), move, due, max(own, key=WEIGHT.index), at)
    else:
        # The move is not made again, so remember that it was ruled on.
        ruled = tuple(replace(m, ruled=True) if m == move else m for m in round_.open)
        step = Step(replace(round_, open=ruled))
    if fallen:
        halt = _halt(withdraw_result(step.round), fallen, at)
        return Step(halt.round, (*step.replies, *halt.replies))
    if own:
        return step
    return Step(step.round, (granted("board_stands", conduct.grounds.warning, move.by),))


def _due_move(round_: Round, move: MadeMove, breaches: tuple[Fault, ...]) -> str | None:
    """The move that counts: the pit that was touched, the square on which the disc was put first,
    else what was played (RULES.md 1.14 note d, 2.9)."""
    for fault in breaches:
        # The same code names a disc that lay there before the move; its first cell is no move.
        if fault.code in round_.conduct.shifted and fault.cells[1:] == (move.move,):
            return fault.cells[0]
    return move.bound_to or move.move


def _await(round_: Round, move: MadeMove, due: str | None, task: Task, at: float) -> Step:
    """Go back to before the move and wait for its mover to put it right (B-K8, B-M13, B-R3)."""
    if move.move is None:
        task = "take_back"
    awaiting = Correction(
        by=move.by,
        task=task,
        number=move.number,
        turn=move.turn,
        move=due if task in ("finish", "replay") else None,
        before=move.before,
    )
    bound_to = move.bound_to
    if task == "take_back":
        bound_to = round_.bound_to
    elif task == "replay" and not round_.is_exempt(move.by, TOUCH):
        # To replay is to be bound to the pit, as by touching it.
        bound_to = due
    round_ = replace(
        round_,
        awaiting=awaiting,
        open=tuple(earlier for earlier in round_.open if earlier.number < move.number),
        movers=round_.movers[: move.number - 1],
        turn=move.turn,
        bound_to=bound_to,
    )
    reply = granted("correct_now", round_.conduct.grounds.warning, move.by)
    return Step(run_clock(round_, move.by, at), (reply,))


def piece_left_board(round_: Round, event: PieceLeftBoard) -> Step:
    """A fallen piece was reported: play stops until the referee has put it back (RULES.md 2.8)."""
    require(round_, event, "play", "correction", "halted")
    if not event.cells:
        raise InputError("name at least one cell that a piece left")
    return _halt(round_, event.cells, event.at)


def piece_put_back(round_: Round, event: PiecePutBack) -> Step:
    """Only the referee puts pieces back, unless the player is exempt (RULES.md 2.8, B-R4)."""
    require(round_, event, "halted")
    article = round_.conduct.grounds.piece
    player = _player(event.by)
    if player is not None and not round_.is_exempt(player, PIECE_LEFT):
        return Step(round_, (refused("only_referee", article, player),))
    round_ = replace(round_, off_board=())
    return Step(run_clock(round_, round_.to_act, event.at), (granted("piece_back", article),))


def _halt(round_: Round, cells: tuple[str, ...], at: float) -> Step:
    off_board = tuple(dict.fromkeys((*round_.off_board, *cells)))
    reply = granted("piece_off_board", round_.conduct.grounds.piece)
    return Step(stop_clock(replace(round_, off_board=off_board), at), (reply,))


def referee_warned(round_: Round, event: RefereeWarned) -> Step:
    """A warning for conduct (RULES.md 0.9, 1.14); exempt players get none (RULES.md 1.18)."""
    require(round_, event, "play", "correction", "halted", "between")
    conduct = round_.conduct
    ruling = conduct.ruling(event.cause)
    if round_.set_number == 0:
        raise InputError("no set has begun, so there is nobody to warn yet")
    if round_.is_exempt(event.player, event.cause):
        return Step(round_, (refused("exempt", conduct.grounds.exemption, event.player),))
    return warn(round_, event.player, ruling.code, ruling.article, event.at)


def disqualified(round_: Round, event: Disqualified) -> Step:
    """Out of the round after warnings for conduct (RULES.md 0.9)."""
    require(round_, event, "play", "correction", "halted", "between", "referee")
    article = round_.conduct.grounds.time_wasting
    player = event.player
    if not any(w.player == player and not w.counts for w in round_.warnings):
        return Step(round_, (refused("not_warned", article, player),))
    ended = end_by_rule(round_, opponent(player), "round", "disqualified", article, event.at)
    return Step(ended.round, (granted("disqualified", article, player), *ended.replies))
