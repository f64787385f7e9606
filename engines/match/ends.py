"""How sets begin and end: counting, fallen flags, the referee's decision, the signatures."""

from __future__ import annotations

from dataclasses import replace

from engines.contract import InputError
from engines.match.events import (
    ClockPaused,
    ClockStarted,
    FlagFell,
    RefereeDecided,
    SetBegan,
    SetFinished,
    Signed,
)
from engines.match.replies import granted, refused
from engines.match.results import Result
from engines.match.state import Question, Round, SetResult
from engines.match.transition import (
    Step,
    end_by_rule,
    end_last_move,
    finish_set,
    require,
    run_clock,
    stop_clock,
)
from engines.players import PLAYERS, opponent


def set_began(round_: Round, event: SetBegan) -> Step:
    """The next set: its starter is to move, and the last set is past (RULES.md 1.2, 1.16)."""
    require(round_, event, "between")
    number = round_.set_number + 1
    round_ = stop_clock(round_, event.at)
    clock = round_.clock
    if round_.conduct.timeout_scope == "set" and round_.full_clock is not None:
        # A flag decides one set only, so that every set has its own time (B-M11).
        clock = replace(round_.full_clock, since=event.at)
    starter = round_.starters[number - 1]
    round_ = replace(
        round_,
        set_number=number,
        turn=starter,
        movers=(),
        open=(),
        bound_to=None,
        signed=(),
        clock=clock,
        paused=False,
    )
    return Step(run_clock(round_, starter, event.at))


def set_finished(round_: Round, event: SetFinished) -> Step:
    """The count of a set; a tie may be the referee's (RULES.md 1.12, 2.10, 3.10, B-G2, B-M9)."""
    require(round_, event, "play")
    round_ = stop_clock(end_last_move(round_, event.at), event.at)
    if event.result == "draw" and round_.conduct.tie == "referee":
        question = Question("tie", score=event.score)
        reply = granted("referee_decides", round_.conduct.grounds.result)
        return Step(replace(round_, question=question), (reply,))
    return finish_set(round_, SetResult(event.result, event.reason, event.score), event.at)


def flag_fell(round_: Round, event: FlagFell) -> Step:
    """Time is up: lost, drawn or left to the referee (RULES.md 1.17, B-M11, B-R5, B-K9)."""
    conduct, player = round_.conduct, event.player
    article = conduct.grounds.timeout
    if round_.phase not in ("play", "correction", "halted"):
        return Step(round_, (refused("play_over", article, player),))
    if round_.clock is not None and round_.clock.remaining(player, event.at) > 0:
        return Step(round_, (refused("flag_not_down", article, player),))
    if conduct.timeout == "referee":
        round_ = replace(stop_clock(round_, event.at), open=(), awaiting=None, off_board=())
        reply = granted("referee_decides", article, player)
        return Step(replace(round_, question=Question("time_out", player)), (reply,))
    drawn = conduct.timeout == "treasury" and _treasury(event) >= conduct.draw_treasury
    result: Result = "draw" if drawn else opponent(player)
    ended = end_by_rule(round_, result, conduct.timeout_scope, "time_out", article, event.at)
    reply = granted("time_out_draw" if drawn else "time_out_loss", article, player)
    return Step(ended.round, (reply, *ended.replies))


def _treasury(event: FlagFell) -> int:
    if event.treasury is None or event.treasury < 0:
        raise InputError("a fallen flag needs the stones counted in that player's treasury")
    return event.treasury


def referee_decided(round_: Round, event: RefereeDecided) -> Step:
    """The referee's word on what the rules leave open (B-G2, B-R5, B-K9)."""
    require(round_, event, "referee")
    question = round_.question
    if question is None:
        raise InputError("nothing is left to the referee")
    ended = SetResult(event.result, f"referee_{question.about}", question.score)
    return finish_set(round_, ended, event.at)


def signed(round_: Round, event: Signed) -> Step:
    """A signature closes the signer's window; both fix the result (RULES.md 0.8, 3.10)."""
    require(round_, event, "over", "between")
    if round_.set_number == 0:
        raise InputError("no set has been played; there is nothing to sign")
    if event.by in round_.signed:
        raise InputError(f"player {event.by} has signed already")
    names = (*round_.signed, event.by)
    round_ = replace(round_, signed=names)
    if len(names) < len(PLAYERS):
        return Step(round_)
    return Step(round_, (granted("result_signed", round_.conduct.grounds.closed),))


def clock_paused(round_: Round, event: ClockPaused) -> Step:
    """The referee stops the clock, whatever happens meanwhile (RULES.md 2.11)."""
    _need_clock(round_)
    return Step(replace(stop_clock(round_, event.at), paused=True))


def clock_started(round_: Round, event: ClockStarted) -> Step:
    """The referee lets the clock run for whoever is to act, if anybody is (RULES.md 2.11)."""
    _need_clock(round_)
    round_ = replace(round_, paused=False)
    on = round_.phase in ("play", "correction")
    return Step(run_clock(round_, round_.to_act, event.at) if on else round_)


def _need_clock(round_: Round) -> None:
    if round_.clock is None:
        raise InputError("this round is played without a clock")
