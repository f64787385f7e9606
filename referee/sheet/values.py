"""What stands on a score sheet."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any

from engines import InputError
from engines.match.results import Result, points, round_result
from engines.match.rules import RoundRules
from engines.match.state import Decision, SetResult
from engines.players import Player
from referee.round_events import RESIGNED, STOPPED, said_because
from referee.sheet.counting import Confirmed, Counted, OpenPoint

SETS = 3
"""How many sets a round of Mangala has (RULES.md 1.2)."""
LONGEST, SHORT = 60, 24
"""No name is longer on a sheet; and no table, round or date."""


@dataclass(frozen=True, slots=True)
class Heading:
    """Who played, where and when; what is empty is left to be written by hand."""

    names: tuple[str, str] = ("", "")
    """The players in the order of the game's sides: black (south) first."""
    event: str = ""
    """The tournament."""
    table: str = ""
    """The number of the table."""
    round: str = ""
    """The round."""
    date: str = ""
    """The day."""

    def __post_init__(self) -> None:
        _check(LONGEST, *self.names, self.event)
        _check(SHORT, self.table, self.round, self.date)


def _check(longest: int, *texts: str) -> None:
    for text in texts:
        if len(text) > longest:
            raise InputError(f"{text[:12]!r}… is too long for a sheet: {longest} letters at most")
        if not text.isprintable():
            raise InputError(f"{text!r} holds something that cannot be printed")


@dataclass(frozen=True, slots=True)
class Early:
    """The end of a game that the board does not show."""

    winner: str | None
    """The side that has won; None: a draw."""
    reason: str
    """Why: `resigned`, `time_out`, …; `stopped: …` with the referee's own words."""

    @classmethod
    def of(cls, counted: Counted, told: Confirmed) -> Early | None:
        """As a person told it about a board: a side gave up, or it counts as it stands."""
        if not told.reason:
            return None
        if told.resigned:
            loser = counted.game.parse_side(told.resigned)
            return cls(next(side for side in counted.game.sides if side != loser), RESIGNED)
        return cls(counted.score.winner, f"{STOPPED}: {said_because(told.reason)}")


@dataclass(frozen=True, slots=True)
class RoundTold:
    """A round as its table kept it: sets also end off the board, whatever the board counts."""

    number: int
    """The set that is on the table."""
    ended: tuple[SetResult, ...]
    """The sets that are over."""
    decision: Decision | None = None
    """How the round ended; None while it goes on."""

    @property
    def abandoned(self) -> bool:
        """Whether the round ended in the middle of a set, which then has no score."""
        return self.decision is not None and self.decision.reason != "sets"


@dataclass(frozen=True, slots=True, eq=False)
class Sheet:
    """A score sheet."""

    counted: Counted
    """The board and its score."""
    heading: Heading = Heading()
    """Who, where, when."""
    earlier_sets: tuple[tuple[int, int], ...] = ()
    """Mangala: the scores of the sets before this one, where only they are known."""
    fingerprint: str = ""
    """A hash of the table's journal, by which it can be told to be unchanged."""
    event_number: int = 0
    """The number of the event that has this hash: the last one when the sheet was made."""
    signatures: tuple[str, str] = ("", "")
    """What both players have written on a screen, as SVG; empty where they sign on paper."""
    agreed: tuple[str, str] = ("", "")
    """When both have agreed on a screen, in words; empty where they have not."""
    early: Early | None = None
    """How the game ended, where the board does not show it."""
    round: RoundTold | None = None
    """Mangala: the round, where a table was watched; else it is counted from the sets' scores."""
    round_rules: RoundRules = field(default_factory=RoundRules)
    """How a round that is counted from scores is decided."""

    @property
    def totals(self) -> tuple[int, int]:
        """The computed totals."""
        return self.counted.totals

    @property
    def by_hand(self) -> tuple[int, int] | None:
        """Mangala: the referee's own count of both treasuries."""
        return self.counted.by_hand

    @property
    def open(self) -> tuple[OpenPoint, ...]:
        """What a person must still say or settle."""
        return self.counted.open

    @property
    def final(self) -> bool:
        """Whether nothing is open."""
        return not self.open

    @property
    def ended_sets(self) -> tuple[SetResult, ...]:
        """Mangala: the sets that are over; where only scores are known, this one once it is final:
        nobody has won a set whose count is in doubt."""
        if self.round is not None:
            return self.round.ended
        this = (_by_score(self.totals, self.early),) if self.final else ()
        return (*map(_by_score, self.earlier_sets), *this)

    @property
    def scores(self) -> tuple[tuple[int, int] | None, ...]:
        """Mangala: the score of every set up to this one; None where a set has none."""
        known = tuple(ended.score for ended in self.ended_sets)
        if self.final if self.round is None else len(known) >= self.round.number:
            return known
        abandoned = self.round is not None and self.round.abandoned
        return (*known, None if abandoned else self.totals)

    @property
    def round_result(self) -> Result | None:
        """Mangala: who won the round; None while more sets are to be played."""
        if self.round is not None:
            return None if self.round.decision is None else self.round.decision.result
        return round_result([ended.result for ended in self.ended_sets], SETS, self.round_rules)

    @property
    def round_points(self) -> dict[Player, float] | None:
        """Mangala: the points of the round."""
        result = self.round_result
        return None if result is None else points(result)

    def to_json(self) -> dict[str, Any]:
        """What is said about the sheet itself."""
        told: dict[str, Any] = {"final": self.final}
        told["open"] = [point.to_json() for point in self.open]
        if self.counted.settled:
            told["settled"] = [each.to_json() for each in self.counted.settled]
        if self.counted.uncounted:  # the score beside this is a guess
            told["stones_read"] = self.counted.stones_read
        if self.early is not None:
            told["early"] = {"winner": self.early.winner, "reason": self.early.reason}
        return told


def _by_score(score: tuple[int, int], early: Early | None = None) -> SetResult:
    """A set of which only the count is known, or that a side gave up."""
    first, second = score
    if early is not None and early.reason == RESIGNED:
        return SetResult("A" if early.winner == "south" else "B", RESIGNED, score)
    return SetResult("A" if first > second else "B" if second > first else "draw", "", score)


def read_day(text: str) -> str:
    """A day in numbers as ISO 8601 has it, or in words as they stand; raises `InputError`."""
    if not text.strip() or any(letter.isalpha() for letter in text):
        return text
    for form in ("%Y-%m-%d", "%d.%m.%Y"):
        with suppress(ValueError):
            return datetime.strptime(text.strip(), form).date().isoformat()
    raise InputError(f"there is no day {text}; write it as in 2026-05-03 or 03.05.2026")


def today() -> str:
    """The day, as ISO 8601 has it."""
    return date.today().isoformat()
