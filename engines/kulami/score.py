"""Kulami's final score in its three parts: rows, largest area, plates (RULES.md 3.7-3.10)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines.grid import FULL, cell_names, neighbours
from engines.kulami.layout import Layout
from engines.kulami.values import BLACK, RED, Rules

ROW_LENGTH = 5
"""The shortest row that counts (RULES.md 3.7)."""

# For each direction: how far one step is in bits, and the columns from which no step may start.
_LAST_COLUMN, _FIRST_COLUMN = 0x8080808080808080, 0x0101010101010101
_DIRECTIONS = (
    ("h", 1, FULL & ~_LAST_COLUMN),
    ("v", 8, FULL),
    ("d", 9, FULL & ~_LAST_COLUMN),
    ("a", 7, FULL & ~_FIRST_COLUMN),
)


@dataclass(frozen=True, slots=True)
class Row:
    """Five or more marbles of one colour in a straight line, as long as it goes."""

    direction: str
    """`h` to the right, `v` down, `d` down to the right, `a` down to the left."""
    holes: tuple[str, ...]
    """Its holes from the top, or from the left."""
    points: int
    """What it is worth (option `row_value`)."""

    @property
    def length(self) -> int:
        """How many marbles it has."""
        return len(self.holes)


@dataclass(frozen=True, slots=True)
class PlateCount:
    """How one plate stands."""

    letter: str
    """The plate's letter in the layout."""
    holes: tuple[str, ...]
    """Its holes."""
    black: int
    """Black marbles on it."""
    red: int
    """Red marbles on it."""

    @property
    def owner(self) -> str | None:
        """Who has more marbles on it; None when level or empty (RULES.md 3.9)."""
        if self.black == self.red:
            return None
        return BLACK if self.black > self.red else RED

    @property
    def points(self) -> int:
        """Its number of holes, for the owner (RULES.md 3.9)."""
        return len(self.holes)


@dataclass(frozen=True, slots=True)
class SideScore:
    """The three parts of one colour."""

    rows: tuple[Row, ...]
    """Every row of five and more."""
    area: tuple[str, ...]
    """The holes of the largest area."""
    area_points: int
    """What the largest area is worth (option `area`)."""
    plates: tuple[str, ...]
    """The letters of the plates won."""
    plate_points: int
    """The holes of the plates won."""

    @property
    def row_points(self) -> int:
        """All rows added up."""
        return sum(row.points for row in self.rows)

    @property
    def total(self) -> int:
        """Rows, area and plates, written one under the other and added (RULES.md 3.10)."""
        return self.row_points + self.area_points + self.plate_points

    def to_json(self) -> dict[str, Any]:
        """The three numbers, their sum, and the cells behind each."""
        return {
            "rows": self.row_points,
            "area": self.area_points,
            "plates": self.plate_points,
            "total": self.total,
            "row_list": [
                {
                    "direction": row.direction,
                    "cells": list(row.holes),
                    "length": row.length,
                    "points": row.points,
                }
                for row in self.rows
            ],
            "area_cells": list(self.area),
            "plate_list": list(self.plates),
        }


@dataclass(frozen=True, slots=True)
class Score:
    """The score sheet of a Kulami game."""

    black: SideScore
    """Black's three parts."""
    red: SideScore
    """Red's three parts."""
    plates: tuple[PlateCount, ...]
    """Every plate, owned or not."""

    @property
    def winner(self) -> str | None:
        """The higher total; None when level (RULES.md 3.10, B-K7)."""
        if self.black.total == self.red.total:
            return None
        return BLACK if self.black.total > self.red.total else RED

    def total(self, side: str) -> int:
        """The points of one side."""
        return self.black.total if side == BLACK else self.red.total

    def to_json(self) -> dict[str, Any]:
        """Both colours with their parts, every plate, and the winner."""
        return {
            "black": self.black.to_json(),
            "red": self.red.to_json(),
            "winner": {BLACK: "black", RED: "red", None: "draw"}[self.winner],
            "plates": [
                {
                    "plate": plate.letter,
                    "cells": list(plate.holes),
                    "holes": plate.points,
                    "black": plate.black,
                    "red": plate.red,
                    "owner": {BLACK: "black", RED: "red", None: None}[plate.owner],
                }
                for plate in self.plates
            ],
        }


def score(black: int, red: int, layout: Layout, rules: Rules) -> Score:
    """Rows, largest area and plates of both colours (RULES.md 3.7-3.10)."""
    plates = tuple(
        PlateCount(
            plate.letter,
            plate.names,
            (plate.holes & black).bit_count(),
            (plate.holes & red).bit_count(),
        )
        for plate in layout.plates
    )
    areas = (largest_area(black), largest_area(red))
    sizes = [area.bit_count() for area in areas]
    if rules.area == "difference":
        sizes = [max(0, sizes[0] - sizes[1]), max(0, sizes[1] - sizes[0])]
    sides = [
        SideScore(
            rows(marbles, rules.row_value),
            cell_names(area),
            points,
            tuple(plate.letter for plate in won),
            sum(plate.points for plate in won),
        )
        for marbles, area, points, won in (
            (black, areas[0], sizes[0], [p for p in plates if p.black > p.red]),
            (red, areas[1], sizes[1], [p for p in plates if p.red > p.black]),
        )
    ]
    return Score(sides[0], sides[1], plates)


def rows(marbles: int, value: str = "length") -> tuple[Row, ...]:
    """Every maximal run of five or more in the four directions (RULES.md 3.7, B-K1)."""
    found = []
    for direction, step, may_go_on in _DIRECTIONS:
        joined = marbles & may_go_on & (marbles >> step)  # has a marble one step further
        fives = joined & joined >> step & joined >> 2 * step & joined >> 3 * step
        if not fives:
            continue
        starts = fives & ~((joined << step) & FULL)
        while starts:
            cell = starts & -starts
            starts ^= cell
            run = cell
            while cell & joined:
                cell <<= step
                run |= cell
            found.append(Row(direction, cell_names(run), _value(run.bit_count(), value)))
    return tuple(found)


def _value(length: int, value: str) -> int:
    if value == "flat5":
        return ROW_LENGTH
    if value == "windows":
        return ROW_LENGTH * (length - ROW_LENGTH + 1)
    return length


def largest_area(marbles: int) -> int:
    """The largest set of marbles joined horizontally and vertically (RULES.md 3.8).

    Of several equally large ones, the first in reading order.
    """
    best, best_size = marbles & -marbles, min(1, marbles.bit_count())
    left = marbles & neighbours(marbles)  # a marble that touches no other is an area of one
    while left.bit_count() > best_size:
        area, grown = 0, left & -left
        while grown != area:
            area = grown
            grown = (area | neighbours(area)) & left
        left ^= area
        size = area.bit_count()
        if size > best_size:
            best, best_size = area, size
    return best
