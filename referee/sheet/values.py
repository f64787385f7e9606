"""What stands on a score sheet."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import date
from typing import Any

from engines import InputError
from engines.match.results import Result, points, round_result
from engines.match.rules import RoundRules
from engines.match.state import Decision, SetResult
from engines.players import Player
from referee.sheet.counting import Counted, OpenPoint

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
    by_hand: tuple[int, int] | None = None
    """Mangala: the referee's own count of both treasuries."""
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
        first, second = self.counted.game.sides
        return self.counted.score.total(first), self.counted.score.total(second)

    @property
    def open(self) -> tuple[OpenPoint, ...]:
        """What a person must still say or settle."""
        differs = self.by_hand is not None and self.by_hand != self.totals
        return (*self.counted.open, *((OpenPoint("counts"),) if differs else ()))

    @property
    def final(self) -> bool:
        """Whether nothing is open."""
        return not self.open

    @property
    def ended_sets(self) -> tuple[SetResult, ...]:
        """Mangala: the sets that are over; where only scores are known, this one is taken to be."""
        if self.round is not None:
            return self.round.ended
        return tuple(_by_score(score) for score in (*self.earlier_sets, self.totals))

    @property
    def scores(self) -> tuple[tuple[int, int] | None, ...]:
        """Mangala: the score of every set up to this one; None where a set has none."""
        known = tuple(ended.score for ended in self.ended_sets)
        if self.round is None or len(known) >= self.round.number:
            return known
        return (*known, None if self.round.abandoned else self.totals)

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
        return {"final": self.final, "open": [point.to_json() for point in self.open]}


def _by_score(score: tuple[int, int]) -> SetResult:
    """A set of which only the count is known."""
    first, second = score
    return SetResult("A" if first > second else "B" if second > first else "draw", "", score)


def today() -> str:
    """The day, as ISO 8601 has it."""
    return date.today().isoformat()
