"""What the yardstick's commands share: the split, the scenes, the printed table."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Annotated

import typer

from cli.terminal import terminal
from datasets.manifest import SPLITS
from datasets.shares import Share
from engines import InputError

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


def table(lines: Iterable[Share]) -> None:
    """Print shares, each with what it rests on."""
    console = terminal()
    for share in lines:
        console.print(f"  {share}", soft_wrap=True)
