"""A journal as records of its games, and as transcripts of their moves."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from engines import AnyGame, InputError
from engines.records import Record, Step, replay
from engines.reversi import Reversi
from engines.reversi.transcript import write_transcript
from referee.journal import told
from referee.journal.errors import JournalError
from referee.journal.reader import Entry

_INFO = ("names", "table", "round", "date")


@dataclass(slots=True)
class _Written:
    """A game as far as it has been told."""

    game: AnyGame
    start: Any
    info: dict[str, Any]
    steps: list[tuple[int, Step]] = field(default_factory=list)

    def back_to(self, n: int) -> None:
        """Take back all later moves."""
        self.steps = [(number, step) for number, step in self.steps if number <= n]

    @property
    def last(self) -> int:
        """The number of the last move."""
        return self.steps[-1][0] if self.steps else 0


def records_of(entries: Iterable[Entry]) -> tuple[Record, ...]:
    """The games of a journal, one record for each start; raises `JournalError`.

    Moves that were taken back or mended are left out: a record tells the game as it stands.
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
    if not found:
        raise JournalError("no event of this journal says which game it is")
    return tuple(
        Record(each.game, each.start, tuple(step for _, step in each.steps), each.info)
        for each in found
    )


def _take(written: _Written, event: told.Event) -> None:
    kind, n = event["event"], told.number_of(event)
    moves, place = told.moves_of(event), n if n is not None else written.last + 1
    if kind in told.MADE:
        if kind in told.INSTEAD:
            written.back_to(place - 1)
        if told.faults_of(event):
            written.steps.append((place, _as_it_stood(written.game, event, kind)))
        else:
            written.steps += [(place, Step(move)) for move in moves]
    elif event.get("position") is not None and n is not None:  # undone, or found again
        written.back_to(n)
        if moves:
            written.steps += [(n + i, Step(move)) for i, move in enumerate(moves, 1)]
        elif event.get("what") in ("cell", "position", "accept"):
            written.steps.append((n, _as_it_stood(written.game, event, kind)))


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
    moves = []
    try:
        for done in replay(record):
            if done.illegal is not None:
                raise JournalError(f"move {done.number} cannot be played: {done.illegal}")
            if done.explanation is not None:
                moves += list(done.explanation.moves)
            else:
                moves.append(record.game.parse_move(done.step.move or ""))
    except InputError as error:
        raise JournalError(f"the moves cannot be told: {error}") from None
    if isinstance(record.game, Reversi):
        return write_transcript(tuple(moves))
    return " ".join(map(str, moves))
