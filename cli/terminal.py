"""Writing to the terminal."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

import typer
from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.progress import track
from rich.table import Table

from cli.words import say
from engines.contract import lower_in_turkish

T = TypeVar("T")
YES = {"tr": ("e", "evet"), "en": ("y", "yes")}
NO = {"tr": ("h", "hayır", "hayir"), "en": ("n", "no")}
"""The words that are taken for an answer."""


class Terminal(Console):
    """A Rich console that leaves a closed pipe to `cli.main` instead of failing with status 1."""

    def on_broken_pipe(self) -> None:
        """The reader has gone."""
        raise BrokenPipeError


def terminal() -> Terminal:
    """Standard output."""
    return Terminal(highlight=False)


def tracked(things: Iterable[T], what: str, total: int | None = None) -> Iterable[T]:
    """Show on standard error how far it has gone; nothing where that is not a terminal."""
    console = Terminal(stderr=True)
    hidden = not console.is_terminal
    return track(things, what, total, console=console, transient=True, disable=hidden)


def side_by_side(console: Console, *blocks: tuple[str, RenderableType]) -> None:
    """Print blocks with their headings next to each other, or one under the other if too narrow."""
    widths = [Measurement.get(console, console.options, block).maximum for _, block in blocks]
    if sum(widths) + 4 * len(widths) > console.width:
        for heading, block in blocks:
            console.print(heading)
            console.print(block)
        return
    table = Table.grid(padding=(0, 4))
    table.add_row(*(heading for heading, _ in blocks))
    table.add_row(*(block for _, block in blocks))
    console.print(table)


def yes(lang: str, question: str) -> bool:
    """Ask in the given language; no answer is no."""
    while True:
        asked = f"{question} {say(lang, 'yes_no')}"
        answer = typer.prompt(asked, default="", show_default=False).strip()
        word = lower_in_turkish(answer) if lang == "tr" else answer.casefold()
        if word in YES[lang]:
            return True
        if not word or word in NO[lang]:
            return False
        typer.echo(say(lang, "say_yes_or_no"))
