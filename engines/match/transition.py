"""The steps that several events share: checking the phase, the clock, ending a set or the round."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from engines.contract import InputError
from engines.match.conduct import Scope
from engines.match.events import Event
from engines.match.replies import Reply, granted
from engines.match.results import Result, round_result
from engines.match.state import Decision, GivenWarning, Phase, Round, SetResult
from engines.players import Player, opponent

NEXT: dict[Phase, str] = {
    "between": "no set is on; a set must begin first",
    "play": "play is on",
    "correction": "a correction is awaited; it must be made first",
    "halted": "a piece is off the board; the referee must put it back first",
    "referee": "the referee must decide first",
    "over": "the round is decided; it only remains to sign",
    "signed": "the result is signed and final",
}
"""What a round waits for in each phase, and so why something else cannot happen."""


@dataclass(frozen=True, slots=True)
class Step:
    """What an event led to."""

    round: Round
    """The round afterwards; the same one when everything was refused."""
    replies: tuple[Reply, ...] = ()
    """What the referee says to it; nothing for an ordinary move."""


def require(round_: Round, event: Event, *phases: Phase) -> None:
    """Raise `InputError` for an event that cannot happen now."""
    if round_.phase not in phases:
        raise InputError(f"{type(event).__name__} cannot happen now: {NEXT[round_.phase]}")


def run_clock(round_: Round, player: Player, at: float) -> Round:
    """Let a player's time run, where a clock is used, is not paused, and no piece is missed."""
    if round_.clock is None or round_.paused or round_.off_board:
        return round_
    return replace(round_, clock=round_.clock.start(player, at))


def stop_clock(round_: Round, at: float) -> Round:
    """Stop the clock, where one is used."""
    return round_ if round_.clock is None else replace(round_, clock=round_.clock.pause(at))


def end_last_move(round_: Round, at: float) -> Round:
    """Mark the last move as ended and press the clock.

    Making the next move without waiting for the signal ends the move too. Corrections and extra
    turns earn no increment.
    """
    if not round_.open or round_.open[-1].ended:
        return round_
    last = round_.open[-1]
    round_ = replace(round_, open=(*round_.open[:-1], replace(last, ended=True)))
    clock = round_.clock
    if clock is None or clock.running is None:
        return round_
    if clock.running == last.by and round_.turn != last.by and not last.correction:
        return replace(round_, clock=clock.press(last.by, at))
    return run_clock(round_, round_.turn, at)


def warn(round_: Round, player: Player, cause: str, article: str, at: float) -> Step:
    """Give a warning; the third one loses (RULES.md 1.15, 2.5, 3.6, B-G6)."""
    conduct = round_.conduct
    ruling = conduct.ruling(cause)
    warning = GivenWarning(player, cause, article, round_.set_number, ruling.counts)
    round_ = replace(round_, warnings=(*round_.warnings, warning))
    replies = (granted("warned", article, player),)
    if not ruling.counts or round_.warnings_of(player) < conduct.warnings_to_lose:
        return Step(round_, replies)
    lost = granted("third_warning", conduct.grounds.warning, player)
    ended = end_by_rule(
        round_, opponent(player), "round", "third_warning", conduct.grounds.warning, at
    )
    return Step(ended.round, (*replies, lost, *ended.replies))


def withdraw_result(round_: Round) -> Round:
    """Reopen the set that was over, because its last move is to be put right."""
    results = round_.results
    if len(results) == round_.set_number:
        results = results[:-1]
    return replace(round_, results=results, decision=None, question=None, signed=())


def finish_set(round_: Round, ended: SetResult, at: float) -> Step:
    """Write down a set and see whether it decides the round (RULES.md 1.13, B-G3, B-G4)."""
    conduct = round_.conduct
    round_ = replace(stop_clock(round_, at), results=(*round_.results, ended), question=None)
    result = round_result([s.result for s in round_.results], conduct.sets, round_.rules)
    article = conduct.grounds.result
    if result is None:
        return Step(round_, (granted("set_over", article),))
    decision = Decision(result, "sets", article)
    return Step(replace(round_, decision=decision), (granted("round_over", article),))


def end_by_rule(
    round_: Round,
    result: Result,
    scope: Scope,
    reason: Literal["third_warning", "time_out", "disqualified"],
    article: str,
    at: float,
) -> Step:
    """End the set or the round off the board: nothing of it can be reported any more."""
    round_ = replace(
        round_, open=(), awaiting=None, off_board=(), bound_to=None, question=None, signed=()
    )
    if scope == "set":
        return finish_set(round_, SetResult(result, reason), at)
    decision = Decision(result, reason, article)
    round_ = replace(stop_clock(round_, at), decision=decision)
    return Step(round_, (granted("round_over", article),))
