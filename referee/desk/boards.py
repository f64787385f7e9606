"""Boards as the desk shows them: clean, or over the live picture. The sheet's own drawing serves.

Every mark has a sign beside its colour, so that nobody needs to tell colours apart.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from calibration.pose import Pose
from engines import AnyGame
from engines.grid import NAMES as CELLS
from engines.kulami import Kulami
from engines.mangala.values import NAMES as PLACES
from referee.sheet import grid, pits, svg
from vision.find import outline

FAULT, LAST, LIVE = "#c4282d", "#0a6fa4", "#22d36b"


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells that are pointed at."""

    faults: tuple[str, ...] = ()
    """Where something is wrong."""
    doubts: tuple[str, ...] = ()
    """Where the eyes are not sure."""
    last: tuple[str, ...] = ()
    """Where the last move was made."""

    def rings(self) -> Iterator[tuple[str, str, str]]:
        """Cell, colour and sign of each mark, the weightiest last."""
        named = ((self.last, LAST, "•"), (self.doubts, svg.DOUBT, "?"), (self.faults, FAULT, "!"))
        for cells, colour, sign in named:
            for cell in dict.fromkeys(cells):
                yield cell, colour, sign


def draw_board(game: AnyGame, board: Any, marks: Marks | None = None) -> str:
    """The clean board with its pieces; in Mangala with its counts."""
    rings = list((marks or Marks()).rings())
    if game.name == "mangala":
        places = pits.clean_places()
        spot = dict(zip(PLACES, places, strict=True))
        parts = [*pits.empty_pits(places), *pits.counts_in(_stones(board), places)]
        for cell, colour, sign in rings:
            parts += pits.ring_at(spot[cell], colour, sign) if cell in spot else ()
        return svg.drawing(pits.WIDTH, pits.HEIGHT, parts)
    parts = [*grid.empty_board(game), *grid.labels(), *grid.pieces(board.rows)]
    for cell, colour, sign in rings:
        parts += grid.ring_at(cell, colour, sign) if cell in CELLS else ()
    return svg.drawing(grid.SIDE, grid.SIDE, parts)


def _stones(board: Any) -> list[int]:
    return [0 if count is None else count for count in board.stones]


def draw_over(
    game: AnyGame, board: Any, pose: Pose, size: tuple[int, int], marks: Marks | None = None
) -> str:
    """What was read, to be laid over a picture of `size`: edge, pieces or counts, and marks."""
    width, height = size
    corners = [tuple(point) for point in pose.project(outline(pose)).tolist()]
    thick = max(2.0, width / 320)
    parts = [svg.line([*corners, corners[0]], LIVE, thick)]
    middles, step = _middles(game, pose)
    parts += _counts(board, middles, step) if game.name == "mangala" else _rings(board, middles)
    for cell, colour, sign in (marks or Marks()).rings():
        if cell not in middles:
            continue
        x, y = middles[cell]
        parts.append(
            svg.circle(x, y, 0.48 * step, fill="none", stroke=svg.WHITE, thick=1.8 * thick)
        )
        parts.append(svg.circle(x, y, 0.48 * step, fill="none", stroke=colour, thick=1.2 * thick))
        at = (x + 0.36 * step, y - 0.36 * step)
        parts.append(svg.words(*at, 0.5 * step, sign, fill=colour, edge=svg.WHITE, bold=True))
    return svg.drawing(width, height, parts)


def draw_plates(game: Kulami, pose: Pose, size: tuple[int, int]) -> str:
    """Kulami's plates over a picture."""
    thick = max(2.0, size[0] / 300)
    parts = []
    for plate in game.layout.plates:
        flat = [_flat(CELLS.index(name)) for name in plate.names]
        left, right = min(x for x, _ in flat) - 0.46, max(x for x, _ in flat) + 0.46
        low, high = min(y for _, y in flat) - 0.46, max(y for _, y in flat) + 0.46
        ends = [(left, high, 0), (right, high, 0), (right, low, 0), (left, low, 0), (left, high, 0)]
        seen = [tuple(point) for point in pose.project(ends).tolist()]
        parts += [svg.line(seen, svg.INK, 2 * thick), svg.line(seen, "#ffd60a", thick)]
        centre = pose.project([((left + right) / 2, (low + high) / 2, 0.0)])[0]
        letter = 0.45 * float(np.linalg.norm(np.subtract(seen[0], seen[1]))) / (right - left)
        parts.append(svg.words(float(centre[0]), float(centre[1]), letter, plate.letter,
                               fill="#ffd60a", edge=svg.INK, bold=True))  # fmt: skip
    return svg.drawing(*size, parts)


def holes_seen(pose: Pose) -> list[tuple[float, float]]:
    """Where the holes of a Kulami board lie in the picture, row by row."""
    seen = pose.project([(*_flat(i), 0.0) for i in range(64)])
    return [(float(x), float(y)) for x, y in seen]


def _flat(index: int) -> tuple[float, float]:
    """The middle of a cell on the board, in cells."""
    return index % 8 - 3.5, 3.5 - index // 8


def _middles(game: AnyGame, pose: Pose) -> tuple[dict[str, tuple[float, float]], float]:
    """Where each cell lies in the picture, and how far apart two neighbours are."""
    if game.name == "mangala":
        seen = pose.place_middles()
        names: Iterable[str] = PLACES
    else:
        seen = pose.project([(*_flat(i), grid.RAISED[game.name]) for i in range(64)])
        names = CELLS
    step = float(np.linalg.norm(seen[1] - seen[0]))
    return {name: (float(x), float(y)) for name, (x, y) in zip(names, seen, strict=True)}, step


def _rings(board: Any, middles: dict[str, tuple[float, float]]) -> Iterator[str]:
    """A small dot of the colour that was read in the middle of each piece."""
    step = abs(middles["b1"][0] - middles["a1"][0]) + abs(middles["b1"][1] - middles["a1"][1])
    for index, letter in enumerate("".join(board.rows)):
        if letter in svg.SIDES:
            x, y = middles[CELLS[index]]
            fill = svg.SIDES[letter]
            yield svg.circle(x, y, 0.15 * step, fill=fill, stroke=LIVE, thick=0.05 * step)


def _counts(board: Any, middles: dict[str, tuple[float, float]], step: float) -> Iterator[str]:
    for name, count in zip(PLACES, _stones(board), strict=True):
        x, y = middles[name]
        yield svg.words(x, y, 0.34 * step, str(count), fill=svg.WHITE, edge=svg.INK, bold=True)
