"""What the events of the tracker mean for a round, told one by one."""

from __future__ import annotations

from collections.abc import Mapping

from engines import InputError, match
from engines.match.events import Actor
from referee import events as told

Stood = told.Told | told.Resync
"""What names the position from which play goes on."""
Made = told.Move | told.FaultFound | told.Mended | told.Corrected
CORRECTIONS = ("cell", "side", "undo", "accept", "position", "choose")
"""What a person may tell that can change whose turn it is."""
RESIGNED, STOPPED = "resigned", "stopped"
"""Why a game ends before the board shows it: a player gives up; the referee ends it."""
MEANT = (3, 80)
"""How many letters the referee's reason for ending a game has."""
STANDING = ("cell", "side", "accept", "position")
"""Of these, what leaves no move open: the board stands, and whose turn it is has the clock."""
ENDED = ("between", "referee", "over")
"""Phases in which a set is over and its result can still be put right."""
CLOCK: Mapping[str, type[match.ClockPaused | match.ClockStarted]] = {
    "pause": match.ClockPaused,
    "resume": match.ClockStarted,
}
"""What it means for the clock that nothing is looked at, and that the table is looked at again."""
LASTING = (
    match.RefereeWarned,
    match.Disqualified,
    match.FlagFell,
    match.RefereeDecided,
    match.PiecePutBack,
    match.ClockPaused,
    match.ClockStarted,
)
"""What has happened whichever moves are taken back."""

SETTLED = match.Corrected("A", None)
"""Stands for a correction that the referee has settled though nobody's move makes the board."""


def stays(event: Stood) -> bool:
    """Whether play goes on from the position itself, and not from before moves that follow."""
    return not event.moves if isinstance(event, told.Resync) else event.what != "choose"


def lasts(event: match.Event | Stood) -> bool:
    """Whether something holds whichever moves are taken back; so does an end off the board."""
    early = isinstance(event, match.SetFinished) and event.reason.startswith((RESIGNED, STOPPED))
    return early or isinstance(event, LASTING)


def reply_of(reply: match.Reply, time: float) -> told.Replied:
    """What the rules answer, as an event."""
    return told.Replied(
        *(reply.granted, reply.code, reply.article, reply.player, reply.en, reply.tr, reply.pit),
        time=time,
    )


def last_move(event: told.Event, before: int) -> int:
    """The number of the last move that holds after an event."""
    if isinstance(event, told.Mended | told.Corrected) and not (event.move or event.faults):
        return event.n - 1
    if isinstance(event, Made | told.Ended | told.Resync | told.Told):
        return event.n
    return before


def actor_of(word: str) -> Actor | None:
    """Who a journal names, if that is one who may act."""
    return word if word in ("A", "B", match.REFEREE) else None  # type: ignore[return-value]


def voids_report(event: told.Event) -> bool:
    """Whether a report before the move's end is answered with no, or its move is off the board."""
    if isinstance(event, told.Mended):
        return not (event.move or event.faults)
    if isinstance(event, told.Told):
        return event.what in (*CORRECTIONS, "unfinished")
    return isinstance(event, told.TakenBack | told.Resync)


def plays_on(event: told.Event) -> bool:
    """Whether a piece that had left the board must be back: a move or a correction is seen."""
    made = isinstance(event, told.Move | told.FaultFound) and event.move is not None
    return made or isinstance(event, told.Corrected)


def said_because(because: str) -> str:
    """Why the referee ends a game, in words; raises `InputError`."""
    words = " ".join(because.split())
    if not MEANT[0] <= len(words) <= MEANT[1] or not words.isprintable():
        raise InputError(f"say in {MEANT[0]} to {MEANT[1]} letters why the game ends here")
    return words
