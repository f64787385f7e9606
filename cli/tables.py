"""What the yardstick's commands share: the split, the bar of progress, the printed table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.progress import track

from cli.terminal import Terminal, terminal
from datasets.manifest import SPLITS
from datasets.shares import Share
from engines import InputError

T = TypeVar("T")

Split = Annotated[str, typer.Option(help=f"One of {', '.join(SPLITS)}.")]
Scenes = Annotated[Path, typer.Option("--scenes", help="Where scenes are stored.")]
Sheet = Annotated[
    Path | None, typer.Option(help="Where to draw what was read wrongly, cells ringed.")
]
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


def progress(things: Iterable[T], what: str, total: int) -> Iterable[T]:
    """Show on standard error how far it has gone."""
    console = Terminal(stderr=True)
    hide = not console.is_terminal  # else an empty line would stand before an error
    return track(
        things, total=total, description=what, console=console, transient=True, disable=hide
    )


def table(lines: Iterable[Share]) -> None:
    """Print shares, each with what it rests on."""
    console = terminal()
    for share in lines:
        console.print(f"  {share}", soft_wrap=True)
