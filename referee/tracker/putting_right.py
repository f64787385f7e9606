"""While something is awaited: the readings are looked at for that, and for nothing else."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from referee.events import Event
from referee.tracker.correcting import (
    PIECE,
    UNDO,
    Awaited,
    see_correction,
    see_fallen,
    see_undone,
    taken_off,
)
from referee.tracker.orders import Orders
from referee.tracker.telling import under_way


class PuttingRight(Orders):
    """The part of the tracker that waits until the board is put right."""

    _weigh: Callable[[float, float, bool], list[Event]]
    _sure: Callable[[], None]

    def _correction(self, time: float, quiet: float, covered: bool) -> list[Event]:
        assert self.awaited is not None
        if self.awaited.task == UNDO:
            return self._undone(self.awaited, time, quiet, covered)
        if self.awaited.falls:
            return self._falls(self.awaited, time, quiet, covered)
        limit = self.settings.quiet_end
        by = self.signal
        ended = by is not None or (limit is not None and quiet >= limit and not covered)
        events = see_correction(
            self.state, self.awaited, self.evidence, time, ended, by is not None
        )
        if events:
            self.awaited, self.signal = None, None
            self._sure()
            if by is not None:
                events += self.state.close(by, time)
        elif self._plays_on(self.awaited):
            return self._goes_on(self.awaited, time, quiet, covered)
        return events

    def _plays_on(self, awaited: Awaited) -> bool:
        """Whether a missed piece, of which nothing was told, is back and a move was made since."""
        missed = awaited.task == PIECE and awaited.n > self.state.ledger.n
        return missed and see_fallen(self.state, awaited, self.evidence) == "new"

    def _undone(self, awaited: Awaited, time: float, quiet: float, covered: bool) -> list[Event]:
        """After an undo: wait until what was taken back is off the board, or another move is on."""
        found = see_undone(self.state, awaited, self.evidence)
        if found == "lies" or (found == "back" and covered):
            return []
        self.awaited = None
        if found == "back":
            self._sure()
            return [taken_off(self.state, awaited, time)]
        return self._goes_on(awaited, time, quiet, covered)

    def _goes_on(self, awaited: Awaited, time: float, quiet: float, covered: bool) -> list[Event]:
        """A move was made, so that what was awaited is so no longer."""
        self.awaited = None
        events = self._weigh(time, quiet, covered)
        if not events:  # not clear as yet
            self.awaited = awaited
        return events

    def _falls(self, awaited: Awaited, time: float, quiet: float, covered: bool) -> list[Event]:
        """A piece is said to have fallen: wait until it is missed, or until play goes on."""
        found = see_fallen(self.state, awaited, self.evidence)
        if found == "lies":
            return []
        if found != "new":
            self.awaited, self.last = replace(awaited, faulty=found), None
            self.evidence.clear()
            return [under_way(self.game, awaited.n, awaited.before, found, time)]
        return self._goes_on(awaited, time, quiet, covered)
