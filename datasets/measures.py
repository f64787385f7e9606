"""How well a reading fits the truth, picture by picture, and the table over many of them.

Every share comes with n, the number of scenes behind it, and a 95 % Wilson interval.
"""

from __future__ import annotations

import csv
import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from vision.reading import CONTENTS, Reading

Z95 = 1.959963984540054


def wilson(hits: int, n: int) -> tuple[float, float]:
    """The 95 % Wilson interval of a share; (0, 1) when nothing was counted."""
    if n == 0:
        return 0.0, 1.0
    share = hits / n
    denominator = 1 + Z95**2 / n
    middle = (share + Z95**2 / (2 * n)) / denominator
    half = Z95 * math.sqrt(share * (1 - share) / n + Z95**2 / (4 * n * n)) / denominator
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True, slots=True)
class PictureRow:
    """One picture's result: a line of `results/*.csv`."""

    game: str
    """Which game."""
    source: str
    """Photo, scene or clip it comes from."""
    scene: str
    """The scene, for counting how many different ones there are; a photo is its own."""
    kind: str
    """`photo`, `composed` or `whole`."""
    found: bool
    """Whether the board was found."""
    corner_error: float
    """Median distance of the corners in cells; nan when not found or not known."""
    cells: int
    """Visible cells with a known content."""
    cells_wrong: int
    """Of these, read wrongly."""
    exact: bool
    """Whether all of them are right."""
    doubtful: int
    """Cells said to be doubtful."""
    hidden_wrong: int
    """Cells that were hidden but read with confidence and wrongly."""
    hidden: int
    """Cells that were hidden."""
    unseen: int = 0
    """Visible cells that were said to be hidden."""
    find_ms: float = math.nan
    """Time to find the board."""
    read_ms: float = math.nan
    """Time to read it."""

    @property
    def sure(self) -> bool:
        """Found and shown without any doubt; a visible cell called hidden is a doubt."""
        return self.found and self.doubtful == 0 and self.unseen == 0

    @property
    def sure_and_wrong(self) -> bool:
        """The worst that can happen."""
        return self.sure and not self.exact


@dataclass(frozen=True, slots=True)
class PitRow:
    """One pit or treasury of a Mangala picture."""

    source: str
    """The picture."""
    scene: str
    """Its scene."""
    kind: str
    """`photo`, `composed` or `whole`."""
    place: int
    """Which pit, as the reading numbers them; from 12 on a treasury."""
    stones: int
    """How many stones lie there."""
    told: int
    """How many were counted; -1 when the pit was said to be hidden."""
    sure: bool
    """Whether this was said without doubt."""


def csv_row(row: Any) -> dict[str, Any]:
    """A row as written: short numbers, 0 and 1, nothing where nothing is known."""
    told = asdict(row)
    for key, value in told.items():
        if isinstance(value, float):
            told[key] = "" if math.isnan(value) else round(value, 4)
        elif isinstance(value, bool):
            told[key] = int(value)
    return told


def write_rows(path: Path, rows: Sequence[Any]) -> None:
    """A CSV of rows of one kind, a line each."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.DictWriter(file, [f.name for f in fields(rows[0])] if rows else [])
        writer.writeheader()
        writer.writerows(csv_row(row) for row in rows)


def corner_error(found: ArrayLike, truth: ArrayLike) -> float:
    """Median corner distance in cells of an 8x8 lattice, whichever corner is called the first."""
    a, b = np.asarray(found, float).reshape(4, 2), np.asarray(truth, float).reshape(4, 2)
    cell = float(np.linalg.norm(b - np.roll(b, -1, 0), axis=1).mean()) / 8
    turns = [np.median(np.linalg.norm(np.roll(a, k, 0) - b, axis=1)) for k in range(4)]
    return float(min(turns)) / cell


def centre_error(found: ArrayLike, truth: ArrayLike) -> float:
    """Median distance of pit middles in pit spacings, whichever player is called south."""
    a, b = np.asarray(found, float).reshape(-1, 2), np.asarray(truth, float).reshape(-1, 2)
    if a.shape != b.shape:
        return math.nan
    between = np.linalg.norm(b[:, None] - b[None], axis=2)
    np.fill_diagonal(between, np.inf)
    spacing = float(np.median(between.min(1)))
    half = len(a) // 2
    turns = [np.linalg.norm(x - b, axis=1) for x in (a, np.roll(a, half, 0))]
    return float(min(np.median(t) for t in turns)) / spacing


def turned(contents: Sequence[Any], quarters: int) -> tuple[Any, ...]:
    """The contents of an 8x8 board after quarter turns clockwise."""
    grid = np.empty(64, object)
    grid[:] = list(contents)
    return tuple(np.rot90(grid.reshape(8, 8), -quarters).ravel())


def compare(
    reading: Reading, truth: Sequence[str | int | None], sure: float = 0.98
) -> dict[str, int | bool]:
    """Cells wrong, doubtful, and hidden cells that were guessed.

    A cell whose truth is None is hidden (or unknown) and must not be read with confidence.
    """
    best = reading.probabilities.argmax(1)
    confidence = reading.probabilities.max(1)
    columns = CONTENTS[reading.game]
    wrong = cells = guessed = hidden = unseen = 0
    for i, content in enumerate(truth):
        if content is None:
            hidden += 1
            # Whatever lies under a hand cannot be known: to be sure of it is a guess.
            guessed += bool(reading.seen[i] and confidence[i] >= sure)
            continue
        cells += 1
        unseen += not reading.seen[i]
        wrong += not reading.seen[i] or columns[best[i]] != str(content)
    return {
        "cells": cells,
        "cells_wrong": wrong,
        "exact": wrong == 0 and cells > 0,
        "doubtful": len(reading.doubtful(sure)),
        "hidden": hidden,
        "hidden_wrong": guessed,
        "unseen": unseen,
    }


@dataclass(frozen=True, slots=True)
class Share:
    """A share with what it rests on."""

    what: str
    hits: int
    n: int
    scenes: int

    @property
    def value(self) -> float:
        """The share itself."""
        return self.hits / self.n if self.n else math.nan

    def __str__(self) -> str:
        if not self.n:
            return f"{self.what}: –"
        low, high = wilson(self.hits, self.n)
        return (
            f"{self.what}: {self.hits} of {self.n} ({self.value:.2%}, 95 % {low:.2%}–{high:.2%}, "
            f"{self.scenes} scenes)"
        )


def shares(rows: Iterable[PictureRow]) -> list[Share]:
    """The table's lines over pictures."""
    every = list(rows)

    def over(what: str, among: list[PictureRow], hit: Callable[[PictureRow], bool]) -> Share:
        scenes = len({row.scene for row in among})
        return Share(what, sum(hit(row) for row in among), len(among), scenes)

    found = [row for row in every if row.found]
    known = [row for row in found if not math.isnan(row.corner_error)]
    hidden = [row for row in found if row.hidden]
    cells = sum(row.cells for row in found)
    scenes = len({row.scene for row in found})
    return [
        over("boards found", every, lambda r: r.found),
        over("corner error over half a cell", known, lambda r: r.corner_error > 0.5),
        Share("cells wrong", sum(row.cells_wrong for row in found), cells, scenes),
        over("boards exact", every, lambda r: r.found and r.exact),
        over("boards shown without doubt", every, lambda r: r.sure),
        over("of these wrong", [r for r in every if r.sure], lambda r: r.sure_and_wrong),
        Share(
            "hidden cells guessed",
            sum(row.hidden_wrong for row in hidden),
            sum(row.hidden for row in hidden),
            len({row.scene for row in hidden}),
        ),
    ]


COUNTS = 16
"""Pits with so many stones or more are counted together."""


def pit_shares(rows: Iterable[PitRow]) -> list[Share]:
    """Pits counted exactly, by true count 0 to 16 and more; treasuries within a tenth."""
    every = list(rows)
    pits = [row for row in every if row.place < 12]
    treasuries = [row for row in every if row.place >= 12]
    lines = []
    for count in range(COUNTS + 1):
        some = [row for row in pits if min(row.stones, COUNTS) == count]
        name = f"{count} or more" if count == COUNTS else str(count)
        lines.append(_pits(f"pits with {name}, exact", some, lambda r: r.told == r.stones))
    for low, high in ((0, 6), (7, 12)):
        some = [row for row in pits if low <= row.stones <= high]
        what = f"pits with {low} to {high}"
        lines.append(_pits(f"{what}, exact", some, lambda r: r.told == r.stones))
        lines.append(_pits(f"{what}, within one", some, _within_one))
    near = [_pits("treasuries within a tenth", treasuries, _within_a_tenth)]
    sure = [row for row in pits if row.sure]
    wrong = _pits("pits told without doubt, wrong", sure, lambda r: r.told != r.stones)
    return [*(line for line in (*lines, *near) if line.n), wrong]


def _within_one(row: PitRow) -> bool:
    return row.told >= 0 and abs(row.told - row.stones) <= 1


def _within_a_tenth(row: PitRow) -> bool:
    return row.told >= 0 and abs(row.told - row.stones) <= max(1.0, 0.1 * row.stones)


def _pits(what: str, rows: list[PitRow], hit: Callable[[PitRow], bool]) -> Share:
    return Share(what, sum(hit(row) for row in rows), len(rows), len({r.scene for r in rows}))


def middle(values: Iterable[float]) -> float:
    """The median of what is known; nan when nothing is."""
    known = [v for v in values if not math.isnan(v)]
    return float(np.median(known)) if known else math.nan
