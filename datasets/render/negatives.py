"""Things that are none of our boards: chess, draughts, go, trays, bare tables."""

from __future__ import annotations

import math
import random
from typing import Any

from datasets.render import blender as b

KINDS = ("chess", "draughts", "go", "tray", "sheet", "bare")


class Table:
    """What lies on the table; it has no squares that anybody should read."""

    def __init__(self, kind: str, half: float) -> None:
        self.kind, self.span = kind, half
        self.outline = [(x * half, y * half, 0.0) for x in (-1, 1) for y in (-1, 1)]

    def truth(self) -> dict[str, Any]:
        """Only what it is."""
        return {"kind": self.kind, "negative": True}


def build(rng: random.Random) -> Table:
    """One such thing at the origin."""
    kind = rng.choice(KINDS)
    half = rng.uniform(110, 190)
    light, dark = rng.choice(
        (
            (b.srgb(235, 215, 180), b.srgb(120, 75, 45)),
            (b.srgb(240, 240, 235), b.srgb(40, 40, 44)),
            (b.srgb(230, 225, 190), b.srgb(60, 110, 70)),
            (b.srgb(220, 190, 140), b.srgb(90, 50, 30)),
        )
    )
    made = {"chess": _chess, "draughts": _draughts, "go": _go, "tray": _tray, "sheet": _sheet}
    if kind in made:
        made[kind](rng, half, light, dark)
    else:
        b.box("base", (20, 20, 0.2), (0, 0, -0.2), b.material("base", light))
    return Table(kind, half)


def _squares(half: float, count: int, light: Any, dark: Any, thick: float) -> None:
    looks = [b.material("light", light, Roughness=0.4), b.material("dark", dark, Roughness=0.4)]
    b.box("base", (2 * half + 16, 2 * half + 16, thick), (0, 0, -thick - 0.5), looks[1], 2)
    side = 2 * half / count
    for row in range(count):
        for column in range(count):
            at = (-half + (column + 0.5) * side, half - (row + 0.5) * side, -0.5)
            b.box("square", (side, side, 0.5), at, looks[(row + column) % 2])


def _chess(rng: random.Random, half: float, light: Any, dark: Any) -> None:
    _squares(half, 8, light, dark, rng.uniform(4, 14))
    side = half / 4
    r = side * 0.33
    profile = [(0, 0), (r, 0), (r, 3), (r * 0.5, 8), (r * 0.4, 22), (r * 0.7, 25), (r * 0.55, 34)]
    profile.append((0, 38))
    sides = (b.material("white", light, Roughness=0.3), b.material("black", dark, Roughness=0.3))
    for number, made in enumerate(sides):
        piece = b.lathe(f"piece{number}", profile, made, 24)
        for _ in range(rng.randrange(3, 17)):
            x, y = (rng.randrange(8) - 3.5) * side, (rng.randrange(8) - 3.5) * side
            b.copy_of(piece, (x, y, 0), (0, 0, 0)).scale[2] = rng.uniform(0.8, 1.6)
        piece.hide_render = True


def _draughts(rng: random.Random, half: float, light: Any, dark: Any) -> None:
    count = rng.choice((8, 10))
    _squares(half, count, light, dark, rng.uniform(4, 14))
    side = 2 * half / count
    r = side * 0.4
    profile = [(0, 0), (r, 0), (r, 7), (r * 0.9, 8), (r * 0.6, 7), (0, 7)]
    for number, made in enumerate((b.material("m1", light), b.material("m2", b.srgb(30, 26, 24)))):
        man = b.lathe(f"man{number}", profile, made, 32)
        for _ in range(rng.randrange(4, 16)):
            row, column = rng.randrange(count), rng.randrange(count)
            if (row + column) % 2:
                at = (-half + (column + 0.5) * side, half - (row + 0.5) * side, 0)
                b.copy_of(man, at, (0, 0, 0))
        man.hide_render = True


def _go(rng: random.Random, half: float, light: Any, dark: Any) -> None:
    count = rng.choice((9, 13, 19))
    wood = b.wood("base", b.srgb(225, 185, 120), b.srgb(190, 145, 85), 0.0, 0.4, 0.8)
    b.box("base", (2 * half + 24, 2 * half + 24, 12), (0, 0, -12), wood, 2)
    ink = b.material("ink", b.srgb(30, 22, 16))
    step = 2 * half / (count - 1)
    for i in range(count):
        at = -half + i * step
        b.box("line", (2 * half, 0.9, 0.15), (0, at, 0), ink)
        b.box("line", (0.9, 2 * half, 0.15), (at, 0, 0), ink)
    angles = [k / 12 * math.pi for k in range(13)]
    r = step * 0.47
    profile = [(r * math.sin(a), 4 - 4 * math.cos(a)) for a in angles]
    profile[0], profile[-1] = (0.0, 0.0), (0.0, 8.0)
    for number, colour in enumerate(((20, 20, 22), (240, 240, 236))):
        stone = b.lathe(f"go{number}", profile, b.material(f"go{number}", b.srgb(*colour)), 28)
        for _ in range(rng.randrange(0, count * 3)):
            x, y = (-half + rng.randrange(count) * step for _ in range(2))
            b.copy_of(stone, (x, y, 0), (0, 0, 0))
        stone.hide_render = True


def _tray(rng: random.Random, half: float, light: Any, dark: Any) -> None:
    made = b.material("base", rng.choice((light, dark, b.srgb(20, 110, 60))), Roughness=0.3)
    wide = half * rng.uniform(0.6, 1.0)
    b.box("base", (2 * half, 2 * wide, 4), (0, 0, -4), made, 2)
    for sign in (-1, 1):
        b.box("edge", (2 * half, 6, 18), (0, sign * wide, -4), made, 2)
        b.box("edge", (6, 2 * wide, 18), (sign * half, 0, -4), made, 2)
    for number in range(rng.randrange(2, 9)):
        look = b.material(f"thing{number}", b.srgb(*(rng.randrange(30, 240) for _ in range(3))))
        at = (rng.uniform(-0.7, 0.7) * half, rng.uniform(-0.7, 0.7) * wide, 0)
        size = rng.uniform(6, 22)
        cup = [(0, 0), (size, 0), (size, size * 0.6), (0, size * 0.6)]
        b.put(b.lathe("thing", cup, look, 28), at)


def _sheet(rng: random.Random, half: float, light: Any, dark: Any) -> None:
    """A printed sheet: a table of numbers, a crossword, a calendar."""
    paper = b.material("base", b.srgb(246, 246, 242), Roughness=0.9)
    b.box("base", (2 * half, 2.8 * half, 0.3), (0, 0, -0.3), paper)
    ink = b.material("ink", b.srgb(25, 25, 30))
    rows, columns = rng.randrange(4, 14), rng.choice((5, 7, 9, 12))
    for i in range(rows + 1):
        y = (-1 + 2 * i / rows) * half * 1.2
        b.box("line", (1.8 * half, 0.6, 0.1), (0, y, 0), ink)
    for i in range(columns + 1):
        x = (-1 + 2 * i / columns) * half * 0.9
        b.box("line", (0.6, 2.4 * half, 0.1), (x, 0, 0), ink)
    for _ in range(rng.randrange(0, 40)):
        x = (-1 + (2 * rng.randrange(columns) + 1) / columns) * half * 0.9
        y = (-1 + (2 * rng.randrange(rows) + 1) / rows) * half * 1.2
        b.box("mark", (0.9 * half / columns, 1.2 * half / rows, 0.12), (x, y, 0), ink)


def layers(table: Table, rng: random.Random) -> Any:
    """A negative has one picture only."""
    raise ValueError("negatives are rendered whole; use --kind whole")


def whole(table: Table, rng: random.Random, name: str = "whole", **_: Any) -> Any:
    """Nothing is added to it."""
    from datasets.render.layers import Layer

    return Layer(name, [], [], {})
