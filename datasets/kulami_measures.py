"""What only Kulami has: tokens, plates, and the score that follows from both."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from engines import InputError
from engines.kulami import Layout, Rules
from engines.kulami.score import score
from vision.reading import Reading


@dataclass(frozen=True, slots=True)
class KulamiComparison:
    """Tokens, plates and score; None where one of them cannot be compared."""

    tokens_wrong: int | None
    """Visible holes with a token too many or too few."""
    plates_right: bool | None
    """Whether the plates are the true ones, whatever their letters."""
    score_right: bool | None
    """Whether all three parts of both colours are."""


def compare_kulami(
    reading: Reading,
    truth: Sequence[str | int | None],
    tokens: Collection[int],
    plates: Sequence[str],
) -> KulamiComparison:
    """Against the truth as the reading sees it: contents, holes with a token, plate letters."""
    return KulamiComparison(
        _tokens_wrong(reading, truth, tokens),
        _plates_right(reading, plates),
        _score_right(reading, truth, plates),
    )


def _tokens_wrong(
    reading: Reading, truth: Sequence[str | int | None], tokens: Collection[int]
) -> int | None:
    if reading.tokens is None:
        return None
    told = reading.carrying & reading.seen
    visible = [hole for hole, content in enumerate(truth) if content is not None]
    return sum(bool(told[hole]) != (hole in tokens) for hole in visible)


def _plates_right(reading: Reading, plates: Sequence[str]) -> bool | None:
    if reading.layout is None or len(plates) != 64:
        return None
    return _partition("".join(reading.layout.rows)) == _partition(plates)


def _partition(letters: Sequence[str]) -> frozenset[frozenset[int]]:
    parts: dict[str, set[int]] = {}
    for hole, letter in enumerate(letters):
        parts.setdefault(letter, set()).add(hole)
    return frozenset(frozenset(part) for part in parts.values())


def _score_right(
    reading: Reading, truth: Sequence[str | int | None], plates: Sequence[str]
) -> bool | None:
    if any(content is None for content in truth) or len(plates) != 64:
        return None
    try:
        layout = Layout.parse("/".join("".join(plates[i : i + 8]) for i in range(0, 64, 8)))
    except InputError:
        return None  # a board of other plates has no score by our rules
    if not reading.seen.all():
        return False
    told = [reading.contents[best] for best in reading.probabilities.argmax(1)]
    read = _points(told, reading.layout or layout)
    return read == _points([str(content) for content in truth], layout)


def _points(letters: Sequence[str], layout: Layout) -> tuple[int, ...]:
    black, red = (
        sum(1 << hole for hole, letter in enumerate(letters) if letter == colour) for colour in "BR"
    )
    told = score(black, red, layout, Rules())
    sides = (told.black, told.red)
    return tuple(n for s in sides for n in (s.row_points, s.area_points, s.plate_points))
