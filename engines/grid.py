"""The 8x8 grid that Reversi and Kulami share: names, bits and rows of letters.

A set of cells is a Python int with one bit a cell: bit `8 * row + column`, row 0 at the top.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

from engines.contract import InputError

SIZE = 8
FULL = (1 << 64) - 1
COLUMNS = "abcdefgh"
HIDDEN = "?"
NAMES = tuple(f"{COLUMNS[i % 8]}{i // 8 + 1}" for i in range(64))
_INDEX = {name: i for i, name in enumerate(NAMES)}


def cell_index(name: str) -> int:
    """The number of a cell from its name, `a1` to `h8`."""
    found = _INDEX.get(name.strip().lower())
    if found is None:
        raise InputError(f"no such cell {name!r}; cells run from a1 (top left) to h8")
    return found


def cells(mask: int) -> Iterator[int]:
    """The cells of a set, in reading order."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def cell_names(mask: int) -> tuple[str, ...]:
    """The names of the cells of a set, in reading order."""
    return tuple(NAMES[i] for i in cells(mask))


def distance(a: int, b: int) -> int:
    """How many king's steps lie between two cells."""
    return max(abs(a // 8 - b // 8), abs(a % 8 - b % 8))


def neighbours(mask: int) -> int:
    """Every cell that touches one of the set horizontally or vertically."""
    left = (mask >> 1) & 0x7F7F7F7F7F7F7F7F
    right = (mask << 1) & 0xFEFEFEFEFEFEFEFE
    return (left | right | (mask << 8) | (mask >> 8)) & FULL


def split_rows(text: str) -> list[str]:
    """Eight rows from text: on lines, divided by `/`, or as one run of 64; blanks do not count."""
    rows = ["".join(row.split()) for row in text.replace("/", "\n").splitlines()]
    rows = [row for row in rows if row]
    if len(rows) == 1 and len(rows[0]) == 64:
        rows = [rows[0][i : i + 8] for i in range(0, 64, 8)]
    if len(rows) != SIZE:
        raise InputError(f"a board has 8 rows of 8 cells; rows here: {len(rows)}")
    for number, row in enumerate(rows, 1):
        if len(row) != SIZE:
            raise InputError(f"row {number} has {len(row)} cells instead of 8: {row!r}")
    return rows


def read_masks(rows: list[str], letters: str) -> tuple[int, ...]:
    """One set of cells for each of `letters`, from eight rows of letters, `.` and `?`."""
    masks = dict.fromkeys(letters, 0)
    for i, letter in enumerate("".join(rows)):
        upper = letter.upper()
        if upper in masks:
            masks[upper] |= 1 << i
        elif letter != ".":
            raise InputError(
                f"unknown letter {letter!r} at {NAMES[i]}; "
                f"expected . (empty) or one of {', '.join(letters)}"
            )
    return tuple(masks.values())


def write_rows(letters: dict[str, int]) -> tuple[str, ...]:
    """Eight rows of letters from `{letter: set of cells}`."""
    grid = ["."] * 64
    for letter, mask in letters.items():
        for i in cells(mask):
            grid[i] = letter
    return tuple("".join(grid[i : i + 8]) for i in range(0, 64, 8))


def rows_from_json(data: object) -> list[str]:
    """Eight rows from a JSON list of strings (or one string)."""
    if isinstance(data, str):
        return split_rows(data)
    if isinstance(data, list) and all(isinstance(row, str) for row in data):
        return split_rows("\n".join(data))
    raise InputError("a board is written as a list of 8 strings of 8 letters")


def pair_nearest(sources: int, targets: int) -> list[tuple[int, int]]:
    """Match pieces that vanished with pieces that appeared, nearest first, each used once."""
    pairs = sorted(
        ((distance(a, b), a, b) for a in cells(sources) for b in cells(targets)),
    )
    chosen = []
    for _, a, b in pairs:
        if sources >> a & 1 and targets >> b & 1:
            chosen.append((a, b))
            sources ^= 1 << a
            targets ^= 1 << b
    return chosen


@dataclass(frozen=True, slots=True)
class TwoColourBoard:
    """Pieces of two colours on the grid, perhaps with cells that could not be seen."""

    LETTERS: ClassVar[str]
    """The letters of the two colours."""

    black: int
    """The cells with a black piece."""
    other: int
    """The cells with a piece of the other colour."""
    hidden: int = 0
    """The cells that could not be seen."""

    @property
    def pieces(self) -> int:
        """The cells with any piece."""
        return self.black | self.other

    @property
    def visible(self) -> int:
        """The cells that could be seen."""
        return FULL & ~self.hidden

    @property
    def rows(self) -> tuple[str, ...]:
        """Eight rows of letters, the top row first."""
        first, second = self.LETTERS[0], self.LETTERS[1]
        return write_rows({first: self.black, second: self.other, HIDDEN: self.hidden})

    def shows(self, black: int, other: int) -> bool:
        """Whether every visible cell is as in the given full board."""
        seen = ~self.hidden
        return black & seen == self.black and other & seen == self.other

    def of(self, side: str) -> tuple[int, int]:
        """The pieces of a side and those of its opponent."""
        if side == self.LETTERS[0]:
            return self.black, self.other
        return self.other, self.black

    def to_json(self) -> Any:
        """A list of eight strings, top row first."""
        return list(self.rows)

    def __str__(self) -> str:
        return "/".join(self.rows)
