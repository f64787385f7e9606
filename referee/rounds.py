"""The round around a tracked game: what the tracker tells becomes moves of `engines.match`.

The keeper feeds the machine of `engines.match`, asks whether a mover has finished when a report
comes before the move's end, and sends the tracker waiting for a correction that was ordered.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

from engines import match
from engines.contract import IllegalMove, InputError
from engines.mangala import Mangala
from engines.match import Round, step
from engines.match.conduct import TOUCH
from engines.match.events import Actor
from engines.match.replies import granted
from engines.players import PLAYERS
from referee import events as told
from referee.round_events import (
    CLOCK,
    CORRECTIONS,
    ENDED,
    SETTLED,
    STANDING,
    Made,
    actor_of,
    last_move,
    plays_on,
    reply_of,
    voids_report,
)
from referee.round_past import RoundPast
from referee.tracker import Tracker


class RoundKeeper(RoundPast):
    """One round of one table."""

    def __init__(self, tracker: Tracker, round_: Round | None = None) -> None:
        self._reporter: Actor | None = None
        super().__init__(tracker, round_ or Round.new(tracker.game))

    @property
    def asks(self) -> Actor | None:
        """Who waits for the answer to the question whether the mover has finished."""
        return None if self.over else self._reporter

    @property
    def over(self) -> bool:
        """Whether a set is over, on the board or off it, and no other has begun."""
        return self.round.set_number > 0 and self.round.phase in (*ENDED, "signed")

    def begin(self, time: float) -> list[told.Event]:
        """The next set begins, on a board that the tracker knows."""
        self._new_set()
        return self.happen(match.SetBegan(at=time), time)

    def _new_set(self) -> None:
        """From here on moves can be taken back, and nobody has reported anything."""
        super()._new_set()
        self._reporter = None

    def hear_again(self, event: told.Event) -> None:
        """Take what a journal tells: what was answered and ordered then is told there as well."""
        if isinstance(event, told.Happened):
            if isinstance(event.what, match.SetBegan):
                self._new_set()
            self._hear_what_happened(event.what)
        elif isinstance(event, told.Question):
            self._reporter = actor_of(event.by)
        else:
            self._take(event)
            self._reporter = None if isinstance(event, told.Ended) else self._reporter

    def _hear_what_happened(self, event: match.Event) -> None:
        """It did happen, though by the rules of today it may not: an older journal is taken up."""
        try:
            self._do(event)
        except InputError as error:
            if not isinstance(event, match.PiecePutBack):  # it lies there already
                self.troubles.append(f"{type(event).__name__}: {error}")

    def hear(self, events: Iterable[told.Event]) -> list[told.Event]:
        """Pass on what the tracker tells; gives it back with the answers of the rules.

        A report that waited for a move's end comes behind all that was seen with it: an answer
        that was made meanwhile closes the window, right or wrong.
        """
        said: list[told.Event] = []
        reported: list[tuple[Actor, float]] = []
        for event in events:
            said.append(event)
            said += self._take(event)
            if isinstance(event, told.Ended):
                said += self._breach(event)
            if isinstance(event, told.Ended) and self._reporter is not None:
                reported.append((self._reporter, event.time))
                self._reporter = None
        for by, time in reported:
            said += self._report(by, time)
        self._rest()
        return said

    def _breach(self, event: told.Ended) -> list[told.Event]:
        """What is wrong with a move that has ended, where the board shows only part of it."""
        made = self.round.open[-1] if self.round.open else None
        if made is None or not any(fault.code == TOUCH for fault in made.faults):
            return []
        faults = tuple(told.ToldFault.of(self.tracker.game.name, each) for each in made.faults)
        return [told.Breach(event.n, event.side, made.move, faults, time=event.time)]

    def _rest(self) -> None:
        """A set that is over waits for nothing, and what is under way is no move of it."""
        if self.over:
            self.tracker.wait_no_more()

    def object(self, by: Actor, time: float) -> list[told.Event]:
        """A breach is reported. Before the move's end: has the mover finished? (2.11, B-G9)"""
        opened = self.tracker.state.open
        if opened is not None:
            mover = (
                opened.told.movers[-1] if opened.told.movers else self.tracker.state.position.side
            )
            if by == match.REFEREE or self.round.player_of(str(mover)) != by:
                self._reporter = by
                number = self.tracker.state.number
                asked = told.Question("finished", number, str(mover), by, time=time)
                if self.round.rules.objection_window != "any_time_to_own_move":
                    return [asked]
                said = self.finished(True, time)  # under this rule it may come before the end
                return said if self._reporter is None else [asked, *said]  # under a hand it waits
        return self._report(by, time)

    def finished(self, yes: bool, time: float) -> list[told.Event]:
        """The answer to the question; yes is the end signal."""
        if not yes:
            self._reporter = None
            return []
        return self.hear(self.tracker.end(time, "referee"))

    def piece_left(self, by: Actor, cells: tuple[str, ...], time: float) -> list[told.Event]:
        """A piece left the board and was reported (RULES.md 2.8)."""
        said = self.happen(match.PieceLeftBoard(by, cells, at=time), time)
        return said + self.tracker.await_piece(time)

    def happen(self, event: match.Event, time: float) -> list[told.Event]:
        """Anything else that happens in a round: a signature, a fallen flag, a warning, ..."""
        replies = self._do(event)
        self._rest()
        return [told.Happened(event, time=time), *(reply_of(reply, time) for reply in replies)]

    def agrees_with(self, position: Any) -> bool:
        """Whether a position counts what the result of the set says, where that has counts."""
        results = self.round.results
        if not results or len(results) < self.round.set_number or results[-1].score is None:
            return True
        score = self.tracker.game.score(position)
        counts = tuple(score.total(self.round.side_of(each)) for each in PLAYERS)
        return counts == results[-1].score

    def _report(self, by: Actor, time: float) -> list[told.Event]:
        opened = self.tracker.state.open
        if opened is not None and opened.told.moves and not opened.said:
            mover = opened.told.movers[-1]
            if by != match.REFEREE and self.round.player_of(str(mover)) == by:
                # The reporter's own move closes the window, right or wrong: an answer that hung
                # on which would betray it.
                closed = step(replace(self.round, open=()), match.Objected(by, at=time))
                return [reply_of(reply, time) for reply in closed.replies]
        before = self.round
        said = self.happen(match.Objected(by, at=time), time)
        if self.round.awaiting is not None and before.awaiting is None:
            said += self.tracker.await_correction(self.round.awaiting, time)
        elif self.round.off_board != before.off_board:
            said += self.tracker.await_piece(time)
        return said

    def _take(self, event: told.Event) -> list[told.Event]:
        """What an event of the tracker means for the round."""
        self._n = last_move(event, self._n)
        if isinstance(event, told.Mended | told.Corrected):
            # What was said of a move that is taken back belongs to the one before it.
            self._happened = [(min(n, self._n), each) for n, each in self._happened]
        if voids_report(event):
            self._reporter = None
        if isinstance(event, told.Resync) or (
            isinstance(event, told.Told) and event.what in (*STANDING, "undo")
        ):
            self._reopen(event)
        said: list[told.Event] = []
        if isinstance(event, told.Resync):
            self._keep(self._go_back(event.n))
        elif isinstance(event, told.Told) and event.what == "undo":
            said += [
                reply_of(granted("warning_falls", each.article, each.player), event.time)
                for each in self._go_back(event.n)
            ]
        if isinstance(event, told.Resync) or (
            isinstance(event, told.Told) and event.what in CORRECTIONS
        ):
            position = self.tracker.game.parse_position(event.position)
            self._settle_correction(event, position)
            self._stands(event)
        if self.round.set_number == 0:
            return []  # nobody keeps a round here
        if isinstance(event, told.Told) and event.what in CLOCK and self.round.clock is not None:
            return self._try(CLOCK[event.what](at=event.time), event.time)
        if self.round.phase == "halted" and plays_on(event):
            said += self._try(match.PiecePutBack(match.REFEREE, at=event.time), event.time)
        if isinstance(event, told.Move | told.FaultFound):
            return said + self._moves(match.MoveMade, event)
        if isinstance(event, told.Mended):
            return self._mended(event)
        if isinstance(event, told.Corrected) and self.round.awaiting is not None:
            return said + self._corrected(event, self.round.awaiting)
        if isinstance(event, told.Ended):
            return self._ended(event)
        if isinstance(event, told.Restored) and self.round.phase == "halted":
            return self._try(match.PiecePutBack(match.REFEREE, at=event.time), event.time)
        if isinstance(event, told.End) and self.round.phase == "play":
            return self._try(self._set_finished(event), event.time)
        return said

    def _corrected(self, event: told.Corrected, due: match.Correction) -> list[told.Event]:
        """The correction; an older journal may name a move of the other one, who owed none."""
        if event.move and self.round.player_of(event.movers[0]) != due.by:
            self._do(SETTLED)
            return self._moves(match.MoveMade, event)
        return self._moves(match.Corrected, event)

    def _moves(self, kind: type[Any], event: Made) -> list[told.Event]:
        """One move; an answer that was made in the same look is a move of its own."""
        words = (event.move or "").split()
        first = event.movers[0] if words else event.side
        said = self._make(kind, event, words[0] if words else None, first)
        for word, mover in zip(words[1:], event.movers[1:], strict=False):
            if mover != first:
                plain = replace(event, faults=())
                said += self._ended(told.Ended(event.n, first, "next", time=event.time))
                said += self._make(match.MoveMade, plain, word, mover)
        return said

    def _make(self, kind: type[Any], event: Made, move: str | None, side: str) -> list[told.Event]:
        """Let a move happen; what cannot be is noted, since the tracker has gone on already."""
        try:
            what = self._as(kind, event, move, side)
        except (InputError, IllegalMove) as error:
            self.troubles.append(f"{kind.__name__}: {error}")
            return []
        return self._try(what, event.time)

    def _as(self, kind: type[Any], event: Made, move: str | None, side: str) -> Any:
        game = self.tracker.game
        after = game.parse_position(event.position)
        due, pit = self.round.awaiting if kind is match.Corrected and not move else None, None
        if isinstance(game, Mangala) and move and move == event.move and not event.faults:
            pit = game.sow(game.parse_position(event.before), game.parse_move(move)).doubling_pit
        return kind(
            self.round.player_of(side) if due is None else due.by,
            move,
            tuple(fault.plain() for fault in event.faults),
            event.before,
            bool(after.side == side == event.side and move and game.name == "mangala"),
            pit,
            at=event.time,
        )

    def _ended(self, event: told.Ended) -> list[told.Event]:
        made = self.round.open
        if self.round.phase != "play" or not made or made[-1].ended:
            return []
        return self._try(match.MoveEnded(made[-1].by, at=event.time), event.time)

    def _mended(self, event: told.Mended) -> list[told.Event]:
        """The last move was another one; its end, if it had ended, is told anew (not the set's)."""
        game, phase = self.tracker.game, self.round.phase
        after = game.parse_position(event.position)
        if any(move.ended and move.ruled for move in self.round.open[-1:]):  # it stays what it was
            self._align(after, event)
            return []
        again = phase == "play" or (phase != "signed" and not game.outcome(after))
        kinds = match.SetFinished | match.MoveEnded
        void = [e for e in self._happened if again and e[0] == event.n and isinstance(e[1], kinds)]
        if void:
            self._happened = [each for each in self._happened if each not in void]
            self._keep(self._go_back(event.n))
        said = self._moves(match.Mended, event)
        for _, end in void:
            said += self._try(end, end.at) if isinstance(end, match.MoveEnded) else []
        return said
