"""A journal as records of its games, and as transcripts of their moves."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from engines import AnyGame, InputError
from engines.records import Record, Step, replay, replay_step
from engines.reversi import Reversi
from engines.reversi.transcript import write_transcript
from referee.journal import told
from referee.journal.errors import JournalError
from referee.journal.reader import Entry

_INFO = ("names", "table", "round", "date")
_SET = ("cell", "position", "accept", "side")
"""What a person may tell that says how the game stands; taking moves back does so, too."""
_FOUND = ("restored", "resync", "token_set")
"""The events that say so without a person."""


@dataclass(frozen=True, slots=True)
class _Told:
    """One step of a game."""

    n: int
    """The number of the move that told it."""
    step: Step
    """What happened."""
    after: Any
    """The position to which it leads; None where today's rules have no answer."""
    before: Any = None
    """The position before it, if it is none of a move: a piece had left its place."""


@dataclass(slots=True)
class _Written:
    """A game as far as it has been told."""

    game: AnyGame
    start: Any
    info: dict[str, Any]
    steps: list[_Told] = field(default_factory=list)
    stands: Any = None
    """The position that was told since the last move: set by hand, or found again."""

    @property
    def position(self) -> Any:
        """Where the steps lead; None where that is not known."""
        return self.steps[-1].after if self.steps else self.start

    def add(self, n: int, step: Step, before: Any = None) -> None:
        """One more step."""
        after = None
        if self.position is not None:
            with suppress(InputError):  # whoever replays the record is told
                done = replay_step(self.game, self.position, len(self.steps) + 1, step)
                after = None if done.illegal else done.position
        self.steps.append(_Told(n, step, after, before))

    def lead_to(self, n: int, position: Any) -> None:
        """Where the steps lead elsewhere, the game is told to have stood so."""
        led = self.position
        if position is not None and led is not None and str(position) != str(led):
            self.steps.append(_Told(n, Step(None, position=position.to_json()), position))

    def back_to(self, n: int) -> None:
        """Take back all later moves."""
        self.steps = [each for each in self.steps if each.n <= n]

    def put_back(self, position: Any) -> None:
        """Where all stands as before a piece had left its place, that is no step at all."""
        if self.steps and self.steps[-1].before == position:
            self.steps.pop()

    @property
    def last(self) -> int:
        """The number of the last move."""
        return self.steps[-1].n if self.steps else 0


def records_of(entries: Iterable[Entry]) -> tuple[Record, ...]:
    """The games of a journal, one record for each start; raises `JournalError`.

    Moves that were taken back or mended are left out, and so is a piece that had left its place and
    is back: a record tells the game as it stands.
    """
    found: list[_Written] = []
    for entry in entries:
        event = entry.event
        try:
            if "game" in event:
                info = {key: event[key] for key in _INFO if key in event}
                found.append(_Written(*told.begun(event), info))
            elif found:
                _take(found[-1], event)
        except InputError as error:
            raise JournalError(f"event {entry.number}: {error}") from None
    for each in found:
        each.lead_to(each.last, each.stands)
    if not found:
        raise JournalError("no event of this journal says which game it is")
    return tuple(
        Record(each.game, each.start, tuple(told_.step for told_ in each.steps), each.info)
        for each in found
    )


def _take(written: _Written, event: told.Event) -> None:
    kind, n = event["event"], told.number_of(event)
    moves, place = told.moves_of(event), n if n is not None else written.last + 1
    if kind in told.MADE:
        if kind in told.INSTEAD:
            written.back_to(place - 1)
        before = _before(written.game, event)
        written.lead_to(place - 1, before)
        written.stands = None
        if told.faults_of(event):
            step = _as_it_stood(written.game, event, kind)
            written.add(place, step, None if moves else before)
        else:
            for move in moves:
                written.add(place, Step(move))
    elif event.get("position") is not None:
        _take_otherwise(written, event, kind)


def _take_otherwise(written: _Written, event: told.Event, kind: str) -> None:
    """Something was put back, undone or found again, or a person says how the game stands."""
    n, what = told.number_of(event), event.get("what")
    position = told.position_of(written.game, event["position"])
    if kind in _FOUND or what in (*_SET, "undo"):
        written.stands = position
    if kind == "restored" or what in _SET:
        written.put_back(position)
    if n is not None:
        written.back_to(n)  # what was played instead is told behind it, move by move


def _before(game: AnyGame, event: told.Event) -> Any:
    """The position before what an event tells, where it says so."""
    return None if event.get("before") is None else told.position_of(game, event["before"])


def _as_it_stood(game: AnyGame, event: told.Event, note: str) -> Step:
    """The board that then stood on the table, to be judged."""
    if event.get("board") is not None:
        board = told.board_of(game, event["board"])
    elif event.get("position") is not None:
        board = game.board_of(told.position_of(game, event["position"]))
    else:
        return Step(" ".join(told.moves_of(event)) or None, None, note)
    return Step(None, board.to_json(), note)


def transcript(record: Record) -> str:
    """The moves in one line: `f5d6c3` in Reversi, `S4 N1` elsewhere; raises `JournalError`."""
    moves: list[Any] = []
    try:
        for done in replay(record):
            if done.illegal is not None:
                raise JournalError(f"move {done.number} cannot be played: {done.illegal}")
            moves += done.moves
    except InputError as error:
        raise JournalError(f"the moves cannot be told: {error}") from None
    if isinstance(record.game, Reversi):
        return write_transcript(tuple(moves))
    return " ".join(map(str, moves))
