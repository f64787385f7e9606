"""The events of a journal as sentences, in the words of the page and of `hakem watch`.

A journal outlives its writer: what another version or program wrote is told as far as it is
understood here, and else shown as it stands.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from rich.table import Table
from rich.text import Text

from cli.event_lines import STYLES, event_words
from cli.page_words import fault_text, sayer
from cli.terminal import terminal
from cli.words import say
from engines import AnyGame, InputError
from engines.contract import Fault
from engines.jsonform import from_json
from referee.desk.lines import move_word, side_word
from referee.events import EVENTS
from referee.journal import Entry, JournalError, told
from referee.sheet.words import say as on_sheet
from referee.sitting.written import KEPT, Written

Entries = tuple[Entry, ...]

UNREAD = ("event", "time", "position", "before", *KEPT)
"""What is not shown of an event that nobody here knows: it stands elsewhere, or is for machines."""
LONGEST = 200
"""Letters of an event that nobody here knows; --json has all of it."""


def show_entries(
    entries: Entries, lang: str, chosen: Callable[[Entries], Entries] = tuple
) -> Entries:
    """Print the events for people, one a line, and give those; `chosen` picks some of them.

    What only the program needs, as what it has learnt, is left out and counted.
    """
    words = words_of(entries, lang)
    worded = tuple(each for each in entries if each.number in words)
    shown = chosen(worded)
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("number", "time"):
        table.add_column(say(lang, heading), no_wrap=True)
    table.add_column(say(lang, "event"), overflow="fold")
    for entry in shown:
        time = entry.time[:19].replace("T", " ")
        table.add_row(str(entry.number), time, words[entry.number])
    console = terminal()
    console.print(table)
    if shown == worded != entries:
        left_out = say(lang, "left_out", n=len(entries) - len(worded))
        console.print(left_out, style="grey50", markup=False)
    return shown


def event_of(entry: Entry) -> dict[str, Any]:
    """An event to be shown; one that somebody spoilt is shown as the text it now is."""
    try:
        return entry.event
    except JournalError:
        return {"event": "?", "text": entry.text}


def words_of(entries: Iterable[Entry], lang: str) -> dict[int, Text]:
    """What each event says, by its number; those of which nothing needs to be said are not in it.

    All are wanted, in order: the game that one of them begins names the sides of the others.
    """
    game: AnyGame | None = None
    found = {}
    for entry in entries:
        event = event_of(entry)
        if "game" in event:
            game = _game_of(event)
        words = _words(entry, event, lang, game)
        if words is not None:
            found[entry.number] = words
    return found


def _words(entry: Entry, event: Mapping[str, Any], lang: str, game: AnyGame | None) -> Text | None:
    if event["event"] == "?":
        return Text(str(event.get("text", "")), "bold red")
    if "game" in event:
        return Text(_beginning(event, lang, game), "bold")
    if event["event"] in EVENTS:
        try:
            known = Written.of(entry).event
        except JournalError:
            pass  # another version wrote it
        else:
            return None if known is None else event_words(known, lang, game)
    return _as_it_stands(event, lang, game)


def _game_of(event: Mapping[str, Any]) -> AnyGame | None:
    try:
        return told.begun(event)[0]
    except InputError:
        return None


def _beginning(event: Mapping[str, Any], lang: str, game: AnyGame | None) -> str:
    """Which game begins, by which rules, who plays it, and where."""
    names = event.get("names")
    words = [say(lang, "journal_game", game=str(event["game"]).capitalize())]
    words += _other_rules(game)
    if isinstance(names, list) and any(names):
        words.append(" – ".join(map(str, names)))
    for key in ("table", "round"):
        if event.get(key):
            words.append(f"{on_sheet(lang, key)}: {event[key]}")
    if isinstance(event.get("set"), int) and event["set"] > 1:
        words.append(on_sheet(lang, "set", n=event["set"]))
    if event.get("camera"):
        words.append(f"{say(lang, 'camera')}: {event['camera']}")
    return "; ".join(words)


def _other_rules(game: AnyGame | None) -> list[str]:
    """The options of a game that are not as usual, as they are given on the command line."""
    if game is None:
        return []
    usual = type(game.rules)()
    return [
        f"{name}={value}"
        for name in game.rules.__dataclass_fields__
        if (value := getattr(game.rules, name)) != getattr(usual, name)
    ]


def _as_it_stands(event: Mapping[str, Any], lang: str, game: AnyGame | None) -> Text:
    """What another program wrote: its moves in words, anything else in its own."""
    if event["event"] in told.MADE and isinstance(event.get("side"), str):
        say_it, number = sayer(lang), told.number_of(event)
        moves = " ".join(told.moves_of(event)) or None
        move = f"{side_word(say_it, event['side'])} {move_word(say_it, moves)}"
        head = move if number is None else f"{number}. {move}"
        faults = event["faults"] if isinstance(event.get("faults"), list) else []
        wrong = [_fault(each, lang, game) for each in faults if isinstance(each, dict)]
        style = STYLES["fault"] if wrong else ""
        return Text(": ".join(filter(None, (head, " ".join(wrong)))), style)
    rest = (f"{key} {_plain(value)}" for key, value in event.items() if key not in UNREAD)
    text = ": ".join(filter(None, (event["event"], ", ".join(rest))))
    return Text(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…", "grey50")


def _fault(fault: Mapping[str, Any], lang: str, game: AnyGame | None) -> str:
    """One fault in words where it is told as the engines tell it; else its code and its cells."""
    try:
        if game is not None:
            return fault_text(lang, game.name, from_json(Fault, fault))
    except (InputError, KeyError):
        pass
    cells = fault.get("cells")
    places = f" [{', '.join(map(str, cells))}]" if isinstance(cells, list) else ""
    return f"{fault.get(lang) or fault.get('code')}{places}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
