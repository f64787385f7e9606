"""What the tracker knows, and the steps by which that changes: a move begins, is told, ends."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from engines import AnyExplanation, AnyGame
from engines.contract import Explanation
from referee.events import (
    End,
    Ended,
    EndedBy,
    Event,
    FaultFound,
    Mended,
    Move,
    Restored,
    TakenBack,
    TokenSet,
)
from referee.tracker.evidence import Evidence
from referee.tracker.ledger import Ledger, Record
from referee.tracker.look import Look
from referee.tracker.predictions import Prediction, Predictions, answer, spots
from referee.tracker.settings import Settings
from referee.tracker.telling import made, move_text, side_of, single_moves, under_way
from referee.tracker.view import Cells, View
from referee.tracker.weighing import OPEN_ODDS, TOLD_ODDS, Candidate, Rival

RENAMED = 3.0
"""How much less likely it is that a fault which was told was another one than it was by itself."""

LATE = 5.0
"""Seconds after a move that ended by itself in which a signal may still be its mover's."""
BOUNCE = 1.0
"""Seconds after a signal in which another one is the same hand's: who passes has looked first."""


@dataclass(frozen=True, eq=False)
class Open:
    """The move that has not ended."""

    told: AnyExplanation
    """What it is, as far as it has come."""
    said: bool
    """Whether it was told as a move already."""
    others: tuple[AnyExplanation, ...] = ()
    """What else may explain the same board."""

    @property
    def also(self) -> tuple[str, ...]:
        """Other names for its faults."""
        codes = ("+".join(f.code for f in told.faults) for told in self.others)
        return tuple(dict.fromkeys(code for code in codes if code))


class State:
    """Everything the tracker knows about the game."""

    def __init__(self, view: View, settings: Settings, position: Any) -> None:
        self.view, self.settings = view, settings
        self.ledger = Ledger(settings.confirmations)
        self.lost = self.over = False
        self.asked: tuple[Any, ...] = ()
        """The doubt that was told last, so that it is told once."""
        self.refused: set[tuple[Any, ...]] = set()
        self.doubtful: tuple[str, ...] = ()
        """Cells that the last look which showed what stands could not tell."""
        self.deaf_until = 0.0
        """A signal before then belongs to the move that has just ended."""
        self.doubted: Any = None
        """The position that it showed."""
        self._books: dict[tuple[Any, bytes], Predictions] = {}
        self.stand(position)

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.view.game

    @property
    def now(self) -> Any:
        """The position that stands, the open move included."""
        return self.open.told.standing if self.open is not None else self.position

    @property
    def told(self) -> Any:
        """The position that was told: what is under way, or not right as yet, is no move."""
        return self.now if self.open is None or self.open.said else self.position

    @property
    def number(self) -> int:
        """The number of the move that is open, or will be next."""
        return self.ledger.n + (0 if self.open is not None and self.open.said else 1)

    def stand(self, position: Any, lying: Cells | None = None) -> None:
        """Go on from a position, nothing open."""
        self.position = position
        self.lying = self.view.cells(self.game.board_of(position)) if lying is None else lying
        self.open: Open | None = None
        self.put: AnyExplanation | None = None
        """A piece that was rightly put during this turn, should it be moved away again."""
        self.rivals: tuple[Rival, ...] = ()
        """What may stand on the table, as long as that is not clear."""
        self.doubt: tuple[Rival, ...] = ()
        """The same as the stillness that is on shows it."""
        self.offered: tuple[Candidate, ...] = ()
        """The answers of the doubt that was told last, in its order, until one is taken."""

    def book(self, position: Any, lying: Cells) -> Predictions:
        """What may follow from a position; made once."""
        key = (position, lying.tobytes())
        if key not in self._books:
            while len(self._books) > 12:
                self._books.pop(next(iter(self._books)))
            self._books[key] = Predictions(self.view, self.settings, position, lying)
        return self._books[key]

    @property
    def base(self) -> Predictions:
        """What may follow from the last position that has ended."""
        return self.book(self.position, self.lying)

    def follow(self, told: AnyExplanation) -> Predictions:
        """What may follow from an explanation of the board."""
        return self.book(told.standing, self.view.cells(told.board))

    def possible(self) -> tuple[Rival, ...]:
        """What may stand on the table before the next look."""
        if self.rivals:
            return self.rivals
        if self.open is None:
            return (Rival((), 0.0), *self._other_names())
        less = TOLD_ODDS if self.open.said else OPEN_ODDS
        return (Rival((self.open.told,), 0.0), Rival((), less))

    def _other_names(self) -> list[Rival]:
        """What the last move may have been instead, where play would go on otherwise from it."""
        last = self.ledger.records[-1] if self.ledger.n else None
        if last is None or last.told.standing != self.position:
            return []
        found, book = [], self.book(last.before, last.lay)
        for other in last.others:
            if other.faults and other.standing != self.position:
                more = max(0.0, book.odds_of(last.told) - book.odds_of(other))
                found.append(Rival((other,), RENAMED + more, instead=True))
        return found

    def rename(self, told: AnyExplanation, time: float) -> list[Event]:
        """The last move was rather this, as the next one shows."""
        last = self.ledger.records[-1]
        events = self.ledger.back_to(self.ledger.n - 1, time)
        self.ledger.add(replace(last, told=told, others=()))
        self.stand(told.standing, self.view.cells(told.board))
        self.over = False
        return [made(Mended, self.game, self.ledger.n, last.before, told, time), *events]

    def renames(self, told: AnyExplanation) -> bool:
        """Whether this is another name for the last move."""
        names = [rival.line[0] for rival in self._other_names()]
        same = (
            told.standing == other.standing and answer(told) == answer(other) for other in names
        )
        return self.open is None and any(same)

    def look(self, seen: Prediction | None = None) -> Look:
        """What a sure look at the board shows now: what was predicted, if anything was."""
        if seen is not None:
            cells, tokens = seen.cells, seen.tokens
        else:
            cells = self.lying if self.open is None else self.view.cells(self.open.told.board)
            tokens = self.view.tokens_of(self.now)
        if tokens is None:
            return Look(cells, None)
        return Look(cells, spots(tokens), loose=spots(self.view.loose_tokens(self._happened())))

    def _happened(self) -> Iterator[tuple[Any, AnyExplanation]]:
        """What led here, the last thing first, each with the position before it."""
        ended = self.ledger.records
        if self.open is not None:
            yield self.position, self.open.told
            ended = ended[:-1] if self.open.said else ended  # what was told is recorded, too
        position = self.position
        for record in reversed(ended):
            if (stood := record.told.standing) != position:
                late = self.view.set_since(stood, position)
                if not late:
                    return  # somebody has set the board otherwise
                yield stood, Explanation((), late, (), self.game.board_of(position), position)
            yield record.before, record.told
            position = record.before

    def begin(
        self, told: AnyExplanation, time: float, others: tuple[AnyExplanation, ...] = ()
    ) -> list[Event]:
        """A new explanation of the board leads: it becomes the open move."""
        if self.open is not None and self.open.said:
            return self._begin_instead(self.open.told, told, time, others)
        if self.put is not None and not told.faults:
            fault = self.view.moved_away(self.position, self.put, told)
            if fault is not None:
                told = replace(told, faults=(fault,))
        return self._begin_all(list(single_moves(self.game, self.position, told)), time, others)

    def _begin_instead(
        self,
        was: AnyExplanation,
        told: AnyExplanation,
        time: float,
        others: tuple[AnyExplanation, ...],
    ) -> list[Event]:
        """The move that was told is another one; what answers it already is a move of its own."""
        (_, first), *answers = single_moves(self.game, self.position, told)
        if not answers:
            return self._mend(first, time)
        events = [] if answer(first) == answer(was) else self._mend(first, time)
        events += self.close("next", time)
        return events + self._begin_all(answers, time, others)

    def _begin_all(
        self,
        parts: list[tuple[Any, AnyExplanation]],
        time: float,
        others: tuple[AnyExplanation, ...],
    ) -> list[Event]:
        """Tell moves one by one, each with the position before it; the last is open then."""
        events: list[Event] = []
        for before, part in parts[:-1]:
            events += self._say(before, part, time)
            events += self.close("next", time)
        if self.over and self.open is None and self.lost_piece() is None:
            return events  # nothing is played any more: the board is tidied
        _, last = parts[-1]
        if not last.faults:
            return events + self._say(self.position, last, time)
        known = self.open is not None and answer(self.open.told) == answer(last)
        self.open = Open(last, False, others)
        if last.moves and last.pending is not None and not self._moved_away(last):
            self.put = last  # the square on which a disc was first put rightly is not forgotten
        if not known:
            events.append(under_way(self.game, self.number, self.position, last, time))
        return events

    def _moved_away(self, told: AnyExplanation) -> bool:
        """Whether a disc that had been put rightly lies elsewhere now."""
        put = self.put
        return put is not None and self.view.moved_away(self.position, put, told) is not None

    def _say(self, before: Any, told: AnyExplanation, time: float) -> list[Event]:
        """Tell a legal move."""
        self.ledger.add(Record(told, before, self.lying, bool(self.asked)))
        self.open, self.asked, self.offered = Open(told, True), (), ()
        self.refused.clear()
        event = made(Move, self.game, self.ledger.n, before, told, time)
        return [event, *self.ledger.lesson(self.view, time)]

    def _mend(self, told: AnyExplanation, time: float) -> list[Event]:
        """The move that was told is another one now, or was misread."""
        assert self.open is not None
        fault = self.view.moved_away(self.position, self.open.told, told)
        if fault is not None:
            told = replace(told, faults=(fault, *told.faults))
        events = self.ledger.back_to(self.ledger.n - 1, time)
        self.ledger.add(Record(told, self.position, self.lying))
        self.open = Open(told, True)
        return [made(Mended, self.game, self.ledger.n, self.position, told, time), *events]

    def take_back(self, time: float) -> list[Event]:
        """The open move is off the board again."""
        if self.open is None:
            return []
        was, n = self.open, self.number
        events: list[Event] = []
        if was.said:
            events = self.ledger.back_to(self.ledger.n - 1, time)
        if was.told.moves and not was.told.faults:
            self.put = was.told
        self.open = None
        side = side_of(self.position, was.told)
        if was.said:
            nothing: AnyExplanation = Explanation(
                (), (), (), self.game.board_of(self.position), self.position
            )
            mended = made(Mended, self.game, n, self.position, nothing, time)
            return [replace(mended, side=side), *events]
        return [TakenBack(n, side, move_text(was.told), time=time)]

    def drop(self) -> bool:
        """Forget what is under way: nobody will say that it has ended."""
        dropped = self.open is not None and not self.open.said
        if dropped:
            self.stand(self.position, self.lying)
        return dropped

    def close(self, by: EndedBy, time: float) -> list[Event]:
        """The open move has ended: with a fault, if it has one."""
        if self.open is None:
            return []
        told, before = self.open.told, self.position
        events: list[Event] = []
        if not self.open.said:
            others = self.open.others
            self.ledger.add(Record(told, before, self.lying, bool(self.asked), others))
            event = made(FaultFound, self.game, self.ledger.n, before, told, time)
            events.append(replace(event, also=self.open.also))
            events += self.ledger.lesson(self.view, time)
        events.append(Ended(self.ledger.n, side_of(before, told), by, time=time))
        self.deaf_until = time + (BOUNCE if by in ("signal", "referee") else LATE)
        self.stand(told.standing, self.view.cells(told.board))
        self.asked = ()
        self.refused.clear()
        return events + self.end_if_over(time)

    def end_if_over(self, time: float) -> list[Event]:
        """Say once that the game is over, where it is."""
        outcome = self.game.outcome(self.position)
        if outcome is None or self.over:
            return []
        self.over = True
        score = self.game.score(self.position)
        first, second = self.game.sides
        totals = (score.total(first), score.total(second))
        return [End(outcome.winner, outcome.reason, outcome.article, totals, time=time)]

    def lost_piece(self) -> Record | None:
        """The last move, if it was none: a piece had left its place."""
        last = self.ledger.records[-1] if self.ledger.n and self.open is None else None
        return last if last is not None and last.told.faults and not last.told.moves else None

    def restore(self, time: float) -> list[Event]:
        """What had left its place is back."""
        record = self.lost_piece()
        cells: tuple[str, ...] = ()
        if record is not None and record.told.standing == self.position:
            cells = tuple(dict.fromkeys(c for f in record.told.faults for c in f.cells))
            self.stand(record.before, record.lay)
            self.over = False
        return [Restored(cells, str(self.position), time=time), *self.end_if_over(time)]

    def set_late(self, evidence: Evidence, time: float) -> list[Event]:
        """A token that was left elsewhere lies on its marble now, and closes its plate.

        Not while it is open what the last move was, or a piece may be put back: both go on from
        the position as it was told.
        """
        tokens = evidence.trusted_tokens
        if tokens is None or self.open is not None or self.lost_piece() or self._other_names():
            return []
        position, cells = self.view.set_late(self.position, tokens, evidence.seen)
        if not cells:
            return []
        self.position = position
        return [TokenSet(cells, str(position), time=time), *self.end_if_over(time)]

    def settle_lying(self, cells: Cells, time: float) -> list[Event]:
        """Nothing was moved, but stones that were missing lie there again."""
        if self.open is not None or np.array_equal(cells, self.lying):
            return []
        spotted = [self.view.names[i] for i in np.flatnonzero(cells != self.lying)]
        self.lying = cells
        return [Restored(tuple(spotted), str(self.position), time=time)]
