"""Mangala: wooden and plastic boards with pits, and stones that fell into them.

Stones are dropped by Blender's rigid bodies, a few at a time, and then stay: the fill with k + 1
stones in a pit is the one with k plus one more, so that any number can be shown by choosing a fill.
"""

from __future__ import annotations

import math
import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

import bpy
import numpy as np

from datasets.play import reached
from datasets.render import blender as b
from datasets.render.layers import Layer, Piece
from datasets.render.relief import slab

MOST = 16
"""The most stones in a pit; a treasury gets three times as many."""
WOODS = (
    ((214, 170, 118), (170, 120, 76)),
    ((196, 140, 88), (140, 92, 52)),
    ((150, 98, 60), (96, 58, 34)),
    ((232, 205, 160), (200, 165, 115)),
    ((120, 70, 48), (76, 42, 30)),
)
PLASTICS = ((40, 70, 140), (180, 40, 40), (235, 225, 200), (60, 60, 66), (30, 120, 90))
GEMS = (
    (30, 80, 170), (30, 140, 80), (190, 40, 40), (220, 170, 40), (120, 60, 140), (225, 225, 230),
    (40, 150, 170), (235, 120, 40), (20, 20, 24),
)  # fmt: skip
STONES = ("gem", "marble", "pebble", "seed", "bead")


@dataclass
class Table:
    """A Mangala set on the table."""

    kind: str
    places: list[dict[str, Any]]
    """The 14 places in the engine's order, with centre, size and shape."""
    outline: list[tuple[float, float, float]]
    span: float
    stone: str
    stone_size: float
    shapes: list[Any]
    board: Any
    depth: float
    notes: dict[str, Any] = field(default_factory=dict)
    laid: list[list[Any]] = field(default_factory=list)
    """The stones of each place, in the order in which they fell."""

    def truth(self) -> dict[str, Any]:
        """The board's geometry in millimetres."""
        return {
            "kind": self.kind,
            "surface": 0.0,
            "depth": round(self.depth, 2),
            "places": self.places,
            "outline": [list(p) for p in self.outline[::2]],
            "stone": self.stone,
            "stone_size": round(self.stone_size, 2),
            **self.notes,
        }


def build(rng: random.Random, any_size: bool = False) -> Table:
    """A board at the origin, its top at height 0; south sits at negative y.

    `any_size`: stones as small and as large as any that are sold for games of this family.
    """
    kind = rng.choice(("wood", "wood", "wood", "plastic", "folding", "folding"))
    diameter = rng.uniform(45, 55)
    pitch = diameter + rng.uniform(6, 16)
    square = rng.random() < 0.3
    store = rng.choice(("obround", "square"))
    store_wide = diameter * rng.uniform(0.9, 1.15)
    rows_apart = diameter + rng.uniform(8, 24)
    hinge = rng.uniform(4, 16) if kind == "folding" else 0.0
    first = -2.5 * pitch - hinge / 2
    xs = [first + i * pitch + (hinge if i > 2 else 0.0) for i in range(6)]
    store_x = xs[-1] + pitch / 2 + store_wide / 2 + rng.uniform(6, 12)
    store_long = rows_apart + diameter * rng.uniform(0.75, 1.0)
    length = 2 * (store_x + store_wide / 2 + rng.uniform(8, 18))
    width = rows_apart + diameter + 2 * rng.uniform(8, 20)
    depth = diameter * rng.uniform(0.34, 0.46)
    shape = "square" if square else "round"
    places = [_place(x, -rows_apart / 2, diameter, diameter, shape) for x in xs]
    places += [_place(x, rows_apart / 2, diameter, diameter, shape) for x in reversed(xs)]
    # South's treasury is at its right hand, north's at the other end.
    places += [_place(sign * store_x, 0.0, store_wide, store_long, store) for sign in (1, -1)]
    made = _board_material(rng, kind)
    thick = depth + rng.uniform(5, 12)
    slab("base", (length, width), thick, _pits(places, depth), made, 1.6, rng.uniform(1, 5))
    around = (length + 40, width + 40)
    board = slab("collar", around, thick, _pits(places, depth, 40.0), made, 4.0, 0.0)
    board.hide_render = True
    if hinge:
        dark = b.material("seam", b.srgb(30, 24, 20), Roughness=0.8)
        b.box("seam", (1.4, width, 0.4), (0, 0, -0.15), dark)
    stone = rng.choice(STONES)
    size = min(rng.uniform(12, 17.5), diameter * 0.31)
    if any_size:
        size = diameter * math.exp(rng.uniform(math.log(0.19), math.log(0.44)))
    shapes = _stones(rng, stone, size)
    half = (length / 2, width / 2)
    outline = [
        (sx * half[0], sy * half[1], z) for sx in (-1, 1) for sy in (-1, 1) for z in (0.0, 8.0)
    ]
    return Table(
        kind,
        places,
        outline,
        half[0],
        stone,
        size,
        shapes,
        board,
        depth,
        {"pits": shape, "treasuries": store, "hinge": round(hinge, 1)},
        [[] for _ in range(14)],
    )


def _place(x: float, y: float, wide: float, long: float, shape: str) -> dict[str, Any]:
    centre = [round(x, 2), round(y, 2)]
    return {"centre": centre, "size": [round(wide, 2), round(long, 2)], "shape": shape}


def _far(place: dict[str, Any], x: Any, y: Any) -> Any:
    """How far from the middle of a place: 1 is its edge."""
    (cx, cy), (wide, long) = place["centre"], place["size"]
    dx, dy = np.abs(x - cx), np.abs(y - cy)
    if place["shape"] == "square":
        return ((2 * dx / wide) ** 5 + (2 * dy / long) ** 5) ** 0.2
    if place["shape"] == "obround":
        dy = np.clip(dy - (long - wide) / 2, 0, None)
    return np.sqrt(dx**2 + dy**2) / (wide / 2)


def _pits(places: list[dict[str, Any]], depth: float, collar: float = 0.0) -> Any:
    """The top of the board; a collar rises around every place and keeps falling stones in."""

    def height(x: Any, y: Any) -> Any:
        z = np.full_like(x, collar)
        for place in places:
            far = _far(place, x, y)
            bowl = 2.2 if place["shape"] == "round" else 3.2
            inside = -depth * np.clip(1 - far**bowl, 0, None) ** 0.75
            rise = np.clip((far - 1) * place["size"][0] * 6, 0, collar)
            z = np.minimum(z, np.where(far < 1, inside, rise))
        return z

    return height


def _board_material(rng: random.Random, kind: str) -> Any:
    if kind == "plastic":
        return b.material("board", b.srgb(*rng.choice(PLASTICS)), Roughness=rng.uniform(0.2, 0.5))
    light, dark = rng.choice(WOODS)
    return b.wood("board", b.srgb(*light), b.srgb(*dark), 0.0, rng.uniform(0.25, 0.6), 0.8)


def _stones(rng: random.Random, kind: str, size: float) -> list[Any]:
    """A few shapes and colours to choose from, hidden; low-poly, smooth to look at."""
    colours = list(GEMS) if rng.random() < 0.6 else [rng.choice(GEMS)]
    if kind == "seed":
        colours = rng.choice(([(40, 28, 22)], [(140, 150, 130)], [(120, 80, 50), (150, 110, 70)]))
    if kind == "pebble":
        colours = rng.choice(([(120, 116, 108), (90, 86, 82), (160, 150, 138)], [(225, 220, 210)]))
    clear = kind in ("gem", "marble") and rng.random() < 0.7
    flat = {"gem": 0.55, "marble": 1.0, "pebble": 0.62, "seed": 0.66, "bead": 0.95}[kind]
    long = {"seed": 1.35, "pebble": 1.2}.get(kind, 1.0)
    made = []
    for number in range(max(6, len(colours))):
        colour = b.srgb(*colours[number % len(colours)])
        look = (
            b.material(f"stone{number}", colour, Roughness=0.03, Transmission_Weight=0.75, IOR=1.5)
            if clear
            else b.material(
                f"stone{number}", colour, Roughness=0.7 if kind in ("pebble", "seed") else 0.15
            )
        )
        obj = _egg(f"stone{number}", size / 2, long * rng.uniform(0.94, 1.08), flat, look)
        if kind == "pebble":
            _dent(obj, rng)
        obj.hide_render = True
        made.append(obj)
    return made


def _egg(name: str, radius: float, long: float, flat: float, look: Any) -> Any:
    angles = np.linspace(0, math.pi, 11)
    profile = [(radius * math.sin(a), -radius * math.cos(a) * flat) for a in angles]
    profile[0], profile[-1] = (0.0, -radius * flat), (0.0, radius * flat)
    obj = b.lathe(name, profile, look, 18)
    for vertex in obj.data.vertices:
        vertex.co.x *= long
    return obj


def _dent(obj: Any, rng: random.Random) -> None:
    bumps = [(rng.uniform(-1, 1), rng.uniform(-1, 1), rng.uniform(-1, 1)) for _ in range(5)]
    for vertex in obj.data.vertices:
        way = vertex.co.normalized()
        vertex.co *= 1 + sum(0.06 * math.cos(3 * way.dot(bump)) for bump in bumps) - 0.18


def _settle(objects: list[Any], still: list[Any], board: Any, shape: str) -> None:
    """Let the new stones fall; those that lie already do not move."""
    scene = bpy.context.scene
    bpy.ops.rigidbody.world_add()
    world = scene.rigidbody_world
    world.substeps_per_frame = 6
    world.solver_iterations = 12
    world.point_cache.frame_end = 120
    collection = bpy.data.collections.new("bodies")
    world.collection = collection
    for obj in (board, *still, *objects):
        collection.objects.link(obj)
        body = obj.rigid_body
        body.type = "ACTIVE" if obj in objects else "PASSIVE"
        body.collision_shape = "MESH" if obj is board else shape
        body.friction = 0.6
        body.restitution = 0.05
        body.use_margin = True
        body.collision_margin = 0.0004
        body.linear_damping = 0.2
        body.angular_damping = 0.35
        body.mass = 0.01
    for frame in range(1, 46):
        scene.frame_set(frame)
    graph = bpy.context.evaluated_depsgraph_get()
    resting = [obj.evaluated_get(graph).matrix_world.copy() for obj in objects]
    bpy.ops.rigidbody.world_remove()
    bpy.data.collections.remove(collection)
    scene.frame_set(1)
    for obj, matrix in zip(objects, resting, strict=True):
        obj.matrix_world = matrix


def _drop(table: Table, place: int, rng: random.Random) -> Any:
    """A new stone above a place."""
    (cx, cy), (wide, long) = table.places[place]["centre"], table.places[place]["size"]
    reach = (max(0.0, wide / 2 - table.stone_size * 0.8), max(0.0, long / 2 - table.stone_size))
    pile = len(table.laid[place])
    high = 12 + table.stone_size * (0.5 + 0.9 * pile * 320 / (wide * long))
    at = (cx + rng.uniform(-1, 1) * reach[0] * 0.8, cy + rng.uniform(-1, 1) * reach[1] * 0.8, high)
    turn = (rng.uniform(0, 6.28), rng.uniform(0, 6.28), rng.uniform(0, 6.28))
    obj = b.copy_of(rng.choice(table.shapes), at, turn)
    obj.pass_index = place * 64 + pile + 1
    return obj


def _inside(table: Table, place: int, obj: Any) -> bool:
    """Whether a stone lies in its place and did not jump out."""
    (cx, cy), (wide, long) = table.places[place]["centre"], table.places[place]["size"]
    x, y, z = (v / b.UNIT for v in obj.matrix_world.translation)
    return abs(x - cx) < wide / 2 and abs(y - cy) < long / 2 and z > -table.depth - 2


def _add(table: Table, wanted: list[int], rng: random.Random) -> None:
    """Bring every place to the wanted number of stones; one that jumps out is dropped again."""
    for _ in range(6):
        short = [p for p in range(14) if len(table.laid[p]) < wanted[p]]
        if not short:
            return
        fresh = [(place, _drop(table, place, rng)) for place in short]
        still = [obj for stones in table.laid for obj in stones]
        shape = "SPHERE" if table.stone in ("marble", "bead") else "CONVEX_HULL"
        _settle([obj for _, obj in fresh], still, table.board, shape)
        for place, obj in fresh:
            if _inside(table, place, obj):
                table.laid[place].append(obj)
            else:
                bpy.data.objects.remove(obj, do_unlink=True)
        if all(len(table.laid[p]) >= wanted[p] for p in range(14)):
            return
    if any(len(table.laid[p]) < wanted[p] for p in range(14)):
        raise RuntimeError("stones keep jumping out of the board; this scene is rejected")


def _pieces(table: Table) -> list[Piece]:
    return [
        Piece(
            place * 64 + number + 1,
            place,
            "stone",
            tuple(v / b.UNIT for v in obj.matrix_world.translation),  # type: ignore[arg-type]
        )
        for place, stones in enumerate(table.laid)
        for number, obj in enumerate(stones)
    ]


def layers(table: Table, rng: random.Random) -> Iterator[Layer]:
    """Fill after fill: one stone more in every pit, three more in every treasury."""
    for count in range(1, MOST + 1):
        for extra in (1, 2, 3):
            wanted = [count if extra == 1 else len(table.laid[p]) for p in range(12)]
            _add(table, wanted + [3 * (count - 1) + extra] * 2, rng)
        yield Layer(f"fill{count:02d}", [], _pieces(table), {"stones": count})


def any_stones(rng: random.Random, share: float = 0.28) -> list[int]:
    """Stones that no game need lead to, with more full pits than play leaves.

    `share` is a stone's size by a pit's: of large ones fewer find room.
    """
    room = min(1.0, (0.32 / share) ** 2)
    most, full = max(5, round(15 * room)), max(6, round(26 * room))
    pits = [rng.randrange(min(8, most) if rng.random() < 0.6 else most) for _ in range(12)]
    return [*pits, *(rng.randrange(full) for _ in range(2))]


def whole(
    table: Table,
    rng: random.Random,
    name: str = "whole",
    start: bool = False,
    again: bool = False,
    stones: list[int] | None = None,
) -> Layer:
    """A whole position at once, or these stones.

    `again` shows the fullest fills taken back to a position.
    """
    from engines.mangala import Mangala

    if stones is None:
        stones = list(reached(Mangala(), 0 if start else rng.randrange(0, 40), rng).stones)
    wanted = [min(n, MOST if p < 12 else 3 * MOST) for p, n in enumerate(stones)]
    if not again:
        for heap in table.laid:
            for obj in heap:
                bpy.data.objects.remove(obj, do_unlink=True)
            heap.clear()
        for step in range(1, max(wanted) + 1):
            _add(table, [min(step, n) for n in wanted], rng)
    spare = [obj for p, heap in enumerate(table.laid) for obj in heap[wanted[p] :]]
    for obj in spare:
        bpy.data.objects.remove(obj, do_unlink=True)
    for place, heap in enumerate(table.laid):
        del heap[wanted[place] :]
    return Layer(name, [], _pieces(table), {"stones": wanted})
