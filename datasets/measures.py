"""How well a reading fits the truth, picture by picture, and the table over many of them."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from datasets.shares import Share, share_of, share_of_parts
from vision.reading import CONTENTS, SURE, Reading

Content = str | int | None
"""What a cell holds; None where it is hidden or where nobody knows."""
MUCH = 0.4
"""A cell of which more than this share is hidden must not be read with confidence and wrongly."""


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
    """`photo`, `composed`, `hand` (composed, with a hand over it) or `whole`."""
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
    covered: int = 0
    """Cells of which much was hidden."""
    covered_sure: int = 0
    """Of these, read with confidence."""
    covered_wrong: int | None = None
    """Of these, wrong; None where nobody knows what was under the hand."""
    unseen: int = 0
    """Visible cells that were said to be hidden."""
    doubtful_seams: int = 0
    """Kulami: seams said to be doubtful."""
    tokens_wrong: int | None = None
    """Kulami: visible holes with a token too many or too few; None where nobody looked."""
    plates_right: bool | None = None
    """Kulami: whether the plates are the true ones; None where they were not read."""
    score_right: bool | None = None
    """Kulami: whether the score is; None where the true one is not known."""
    find_ms: float = math.nan
    """Time to find the board; nan when it was told where it lies."""
    read_ms: float = math.nan
    """Time to read it."""

    @property
    def sure(self) -> bool:
        """Found and shown without any doubt; a visible cell called hidden is a doubt."""
        return self.found and not (self.doubtful or self.unseen or self.doubtful_seams)

    @property
    def sure_and_wrong(self) -> bool:
        """The worst that can happen."""
        wrong = not self.exact or bool(self.covered_wrong) or self.plates_right is False
        return self.sure and wrong


@dataclass(frozen=True, slots=True)
class PitRow:
    """One pit or treasury of a Mangala picture."""

    source: str
    """The picture."""
    scene: str
    """Its scene."""
    kind: str
    """`photo`, `composed`, `hand` or `whole`."""
    place: int
    """Which pit, as the reading numbers them; from 12 on a treasury."""
    stones: int
    """How many stones lie there."""
    told: int
    """How many were counted; -1 when the pit was said to be hidden."""
    sure: bool
    """Whether this was said without doubt."""


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


@dataclass(frozen=True, eq=False)
class Belief:
    """What was read of some cells, a whole board or single pits."""

    contents: tuple[str, ...]
    """What a cell can hold."""
    probabilities: NDArray[np.float64]
    """Cells x contents."""
    seen: NDArray[np.bool_]
    """Which cells could be seen."""
    certainty: NDArray[np.float64]
    """For each how likely it was seen and holds what is likeliest."""

    @classmethod
    def of(cls, reading: Reading) -> Belief:
        """A reading's."""
        contents = CONTENTS[reading.game]
        return cls(contents, reading.probabilities, reading.seen, reading.certainty)

    def told(self, cell: int) -> str:
        """The likeliest content of a cell."""
        return self.contents[int(self.probabilities[cell].argmax())]

    def confidence(self, cell: int) -> float:
        """How likely that is."""
        return float(self.certainty[cell])

    def sure(self, cell: int) -> bool:
        """Whether the cell is shown without doubt."""
        return bool(self.seen[cell]) and self.confidence(cell) >= SURE


@dataclass(frozen=True, slots=True)
class Comparison:
    """What was read against what is true."""

    cells: int
    """Visible cells with a known content."""
    wrong: tuple[int, ...]
    """Of these, the ones read wrongly or called hidden."""
    unseen: int
    """How many were called hidden."""
    doubtful: int
    """Cells said to be doubtful, whatever is true of them."""
    covered: int
    """Cells of which much was hidden."""
    covered_sure: int
    """Of these, read with confidence."""
    covered_wrong: int | None
    """Of these, wrong; None where nobody knows what was under the hand."""
    answers: tuple[tuple[float, bool], ...]
    """For every visible cell that was read how sure that was, and whether it is right."""


def compare(
    belief: Belief,
    truth: Sequence[Content],
    beneath: Sequence[Content] = (),
    covers: Sequence[float | None] = (),
) -> Comparison:
    """Cell by cell.

    `truth` has None for what is hidden or unknown; `covers` tells how much of a cell was hidden,
    and `beneath` what lay there all the same. What is hidden a little counts neither way.
    """
    wrong, answers = [], []
    cells = unseen = covered = guessed = false = 0
    known = True
    for i, content in enumerate(truth):
        if content is not None:
            cells += 1
            right = bool(belief.seen[i]) and belief.told(i) == str(content)
            if not right:
                wrong.append(i)
            if belief.seen[i]:
                answers.append((belief.confidence(i), right))
            else:
                unseen += 1
        elif covers and (covers[i] or 0.0) > MUCH:
            covered += 1
            under = beneath[i] if beneath else None
            known &= under is not None
            guessed += belief.sure(i)
            false += belief.sure(i) and belief.told(i) != str(under)
    doubtful = int((belief.seen & (belief.certainty < SURE)).sum())
    lies = false if covered and known else None
    return Comparison(cells, tuple(wrong), unseen, doubtful, covered, guessed, lies, tuple(answers))


def shares(rows: Iterable[PictureRow]) -> list[Share]:
    """The table's lines over pictures; cells are counted on the boards that were found."""
    every = list(rows)
    found = [row for row in every if row.found]
    known = [row for row in found if not math.isnan(row.corner_error)]
    hands = [row for row in found if row.covered]
    told = [row for row in hands if row.covered_wrong is not None]
    looked = [row for row in every if not math.isnan(row.find_ms)]  # not told where it lies
    lines = [
        share_of("boards found", looked, lambda r: r.found),
        share_of("corner error over half a cell", known, lambda r: r.corner_error > 0.5),
    ][: 2 if looked else 0]
    lines += [
        share_of_parts("cells wrong", [(r.scene, r.cells_wrong, r.cells) for r in found]),
        share_of("boards exact", [r for r in every if r.cells], lambda r: r.found and r.exact),
        share_of("boards shown without doubt", every, lambda r: r.sure),
        share_of("of these wrong", [r for r in every if r.sure], lambda r: r.sure_and_wrong),
    ]
    if hands:
        sure = [(r.scene, r.covered_sure, r.covered) for r in hands]
        false = [(r.scene, r.covered_wrong or 0, r.covered) for r in told]
        lines.append(share_of_parts("covered cells read with confidence", sure))
        lines.append(share_of_parts("covered cells read with confidence and wrong", false))
    for what, name in KULAMI_LINES.items():
        some = [row for row in found if getattr(row, name) is not None]
        if some:
            lines.append(share_of(what, some, _fulfils(name)))
    return lines


KULAMI_LINES = {
    "boards with every token right": "tokens_wrong",
    "boards with every plate right": "plates_right",
    "final scores right": "score_right",
}


def _fulfils(name: str) -> Callable[[PictureRow], bool]:
    wanted = 0 if name == "tokens_wrong" else True
    return lambda row: bool(getattr(row, name) == wanted)


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
        lines.append(_pits(f"{what}, within one", some, within_one))
    near = [_pits("treasuries within a tenth", treasuries, within_a_tenth)]
    sure = [row for row in pits if row.sure]
    wrong = _pits("pits told without doubt, wrong", sure, lambda r: r.told != r.stones)
    return [*(line for line in (*lines, *near) if line.n), wrong]


def within_one(row: PitRow) -> bool:
    """Counted, and one stone off at most."""
    return row.told >= 0 and abs(row.told - row.stones) <= 1


def within_a_tenth(row: PitRow) -> bool:
    """Counted, and a tenth of the stones off at most: good enough for a treasury."""
    return row.told >= 0 and abs(row.told - row.stones) <= max(1.0, 0.1 * row.stones)


def _pits(what: str, rows: list[PitRow], hit: Callable[[PitRow], bool]) -> Share:
    return share_of_parts(what, [(row.scene, int(hit(row)), 1) for row in rows])


def middle(values: Iterable[float]) -> float:
    """The median of what is known; nan when nothing is."""
    known = [v for v in values if not math.isnan(v)]
    return float(np.median(known)) if known else math.nan
