"""What the referee reports that no camera sees: a fallen piece, time that is up, conduct."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from engines.match.conduct import MISCONDUCT, WASTING_TIME
from engines.players import PLAYERS
from referee.desk.lines import Say, cause_words
from referee.desk.titles import player_name
from referee.desk.web import environment, sayer
from referee.sitting import Sitting


@dataclass(frozen=True, slots=True)
class Report:
    """One thing that can be reported."""

    act: str
    """Which act of the API."""
    text: str
    """What has happened."""
    who: str
    """The name under which the act takes the player."""
    body: dict[str, Any] = field(default_factory=dict)
    """What else goes with it."""
    place: str = ""
    """The name under which it takes a cell or pit; empty where it takes none."""
    stones: str = ""
    """The name under which it takes the stones of the player's treasury; empty where it takes
    none."""
    sure: str = ""
    """What is asked first."""


def reports_of(sitting: Sitting, say: Say) -> Iterator[Report]:
    """All that can be reported in this game (RULES.md 0.9, 1.14, 1.17, 2.8)."""
    conduct = sitting.keeper.round.conduct
    yield Report("piece-left", say("A piece has left the board; the player reports it"), "by",
                 place="cells")  # fmt: skip
    if conduct.touch:
        yield Report("touched", say("The player has touched stones and is bound to their pit"),
                     "by", place="pit")  # fmt: skip
    if sitting.keeper.round.clock is None:  # Hakem's own tells it by itself
        stones = "treasury" if conduct.timeout == "treasury" else ""
        sure = say("Look at the clock at the table first. End it by the rules?")
        text = say("Time is up on the clock at the table")
        yield Report("flag", text, "who", stones=stones, sure=sure)
    known = {ruling.code for ruling in conduct.rulings}
    for cause in ("counting", "closed_hand", WASTING_TIME, MISCONDUCT):
        if cause in known:
            yield Report("warn", cause_words(say, cause), "who", {"cause": cause})
    yield Report("disqualify", say("Disqualified after warnings for conduct"), "who",
                 sure=say("Disqualify this player? The round is lost then."))  # fmt: skip


def _places(sitting: Sitting) -> tuple[str, ...]:
    """Where something can be reported; in Mangala where stones lie, which fall or are touched."""
    touch = sitting.keeper.round.conduct.touch
    return sitting.pits_to_touch() if touch else sitting.tracker.view.names


def report_part(sitting: Sitting, language: str) -> str:
    """The form, as HTML."""
    say = sayer(language)
    with sitting.held():
        people = [
            (player, player_name(sitting, player, say), sitting.treasury_of(player))
            for player in PLAYERS
        ]
        reports, places = list(reports_of(sitting, say)), _places(sitting)
    made: Any = environment(language).get_template("parts.html").module
    return str(made.report(reports, people, places))
