"""What tables are made of: rows of results, shares with their intervals, Markdown."""

from __future__ import annotations

import csv
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from typing import TypeVar

from datasets.rows import read_rows
from datasets.shares import Share, share_of, wilson

RESULTS = Path(__file__).resolve().parents[2] / "results"
GAMES = ("reversi", "kulami", "mangala")
NOTHING = "–"
"""Stands where nothing was counted."""

Row = TypeVar("Row")


def typed(name: str, kind: type[Row]) -> list[Row]:
    """The rows of `results/NAME.csv`; none where it has not been measured."""
    path = RESULTS / f"{name}.csv"
    return read_rows(path, kind) if path.exists() else []


def plain(name: str) -> list[dict[str, str]]:
    """The same for rows whose kind only a script or a benchmark knows."""
    path = RESULTS / f"{name}.csv"
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8") as file:
        return list(csv.DictReader(file))


def markdown(heads: Sequence[str], lines: Iterable[Sequence[object]], words: int = 1) -> str:
    """A table whose first columns are words and whose others are numbers, set to the right."""
    rule = ["---"] * words + ["---:"] * (len(heads) - words)
    rows = [_line(heads), "|" + "|".join(rule) + "|", *map(_line, lines)]
    return "\n".join(rows)


def _line(cells: Sequence[object]) -> str:
    return "|" + "|".join(f" {cell} " if str(cell) else " " for cell in cells) + "|"


def share(rows: Iterable[Row], hit: Callable[[Row], bool]) -> str:
    """A share of pictures or games with its Wilson interval; the table tells n elsewhere."""
    return told(share_of("", rows, hit))


def told(one: Share) -> str:
    """A share with its interval."""
    if not one.n:
        return NOTHING
    low, high = interval(one)
    return f"{one.value:.2%} ({low:.1%}–{high:.1%})"


def told_of(one: Share) -> str:
    """A share with its interval and n."""
    return f"{told(one)} of {one.n}" if one.n else NOTHING


def interval(one: Share) -> tuple[float, float]:
    """Over scenes where that says something; else as if all rows were apart from each other."""
    return one.interval or wilson(one.hits, one.n)
