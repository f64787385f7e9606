"""The referee's events as lines of the terminal, in the words of the page."""

from __future__ import annotations

from rich.text import Text

from cli.page_words import sayer
from cli.words import say
from engines import AnyGame
from referee import events as told
from referee.desk.lines import faulty_words, line_of, move_word

STYLES = {
    "fault": "bold red",
    "breach": "bold red",
    "unsure": "yellow",
    "out_of_step": "bold yellow",
    "contradiction": "yellow",
    "other_plates": "bold yellow",
    "end": "bold green",
    "replied": "bold",
}


def event_line(event: told.Event, lang: str, game: AnyGame | None = None) -> Text | None:
    """One line for an event, with its time; None where nothing needs to be said."""
    words = event_words(event, lang, game)
    return None if words is None else Text(f"{event.time:7.1f}  {words}", words.style)


def event_words(event: told.Event, lang: str, game: AnyGame | None = None) -> Text | None:
    """What an event says, in its colour; None where nothing needs to be said."""
    words = _only_here(event, lang) or _as_on_the_page(event, lang, game)
    return Text(words, STYLES.get(told.name_of(type(event)), "")) if words else None


def _as_on_the_page(event: told.Event, lang: str, game: AnyGame | None = None) -> str:
    """The line of the page's list, with what stands below it there."""
    line = line_of(sayer(lang), lang, 0, event, game)
    if line is None:
        return ""
    head, more = f"{line.n} {line.text}".strip(), " ".join(line.details)
    if not more:
        return head
    return f"{head} ({more})" if line.kind == "said" else f"{head}: {more}"


def _only_here(event: told.Event, lang: str) -> str:
    """What the page shows elsewhere than in its list: beside the board, or on a card."""
    words = sayer(lang)
    if isinstance(event, told.UnderWay):
        return f"… {faulty_words(words, event.side, event.move)} ({say(lang, 'unfinished')})"
    if isinstance(event, told.Unsure):
        answers = "; ".join(
            f"{move_word(words, a.move)} {'+'.join(a.faults)} {a.share:.0%}" for a in event.answers
        )
        return ": ".join(filter(None, (_as_on_the_page(event, lang), answers)))
    if isinstance(event, told.OtherPlates):
        again = say(lang, "plates_again", layout=event.layout)
        return f"{_as_on_the_page(event, lang)} {again}"
    return ""
