"""What the referee says, as data: one frozen type for each kind, with a plain JSON form.

`to_json` and `event_from_json` are each other's inverse, so that a journal can keep events and read
them back. Positions are told in the text form of their game.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from engines import match
from engines.contract import InputError
from engines.jsonform import check_fields, from_json, to_json
from referee.told_fault import ToldFault

__all__ = [
    "EVENTS", "Answer", "Awaiting", "Breach", "Contradiction", "Corrected", "Counted", "Deed",
    "Doubts", "End", "Ended", "EndedBy", "Event", "FaultFound", "Forget", "Happened", "Learn",
    "Mended", "Move", "OtherPlates", "OutOfStep", "Question", "Replied", "Restored", "Resync",
    "Sight", "TakenBack", "TokenSet", "Told", "ToldFault", "UnderWay", "Unsure", "event_from_json",
    "name_of",
]  # fmt: skip

EndedBy = Literal["signal", "token", "quiet", "next", "referee", "camera"]
"""What ended a move: button or clock; Kulami's token; a quiet board; the next move; the referee's
word that the mover has finished; the end of the recording."""
BY_ITSELF = "by_itself"
"""The detail of an `accept` that nobody told: a recording that waited went on."""
Deed = Literal[
    "cell", "side", "undo", "accept", "position", "choose", "pause", "resume", "end", "finished",
    "unfinished",
]  # fmt: skip
"""What a person told the tracker; the last three: that a move has ended, and the answers to the
question whether the mover has finished."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that the referee has to say."""

    time: float = 0.0
    """When, in seconds on the clock of the frames."""

    def __post_init__(self) -> None:
        check_fields(self)

    def to_json(self) -> dict[str, Any]:
        """A plain object; `event` names its kind."""
        return {"event": name_of(type(self)), **to_json(self)}


@dataclass(frozen=True, slots=True)
class _Made(Event):
    """What was done on the board."""

    n: int
    """The number of the move, from 1."""
    side: str
    """Who made it."""
    move: str | None
    """In text form; several with blanks between; None: pieces changed without a move."""
    movers: tuple[str, ...]
    """Who made each of the moves."""
    faults: tuple[ToldFault, ...]
    """What is wrong with it; for the referee only."""
    before: str
    """The position before it."""
    position: str
    """The position from which play goes on."""


@dataclass(frozen=True, slots=True)
class Move(_Made):
    """A legal move stands on the board."""


@dataclass(frozen=True, slots=True)
class FaultFound(_Made):
    """A move has ended with a fault, which stands unless it is reported."""

    also: tuple[str, ...] = ()
    """Other names for what the same board shows, as words divided by `+`."""


@dataclass(frozen=True, slots=True)
class Mended(_Made):
    """Move `n` was changed before its end, or had been misread: this stands in its place.

    Without a move the piece was taken off again.
    """


@dataclass(frozen=True, slots=True)
class Corrected(_Made):
    """The correction that an accepted report asked for is on the board."""


@dataclass(frozen=True, slots=True)
class _Wrong(Event):
    """What is wrong with a move."""

    n: int
    """Its number."""
    side: str
    """Who makes it."""
    move: str | None
    """What is played."""
    faults: tuple[ToldFault, ...]
    """All that is wrong with it; for the referee only."""


@dataclass(frozen=True, slots=True)
class UnderWay(_Wrong):
    """A move that is not finished, or not right as yet; nothing is held against anybody."""


@dataclass(frozen=True, slots=True)
class Breach(_Wrong):
    """A move that has ended breaks a rule that no board shows: the touched pit was not played."""


@dataclass(frozen=True, slots=True)
class TakenBack(Event):
    """A move that had not ended was taken off the board again."""

    n: int
    """The number it would have had."""
    side: str
    """Whose it was."""
    move: str | None
    """What had been played."""


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """A move has ended: from now on it may be reported."""

    n: int
    """Its number."""
    side: str
    """Who made it."""
    by: EndedBy
    """What ended it."""


@dataclass(frozen=True, slots=True)
class Answer:
    """One way to explain the board, among which somebody has to choose."""

    move: str | None
    """The moves; None: none."""
    faults: tuple[str, ...]
    """The codes of its faults."""
    share: float
    """How likely it is, 0 to 1."""


@dataclass(frozen=True, slots=True)
class Unsure(Event):
    """The board cannot be explained for sure."""

    cells: tuple[str, ...]
    """The cells in doubt."""
    answers: tuple[Answer, ...]
    """The likeliest answers, which `Tracker.choose` takes by their number from 0."""


@dataclass(frozen=True, slots=True)
class OutOfStep(Event):
    """The board fits nothing that can have happened."""

    cells: tuple[str, ...]
    """The cells that do not fit."""


@dataclass(frozen=True, slots=True)
class Resync(Event):
    """Back in step."""

    moves: tuple[str, ...]
    """What must have been played since `n`."""
    n: int
    """The last move that still holds."""
    position: str
    """The position from which play goes on."""


@dataclass(frozen=True, slots=True)
class Restored(Event):
    """A piece that had left its place without a move is back."""

    cells: tuple[str, ...]
    """Where."""
    position: str
    """The position from which play goes on."""


@dataclass(frozen=True, slots=True)
class TokenSet(Event):
    """Kulami: a token that had been left elsewhere lies on its side's last marble now."""

    cells: tuple[str, ...]
    """Which marbles."""
    position: str
    """The position, in which it closes the plate."""


@dataclass(frozen=True, slots=True)
class Contradiction(Event):
    """The picture shows another number of stones than the rules have led to."""

    place: str
    """The pit or treasury."""
    expected: int
    """What the moves have led to."""
    seen: int
    """What the picture shows."""


@dataclass(frozen=True, slots=True)
class OtherPlates(Event):
    """Kulami: other plates lie on the table than the game was begun with."""

    layout: str
    """The plates as they are seen: eight rows of letters divided by `/`."""


@dataclass(frozen=True, slots=True)
class Question(Event):
    """The referee is asked something; `about` says what."""

    about: Literal["finished"]
    """`finished`: has the mover finished? Yes is the end signal (RULES.md 2.11)."""
    n: int
    """The move it is about."""
    side: str
    """Whose move."""
    by: str = ""
    """Who reported something and so made it a question: A, B or referee."""


@dataclass(frozen=True, slots=True)
class Awaiting(Event):
    """A report was accepted: the board is to be put right, and until then nothing is a fault."""

    n: int
    """The move that is put right."""
    side: str
    """Who must do it."""
    task: str
    """How, as a word of `engines.match.conduct`."""


@dataclass(frozen=True, slots=True)
class Replied(Event):
    """What the rules answer to a report, a signature, a fallen flag."""

    granted: bool
    """Whether it was granted or ordered; else it was refused."""
    code: str
    """What is said, as a word of `engines.match.replies`."""
    article: str
    """The article behind it."""
    player: str | None
    """Whom it concerns, A or B."""
    en: str
    """In English."""
    tr: str
    """In Turkish."""
    pit: str | None = None
    """Mangala: the pit to count or to play."""


@dataclass(frozen=True, slots=True)
class Happened(Event):
    """Something that people did in the round: a report, a signature, a fallen flag."""

    what: match.Event
    """What, as the machine of the round takes it."""

    def __post_init__(self) -> None:
        if not isinstance(self.what, match.Event):
            raise InputError(f"{self.what!r} is not an event of a round")

    def to_json(self) -> dict[str, Any]:
        """A plain object; `what` holds the event of the round."""
        return {"event": name_of(type(self)), "time": self.time, "what": self.what.to_json()}


@dataclass(frozen=True, slots=True)
class Counted(Event):
    """The referee has counted stones by hand."""

    places: tuple[str, ...]
    """The pits or treasuries."""
    stones: tuple[int, ...]
    """What he found in each."""
    computed: tuple[int, ...]
    """What the moves have led to."""


@dataclass(frozen=True, slots=True)
class Told(Event):
    """A person told the tracker something."""

    what: Deed
    """What kind of thing."""
    detail: str
    """The cell and its content, the side, how many moves were taken back, ..."""
    position: str
    """The position from which play goes on."""
    n: int
    """The last move that holds."""


@dataclass(frozen=True, slots=True)
class Learn(Event):
    """The detector may learn how the board looked after move `n`: two further moves confirm it."""

    n: int
    """The move after which the board stood so; 0 for the start."""
    board: str
    """What stood there, in text form."""


@dataclass(frozen=True, slots=True)
class Forget(Event):
    """The detector must forget its last lessons: moves they rested on were taken back."""

    count: int
    """How many."""


@dataclass(frozen=True, slots=True)
class End(Event):
    """The game on the board is over."""

    winner: str | None
    """The winning side; None: level."""
    reason: str
    """Why, in the game's word."""
    article: str
    """The article that ends it."""
    score: tuple[int, int]
    """The totals of both sides, in the game's order."""


@dataclass(frozen=True, slots=True)
class Doubts(Event):
    """What the last look that showed the final position could not tell of it."""

    cells: tuple[str, ...]
    """The cells; none where all is clear."""
    position: str
    """The position."""


@dataclass(frozen=True, slots=True)
class Sight(Event):
    """What became of the board in the picture."""

    state: Literal["found", "lost", "moved", "ended"]
    """`found`; `lost`: it is not seen; `moved`: it lies elsewhere now, and is followed; `ended`:
    the recording is at its end."""
    reason: str = ""
    """Lost: why, and what would help."""


def name_of(kind: type[Event]) -> str:
    """The word for a kind of event in JSON."""
    if kind is FaultFound:
        return "fault"
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


EVENTS: dict[str, type[Event]] = {
    name_of(kind): kind
    for kind in (
        *(Move, FaultFound, Mended, Corrected, UnderWay, TakenBack, Ended, Unsure, OutOfStep),
        *(Resync, Restored, Contradiction, Question, Awaiting, Replied, Told, Learn, Forget),
        *(End, Doubts, Sight, Happened, Counted, OtherPlates, Breach, TokenSet),
    )
}
"""Every kind of event by its name in JSON."""


def event_from_json(data: object) -> Event:
    """An event from its JSON form; raises `InputError` that says what is wrong."""
    if not isinstance(data, dict):
        raise InputError(f"an event must be an object, not {data!r}")
    kind = EVENTS.get(str(data.get("event")))
    if kind is None:
        raise InputError(f"unknown event {data.get('event')!r}; valid are: {', '.join(EVENTS)}")
    told = {name: value for name, value in data.items() if name != "event"}
    if kind is Happened:
        when = from_json(Event, {"time": told.get("time", 0.0)}).time
        return Happened(match.event_from_json(told.get("what")), time=when)
    return from_json(kind, told)
