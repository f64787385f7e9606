"""What `hakem score` asks on a terminal, and the words by which the same can be said at once."""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace

import typer

from cli.terminal import yes
from cli.words import say, side_name
from engines import InputError
from engines.grid import HIDDEN
from engines.mangala.values import NAMES as PLACES
from referee.round_events import said_because
from referee.sheet import Confirmed, Counted, OpenPoint
from referee.sheet.counting import OVER, PLATES, content_of
from referee.sheet.words import say_point
from vision.reading import CONTENTS

TAKEN = ("cell", "hidden", PLATES, OVER)
"""What `--confirm` settles."""
ASKED = (*TAKEN, "reason", "count")
"""What a person can settle by an answer; a count that differs is settled by counting again."""


def read_pair(text: str, name: str, sign: str) -> tuple[int, int]:
    """Two numbers of stones, such as 26,22; raises `InputError`."""
    words = text.strip().split(sign)
    if len(words) != 2 or not all(w.strip().isascii() and w.strip().isdigit() for w in words):
        raise InputError(f"{name} takes two numbers as in 26{sign}22, not {text!r}")
    first, second = int(words[0]), int(words[1])
    if first + second > 48:
        raise InputError(f"{name} {text}: there are 48 stones, not {first + second}")
    return first, second


def answered(
    count: Callable[[Confirmed], Counted], said: Confirmed, lang: str
) -> tuple[Counted, Confirmed]:
    """Ask about one open point after the other; what is left open by its answer stays so."""
    counted = count(said)
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        return counted, said
    tell_letters(counted, lang)
    passed: set[tuple[str, str]] = set()
    while True:
        ahead = [
            point
            for point in counted.open
            if point.what in ASKED and (point.what, point.cell) not in passed
        ]
        if not ahead:
            return counted, said
        point = ahead[0]
        try:
            told = _ask(counted.game.name, point, said, lang)
            counted, said = (counted, said) if told is None else (count(told), told)
        except InputError as error:  # a count that is not one, or stones that come to more than 48
            typer.echo(str(error))
            continue
        if told is None:
            passed.add((point.what, point.cell))
            if point.what == OVER:  # a game that goes on has no reason to end
                passed.add(("reason", ""))


def _ask(game: str, point: OpenPoint, said: Confirmed, lang: str) -> Confirmed | None:
    """The answer about one open point; None leaves it open."""
    question = say_point(lang, point)
    if point.what in (PLATES, OVER):
        if not yes(lang, say(lang, "is_it_so", what=question)):
            return None
        return replace(said, plates=True) if point.what == PLATES else replace(said, over=True)
    stones = point.cell in PLACES
    offered = HIDDEN if stones or not point.likely else point.likely
    if stones:
        question = say(lang, "how_many", what=question)
    answer = typer.prompt(question, default=offered).strip()
    if answer == HIDDEN:
        return None
    if point.what == "reason":
        return replace(said, reason=said_because(answer))
    if point.what == "count":
        return replace(said, count=read_pair(answer, "--count", ","))
    return replace(said, cells={**said.cells, point.cell: content_of(game, point.cell, answer)})


def words_for(points: Sequence[OpenPoint], said: Confirmed, given: Confirmed) -> str:
    """The options that say what was answered, and what is still to be said."""
    known = given.words
    takes = [word for word in said.words if word not in known]
    takes += [point.word for point in points if point.what in TAKEN]
    open_ = {point.what for point in points}
    options = [f"--confirm {','.join(takes)}"] if takes else []
    if said.reason and not given.reason:
        options.append(f"--reason {shlex.quote(said.reason)}")
    elif "reason" in open_:
        options.append('--reason "…"')
    if said.count and not given.count:
        options.append(f"--count {said.count[0]},{said.count[1]}")
    elif "count" in open_:
        options.append("--count ?,?")
    return " ".join(options)


def tell_letters(counted: Counted, lang: str) -> None:
    """What the letters of open cells mean: they are the same in every language."""
    known = [each for each in CONTENTS[counted.game.name] if each.isalpha()]
    if counted.doubtful and known:
        told = ", ".join(f"{each} = {side_name(lang, each)}" for each in known)
        typer.echo(say(lang, "sheet_letters", letters=told))
