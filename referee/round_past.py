"""What has happened in a round, so that it can be told again when moves are taken back.

Every event of the round stands behind the number of the move after which it came. Taking moves back
is to begin where the set began, and to let happen again what still holds.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from engines import match
from engines.contract import InputError
from engines.match import Round, step
from engines.match.results import by_counts
from engines.match.state import GivenWarning
from engines.match.transition import end_last_move, run_clock, withdraw_result
from engines.players import PLAYERS
from referee import events as told
from referee.round_events import (
    ENDED,
    RESIGNED,
    SETTLED,
    STANDING,
    STOPPED,
    Stood,
    lasts,
    reply_of,
    stays,
)
from referee.tracker import Tracker


class RoundPast:
    """The part of a round's keeper that remembers, and goes back."""

    def __init__(self, tracker: Tracker, round_: Round) -> None:
        self.tracker = tracker
        self.round = round_
        self.troubles: list[str] = []
        """What the machine could not take, in words; empty unless something is wrong."""
        self._new_set()

    def _new_set(self) -> None:
        """From here on moves can be taken back, and from this position."""
        self._start, self._begun = self.round, self.tracker.position
        self._happened: list[tuple[int, match.Event | Stood]] = []
        self._n = 0

    def _do(self, event: match.Event) -> tuple[match.Reply, ...]:
        """Let it happen in the round; raises `InputError` where it cannot."""
        if event is SETTLED:
            self.round = replace(self.round, awaiting=None)
            self._happened.append((self._n, event))
            return ()
        done = step(self.round, event)
        if done.round is not self.round:  # what was refused is not granted when told again
            self._happened.append((self._n, event))
        if len(done.round.results) < len(self.round.results):  # a report has set the end aside
            self._forget(match.SetFinished)
        self.round = done.round
        if isinstance(event, match.SetBegan):
            self._align(self._begun)
            self.round = run_clock(self.round, self.round.turn, event.at)
        return done.replies

    def _try(self, event: match.Event, time: float) -> list[told.Event]:
        """Let it happen; a turn that a person has set otherwise is put right first."""
        try:
            replies = self._do(event)
        except InputError:
            by, before = getattr(event, "by", None), self.round
            if by in PLAYERS:
                self.round = replace(self.round, turn=by)
            try:
                replies = self._do(event)
            except InputError as error:
                self.round = before
                self.troubles.append(f"{type(event).__name__}: {error}")
                return []
        return [reply_of(reply, time) for reply in replies]

    def _go_back(self, n: int) -> tuple[GivenWarning, ...]:
        """The round as it was after move `n`; what was said later about later moves is void.

        Gives the warnings that fall with them.
        """
        was, kept = self.round, [each for each in self._happened if each[0] <= n or lasts(each[1])]
        self.round, self._happened = self._start, []
        for m, event in kept:
            self._n, troubles = min(m, n), list(self.troubles)
            self._again(event, was)
            if m > n:  # it lasts, but may have been about what is taken back
                self.troubles = troubles
        self._n = n
        left = list(self.round.warnings)
        fallen = []
        for warning in was.warnings:
            if warning in left:
                left.remove(warning)
            else:
                fallen.append(warning)
        return tuple(fallen)

    def _again(self, event: match.Event | Stood, was: Round) -> None:
        """What has happened happens again. A flag that fell is down, whoever pressed the clock."""
        if isinstance(event, Stood):
            self._stands(event)
            return
        if not isinstance(event, match.FlagFell):
            self._try(event, event.at)
            return
        self.round = replace(self.round, clock=None)
        self._try(event, event.at)
        self.round = replace(self.round, clock=was.clock)

    def _keep(self, warnings: tuple[GivenWarning, ...]) -> None:
        """These were given by a person, and stay though the tracker now names the moves otherwise.

        They belong to no move that is told any more, so that no undo reaches them.
        """
        self._start = replace(self._start, warnings=(*self._start.warnings, *warnings))
        self.round = replace(self.round, warnings=(*self.round.warnings, *warnings))

    def _reopen(self, event: told.Told | told.Resync) -> None:
        """The board of a set that is over was changed: its signatures fall, and its result.

        What the board decides is told anew by the `End` that follows, if it is still over. What
        was decided off the board stays, but nobody has signed the sheet as it is now.
        """
        decision = self.round.decision
        if self.round.phase not in ENDED or len(self.round.signed) == len(PLAYERS):
            return
        finished = [each for _, each in self._happened if isinstance(each, match.SetFinished)]
        self._forget(match.Signed)
        self.round = replace(self.round, signed=())
        by_rule = decision is not None and decision.reason != "sets"
        if not finished or by_rule or finished[-1].reason == RESIGNED:
            return
        self._forget(match.SetFinished, match.RefereeDecided)
        self.round = withdraw_result(self.round)
        game = self.tracker.game
        position = game.parse_position(event.position)
        if finished[-1].reason.startswith(STOPPED) and game.outcome(position) is None:
            score: Any = game.score(position)
            first, second = game.sides
            totals = (score.total(first), score.total(second))
            end = told.End(score.winner, finished[-1].reason, "", totals, time=event.time)
            self._try(self._set_finished(end), event.time)
            return
        self.round = run_clock(self.round, self.round.turn, event.time)

    def _forget(self, *kinds: type[match.Event]) -> None:
        """What is void is not told again when moves are taken back."""
        self._happened = [(m, each) for m, each in self._happened if not isinstance(each, kinds)]

    def _set_finished(self, event: told.End) -> match.SetFinished:
        if event.reason == RESIGNED and event.winner is not None:  # whatever the board counts
            return match.SetFinished(
                self.round.player_of(event.winner), event.reason, at=event.time
            )
        first, second = (self.round.player_of(side) for side in self.tracker.game.sides)
        score = dict(zip((first, second), event.score, strict=True))
        totals = (score["A"], score["B"])
        return match.SetFinished(by_counts(*totals), event.reason, totals, at=event.time)

    def _settle_correction(self, event: told.Event, position: Any) -> None:
        """The referee says how the board stands: what was to be put right is thereby done."""
        due = self.round.awaiting
        all_told = isinstance(event, told.Told) and event.what in STANDING
        if self.round.off_board and (due is not None or all_told):
            # What was to be put back lies as the referee says.
            self._try(match.PiecePutBack(match.REFEREE, at=event.time), event.time)
        if due is None or due.before is None:
            return
        move = due.move
        if due.task != "take_back" and move is None:
            game = self.tracker.game
            best = game.judge(game.parse_position(due.before), game.board_of(position)).best
            theirs = best.moves and self.round.player_of(str(best.movers[0])) == due.by
            move = str(best.moves[0]) if theirs else None
        if move is not None or due.task == "take_back":
            self._try(match.Corrected(due.by, move, before=due.before, at=event.time), event.time)
        if self.round.awaiting is not None:  # no move of theirs makes this board, yet it stands
            self._do(SETTLED)

    def _stands(self, event: Stood) -> None:
        """Play goes on from the position that was told; so it does when this is told again."""
        self._align(self.tracker.game.parse_position(event.position), event)
        if isinstance(event, told.Resync) or event.what in STANDING:
            self._happened.append((self._n, event))

    def _align(self, position: Any, event: told.Event | None = None) -> None:
        """It is the turn of the side that the position names, whoever began; the clock follows."""
        if not self.round.set_number or self.round.phase != "play":
            return
        self.round = replace(self.round, turn=self.round.player_of(str(position.side)))
        view, bound = self.tracker.view, self.round.bound_to
        cells = view.cells(self.tracker.game.board_of(position))
        if event is not None and bound in view.names and not cells[view.names.index(bound)]:
            self.round = replace(self.round, bound_to=None)  # the stones that were touched are gone
        if isinstance(event, told.Told) and event.what in STANDING:
            self.round = end_last_move(self.round, event.time)
        if isinstance(event, Stood) and stays(event):
            clock, to_act = self.round.clock, self.round.to_act
            if clock is not None and clock.running not in (None, to_act):
                self.round = run_clock(self.round, to_act, event.time)
