"""What the yardstick's commands share: the split, the scenes, the printed table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from cli.terminal import terminal
from datasets.shares import Share
from datasets.splits import SPLITS
from engines import InputError

Split = Annotated[str, typer.Option(help=f"One of {', '.join(SPLITS)}.")]
Scenes = Annotated[
    Path,
    typer.Option(
        "--scenes", help="Where scenes are stored.", show_default="the set that comes with Hakem"
    ),
]
Sheet = Annotated[
    Path | None, typer.Option(help="Where to draw what was read wrongly, cells ringed.")
]
MOST_EACH = 100_000
"""Pictures or games a scene: no more are asked for but by mistake."""
MOST_SHOWN = 24
"""Pictures on a contact sheet."""


def checked(split: str) -> str:
    """The split, if there is such a one."""
    return one_of(split, SPLITS, "split")


def one_of(word: str, known: Iterable[str], what: str) -> str:
    """The word, if it is a known one."""
    if word not in known:
        raise InputError(f"unknown {what} {word!r}; known: {', '.join(known)}")
    return word


def some_of(number: int, thing: str) -> str:
    """A number of things: `1 scene`, `2 scenes`."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def shown(sheet: Path, number: int, total: int) -> str:
    """What a sheet shows, and how many more there would be."""
    more = f"; {total - number} more are not on it" if total > number else ""
    return f"{sheet}: {some_of(number, 'picture')}{more}"


def table(lines: Iterable[Share]) -> None:
    """Print shares, each with what it rests on."""
    console = terminal()
    for share in lines:
        console.print(f"  {share}", soft_wrap=True)
