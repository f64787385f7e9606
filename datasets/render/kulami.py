"""Kulami: wooden plates with dimples, glass marbles, tokens."""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from datasets.layouts import random_layout
from datasets.play import reached
from datasets.render import blender as b
from datasets.render.layers import Layer, Piece
from datasets.render.relief import slab
from engines.kulami import Kulami, Layout

WOODS = (
    ((222, 188, 140), (188, 142, 92)),
    ((205, 165, 112), (160, 115, 70)),
    ((170, 120, 76), (118, 76, 44)),
    ((112, 74, 48), (70, 42, 26)),
    ((236, 212, 172), (208, 176, 130)),
)
REDS = ((200, 24, 30), (165, 20, 32), (120, 14, 30), (210, 48, 40))
TOKENS = ("disc", "ring", "pawn")


@dataclass
class Table:
    """A Kulami set on the table."""

    layout: Layout
    pitch: float
    radius: float
    seat: float
    """Height of a marble's middle above the plates."""
    holes: list[tuple[float, float]]
    """The real middles of the holes, shifted with their plates."""
    outline: list[tuple[float, float, float]]
    span: float
    marbles: dict[str, Any]
    tokens: dict[str, Any]
    token: str
    notes: dict[str, Any] = field(default_factory=dict)
    plates: list[dict[str, Any]] = field(default_factory=list)

    def truth(self) -> dict[str, Any]:
        """The board's geometry in millimetres."""
        half = 4 * self.pitch
        corners = [(-half, half), (half, half), (half, -half), (-half, -half)]
        return {
            "pitch": round(self.pitch, 3),
            "surface": 0.0,
            "corners": [[x, y, 0.0] for x, y in corners],
            "holes": [[round(x, 2), round(y, 2)] for x, y in self.holes],
            "layout": list(self.layout.rows),
            "plates": self.plates,
            "piece_radius": round(self.radius, 3),
            "piece_height": round(self.seat + self.radius, 3),
            "token": self.token,
            **self.notes,
        }

    def lay(self, cell: int, content: str, rng: random.Random) -> tuple[list[Any], list[Piece]]:
        """A marble in its hole (`B`, `R`), or one that carries a token (`b`, `r`)."""
        x, y = self.holes[cell]
        colour = content.upper()
        spin = tuple(random.Random(f"{cell}{colour}").uniform(0, 6.28) for _ in range(3))
        marble = b.copy_of(self.marbles[colour], (x, y, self.seat), spin)  # type: ignore[arg-type]
        marble.pass_index = cell + 1
        top = (x, y, self.seat + self.radius)
        pieces = [Piece(cell + 1, cell, colour, top)]
        objects = [marble]
        if content.islower():
            wobble = random.Random(f"token{cell}{colour}")
            tilt = math.radians(wobble.uniform(0, 6))
            off = self.radius * 0.15
            at = (x + wobble.uniform(-off, off), y + wobble.uniform(-off, off), top[2] - 0.3)
            if self.token == "ring":
                at = (x, y, self.seat + self.radius * 0.62)
            token = b.copy_of(self.tokens[colour], at, (tilt, 0, wobble.uniform(0, 6.28)))
            token.pass_index = 100 + cell
            objects.append(token)
            pieces.append(Piece(100 + cell, cell, "token", at))
        return objects, pieces


def build(rng: random.Random) -> Table:
    """Plates at the origin, their tops at height 0."""
    pitch = rng.uniform(23.5, 27)
    layout = rng.choice(
        (Layout.parse("tr8"), Layout.parse("rulebook"), random_layout(rng), random_layout(rng))
    )
    for _ in range(rng.randrange(4)):
        layout = layout.rotated()
    radius = pitch * rng.uniform(0.26, 0.31)
    dimple = radius * rng.uniform(0.55, 0.8)
    depth = dimple * rng.uniform(0.35, 0.6)
    thick = rng.uniform(6, 11)
    gap = rng.choice((0.2, 0.5, 1.0, 1.8, 2.6))
    light, dark = rng.choice(WOODS)
    holes: list[tuple[float, float]] = [(0.0, 0.0)] * 64
    plates = []
    polish = rng.uniform(0.3, 0.65)
    for number, plate in enumerate(layout.plates):
        cells = [i for i in range(64) if plate.holes >> i & 1]
        rows, columns = [c // 8 for c in cells], [c % 8 for c in cells]
        width, height = max(columns) - min(columns) + 1, max(rows) - min(rows) + 1
        middle = (
            ((min(columns) + max(columns)) / 2 - 3.5) * pitch,
            (3.5 - (min(rows) + max(rows)) / 2) * pitch,
        )
        shift = (rng.gauss(0, gap * 0.22), rng.gauss(0, gap * 0.22))
        turn = math.radians(rng.gauss(0, 0.25 + 0.25 * gap))
        grain = 0.0 if rng.random() < 0.5 else math.pi / 2
        vary = rng.uniform(0.85, 1.12)
        made = b.wood(
            f"plate{number}",
            b.srgb(*(min(255.0, c * vary) for c in light)),
            b.srgb(*(min(255.0, c * vary) for c in dark)),
            grain,
            polish,
            rng.uniform(1.2, 2.2),
        )
        size = (width * pitch - gap, height * pitch - gap)
        centres = [
            ((c % 8 - 3.5) * pitch - middle[0], (3.5 - c // 8) * pitch - middle[1]) for c in cells
        ]
        obj = slab(f"base{number}", size, thick, _dimples(centres, dimple, depth), made, 1.1, 1.2)
        at = (middle[0] + shift[0], middle[1] + shift[1], 0.0)
        b.put(obj, at, (0, 0, turn))
        cos, sin = math.cos(turn), math.sin(turn)
        for cell, (dx, dy) in zip(cells, centres, strict=True):
            holes[cell] = (at[0] + dx * cos - dy * sin, at[1] + dx * sin + dy * cos)
        outline = [
            (at[0] + x * cos - y * sin, at[1] + x * sin + y * cos)
            for x, y in (
                (-size[0] / 2, size[1] / 2),
                (size[0] / 2, size[1] / 2),
                (size[0] / 2, -size[1] / 2),
                (-size[0] / 2, -size[1] / 2),
            )
        ]
        corners = [[round(v, 2) for v in p] for p in outline]
        plates.append({"letter": plate.letter, "corners": corners})
    half = 4 * pitch
    seat = math.sqrt(max(radius**2 - dimple**2, 1.0))
    edge = [(sx * half, sy * half, z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, radius)]
    token = rng.choice(TOKENS)
    marbles = _marbles(rng, radius)
    tokens = _tokens(rng, token, radius)
    notes = {"gap": gap, "thick": round(thick, 2), "dimple": round(dimple, 2)}
    return Table(
        layout, pitch, radius, seat, holes, edge, half, marbles, tokens, token, notes, plates
    )


def _dimples(centres: list[tuple[float, float]], radius: float, depth: float) -> Any:
    def height(x: Any, y: Any) -> Any:
        z = np.zeros_like(x)
        for cx, cy in centres:
            far = ((x - cx) ** 2 + (y - cy) ** 2) / radius**2
            z = np.minimum(z, -depth * np.clip(1 - far, 0, None) ** 0.6)
        return z

    return height


def _marbles(rng: random.Random, radius: float) -> dict[str, Any]:
    steps = 20
    profile = [
        (radius * math.sin(a), -radius * math.cos(a)) for a in np.linspace(0, math.pi, steps)
    ]
    profile[0] = (0.0, -radius)
    profile[-1] = (0.0, radius)
    glass = rng.random() < 0.5
    rough = rng.choice((0.02, 0.05, 0.12))
    black = b.material("black", b.srgb(10, 10, 13), Roughness=rough, Coat_Weight=0.5)
    red_rgb = b.srgb(*rng.choice(REDS))
    if glass:
        red = b.material("red", red_rgb, Roughness=rough, Transmission_Weight=0.6, IOR=1.5)
    else:
        red = b.material("red", red_rgb, Roughness=rough, Coat_Weight=0.5)
    made = {"B": b.lathe("black", profile, black, 32), "R": b.lathe("red", profile, red, 32)}
    b.show(made.values(), False)
    return made


def _tokens(rng: random.Random, kind: str, radius: float) -> dict[str, Any]:
    size = radius * rng.uniform(0.7, 1.1)
    if kind == "disc":
        profile = [(0, 0), (size, 0), (size, 2.2), (size * 0.9, 2.6), (0, 2.6)]
    elif kind == "ring":
        tube = radius * 0.17
        around = np.linspace(0, 2 * math.pi, 13)
        profile = [(radius * 0.86 + tube * math.cos(a), tube * math.sin(a)) for a in around]
    else:
        profile = [(0, 0), (size * 0.8, 0), (size * 0.8, 2), (size * 0.35, 5), (size * 0.3, 9)]
        profile += [(size * 0.55, 11), (size * 0.55, 13.5), (size * 0.25, 16), (0, 16.5)]
    same = rng.random() < 0.4
    plain = b.srgb(*rng.choice(((235, 230, 215), (60, 60, 64), (210, 180, 60), (190, 150, 100))))
    colours = {
        "B": plain if same else b.srgb(28, 28, 32),
        "R": plain if same else b.srgb(190, 30, 34),
    }
    made = {}
    for side, colour in colours.items():
        look = b.material(f"token{side}", colour, Roughness=rng.uniform(0.25, 0.7))
        made[side] = b.lathe(f"token{side}", profile, look, 32)
    b.show(made.values(), False)
    return made


def layers(table: Table, rng: random.Random) -> Iterator[Layer]:
    """Every marble in either colour, bare and with a token, a quarter of the holes a time."""
    for content in "BRbr":
        for quarter in range(4):
            cells = [c for c in range(64) if (c // 8 % 2) * 2 + c % 8 % 2 == quarter]
            laid = [table.lay(cell, content, rng) for cell in cells]
            name = {"B": "B", "R": "R", "b": "tB", "r": "tR"}[content]
            yield Layer(
                f"{name}{quarter}",
                [obj for objects, _ in laid for obj in objects],
                [piece for _, pieces in laid for piece in pieces],
            )


def whole(
    table: Table,
    rng: random.Random,
    name: str = "whole",
    start: bool = False,
    again: bool = False,
    tokens: int = 0,
) -> Layer:
    """A whole position at once, with tokens on the last marbles in two games of three.

    More tokens, on any marbles, teach their looks faster than a game's two.
    """
    game = Kulami.with_options({"layout": str(table.layout)})
    position = reached(game, 0 if start else rng.randrange(3, 57), rng)
    letters = list("".join(position.board.rows))
    carrying = []
    if tokens:
        filled = [cell for cell, letter in enumerate(letters) if letter != "."]
        carrying = sorted(rng.sample(filled, min(tokens, len(filled))))
    elif rng.random() < 0.66:
        carrying = [c for c in (position.last_black, position.last_red) if c is not None]
    for cell in carrying:
        letters[cell] = letters[cell].lower()
    laid = [table.lay(cell, content, rng) for cell, content in enumerate(letters) if content != "."]
    rows = ["".join(letters[i : i + 8]).upper() for i in range(0, 64, 8)]
    return Layer(
        name,
        [obj for objects, _ in laid for obj in objects],
        [piece for _, pieces in laid for piece in pieces],
        {"rows": rows, "tokens": carrying},
    )
