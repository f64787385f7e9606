"""Whether doubt is honest: of what was said to be 95 % certain, 95 in 100 should be right."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import log10
from typing import Any

import cv2
import numpy as np

from vision.frame import Picture

EDGES = (0.0, 0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 0.99, 0.995, 0.999, 1.0)
"""Between what a confidence lies; finer where it matters."""


@dataclass(frozen=True, slots=True)
class BinRow:
    """The cells of one kind of picture that were read about equally sure."""

    kind: str
    """`photo`, `composed`, `hand` or `whole`."""
    low: float
    """At least so sure."""
    high: float
    """Less sure than this, or wholly sure."""
    n: int
    """How many cells."""
    hits: int
    """How many of these are right."""
    confidence: float
    """How sure on average."""


class Reliability:
    """Counts how often what was said with a confidence is right."""

    def __init__(self) -> None:
        self._counts: dict[str, Any] = {}

    def add(self, kind: str, answers: Iterable[tuple[float, bool]]) -> None:
        """Confidence and truth of some cells."""
        counts = self._counts.setdefault(kind, np.zeros((len(EDGES) - 1, 3)))
        for confidence, right in answers:
            place = int(np.searchsorted(EDGES, confidence, "right")) - 1
            counts[min(max(place, 0), len(EDGES) - 2)] += (1, right, confidence)

    def rows(self) -> list[BinRow]:
        """A row a kind and bin in which there is anything."""
        return [
            BinRow(kind, low, high, int(n), int(hits), float(total / n))
            for kind, counts in self._counts.items()
            for (n, hits, total), low, high in zip(counts, EDGES, EDGES[1:], strict=False)
            if n
        ]


SIDE, EDGE = 480, 56
MOST = 4.0
"""The scale of the diagram ends at a doubt of one in ten to this power."""
TICKS = (0.5, 0.9, 0.99, 0.999)
INKS = ((180, 90, 20), (40, 40, 200), (40, 130, 40), (150, 40, 150))


def diagram(rows: Sequence[BinRow]) -> Picture:
    """How sure (to the right) against how often right (up), both by their nines."""
    sheet = np.full((SIDE + 2 * EDGE, SIDE + 2 * EDGE, 3), 255, np.uint8)
    font = cv2.FONT_HERSHEY_SIMPLEX
    cv2.line(sheet, _at(0, 0), _at(1, 1), (170, 170, 170), 1, cv2.LINE_AA)
    cv2.rectangle(sheet, (EDGE, EDGE), (EDGE + SIDE, EDGE + SIDE), (60, 60, 60), 1)
    for tick in TICKS:
        x, y = _at(tick, tick)
        cv2.line(sheet, (x, EDGE), (x, EDGE + SIDE), (225, 225, 225), 1)
        cv2.line(sheet, (EDGE, y), (EDGE + SIDE, y), (225, 225, 225), 1)
        cv2.putText(sheet, str(tick), (x - 16, EDGE + SIDE + 18), font, 0.4, (0, 0, 0), 1)
        cv2.putText(sheet, str(tick), (8, y + 4), font, 0.4, (0, 0, 0), 1)
    for number, kind in enumerate(dict.fromkeys(row.kind for row in rows)):
        ink = INKS[number % len(INKS)]
        some = [row for row in rows if row.kind == kind]
        spots = [_at(row.confidence, row.hits / row.n) for row in some]
        cv2.polylines(sheet, [np.array(spots, np.int32)], False, ink, 1, cv2.LINE_AA)
        for row, spot in zip(some, spots, strict=True):
            cv2.circle(sheet, spot, 2 + round(log10(row.n)), ink, -1, cv2.LINE_AA)
        name = f"{kind}, {sum(row.n for row in some)} cells"
        cv2.putText(sheet, name, (EDGE, 20 + 16 * number), font, 0.45, ink, 1, cv2.LINE_AA)
    cv2.putText(sheet, "said", (EDGE + SIDE // 2, SIDE + 2 * EDGE - 10), font, 0.5, (0, 0, 0), 1)
    cv2.putText(sheet, "right", (6, EDGE - 10), font, 0.5, (0, 0, 0), 1)
    return sheet


def _at(said: float, right: float) -> tuple[int, int]:
    """A point of the diagram in pixels."""
    across, up = (min(1.0, -log10(max(1 - p, 10**-MOST)) / MOST) for p in (said, right))
    return EDGE + round(across * SIDE), EDGE + SIDE - round(up * SIDE)
