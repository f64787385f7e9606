"""A journal played again through today's code: what would be said otherwise now?

The recorded moves and faults go through today's engines here. Settled frames go through whatever
has `see(frame, pose)`, such as today's tracker: see `frames_again`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from difflib import SequenceMatcher
from itertools import chain, islice
from typing import Any, Protocol

from calibration.pose import Pose
from engines import AnyGame, InputError
from engines.contract import Explanation, IllegalMove
from referee.journal import told
from referee.journal.errors import JournalError
from referee.journal.frames import KeptFrame
from referee.journal.reader import Entry
from vision.frame import Frame

LIKELY = 5000
"""So many of the engine's likely faults are looked at for the recorded one."""


class Seer(Protocol):
    """What settled frames are replayed through."""

    def see(self, frame: Frame, pose: Pose) -> Sequence[told.Event]:
        """The events that follow from one more settled frame."""


@dataclass(frozen=True, slots=True)
class Difference:
    """One thing that today's code says otherwise."""

    number: int
    """The journal's event it concerns."""
    what: str
    """`game`, `position`, `move`, `faults`, `event` or `unreadable`."""
    recorded: Any
    """What the journal says."""
    today: Any
    """What today's code says."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {
            "number": self.number,
            "what": self.what,
            "recorded": self.recorded,
            "today": self.today,
        }


@dataclass(frozen=True, slots=True)
class PlayedAgain:
    """What became of the recorded moves."""

    game: AnyGame | None
    """The game; None when the journal never says which."""
    position: Any
    """Where it stands after the last event; None before a start."""
    moves: int
    """How many events told a move or a fault."""
    differences: tuple[Difference, ...]
    """What today's engines say otherwise, in order."""


@dataclass(slots=True)
class _Table:
    """The state that is rebuilt from event to event."""

    game: AnyGame
    position: Any
    number: int = 0
    moves: int = 0
    differences: list[Difference] = field(default_factory=list)

    def differs(self, what: str, recorded: Any, today: Any) -> None:
        """Note a difference at the present event."""
        self.differences.append(Difference(self.number, what, recorded, today))


def play_again(entries: Iterable[Entry]) -> PlayedAgain:
    """Put the recorded moves and faults through today's engines; odd events are differences."""
    table: _Table | None = None
    differences: list[Difference] = []
    moves = 0
    for entry in entries:
        try:
            event = entry.event
            if "game" in event:
                moves += table.moves if table else 0
                table = None
                table = _Table(*told.begun(event), differences=differences)
            elif table is not None:
                table.number = entry.number
                _take(table, event)
        except JournalError as error:
            differences.append(Difference(entry.number, "unreadable", None, str(error)))
        except InputError as error:
            differences.append(Difference(entry.number, "game", event["game"], str(error)))
    if table is None:
        return PlayedAgain(None, None, moves, tuple(differences))
    return PlayedAgain(table.game, table.position, moves + table.moves, tuple(differences))


def _take(table: _Table, event: told.Event) -> None:
    try:
        position = event.get("position")
        after = None if position is None else told.position_of(table.game, position)
        earlier = event.get("before")
        before = table.position if earlier is None else told.position_of(table.game, earlier)
        board = event.get("board")
        stood = None if board is None else told.board_of(table.game, board)
    except InputError as error:
        table.differs("position", event.get("position"), str(error))
        return
    if event["event"] not in told.MADE:  # undone, corrected, found again, begun: as it is told
        table.position = table.position if after is None else after
        return
    table.moves += 1
    if event["event"] not in told.INSTEAD and before != table.position:
        table.differs("position", str(before), str(table.position))
    if told.faults_of(event):
        table.position = _judged(table, event, before, after, stood)
    else:
        table.position = _played(table, event, before, after)


def _played(table: _Table, event: told.Event, before: Any, after: Any) -> Any:
    """The position after moves that were told as legal; as recorded where today differs."""
    position = before
    for text in told.moves_of(event):
        try:
            position = table.game.play(position, table.game.parse_move(text))
        except (IllegalMove, InputError) as error:
            table.differs("move", text, str(error))
            return position if after is None else after
    if after is not None and position != after:
        table.differs("position", str(after), str(position))
        return after  # one difference is told once
    return position


def _judged(table: _Table, event: told.Event, before: Any, after: Any, stood: Any) -> Any:
    """The position after a fault: is what was said then among what today's engine says?"""
    recorded, moves = told.faults_of(event), told.moves_of(event)
    if stood is None and after is None:
        return before
    board = table.game.board_of(after) if stood is None else stood
    verdict = table.game.judge(before, board).explanations
    # Where stones are missing, the position has them put back and the board cannot be told from it.
    likely = islice(table.game.faults(before), LIKELY)
    other: Any = None
    for explanation in chain(verdict, likely):
        if _faults(explanation) == recorded and _moves(explanation) == moves:
            if after is None or explanation.standing == after:
                return explanation.standing
            other = explanation.standing if other is None else other
    if other is not None:
        table.differs("position", str(after), str(other))
        return after  # one difference is told once
    best = verdict[0]
    table.differs("faults", [moves, recorded], [_moves(best), _faults(best)])
    return best.standing if after is None else after


def _faults(explanation: Explanation[Any, Any, Any]) -> list[list[Any]]:
    return sorted([fault.code, sorted(fault.cells)] for fault in explanation.faults)


def _moves(explanation: Explanation[Any, Any, Any]) -> list[str]:
    return [str(move) for move in explanation.moves]


def frames_again(frames: Iterable[KeptFrame], seer: Seer) -> Iterator[told.Event]:
    """The hook for today's tracker: stored settled frames in, today's events out."""
    for kept in frames:
        yield from seer.see(kept.frame, kept.pose)


def compare_events(
    recorded: Sequence[Entry], today: Sequence[told.Event]
) -> tuple[Difference, ...]:
    """Where two tellings of the same frames part: moves and faults, whatever their times."""
    pairs = [(entry.number, _key(entry.event)) for entry in recorded]
    then = [(number, key) for number, key in pairs if key]
    now = [key for key in map(_key, today) if key]
    found: list[Difference] = []
    matcher = SequenceMatcher(None, [key for _, key in then], now, autojunk=False)
    for deed, a, b, c, d in matcher.get_opcodes():
        if deed == "equal":
            continue
        for i in range(max(b - a, d - c)):
            number, old = then[a + i] if a + i < b else (_near(then, a), None)
            new = now[c + i] if c + i < d else None
            found.append(Difference(number, "event", old, new))
    return tuple(found)


def _near(then: list[tuple[int, str]], index: int) -> int:
    return then[min(index, len(then) - 1)][0] if then else 0


def _key(event: told.Event) -> str:
    """What makes two events the same; empty for those that tell of no move."""
    if event.get("event") not in told.MADE:
        return ""
    words = [str(event["event"]), str(event.get("side", "")), *told.moves_of(event)]
    words += [f"{code} {','.join(cells)}" for code, cells in told.faults_of(event)]
    return " ".join(word for word in words if word)
