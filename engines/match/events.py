"""What can happen in a round, as data: the journal stores these and replays them.

An event says what was seen or said, never what follows from it; that is `step`'s business.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any, Literal

from engines.contract import Fault, InputError
from engines.jsonform import check_fields, from_json, to_json
from engines.match.results import Result, by_counts
from engines.players import Player

Actor = Literal["A", "B", "referee"]
"""Who did something: a player or the referee."""
REFEREE: Actor = "referee"


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """Something that happened at a table."""

    at: float = 0.0
    """When, in seconds on the clock's scale; of no matter where no clock is used."""

    def __post_init__(self) -> None:
        check_fields(self)

    def to_json(self) -> dict[str, Any]:
        """A plain object; `event` names its kind."""
        return {"event": _name(type(self)), **to_json(self)}


@dataclass(frozen=True, slots=True)
class SetBegan(Event):
    """The next set begins; the starter's clock runs, and the last set's window is closed."""


@dataclass(frozen=True, slots=True)
class _Made(Event):
    """What was done on the board, as the tracker judged it."""

    by: Player
    """Who did it."""
    move: str | None
    """The move in the game's text form (`d3`, `pass`, `S4`); None: pieces changed without one."""
    faults: tuple[Fault, ...] = ()
    """What is wrong with it; for the referee only, silent until it is reported."""
    before: str | None = None
    """The position before it in text form, to which a correction goes back."""
    again: bool = False
    """Whether the same player is to move once more (RULES.md 1.7)."""
    doubling_pit: str | None = None
    """Mangala: the enemy pit into which the last stone has just fallen (RULES.md 1.14 note b)."""


@dataclass(frozen=True, slots=True)
class MoveMade(_Made):
    """A move was made; it is not finished before its end signal (RULES.md 2.11)."""


@dataclass(frozen=True, slots=True)
class Mended(_Made):
    """The mover changed the move before ending it; only what stands at the end counts (B-R7).

    With `move=None` the piece was taken off again and the move is yet to be made (RULES.md 2.9
    allows it for a disc on an illegal square); with faults other pieces have changed meanwhile.
    """


@dataclass(frozen=True, slots=True)
class Corrected(_Made):
    """The correction that an accepted report asked for; it may be faulty again (RULES.md 2.5)."""


@dataclass(frozen=True, slots=True)
class MoveEnded(Event):
    """The end signal: "Hamlem bitti", the clock, the token, a quiet board (RULES.md 2.11)."""

    by: Player
    """Whose move ended."""


@dataclass(frozen=True, slots=True)
class Objected(Event):
    """A breach is reported to the referee (RULES.md 0.8, 1.15, 2.5, 3.6)."""

    by: Actor
    """Who reports; the referee only with `referee_may_intervene` (B-G10)."""
    number: int | None = None
    """The move of this set that is meant, from 1; None: the opponent's move just made."""


@dataclass(frozen=True, slots=True)
class Touched(Event):
    """A player touched stones of a pit and is bound to it (RULES.md 1.14 note d, B-M12)."""

    by: Player
    """Who touched."""
    pit: str
    """The pit, holding at least one stone, as in `S4`."""


@dataclass(frozen=True, slots=True)
class CountRequested(Event):
    """A player asks the referee to count a pit (RULES.md 1.14 note b)."""

    by: Player
    """Who asks."""
    pit: str | None = None
    """The pit asked for; None: the one where the last stone fell."""


@dataclass(frozen=True, slots=True)
class PieceLeftBoard(Event):
    """A piece left the playing area and was reported; play stops (RULES.md 2.8)."""

    by: Actor
    """Who reported it."""
    cells: tuple[str, ...]
    """Where the pieces stood."""


@dataclass(frozen=True, slots=True)
class PiecePutBack(Event):
    """The pieces off the board were put back, or somebody tried to (RULES.md 2.8)."""

    by: Actor
    """Who put them back."""


@dataclass(frozen=True, slots=True)
class RefereeWarned(Event):
    """The referee warns for conduct: wasting time (RULES.md 0.9), counting (1.14 note a), ..."""

    player: Player
    """Who is warned."""
    cause: str
    """`wasting_time`, `misconduct`; in Mangala also `counting`, `closed_hand`."""


@dataclass(frozen=True, slots=True)
class Disqualified(Event):
    """The tournament referee disqualifies a player whose warnings grew (RULES.md 0.9)."""

    player: Player
    """Who is out."""


@dataclass(frozen=True, slots=True)
class ClockPaused(Event):
    """The referee stops the clock."""


@dataclass(frozen=True, slots=True)
class ClockStarted(Event):
    """The referee lets the clock run on for the player who is to act."""


@dataclass(frozen=True, slots=True)
class FlagFell(Event):
    """A player's time is up (RULES.md 1.17, B-M11, B-R5, B-K9)."""

    player: Player
    """Whose time."""
    treasury: int | None = None
    """Mangala: the stones counted in that player's treasury."""


@dataclass(frozen=True, slots=True)
class SetFinished(Event):
    """Play on the board is over and counted (RULES.md 1.11, 1.12, 2.10, 3.5, 3.10)."""

    result: Result
    """Who won the set."""
    reason: str
    """Why it ended, in the game's word (`Outcome.reason`)."""
    score: tuple[int, int] | None = None
    """The counts of A and B, for the sheet; None where the game has no counts."""

    def __post_init__(self) -> None:
        check_fields(self)
        if self.score is not None and self.result != by_counts(*self.score):
            a, b = self.score
            raise InputError(f"the result {self.result!r} contradicts the score {a}-{b}")


@dataclass(frozen=True, slots=True)
class RefereeDecided(Event):
    """The referee decides what the rules leave to him (B-G2, B-R5, B-K9)."""

    result: Result
    """Who wins the set."""


@dataclass(frozen=True, slots=True)
class Signed(Event):
    """A player signs the sheet and thereby gives up further reports (RULES.md 0.8, 3.10)."""

    by: Player
    """Who signs."""


def _name(kind: type[Event]) -> str:
    return re.sub(r"(?<!^)(?=[A-Z])", "_", kind.__name__).lower()


EVENTS: dict[str, type[Event]] = {
    _name(kind): kind
    for kind in (
        SetBegan,
        MoveMade,
        Mended,
        Corrected,
        MoveEnded,
        Objected,
        Touched,
        CountRequested,
        PieceLeftBoard,
        PiecePutBack,
        RefereeWarned,
        Disqualified,
        ClockPaused,
        ClockStarted,
        FlagFell,
        SetFinished,
        RefereeDecided,
        Signed,
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
    return from_json(kind, {name: value for name, value in data.items() if name != "event"})
