"""Reversi boards and discs: printed and moulded boards, felt and plastic, racks, seams, rims."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from datasets.play import reached
from datasets.render import blender as b
from datasets.render.layers import Layer, Piece

Point = tuple[float, float, float]
KINDS = ("flat", "flat", "ridge", "ridge", "racks", "wood_rim", "travel", "fold")
GREENS = ((20, 120, 60), (0, 150, 80), (10, 90, 45), (60, 160, 80), (120, 185, 120), (14, 52, 30))
OTHERS = ((30, 70, 150), (200, 170, 60), (185, 140, 90), (70, 110, 140))
VARIANTS = 2
"""How many displacements every disc is rendered in."""
ROUGH, GLOSSY = (0.08, 0.2, 0.35, 0.6), (0.05, 0.08, 0.14, 0.2)
"""How rough discs are: of any kind, and such as mirror lamps."""
FARTHEST = 0.25
"""How far a disc may lie off the middle of its square, in cells."""


@dataclass
class Table:
    """A Reversi set on the table."""

    kind: str
    pitch: float
    """Side of a square in millimetres."""
    surface: float
    """Height of the squares."""
    disc_radius: float
    disc_height: float
    outline: list[tuple[float, float, float]]
    span: float
    disc: Any
    notes: dict[str, Any] = field(default_factory=dict)
    first_laid: dict[tuple[int, str], tuple[Point, Point]] = field(default_factory=dict)

    def cell_centre(self, cell: int) -> tuple[float, float]:
        """Column a is left, row 1 is at the far edge; x to the right, y away."""
        row, column = divmod(cell, 8)
        return (column - 3.5) * self.pitch, (3.5 - row) * self.pitch

    def truth(self) -> dict[str, Any]:
        """The board's geometry in millimetres."""
        half = 4 * self.pitch
        corners = [(-half, half), (half, half), (half, -half), (-half, -half)]
        return {
            "kind": self.kind,
            "pitch": round(self.pitch, 3),
            "surface": self.surface,
            "corners": [[x, y, self.surface] for x, y in corners],
            "piece_radius": round(self.disc_radius, 3),
            "piece_height": round(self.disc_height, 3),
            **self.notes,
        }

    def lay(
        self, cell: int, colour: str, rng: random.Random, reach: float, again: bool = False
    ) -> tuple[Any, Piece]:
        """One disc on its square, off the middle by up to `reach` cells, a little tilted.

        `again` lays it exactly as it lay the first time.
        """
        if again:
            at, turn = self.first_laid[cell, colour]
            return self._disc(cell, colour, at, turn)
        x, y = self.cell_centre(cell)
        free = max(0.0, 0.5 * self.pitch - self.disc_radius) if self.kind in _MOULDED else math.inf
        way, far = rng.uniform(0, 2 * math.pi), reach * self.pitch * math.sqrt(rng.random())
        far = min(far, free)
        x, y = x + far * math.cos(way), y + far * math.sin(way)
        tilt = math.radians(rng.triangular(0, 2.5, 0.3))
        lift = self.disc_radius * math.sin(tilt) * 0.5
        flip = 0.0 if colour == "B" else math.pi
        at = (x, y, self.surface + self.disc_height / 2 + lift + 0.05)
        turn = (flip + tilt * math.cos(way), tilt * math.sin(way), rng.uniform(0, 6.28))
        self.first_laid.setdefault((cell, colour), (at, turn))
        return self._disc(cell, colour, at, turn)

    def _disc(self, cell: int, colour: str, at: Point, turn: Point) -> tuple[Any, Piece]:
        obj = b.copy_of(self.disc, at, turn)
        obj.pass_index = cell + 1
        return obj, Piece(cell + 1, cell, colour, (at[0], at[1], at[2] + self.disc_height / 2))


_MOULDED = ("ridge", "racks", "travel")


def build(rng: random.Random, glossy: bool = False) -> Table:
    """A board at the origin, its squares looking up."""
    kind = rng.choice(KINDS)
    pitch = rng.uniform(17, 26) if kind == "travel" else rng.uniform(33, 44)
    thick = rng.uniform(6, 22)
    half = 4 * pitch
    rgb = rng.choice(OTHERS) if rng.random() < 0.14 else rng.choice(GREENS)
    colour = b.srgb(*(min(255.0, c * rng.uniform(0.85, 1.15)) for c in rgb))
    felt = rng.random() < 0.35
    field_ = b.material(
        "field", colour, Roughness=0.95 if felt else rng.choice((0.18, 0.3, 0.45, 0.6))
    )
    if felt:
        b.rough(field_, 90.0, 0.4)
    elif rng.random() < 0.5:
        b.rough(field_, 45.0, 0.06)
    rim, frame = _rim(rng, kind, pitch)
    b.box("base", (2 * half + 2 * rim, 2 * half + 2 * rim, thick), (0, 0, -thick), frame, 3)
    b.box("field", (2 * half + 1, 2 * half + 1, 1.2), (0, 0, -1.0), field_)
    _lines(rng, kind, pitch, colour)
    if rim > 4:
        _frame(half, rim, rng.uniform(1.5, 7.0), frame)
    if kind in ("fold", "travel"):
        seam = b.material("seam", b.shade(colour, 0.15), Roughness=0.8)
        b.box("seam", (2 * half + 2 * rim, rng.uniform(0.6, 2.0), 0.45), (0, 0, -0.2), seam)
    surface = 0.2
    radius = pitch * rng.uniform(0.37, 0.43) if kind != "flat" else pitch * rng.uniform(0.36, 0.455)
    height = radius * rng.uniform(0.22, 0.48)
    side = half + rim
    reach_x = side
    if kind == "racks":
        reach_x = side + _racks(rng, side, radius, height, frame)
    outline = [
        (sx * reach_x, sy * side, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, height)
    ]
    disc = _disc(rng, radius, height, GLOSSY if glossy else ROUGH)
    return Table(
        kind,
        pitch,
        surface,
        radius,
        height,
        outline,
        max(reach_x, side),
        disc,
        {"rim": round(rim, 2), "felt": felt, "colour": [round(c, 4) for c in colour]},
    )


def _rim(rng: random.Random, kind: str, pitch: float) -> tuple[float, Any]:
    if kind == "wood_rim":
        light, dark = b.srgb(190, 140, 90), b.srgb(120, 75, 42)
        return rng.uniform(12, 30), b.wood("frame", light, dark, 0.0, 0.4, 1.0)
    black = b.srgb(*(rng.choice((12, 22, 30)),) * 3)
    frame = b.material("frame", black, Roughness=rng.uniform(0.1, 0.6))
    if kind == "flat" and rng.random() < 0.4:
        return rng.uniform(0, 3), frame
    return rng.uniform(4, 20) * (0.5 if kind == "travel" else 1.0), frame


def _frame(half: float, rim: float, height: float, made: Any) -> None:
    long = 2 * (half + rim)
    for sign in (-1, 1):
        at = sign * (half + 0.5 + rim / 2)
        b.box("rim", (long, rim - 1, height), (0, at, -0.5), made, 1.2)
        b.box("rim", (rim - 1, 2 * half + 2, height), (at, 0, -0.5), made, 1.2)


def _lines(rng: random.Random, kind: str, pitch: float, colour: b.Colour) -> None:
    half = 4 * pitch
    if kind in _MOULDED:
        width, height = pitch * rng.uniform(0.05, 0.13), rng.uniform(0.8, 2.4)
        made = b.material("ridge", b.shade(colour, rng.choice((0.75, 1.0, 1.25))), Roughness=0.5)
    else:
        width, height = rng.uniform(0.8, 2.0), 0.25
        ink = rng.choice((0.05, 0.05, 0.3, 4.0))
        made = b.material("ink", b.shade(colour, ink), Roughness=0.6)
    for i in range(9):
        at = (i - 4) * pitch
        b.box("line", (2 * half + width, width, height), (0, at, 0), made, height * 0.4)
        b.box("line", (width, 2 * half + width, height), (at, 0, 0), made, height * 0.4)
    if kind not in _MOULDED and rng.random() < 0.7:
        dot = b.lathe("dot", [(2.4, 0), (2.4, 0.3), (0, 0.3)], made, 16)
        for x in (-2, 2):
            for y in (-2, 2):
                b.copy_of(dot, (x * pitch, y * pitch, 0), (0, 0, 0))
        dot.hide_render = True


def _racks(rng: random.Random, side: float, radius: float, height: float, made: Any) -> float:
    """Wings left and right in which spare discs stand on edge; gives how far they reach."""
    wide = 2 * radius + 16
    black = b.material("spare_black", b.srgb(15, 15, 17), Roughness=0.3)
    white = b.material("spare_white", b.srgb(238, 238, 234), Roughness=0.3)
    for sign in (-1, 1):
        at = sign * (side + wide / 2)
        b.box("wing", (wide, 2 * side * 0.82, 9), (at, 0, -9), made, 4)
        count = rng.randrange(0, 26)
        start = rng.uniform(-0.7, 0.0) * side
        for i in range(count):
            y = start + i * height * 1.02
            if y > 0.72 * side:
                break
            for made_, shift in ((black, -0.25), (white, 0.25)):
                ring = b.lathe(
                    "spare", [(0, 0), (radius, 0), (radius, height / 2), (0, height / 2)], made_, 28
                )
                b.put(ring, (at, y + shift * height, 0.35 * radius), (math.pi / 2, 0, 0))
    return wide


def _disc(rng: random.Random, radius: float, height: float, roughs: tuple[float, ...]) -> Any:
    """A disc with its black face up: two halves of one body with rounded edges."""
    rough = rng.choice(roughs)
    black = b.material("black", b.srgb(*(rng.choice((8, 14, 24)),) * 3), Roughness=rough)
    tint = rng.choice(((240, 240, 236), (250, 250, 250), (228, 222, 205)))
    white = b.material("white", b.srgb(*tint), Roughness=rough)
    edge = min(height * 0.28, radius * 0.12)
    dish = rng.choice((0.0, 0.0, 0.06)) * height
    top = height / 2
    profile = [(0.0, 0.0), (radius, 0.0), (radius, top - edge)]
    steps = 4
    for k in range(1, steps + 1):
        angle = k / steps * math.pi / 2
        profile.append(
            (radius - edge + edge * math.cos(angle), top - edge + edge * math.sin(angle))
        )
    profile += [(radius * 0.72, top - dish * 0.6), (0.0, top - dish)]
    upper = b.lathe("disc", profile, black, 56)
    lower = b.lathe("disc_lower", profile, white, 56)
    lower.rotation_euler = (math.pi, 0, 0)
    return _joined(upper, lower)


def _joined(upper: Any, lower: Any) -> Any:
    import bpy

    for obj in bpy.context.selected_objects:
        obj.select_set(False)
    upper.select_set(True)
    lower.select_set(True)
    bpy.context.view_layer.objects.active = upper
    bpy.ops.object.join()
    upper.hide_render = True
    return upper


def layers(table: Table, rng: random.Random) -> Iterator[Layer]:
    """Every disc in either colour and in several displacements, a quarter of the squares a time."""
    for variant in range(VARIANTS):
        reach = (0.1, FARTHEST)[variant % 2]
        for colour in "BW":
            for quarter in range(4):
                cells = [c for c in range(64) if (c // 8 % 2) * 2 + c % 8 % 2 == quarter]
                laid = [table.lay(cell, colour, rng, reach) for cell in cells]
                yield Layer(
                    f"v{variant}{colour}{quarter}",
                    [obj for obj, _ in laid],
                    [piece for _, piece in laid],
                    {"variant": variant},
                )


def whole(
    table: Table, rng: random.Random, name: str = "whole", start: bool = False, again: bool = False
) -> Layer:
    """A whole position at once, as a game leaves it; `again`: laid exactly as in the layers."""
    from engines.reversi import Reversi

    game = Reversi()
    position = reached(game, 0 if start else rng.randrange(4, 61), rng)
    letters = "".join(position.board.rows)
    laid = [
        table.lay(cell, letter, rng, rng.choice((0.08, 0.16, 0.22)), again)
        for cell, letter in enumerate(letters)
        if letter != "."
    ]
    label = {"rows": list(position.board.rows)}
    return Layer(name, [obj for obj, _ in laid], [piece for _, piece in laid], label)
