"""From a journal to the table as it stood: its game, tracker and round.

What the detector had learnt in the game is not in the journal: it is gone until the next lesson.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from typing import Any

from calibration.pose import Pose
from calibration.profile import BadProfile, pose_from_json
from engines import InputError
from referee import events as told
from referee.journal import Entry, JournalError
from referee.rounds import RoundKeeper
from referee.sitting.beginning import Beginning
from referee.sitting.written import Written
from referee.tracker import Tracker
from referee.tracker.memory import recall, retell


@dataclass(slots=True)
class Rebuilt:
    """A table as its journal tells it."""

    beginning: Beginning
    """Of the set that is on."""
    tracker: Tracker
    """Where the game stands."""
    keeper: RoundKeeper
    """Where the round stands."""
    written: list[Written] = field(default_factory=list)
    """Everything since the round began."""
    time: float = 0.0
    """The time of the last event."""
    pose: Pose | None = None
    """Where the board lay when it was last found."""
    sight: str = ""
    """Whether it was found or lost."""

    @property
    def done(self) -> bool:
        """Whether there is nothing to go on with: all is signed, or the recording has ended."""
        return self.keeper.round.phase == "signed" or self.sight == "ended"


def rebuild(entries: Sequence[Entry]) -> Rebuilt | None:
    """The last round of a journal as it stood; None where none was begun.

    Raises `JournalError` that names the event which cannot be taken up.
    """
    start = _last_round(entries)
    if start is None:
        return None
    rebuilt: Rebuilt | None = None
    mind: Any = None
    for entry in entries[start:]:
        line = Written.of(entry)
        with _told_where(entry):
            if "game" in line.data:
                rebuilt, mind = _begin(line, rebuilt), None
            assert rebuilt is not None
            _take(rebuilt, line)
        mind = line.data.get("mind", mind)
    assert rebuilt is not None
    if mind is not None:
        with _told_where(entries[-1]):
            recall(rebuilt.tracker, mind)
    return rebuilt


@contextmanager
def _told_where(entry: Entry) -> Iterator[None]:
    """Name the event that nobody here wrote so, whatever is wrong with it."""
    try:
        yield
    except (ValueError, KeyError, TypeError, AttributeError, IndexError, OverflowError) as error:
        why = str(error) if isinstance(error, InputError) else "it holds what no event holds"
        raise JournalError(
            f"event {entry.number} cannot be taken up: {why}; keep the file, and begin a new "
            "journal from the position on the table"
        ) from None


def _last_round(entries: Iterable[Entry]) -> int | None:
    """Where the last round begins: its later sets have numbers beyond 1."""
    found = None
    for index, entry in enumerate(entries):
        if '"game":' in entry.text and "game" in entry.event and entry.event.get("set", 1) == 1:
            found = index
    return found


def _begin(line: Written, before: Rebuilt | None) -> Rebuilt:
    beginning = Beginning.from_json(line.data)
    tracker = Tracker(beginning.game, beginning.position, beginning.settings)
    if before is None or beginning.set_number == 1:
        return Rebuilt(beginning, tracker, RoundKeeper(tracker, beginning.new_round()))
    before.beginning, before.tracker, before.keeper.tracker = beginning, tracker, tracker
    return before


def _take(rebuilt: Rebuilt, line: Written) -> None:
    rebuilt.written.append(line)
    time = line.data["time"]
    if isinstance(time, int | float):
        rebuilt.time = max(rebuilt.time, float(time))
    event = line.event
    if event is None:
        return
    retell(rebuilt.tracker, event, line.data)
    rebuilt.keeper.hear_again(event)
    if isinstance(event, told.Sight):
        rebuilt.sight = event.state
        with suppress(KeyError, BadProfile):
            rebuilt.pose = pose_from_json(line.data["pose"])
