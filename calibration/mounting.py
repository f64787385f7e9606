"""How high a camera must hang over a board, and how large a cell is then in its picture."""

from __future__ import annotations

from dataclasses import dataclass
from math import radians, tan


@dataclass(frozen=True, slots=True)
class View:
    """What a camera sees, as its maker tells it."""

    across: float
    """Degrees along the longer side of the picture."""
    along: float
    """Degrees along the shorter side."""
    width: int
    """Pixels along the longer side, in the size that Hakem asks for."""


@dataclass(frozen=True, slots=True)
class Size:
    """A board, in millimetres."""

    width: float
    """Its longer side, which lies along the longer side of the picture."""
    depth: float
    """Its shorter side."""
    cell: float
    """A square, or the distance between two pits."""


VIEWS = {
    "Camera Module 1": View(53.5, 41.41, 1664),
    "Camera Module 2": View(62.2, 48.8, 1640),
    "Camera Module 3": View(66.0, 41.0, 1920),
    "Camera Module 3 Wide": View(102.0, 67.0, 1920),
    "USB camera, 78° over the diagonal": View(70.4, 43.3, 1920),
}
"""Fields of view of the whole sensor."""
BOARDS = {
    "Reversi": Size(360, 360, 40),
    "Kulami": Size(300, 300, 30),
    "Mangala": Size(560, 180, 60),
}
"""Usual boards with their rims."""
MARGIN = 50.0
"""Millimetres of table to be seen around a board: hands come in here, and boards get nudged."""


def height(view: View, board: Size, margin: float = MARGIN) -> float:
    """Millimetres from the board to a lens straight above its middle, so that all is in view."""
    across = (board.width / 2 + margin) / tan(radians(view.across / 2))
    along = (board.depth / 2 + margin) / tan(radians(view.along / 2))
    return max(across, along)


def cell_pixels(view: View, board: Size, high: float) -> float:
    """How many pixels wide a cell is from so high."""
    seen = 2 * high * tan(radians(view.across / 2))
    return board.cell * view.width / seen


def table() -> str:
    """Heights in centimetres, rounded up, with the pixels of a cell, as a table for a document."""
    lines = [
        f"| | {' | '.join(BOARDS)} |",
        f"|---|{'---:|' * len(BOARDS)}",
    ]
    for name, view in VIEWS.items():
        cells = []
        for board in BOARDS.values():
            high = -(-height(view, board) // 10) * 10
            cells.append(f"{high / 10:.0f} cm ({cell_pixels(view, board, high):.0f} px)")
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return "\n".join(lines)
