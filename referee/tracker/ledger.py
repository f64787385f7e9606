"""The moves told so far, and what the detector may learn from them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines import AnyExplanation
from referee.events import Event, Forget, Learn
from referee.tracker.view import Cells, View


@dataclass(frozen=True, eq=False)
class Record:
    """One move that was told."""

    told: AnyExplanation
    """What happened."""
    before: Any
    """The position before it."""
    lay: Cells
    """What lay on the table before it."""
    asked: bool = False
    """Whether it was in doubt for a while."""
    others: tuple[AnyExplanation, ...] = ()
    """What it may have been instead."""


class Ledger:
    """Moves in order; the last ones can be taken back."""

    def __init__(self, confirmations: int) -> None:
        self.records: list[Record] = []
        self._confirmations = confirmations
        self.learnt: list[int] = []
        """The moves after which something was learnt."""

    @property
    def n(self) -> int:
        """The number of the last move."""
        return len(self.records)

    def add(self, record: Record) -> None:
        """One more move."""
        self.records.append(record)

    def lesson(self, view: View, time: float) -> list[Event]:
        """What the last move makes certain enough to be learnt from."""
        n = self.n - self._confirmations
        if n < 0 or n == self.n or n in self.learnt:
            return []
        since = self.records[n:]
        if any(record.asked or record.told.faults for record in since):
            return []
        before, last = since[0].before, [record.told for record in self.records[max(0, n - 2) : n]]
        board = last[-1].board if last and last[-1].faults else view.game.board_of(before)
        board = view.to_learn(board, before, not any(told.faults for told in last))
        self.learnt.append(n)
        return [Learn(n, str(board), time=time)]

    def back_to(self, n: int, time: float) -> list[Event]:
        """Take all later moves back, and what was learnt through them."""
        del self.records[n:]
        kept = [m for m in self.learnt if m + self._confirmations <= n]
        count = len(self.learnt) - len(kept)
        self.learnt = kept
        return [Forget(count, time=time)] if count else []
