"""Boards drawn in the terminal."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from rich.console import RenderableType
from rich.text import Text

from engines import AnyGame
from engines.grid import COLUMNS, NAMES
from engines.kulami import Kulami
from engines.mangala.values import NAMES as PLACES

# The sign differs as well as the colour, for terminals and eyes without colours.
_DISCS = {
    "reversi": {"B": ("●", "black"), "W": ("○", "bright_white"), "?": ("?", "yellow")},
    "kulami": {"B": ("●", "black"), "R": ("○", "bright_red"), "?": ("?", "yellow")},
}
_GREEN = ("green4", "dark_green")
_WOOD = ("orange4", "dark_goldenrod", "wheat4")
_MARK = "on red"


def draw(game: AnyGame, board: Any, marked: Collection[str] = ()) -> RenderableType:
    """A board as text, the marked cells on red."""
    if game.name == "mangala":
        return _draw_pits(board, marked)
    return _draw_grid(game, board, marked)


def draw_plates(game: Kulami) -> RenderableType:
    """Kulami's plates, each hole with its plate's letter."""
    shades = _plate_shades(game)
    text = Text("   " + " ".join(COLUMNS) + "\n")
    for row, letters in enumerate(game.layout.rows):
        text.append(f"{row + 1:>2} ")
        for column, letter in enumerate(letters):
            text.append(f"{letter} ", f"on {shades[NAMES[8 * row + column]]}")
        text.append("\n")
    return text


def _draw_grid(game: AnyGame, board: Any, marked: Collection[str]) -> RenderableType:
    shades = _plate_shades(game) if isinstance(game, Kulami) else None
    text = Text("   " + " ".join(COLUMNS) + "\n")
    for row, letters in enumerate(board.rows):
        text.append(f"{row + 1:>2} ")
        for column, letter in enumerate(letters):
            name = NAMES[8 * row + column]
            back = shades[name] if shades else _GREEN[(row + column) % 2]
            sign, colour = _DISCS[game.name].get(letter, ("·", "grey50"))
            # A mark must show without colour too.
            edge = "!" if name in marked else " "
            style = _MARK if name in marked else f"on {back}"
            text.append(f"{sign}", f"bold {colour} {style}")
            text.append(edge, f"bold white {style}")
        text.append("\n")
    return text


def _plate_shades(game: Kulami) -> dict[str, str]:
    """A shade for each hole so that plates that touch differ."""
    shades: dict[str, str] = {}
    at = game.layout.plate_at
    chosen: dict[int, int] = {}
    for plate in game.layout.plates:
        taken = set()
        for cell in (NAMES.index(name) for name in plate.names):
            row, column = divmod(cell, 8)
            for r, c in (
                (row - 1, column),
                (row + 1, column),
                (row, column - 1),
                (row, column + 1),
            ):
                if 0 <= r < 8 and 0 <= c < 8 and at[8 * r + c] in chosen:
                    taken.add(chosen[at[8 * r + c]])
        free = [i for i in range(len(_WOOD)) if i not in taken]
        chosen[plate.holes] = free[0] if free else 0
        for name in plate.names:
            shades[name] = _WOOD[chosen[plate.holes]]
    return shades


def _draw_pits(board: Any, marked: Collection[str]) -> RenderableType:
    """North's pits from its left run right to left above south's."""
    stones = dict(zip(PLACES, board.stones, strict=True))
    text = Text()

    def put(name: str) -> None:
        count = "?" if stones[name] is None else str(stones[name])
        if name in marked:
            text.append(f"{count + '!':>4}", f"bold white {_MARK}")
        else:
            text.append(f"{count:>3} ", "bold" if count != "0" else "grey50")

    north = [f"N{pit}" for pit in range(6, 0, -1)]
    south = [f"S{pit}" for pit in range(1, 7)]
    text.append("      " + "".join(f"{name:>3} " for name in north) + "\n      ", "grey50")
    for name in north:
        put(name)
    text.append("\n  NT", "grey50")
    put("NT")
    text.append(" " * 20)
    put("ST")
    text.append("ST\n      ", "grey50")
    for name in south:
        put(name)
    text.append("\n      " + "".join(f"{name:>3} " for name in south) + "\n", "grey50")
    return text
