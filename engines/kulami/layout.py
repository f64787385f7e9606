"""Kulami's plates: 17 rectangles that cover the 64 holes (RULES.md 3.2, B-K3, B-K4)."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import lru_cache

from engines.contract import InputError
from engines.grid import cell_names, cells, split_rows

TR8 = "AABBBCCD/AABBBCCD/EFFGGCCD/EFFIIIJJ/HHHIIIKK/LLMNNOKK/LLMNNOQQ/LLPPPOQQ"
RULEBOOK = "AABCCCDD/AABEEFDD/GGBEEFDD/GGHHHIII/JJHHHKKL/MNNOOKKL/MNNPPPQQ/MNNPPPQQ"
NAMED = {"tr8": TR8, "rulebook": RULEBOOK}

PLATES = {(2, 3): 4, (2, 2): 5, (1, 3): 4, (1, 2): 4}
"""How many plates there are of each size, shorter edge first."""


@dataclass(frozen=True, slots=True)
class Plate:
    """One wooden plate."""

    letter: str
    """Its letter in the layout."""
    holes: int
    """The set of its holes."""
    names: tuple[str, ...]
    """The names of its holes."""

    @property
    def size(self) -> int:
        """The number of its holes, which is what it is worth (RULES.md 3.9)."""
        return self.holes.bit_count()


@dataclass(frozen=True, slots=True)
class Layout:
    """A valid arrangement of the plates; text form: 8 rows of plate letters."""

    rows: tuple[str, ...]
    """Eight rows of eight letters."""
    plates: tuple[Plate, ...]
    """The plates in the order in which they appear."""
    plate_at: tuple[int, ...]
    """For each hole the set of holes of its plate."""

    @classmethod
    def parse(cls, text: str) -> Layout:
        """A layout by name (`tr8`, `rulebook`) or from eight strings; a bad one names the plate."""
        return _parse(NAMED.get(text.strip().casefold(), text))

    @property
    def name(self) -> str:
        """`tr8`, `rulebook`, or the rows themselves."""
        text = "/".join(self.rows)
        return next((name for name, rows in NAMED.items() if rows == text), text)

    def rotated(self) -> Layout:
        """The same plates seen after a quarter turn clockwise."""
        turned = ("".join(self.rows[7 - column][row] for column in range(8)) for row in range(8))
        return _parse("/".join(turned))

    def partition(self) -> frozenset[int]:
        """The plates as sets of holes, whatever their letters: equal for equal boards."""
        return frozenset(plate.holes for plate in self.plates)

    def __str__(self) -> str:
        return "/".join(self.rows)


@lru_cache(maxsize=256)
def _parse(text: str) -> Layout:
    try:
        rows = tuple(split_rows(text))
    except InputError as error:
        raise InputError(
            f"bad plate layout {text[:80]!r}: {error}; give a file, eight strings, "
            f"or one of: {', '.join(NAMED)}"
        ) from None
    masks: dict[str, int] = {}
    for i, letter in enumerate("".join(rows)):
        if not letter.isalnum():
            raise InputError(f"bad plate layout: {letter!r} is not a plate letter")
        masks[letter] = masks.get(letter, 0) | 1 << i
    plates = tuple(Plate(letter, holes, cell_names(holes)) for letter, holes in masks.items())
    sizes = Counter(_edges(plate) for plate in plates)
    for size, count in PLATES.items():
        if sizes[size] != count:
            found = [p.letter for p in plates if _edges(p) == size]
            raise InputError(
                f"bad plate layout: expected {count} plates of {size[0]}x{size[1]}, "
                f"found {len(found)}{': ' + ', '.join(found) if found else ''}"
            )
    plate_at = tuple(masks[letter] for letter in "".join(rows))
    return Layout(rows, plates, plate_at)


def _edges(plate: Plate) -> tuple[int, int]:
    """Shorter and longer edge of a plate; refuses one that is no full rectangle of a known size."""
    rows = [i // 8 for i in cells(plate.holes)]
    columns = [i % 8 for i in cells(plate.holes)]
    height, width = max(rows) - min(rows) + 1, max(columns) - min(columns) + 1
    if height * width != plate.size:
        raise InputError(
            f"bad plate layout: plate {plate.letter} is not a full rectangle "
            f"({plate.size} holes inside {height}x{width})"
        )
    edges = (min(height, width), max(height, width))
    if edges not in PLATES:
        raise InputError(
            f"bad plate layout: plate {plate.letter} is {edges[0]}x{edges[1]}; "
            "plates are 2x3, 2x2, 1x3 or 1x2"
        )
    return edges
