"""The referee's events as lines of a page, in the reader's language."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from engines import AnyGame, match
from engines.articles import cite_in_turkish
from engines.match.conduct import MISCONDUCT, WASTING_TIME
from referee import events as told
from referee.round_events import RESIGNED, STOPPED

Say = Callable[[str], str]
"""Translates an English text."""
Naming = Callable[[str], str]
"""The name of player A or B; where nobody has names, the letter itself."""

SILENT = (told.Learn, told.Forget, told.Ended, told.UnderWay, told.Doubts)
"""What is of no interest in a list: what is under way is shown beside the board."""
COUNTED_IN_ALL = ("stones_missing", "stones_added")
"""Faults whose amount is that of all their cells; of others it is that of the first."""
LOCATIVE = {"3": "te", "4": "te", "5": "te", "6": "da"}
"""How “in” ends the name of a place in Turkish, by its last sign; else `de`."""
NAMELESS = ("report_accepted", "board_stands")
"""Answers that concern the mover, but are given to whoever has reported the move."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line of the list of moves."""

    number: int
    """Of the event in the journal."""
    kind: str
    """`move`, `fault`, `doubt`, `said` or `plain`."""
    n: str
    """The number of the move; empty where it is none."""
    text: str
    """What happened."""
    details: tuple[str, ...] = ()
    """What is to be said about it."""
    time: str = ""
    """When, minutes and seconds since the camera began."""


def side_word(say: Say, side: str) -> str:
    """The name of a side."""
    words = {
        "B": say("black"), "W": say("white"), "R": say("red"),
        "south": say("south"), "north": say("north"),
    }  # fmt: skip
    return words.get(side, side)


def sign_word(say: Say, sign: str) -> str:
    """What a cell of a board holds."""
    return say("empty") if sign in (".", "") else side_word(say, sign)


def move_word(say: Say, move: str | None) -> str:
    """A move as it is written; passing in words."""
    if move is None:
        return say("no move")
    return " ".join(say("pass") if word == "pass" else word for word in move.split())


def faulty_words(say: Say, side: str, move: str | None) -> str:
    """Who made a fault, and by which move; the side alone where pieces changed without one."""
    word = side_word(say, side)
    return word if move is None else f"{word} {move_word(say, move)}"


def faulty_cells(event: told.Event) -> tuple[str, ...]:
    """The cells of its faults, each once."""
    faults: tuple[told.ToldFault, ...] = getattr(event, "faults", ())
    return tuple(dict.fromkeys(cell for fault in faults for cell in fault.cells))


def fault_words(say: Say, fault: told.ToldFault, language: str) -> str:
    """What is wrong, where, and against which article."""
    amount = stones_words(say, fault, language) if fault.amount else ""
    named = len(fault.cells) == 1 and amount  # where the stones are counted is where it is
    cells = f" [{', '.join(fault.cells)}]" if fault.cells and not named else ""
    amount = f" {capital(amount)}." if amount else ""
    text, article = (fault.tr, fault.article_tr) if language == "tr" else (fault.en, fault.article)
    return f"{text}{cells}{amount} ({article})"


def stones_words(say: Say, fault: told.ToldFault, language: str) -> str:
    """Mangala: how many stones are missing or too many, and where."""
    count = abs(fault.amount)
    stones = say("one stone") if count == 1 else say("%(n)s stones") % {"n": count}
    missing = fault.amount < 0
    if len(fault.cells) != 1 and fault.code in COUNTED_IN_ALL:
        text = say("%(stones)s missing in all") if missing else say("%(stones)s too many in all")
        return text % {"stones": stones}
    place = fault.cells[0] if fault.cells else ""
    place = f"{place}'{LOCATIVE.get(place[-1:], 'de')}" if language == "tr" else place
    text = say("%(stones)s missing in %(place)s")
    if not missing:
        text = say("%(stones)s too many in %(place)s")
    return text % {"stones": stones, "place": place}


def cited(article: str, language: str) -> str:
    """An article as the texts of a language cite it."""
    return cite_in_turkish(article) if language == "tr" else article


def sight_words(say: Say, event: told.Sight) -> str:
    """What became of the board in the picture, with what would help."""
    if event.state == "found":
        return say("The board is found.")
    if event.state == "moved":
        return say("The board or the camera was moved; it is followed.")
    if event.state == "ended":
        return say("The recording has ended.")
    return f"{say('The board is not seen.')} {reason_words(say, event.reason)}".strip()


def reason_words(say: Say, reason: str) -> str:
    """A reason and what to do about it, as sentences; each is translated by itself."""
    whole = say(reason) if reason else ""
    parts = [whole] if whole != reason else [say(part.strip()) for part in reason.split("; ")]
    return " ".join(capital(part) + "." * (part[-1] != "?") for part in parts if part)


def capital(text: str) -> str:
    """The text with a capital at its beginning; only Turkish words here begin with i or ı, and file
    names are kept."""
    if any(mark in text.partition(" ")[0][:-1] for mark in "./"):
        return text  # a file's name is what it is
    turkish = any(letter in text for letter in "ığşİ")
    first = "İ" if turkish and text[:1] == "i" else text[:1].upper()
    return first + text[1:]


def line_of(
    say: Say,
    language: str,
    number: int,
    event: told.Event,
    game: AnyGame | None = None,
    name: Naming = str,
) -> Line | None:
    """The line of an event; None where nothing needs to be said.

    The `game` names the sides, `name` the players.
    """
    if isinstance(event, SILENT):
        return None
    time = _clock(event)
    if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected):
        text = f"{side_word(say, event.side)} {move_word(say, event.move)}"
        if event.faults:
            text = faulty_words(say, event.side, event.move)
        if isinstance(event, told.Mended):
            text += f" ({say('changed')})"
        if isinstance(event, told.Corrected):
            text += f" ({say('corrected')})"
        details = tuple(fault_words(say, fault, language) for fault in event.faults)
        return Line(number, "fault" if details else "move", f"{event.n}.", text, details, time)
    if isinstance(event, told.Breach):
        text = faulty_words(say, event.side, event.move)
        details = tuple(fault_words(say, fault, language) for fault in event.faults)
        return Line(number, "fault", f"{event.n}.", text, details, time)
    if isinstance(event, told.Replied):
        text = event.tr if language == "tr" else event.en
        if event.player is not None and event.code not in NAMELESS:
            text = f"{name(event.player)}: {text}"
        sign = "✓" if event.granted else "✗"
        article = (cited(event.article, language),) if event.article else ()
        return Line(number, "said", sign, text, article, time)
    if isinstance(event, told.Happened):
        text = happened_words(say, event.what, name)
        return Line(number, "said", "", text, (), time) if text else None
    if isinstance(event, told.End):
        return Line(number, "plain", "", end_words(say, event, game), (), time)
    kind, text = _short(say, event)
    return Line(number, kind, "", text, (), time)


def _short(say: Say, event: told.Event) -> tuple[str, str]:
    """Kind and words of the events of one sentence each."""
    if isinstance(event, told.Sight):
        return ("doubt" if event.state == "lost" else "plain"), sight_words(say, event)
    if isinstance(event, told.Unsure):
        cells = f": {', '.join(event.cells)}" if event.cells else ""
        return "doubt", f"{say('Not sure')}{cells}"
    if isinstance(event, told.OutOfStep):
        return "doubt", f"{say('The board fits nothing expected')}: {', '.join(event.cells)}"
    if isinstance(event, told.Contradiction):
        text = say("%(place)s: %(due)s stones by the rules, %(seen)s in the picture")
        return "doubt", text % {"place": event.place, "due": event.expected, "seen": event.seen}
    if isinstance(event, told.OtherPlates):
        return "doubt", say("The plates on the table are others than those of the game.")
    if isinstance(event, told.Restored):
        return "plain", f"{say('Put back')}: {', '.join(event.cells)}"
    if isinstance(event, told.TokenSet):
        return "plain", f"{say('The token lies on its marble now')}: {', '.join(event.cells)}"
    if isinstance(event, told.TakenBack):
        text = say("%(side)s took back %(move)s")
        side, move = side_word(say, event.side), move_word(say, event.move)
        return "plain", text % {"side": side, "move": move}
    if isinstance(event, told.Resync):
        return "plain", say("Back in step.")
    if isinstance(event, told.Question):
        return "said", say("Has %(side)s finished the move?") % {"side": side_word(say, event.side)}
    if isinstance(event, told.Awaiting):
        return "said", say("Waiting for the correction.")
    if isinstance(event, told.Counted):
        pairs = zip(event.places, event.stones, event.computed, strict=False)
        text = ", ".join(f"{place} {found} ({due})" for place, found, due in pairs)
        return "said", f"{say('The referee counted')}: {text}"
    if isinstance(event, told.Told):
        return "said", told_words(say, event)
    return "plain", told.name_of(type(event))


def happened_words(say: Say, what: match.Event, name: Naming) -> str:
    """What people did in the round, and who; empty where the answer of the rules says it all."""
    if isinstance(what, match.Objected):
        if what.by == match.REFEREE:
            return say("Objection by the referee")
        return say("Objection by %(name)s") % {"name": name(what.by)}
    if isinstance(what, match.Signed):
        return say("Signed by %(name)s") % {"name": name(what.by)}
    if isinstance(what, match.PieceLeftBoard):
        who = say("the referee") if what.by == match.REFEREE else name(what.by)
        text = say("Reported by %(name)s: fallen from %(cells)s")
        return text % {"name": who, "cells": ", ".join(what.cells)}
    if isinstance(what, match.Touched):
        return say("%(name)s has touched %(pit)s") % {"name": name(what.by), "pit": what.pit}
    if isinstance(what, match.CountRequested):
        return say("%(name)s asks for a count") % {"name": name(what.by)}
    if isinstance(what, match.RefereeWarned):
        return f"{cause_words(say, what.cause)} – {name(what.player)}"
    if isinstance(what, match.FlagFell):
        return f"{say('Time is up')}: {name(what.player)}"
    if isinstance(what, match.RefereeDecided):
        drawn = what.result == "draw"
        result = say("Draw") if drawn else f"{say('Winner')}: {name(what.result)}"
        return f"{say('The referee has decided')} – {result}"
    return ""


def cause_words(say: Say, cause: str) -> str:
    """What the referee warns for."""
    words = {
        "counting": say("Warning: counting with a finger or a tool"),
        "closed_hand": say("Warning: stones not in one open palm"),
        WASTING_TIME: say("Warning: wasting time"),
        MISCONDUCT: say("Warning: other conduct"),
    }
    return words.get(cause, cause)


def end_words(say: Say, event: told.End, game: AnyGame | None) -> str:
    """Who wins and why, where the numbers do not show it; each number with its side."""
    words = [_result_word(say, event.winner, game)]
    if event.reason == RESIGNED and game is not None:
        loser = next(side for side in game.sides if side != event.winner)
        words.append(say("%(side)s gave up") % {"side": side_word(say, loser)})
    elif event.reason.startswith(STOPPED):
        words.append(say("ended by the referee"))
    score = "–".join(str(points) for points in event.score)
    if game is not None:
        pairs = zip(game.sides, event.score, strict=True)
        score = ", ".join(f"{side_word(say, side)} {points}" for side, points in pairs)
    return f"{say('The game is over')}: {', '.join(words)} ({score})"


def _result_word(say: Say, winner: str | None, game: AnyGame | None) -> str:
    """Who wins; level is a draw unless the referee must decide."""
    if winner is not None:
        return say("%(side)s wins") % {"side": side_word(say, winner)}
    left = game is not None and getattr(game.rules, "tie", "draw") == "referee"
    return say("level") if left else say("draw")


def told_words(say: Say, event: told.Told) -> str:
    """What a person told the tracker."""
    if event.what == "side":
        return say("Referee: %(side)s to move") % {"side": side_word(say, event.detail)}
    if event.what == "undo":
        return say("Referee: moves taken back: %(n)s") % {"n": event.detail}
    if event.what == "accept" and event.detail == told.BY_ITSELF:
        return say("The recording went on by itself.")
    words = {
        "cell": say("Referee: corrected by hand"),
        "accept": say("Referee: accepted as it stands"),
        "position": say("Referee: position set"),
        "choose": say("Referee: answer chosen"),
        "pause": say("Referee: paused"),
        "resume": say("Referee: goes on"),
        "end": say("Referee: the move has ended"),
        "finished": say("Referee: the mover has finished"),
        "unfinished": say("Referee: the mover has not finished"),
    }
    # Of an accepted board: what was not read so, but follows from the others.
    cells = contents_told(event) if event.what in ("cell", "accept") else {}
    detail = ", ".join(f"{cell}: {sign_word(say, sign)}" for cell, sign in cells.items())
    return " – ".join(filter(None, (words.get(event.what, event.what), detail)))


def contents_told(event: told.Told) -> dict[str, str]:
    """What a person has told to stand in cells, as the signs of the board."""
    pairs = (word.partition("=") for word in event.detail.split(",") if "=" in word)
    return {cell: sign for cell, _, sign in pairs}


def lines_of(
    say: Say,
    language: str,
    events: Iterable[tuple[int, told.Event | None]],
    game: AnyGame | None = None,
    name: Naming = str,
) -> list[Line]:
    """The lines of many events, the newest first."""
    made = [
        line_of(say, language, n, event, game, name) for n, event in events if event is not None
    ]
    return [line for line in reversed(made) if line is not None]


def _clock(event: told.Event) -> str:
    """When, minutes and seconds since the camera began."""
    minutes, seconds = divmod(max(0, int(event.time)), 60)
    return f"{minutes:02d}:{seconds:02d}"
