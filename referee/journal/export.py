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
_SET = ("cell", "position", "accept")
"""What a person may tell that says how the board stands."""


@dataclass(frozen=True, slots=True)
class _Told:
    """One step of a game."""

    n: int
    """The number of the move that told it."""
    step: Step
    """What happened."""
    before: Any = None
    """The position before it, if it is none of a move: a piece had left its place."""


@dataclass(slots=True)
class _Written:
    """A game as far as it has been told."""

    game: AnyGame
    start: Any
    info: dict[str, Any]
    steps: list[_Told] = field(default_factory=list)

    def back_to(self, n: int) -> None:
        """Take back all later moves."""
        self.steps = [each for each in self.steps if each.n <= n]

    def put_back(self, position: Any) -> bool:
        """Whether all stands as before a piece had left its place, which then is no step at all.

        A step of its own would be judged, and the piece that is back be taken for a move.
        """
        back = bool(self.steps) and self.steps[-1].before == position
        if back:
            self.steps.pop()
        return back

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
        if told.faults_of(event):
            before = None if moves else _before(written.game, event)
            step = _as_it_stood(written.game, event, kind)
            written.steps.append(_Told(place, step, before))
        else:
            written.steps += [_Told(place, Step(move)) for move in moves]
    elif event.get("position") is not None:
        _take_otherwise(written, event, kind)


def _take_otherwise(written: _Written, event: told.Event, kind: str) -> None:
    """Something was put back, undone or found again, or a person says how the board stands."""
    n, is_set = told.number_of(event), event.get("what") in _SET
    position = told.position_of(written.game, event["position"])
    if (kind == "restored" or is_set) and written.put_back(position):
        return
    if n is None:
        return
    written.back_to(n)  # what was played instead is told behind it, move by move
    if is_set:
        written.steps.append(_Told(n, _as_it_stood(written.game, event, kind)))


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
