"""Writing to the terminal."""

from __future__ import annotations

from rich.console import Console, RenderableType
from rich.measure import Measurement
from rich.table import Table


class Terminal(Console):
    """A Rich console that leaves a closed pipe to `cli.main` instead of failing with status 1."""

    def on_broken_pipe(self) -> None:
        """The reader has gone."""
        raise BrokenPipeError


def terminal() -> Terminal:
    """Standard output."""
    return Terminal(highlight=False)


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
