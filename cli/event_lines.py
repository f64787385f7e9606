"""The referee's events as lines of text, in Turkish and in English."""

from __future__ import annotations

from rich.text import Text

from cli.words import fault_text, say, side_name
from engines import AnyGame, match
from referee import events as told

STYLES = {
    "fault": "bold red",
    "unsure": "yellow",
    "out_of_step": "bold yellow",
    "contradiction": "yellow",
    "other_plates": "bold yellow",
    "end": "bold green",
    "replied": "bold",
}
SILENT = (told.Learn, told.Forget, told.Ended, told.Doubts)
"""What is of no interest on a screen."""


def event_line(game: AnyGame, event: told.Event, lang: str) -> Text | None:
    """One line for an event; None where nothing needs to be said."""
    if isinstance(event, SILENT):
        return None
    if isinstance(event, told.Happened) and not isinstance(
        event.what, match.Objected | match.Signed
    ):
        return None  # what follows from it is told by the replies
    kind = told.name_of(type(event))
    return Text(f"{event.time:7.1f}  {_words(game, event, lang)}", STYLES.get(kind, ""))


def _words(game: AnyGame, event: told.Event, lang: str) -> str:
    if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected):
        move = event.move or say(lang, "no_move")
        said = f"{event.n}. {side_name(lang, event.side)} {move}"
        if isinstance(event, told.Mended | told.Corrected):
            said += f" ({say(lang, told.name_of(type(event)))})"
        return _with_faults(game, said, event.faults, lang)
    if isinstance(event, told.UnderWay):
        said = f"… {side_name(lang, event.side)} {event.move or say(lang, 'no_move')}"
        return f"{said} ({say(lang, 'unfinished')})"
    if isinstance(event, told.Unsure):
        answers = "; ".join(
            f"{a.move or say(lang, 'no_move')} {'+'.join(a.faults)} {a.share:.0%}"
            for a in event.answers
        )
        return f"{say(lang, 'not_sure', cells=', '.join(event.cells))}: {answers}"
    if isinstance(event, told.Replied):
        return event.tr if lang == "tr" else event.en
    return _short_words(event, lang)


def _with_faults(game: AnyGame, said: str, faults: tuple[told.ToldFault, ...], lang: str) -> str:
    why = " ".join(fault_text(lang, game.name, fault.plain()) for fault in faults)
    return f"{said}: {why}" if why else said


def _short_words(event: told.Event, lang: str) -> str:
    """Events of one sentence each."""
    if isinstance(event, told.End):
        side = event.winner
        who = say(lang, "draw") if side is None else say(lang, "winner", side=side_name(lang, side))
        return f"{who} {event.score[0]}–{event.score[1]}"
    if isinstance(event, told.Sight):
        return f"{say(lang, 'board_' + event.state)} {event.reason}".strip()
    if isinstance(event, told.OutOfStep | told.Restored):
        return say(lang, told.name_of(type(event)), cells=", ".join(event.cells))
    if isinstance(event, told.Contradiction):
        return say(lang, "contradiction", place=event.place, due=event.expected, seen=event.seen)
    if isinstance(event, told.OtherPlates):
        return say(lang, "other_plates", layout=event.layout)
    if isinstance(event, told.Told):
        return say(lang, f"told_{event.what}", detail=event.detail)
    if isinstance(event, told.Counted):
        rows = zip(event.places, event.stones, event.computed, strict=False)
        return "; ".join(say(lang, "counted", place=p, seen=n, due=due) for p, n, due in rows)
    if isinstance(event, told.Happened):
        word = "objected" if isinstance(event.what, match.Objected) else "signed"
        return say(lang, f"happened_{word}", who=getattr(event.what, "by", ""))
    if isinstance(event, told.TakenBack | told.Resync):
        return say(lang, told.name_of(type(event)))
    if isinstance(event, told.Question):
        return say(lang, "question_finished", side=side_name(lang, event.side))
    if isinstance(event, told.Awaiting):
        return say(lang, "awaiting", side=side_name(lang, event.side))
    return told.name_of(type(event))
