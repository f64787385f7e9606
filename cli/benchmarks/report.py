"""What every benchmark measures and how it is told."""

from __future__ import annotations

import csv
import json
import os
import platform
import time
from collections.abc import Callable, Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from rich.table import Table

from cli.terminal import terminal
from datasets.whole import whole
from engines import GAMES, InputError

CsvOption = Annotated[
    Path | None, typer.Option("--csv", help="Also write the figures to this file.")
]


@dataclass(frozen=True, slots=True)
class Measure:
    """One measured figure."""

    what: str
    value: float
    unit: str
    bar: str
    n: int
    """How many single measurements it rests on."""


def machine() -> str:
    """What this is measured on."""
    return f"Python {platform.python_version()}, {platform.machine()}, {os.cpu_count()} cores"


def timed(call: Callable[..., Any], *arguments: Any) -> tuple[float, Any]:
    """Seconds and the result."""
    begin = time.perf_counter()
    result = call(*arguments)
    return time.perf_counter() - begin, result


def of_scenes(
    measure: Callable[[str, int, Path], Iterable[Measure]], count: int, folder: Path
) -> list[Measure]:
    """What is measured on the test scenes of every game, by one core. Raises `InputError`."""
    cv2.setNumThreads(1)
    measures = [one for game in GAMES for one in measure(game, count, folder)]
    if not measures:
        raise InputError(f"no test scenes are stored in {folder}")
    return measures


def report(measures: list[Measure], as_json: bool, to_csv: Path | None) -> None:
    """Print the figures, and write them where they are wanted."""
    if to_csv:
        _write_csv(to_csv, measures)
    if as_json:
        typer.echo(json.dumps([asdict(measure) for measure in measures]))
        return
    table = Table(title=f"{machine()}, one core")
    for heading in ("what", "value", "unit", "bar", "n"):
        table.add_column(heading, justify="left" if heading == "what" else "right")
    for m in measures:
        value = f"{m.value:,.0f}" if m.value >= 100 else _figure(m.value)
        table.add_row(m.what, value, m.unit, m.bar, f"{m.n:,}")
    terminal().print(table)


def _figure(value: float) -> str:
    """A figure with the digits that mean something."""
    return f"{value:.1f}" if value >= 10 else f"{value:.3f}"


def _write_csv(path: Path, measures: list[Measure]) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with whole(path) as part, part.open("w", newline="", encoding="utf-8") as file:
            writer = csv.writer(file)
            writer.writerow(["what", "value", "unit", "bar", "n", "machine"])
            for m in measures:
                writer.writerow([m.what, _figure(m.value), m.unit, m.bar, m.n, machine()])
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
