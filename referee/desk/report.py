"""What the referee reports that no camera sees: a fallen piece, time that is up, conduct."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from engines import InputError, match
from engines.match.conduct import MISCONDUCT, WASTING_TIME
from engines.players import PLAYERS
from referee import events as told
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
    text = say("A piece has left the board; the player reports it")
    if sitting.tracker.game.name == "kulami":
        text = say("A marble has left the board; the player reports it")
    yield Report("piece-left", text, "by", place="cells")
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


def report_part(sitting: Sitting, language: str) -> str:
    """The form, as HTML."""
    say = sayer(language)
    with sitting.held():
        people = [
            (player, player_name(sitting, player, say), sitting.treasury_of(player))
            for player in PLAYERS
        ]
        reports, places = list(reports_of(sitting, say)), occupied(sitting)
    made: Any = environment(language).get_template("parts.html").module
    return str(made.report(reports, people, places))


def occupied(sitting: Sitting) -> list[str]:
    """The cells from which a piece can have come: where one stands, or stood until just now."""
    tracker, state = sitting.tracker, sitting.tracker.state
    # A piece that fell may have been seen to be missing already; what is awaited goes back.
    gone = [each.before for each in (state.lost_piece(), tracker.awaited) if each is not None]
    stood = [state.now, state.position, *gone]
    boards = [tracker.view.cells(tracker.game.board_of(position)) for position in stood]
    return [name for i, name in enumerate(tracker.view.names) if any(b[i] for b in boards)]


def check_occupied(sitting: Sitting, cells: Iterable[str]) -> None:
    """Refuse cells from which nothing can have fallen; raises `InputError`."""
    known, held = sitting.tracker.view.names, occupied(sitting)
    for cell in cells:
        if cell not in known:
            raise InputError(f"no such cell {cell!r}; cells are {', '.join(known)}")
        if cell not in held:
            raise InputError(f"{cell} is empty; nothing can have fallen from it")


def off_board_words(sitting: Sitting, say: Say) -> tuple[str, tuple[str, ...]]:
    """What has left the board; who reported it, from where it fell, and what is to be done."""
    marble = sitting.tracker.game.name == "kulami"
    title = say("A marble is off the board") if marble else say("A piece is off the board")
    happened = (line.event for line in reversed(sitting.events_after(0)))
    reports = (each.what for each in happened if isinstance(each, told.Happened))
    by = next((r.by for r in reports if isinstance(r, match.PieceLeftBoard | match.Objected)), "")
    who = player_name(sitting, by, say) if by in PLAYERS else say("the referee")
    told_ = say("Reported by %(name)s: fallen from %(cells)s")
    cells = ", ".join(sitting.keeper.round.off_board)
    return title, (
        told_ % {"name": who, "cells": cells},
        say("Put it back as it lay, then press the button. The clock stands still until then."),
    )
