"""From seams to plates: the likeliest valid layout of Kulami's 17 plates.

A seam that cannot be made out, under a marble or in the dark, is decided by what fits: there are so
many plates of each size and no others. What then still stays open is said, not guessed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from heapq import nlargest
from math import inf
from string import ascii_uppercase
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from engines import InputError
from engines.grid import NAMES
from engines.kulami import Layout
from engines.kulami.layout import NAMED, PLATES

BEAM, NARROW = 200, 15
"""How many part layouts are kept while plates are laid, and at a first glance."""
FAR = 8.0
"""A layout that scores less by more than this (in nats) is no rival of the best."""
RIVALS = 8
"""So many ways are kept in which the same holes can be covered by the same plates."""
SURE = 0.98
"""A seam that is less certain than this is doubtful."""
ALIKE = 0.7
"""As how much each stretch of a seam counts: those of one seam, in one light, err alike."""
CLEAR = 0.84
"""Where every seam speaks for or against by so much (in nats), only what they say is considered."""
HEAD_START = 4.0
"""A known layout need not be made out as clearly as one that nobody has seen (in nats)."""

Seams = NDArray[np.float64]
Sizes = tuple[int, ...]
_SIZES = tuple(PLATES)


@dataclass(frozen=True)
class Plates:
    """The layout as it was made out."""

    layout: Layout
    """The likeliest."""
    known: str | None
    """Its name, if it is a known one, turned or not; of two names the one that needs no turning."""
    turn: int
    """By how many quarters clockwise the layout of that name must be turned to lie so."""
    doubtful: tuple[tuple[str, str], ...]
    """Pairs of neighbouring holes of which it is not clear whether a seam parts them."""
    certainty: float
    """How likely this layout is among all that were considered."""


def make_out(right: Seams, below: Seams) -> Plates:
    """The likeliest layout for the probabilities of seams: 8x7 to the right, 7x8 below a hole."""
    value = _values(right, below)
    plain = _plain(value)
    if plain is not None:
        return plain
    found: dict[frozenset[int], tuple[float, Layout]] = {}
    for _, _, layout in _known():
        found[layout.partition()] = (_score(layout, value) + HEAD_START, layout)
    for score, layout in _assemble(value):
        kept = found.get(layout.partition())
        if kept is None or kept[0] < score:
            found[layout.partition()] = (score, layout)
    ranked = sorted(found.values(), key=lambda item: -item[0])
    scores = np.array([score for score, _ in ranked])
    shares = np.exp(scores - scores[0])
    shares /= shares.sum()
    best = ranked[0][1]
    return Plates(best, *_name(best), _doubtful(best, ranked, shares), float(shares[0]))


def _plain(value: dict[tuple[int, int], float]) -> Plates | None:
    """The layout when every seam is clear and the holes between them make valid plates."""
    if min(abs(v) for v in value.values()) < CLEAR:
        return None
    letters = list(range(64))
    for (a, b), v in value.items():
        if v > 0 and letters[a] != letters[b]:
            old, new = letters[b], letters[a]
            letters = [new if letter == old else letter for letter in letters]
    names = {
        letter: ascii_uppercase[i] for i, letter in enumerate(dict.fromkeys(letters)) if i < 26
    }
    if len(names) != sum(PLATES.values()):
        return None
    text = "".join(names[letter] for letter in letters)
    try:
        layout = Layout.parse("/".join(text[i : i + 8] for i in range(0, 64, 8)))
    except InputError:
        return None
    if any((v > 0) != (layout.plate_at[a] == layout.plate_at[b]) for (a, b), v in value.items()):
        return None
    # Another valid layout differs in two stretches of seams at least.
    behind = sum(sorted(abs(v) for v in value.values())[:2])
    best, partition = _score(layout, value), layout.partition()
    for _, _, known in _known():
        if known.partition() != partition:
            behind = min(behind, best - _score(known, value) - HEAD_START)
    certainty = 1 - float(np.exp(-behind))
    return Plates(layout, *_name(layout), (), certainty) if certainty > SURE else None


def _values(right: Seams, below: Seams) -> dict[tuple[int, int], float]:
    """For each pair of neighbours by how much it speaks for one plate, in nats."""
    value = {}
    for r in range(8):
        for c in range(8):
            if c < 7:
                value[8 * r + c, 8 * r + c + 1] = _odds(right[r, c])
            if r < 7:
                value[8 * r + c, 8 * r + c + 8] = _odds(below[r, c])
    return value


def _odds(seam: float) -> float:
    p = min(max(float(seam), 1e-3), 1 - 1e-3)
    return ALIKE * float(np.log((1 - p) / p))


def _known() -> Iterator[tuple[str, int, Layout]]:
    """Every known layout in every turn, the unturned ones first."""
    layouts = {name: Layout.parse(name) for name in NAMED}
    for turn in range(4):
        for name, layout in layouts.items():
            yield name, turn, layout
        layouts = {name: layout.rotated() for name, layout in layouts.items()}


def _name(layout: Layout) -> tuple[str | None, int]:
    """What it is called, and by how many quarters it is turned."""
    partition = layout.partition()
    same = ((name, turn) for name, turn, known in _known() if known.partition() == partition)
    return next(same, (None, 0))


def _score(layout: Layout, value: dict[tuple[int, int], float]) -> float:
    at = layout.plate_at
    return sum(v for (a, b), v in value.items() if at[a] == at[b])


def _assemble(value: dict[tuple[int, int], float]) -> list[tuple[float, Layout]]:
    """The valid layouts that fit best: of those that hardly fit worse than the best all are found,
    as far as the beam reaches."""
    quickly = _laid(value, NARROW, 1, -inf)
    least = max((part.score for part in quickly), default=-inf) - FAR
    return [(part.score, _layout(part.plates)) for part in _laid(value, BEAM, RIVALS, least)]


def _laid(value: dict[tuple[int, int], float], beam: int, rivals: int, least: float) -> list[Part]:
    """Lay plate after plate on the first free hole, keeping the most promising part layouts.

    Of those that cover the same holes with plates of the same sizes some are kept: what they differ
    in is what is not clear.
    """
    hope = sum(max(0.0, v) for v in value.values())
    around: list[list[tuple[int, float]]] = [[] for _ in range(64)]
    for (a, b), v in value.items():
        around[a].append((b, v))
        around[b].append((a, v))
    start: Sizes = tuple(PLATES.values())
    parts: list[Part] = [Part(hope, 0.0, 0, start, ())]
    for _ in range(sum(start)):
        grown: dict[tuple[int, Sizes], list[Part]] = {}
        for part in parts:
            for mask, size in _fits(part.covered, part.left):
                inner, lost = _gain(mask, part.covered, around)
                if part.hope + inner - lost < least:
                    continue
                left = tuple(n - (i == size) for i, n in enumerate(part.left))
                covered, plates = part.covered | mask, (*part.plates, mask)
                laid = Part(part.hope + inner - lost, part.score + inner, covered, left, plates)
                grown.setdefault((covered, left), []).append(laid)
        kept = [part for some in grown.values() for part in nlargest(rivals, some, _score_of)]
        parts = nlargest(beam, kept, _hope_of)
    return [part for part in parts if part.covered == _ALL]


class Part(NamedTuple):
    """Some plates that have been laid."""

    hope: float
    """The most that a layout with these plates can score."""
    score: float
    covered: int
    """The holes that they cover."""
    left: Sizes
    """How many plates of each size are left."""
    plates: tuple[int, ...]


def _score_of(part: Part) -> float:
    return part.score


def _hope_of(part: Part) -> float:
    return part.hope


_ALL = (1 << 64) - 1


def _fits(covered: int, left: Sizes) -> Iterator[tuple[int, int]]:
    """Every plate that may cover the first free hole: its holes and which size it is."""
    first = (~covered & (covered + 1)).bit_length() - 1
    row, column = divmod(first, 8)
    for number, (short, long) in enumerate(_SIZES):
        if not left[number]:
            continue
        for high, wide in {(short, long), (long, short)}:
            if row + high > 8 or column + wide > 8:
                continue
            line = ((1 << wide) - 1) << first
            mask = sum(line << (8 * r) for r in range(high))
            if not mask & covered:
                yield mask, number


def _gain(mask: int, covered: int, around: list[list[tuple[int, float]]]) -> tuple[float, float]:
    """What a plate adds inside, and how much hope its laying uses up."""
    inner = lost = 0.0
    rest = mask
    while rest:
        bit = rest & -rest
        rest ^= bit
        for other, v in around[bit.bit_length() - 1]:
            there = 1 << other
            if mask & there:
                inner += v / 2
                lost += max(0.0, v) / 2
            elif not covered & there:
                lost += max(0.0, v)
    return inner, lost


def _layout(plates: tuple[int, ...]) -> Layout:
    letters = [""] * 64
    for letter, mask in zip(ascii_uppercase, plates, strict=False):
        for hole in range(64):
            if mask >> hole & 1:
                letters[hole] = letter
    return Layout.parse("/".join("".join(letters[i : i + 8]) for i in range(0, 64, 8)))


def _doubtful(
    best: Layout, ranked: list[tuple[float, Layout]], shares: NDArray[np.float64]
) -> tuple[tuple[str, str], ...]:
    """The seams in which likely layouts differ."""
    together: dict[tuple[int, int], float] = {}
    for (_, layout), share in zip(ranked, shares, strict=True):
        if share < 1e-4:
            break
        at = layout.plate_at
        for a, b in _PAIRS:
            together[a, b] = together.get((a, b), 0.0) + share * (at[a] == at[b])
    at = best.plate_at
    return tuple(
        (NAMES[a], NAMES[b])
        for a, b in _PAIRS
        if (together[a, b] if at[a] == at[b] else 1 - together[a, b]) < SURE
    )


_PAIRS = [(a, b) for a in range(64) for b in (a + 1, a + 8) if b < 64 and (b == a + 8 or a % 8 < 7)]
