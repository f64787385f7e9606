"""Single stones, seen along rays: glass, marbles with a ribbon inside, seeds, beads, pebbles.

What is particular about glass stands in `datasets.sketch.glass`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.sketch.board import Canvas, any_colour
from datasets.sketch.glass import glowing, lets_through, vane

Points = NDArray[np.float64]
Vector = NDArray[np.float64]

KINDS = ("matte", "gloss", "gloss", "glass", "glass", "ribbon", "vane", "vane")
"""A ribbon lies near the surface; a vane is a twisted sheet in the middle of clear glass."""
CLEAR = ("glass", "ribbon", "vane")


@dataclass(frozen=True, eq=False)
class Lighting:
    """The light of a scene."""

    way: Vector
    """Towards the lamp, of length 1."""
    lamp: float
    """How much of the light comes from it, 0 to 1; the rest comes from all around."""
    soft: float
    """How soft the edges of shadows are, as a share of a stone."""
    window: tuple[Vector, Vector, float, float]
    """What glossy stones mirror: two directions that span it, and its half width and height."""


@dataclass(frozen=True, eq=False)
class StoneLook:
    """What a set of stones looks like."""

    kind: str
    """One of `KINDS`."""
    axes: tuple[float, float, float]
    """Length, width and height of a stone by its size."""
    colours: tuple[tuple[float, float, float], ...]
    """From which each stone takes one."""
    gloss: float
    """How bright the mirrored lamp is, in grey values."""
    sharp: float
    """How small its spot is."""
    clear: float
    """How much of what lies beneath is seen through."""
    grain: float
    """How uneven the colour is."""
    glow: float
    """How bright the light is that glass gathers on the side away from the lamp."""


def random_look(rng: np.random.Generator) -> StoneLook:
    """Any set of stones that may be bought or gathered."""
    kind = str(rng.choice(KINDS))
    flat = rng.uniform(0.5, 0.75) if rng.random() < 0.4 else rng.uniform(0.8, 1.0)
    long = rng.uniform(1.1, 1.55) if rng.random() < 0.35 else 1.0
    if kind in ("ribbon", "vane"):
        long, flat = 1.0, float(rng.choice([0.6, 1.0]))
    many = rng.random() < 0.6
    colours = tuple(any_colour(rng) for _ in range(int(rng.integers(2, 8)) if many else 1))
    return StoneLook(
        kind,
        (long**0.5, long**-0.5, flat),
        colours,
        float(rng.uniform(60, 230)) if kind != "matte" else float(rng.uniform(0, 40)),
        float(np.exp(rng.uniform(np.log(15), np.log(400)))),
        _clear(kind, rng),
        float(rng.uniform(0, 0.25)) if kind == "matte" else float(rng.uniform(0, 0.06)),
        float(rng.uniform(0.3, 2.5)),
    )


def _clear(kind: str, rng: np.random.Generator) -> float:
    """How much of what lies beneath is seen through stones of a kind."""
    if kind not in CLEAR:
        return 0.0
    return float(rng.uniform(0.75, 0.95) if kind == "vane" else rng.uniform(0.35, 0.9))


@dataclass(frozen=True, eq=False)
class Stone:
    """One stone where it lies."""

    middle: Vector
    """In millimetres, z up."""
    axes: Vector
    """Half its length, width and height."""
    turn: NDArray[np.float64]
    """3 x 3: its own axes as columns."""
    colour: tuple[float, float, float]
    """Blue, green, red."""
    seed: int
    """For what is particular about it."""
    clear: float = 0.0
    """How much light passes through it."""


def random_stone(look: StoneLook, middle: Vector, size: float, rng: np.random.Generator) -> Stone:
    """A stone of a set, of this radius, lying there somehow."""
    lean = rng.normal(0, 0.18, 2) if look.axes[2] < 0.8 else rng.uniform(-1.2, 1.2, 2)
    around = rng.uniform(0, 2 * np.pi)
    turn = _about(0, lean[0]) @ _about(1, lean[1]) @ _about(2, around)
    tint = np.array(look.colours[int(rng.integers(len(look.colours)))]) * rng.uniform(0.85, 1.15)
    axes = np.array(look.axes) * size
    return Stone(
        middle, axes, turn, (tint[0], tint[1], tint[2]), int(rng.integers(2**31)), look.clear
    )


def _about(axis: int, angle: float) -> NDArray[np.float64]:
    a, b = [k for k in range(3) if k != axis]
    turn = np.eye(3)
    turn[a, a] = turn[b, b] = np.cos(angle)
    turn[a, b], turn[b, a] = -np.sin(angle), np.sin(angle)
    return turn


def shade_of(
    points: Points, normals: Points, stones: list[Stone], light: Lighting, but: int = -1
) -> tuple[Points, Points]:
    """For points (n x 3): how much of the lamp and of the light from all around reaches them.

    `but` is the stone that the points lie on.
    """
    lit, open_ = np.ones(len(points)), np.ones(len(points))
    for number, stone in enumerate(stones):
        if number == but:
            continue
        size = float(stone.axes.mean())
        way = stone.middle - points
        along = way @ light.way
        near = (way**2).sum(1)
        aside = np.sqrt(np.maximum(near - along**2, 0)) / size
        shadow = np.clip((1 + light.soft - aside) / (2 * light.soft), 0, 1) * (along > 0)
        lit *= 1 - (lets_through(shadow, aside, stone.clear) if stone.clear else shadow)
        towards = np.clip((way * normals).sum(1) / np.sqrt(np.maximum(near, 1e-6)), 0, 1)
        open_ *= 1 - np.clip(size**2 / np.maximum(near, size**2), 0, 1) * towards * (
            0.7 - 0.4 * stone.clear
        )
    return lit, np.maximum(open_, 0.15)


def draw_stone(
    canvas: Canvas,
    stones: list[Stone],
    number: int,
    look: StoneLook,
    light: Lighting,
    eye: Vector,
    rays: Points,
    depth: float,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Draw one of the stones of a place; `rays` are the directions of the canvas' pixels.

    Gives the rows and columns of the pixels that it covers.
    """
    stone = stones[number]
    into = (stone.turn / stone.axes).T
    start = into @ (eye - stone.middle)
    ways = rays @ into.T
    square = (ways**2).sum(2)
    half = ways @ start
    nearest = np.sqrt(np.maximum((start**2).sum() - half**2 / square, 0))
    ys, xs = np.nonzero(nearest < 1.15)
    if not len(ys):
        return ys, xs
    near = nearest[ys, xs]
    fine = float(np.median(np.abs(np.diff(nearest, axis=1)).max(1))) + 1e-3
    cover = np.clip(0.5 + (1 - near) / (2 * fine), 0, 1)
    inside = np.minimum(near, 0.998)
    root = np.sqrt((1 - inside**2) / square[ys, xs])
    reach = -half[ys, xs] / square[ys, xs] - root
    own = start + ways[ys, xs] * reach[:, None]
    own /= np.linalg.norm(own, axis=1, keepdims=True)
    normals = (own / stone.axes) @ stone.turn.T
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = stone.middle + (own * stone.axes) @ stone.turn.T
    view = eye - points
    view /= np.linalg.norm(view, axis=1, keepdims=True)
    lit, open_ = shade_of(points, normals, stones, light, number)
    deep = np.clip(1 + 0.5 * points[:, 2] / max(depth, 1.0), 0.4, 1)
    colour = _colours(canvas, stone, look, own, normals, view, lit, open_ * deep, light, ys, xs)
    part = canvas[ys, xs]
    canvas[ys, xs] = part + (colour - part) * cover[:, None]
    return ys[cover > 0.5], xs[cover > 0.5]


def _colours(
    canvas: Canvas,
    stone: Stone,
    look: StoneLook,
    own: Points,
    normals: Points,
    view: Points,
    lit: Points,
    around: Points,
    light: Lighting,
    ys: NDArray[np.intp],
    xs: NDArray[np.intp],
) -> NDArray[np.float32]:
    """What the visible points of a stone look like."""
    rng = np.random.default_rng(stone.seed)
    tint = np.array(stone.colour)
    facing = np.clip((normals * view).sum(1), 0, 1)
    falling = np.clip(normals @ light.way, 0, 1) * lit
    upward = 0.55 + 0.45 * normals[:, 2]
    lightness = light.lamp * falling * 1.5 + (1 - light.lamp) * around * upward
    base = tint * lightness[:, None]
    if look.grain:
        waves = np.sin(own @ rng.normal(0, 6, (3, 3)) + rng.uniform(0, 6, 3)).mean(1)
        base *= (1 + look.grain * waves)[:, None]
    if look.clear:
        glass = 0.25 * tint + 165 if look.kind == "vane" else tint
        seen = _through(canvas, ys, xs) * (0.35 + 0.65 * glass / max(60.0, glass.max()))
        gathered = glowing(own, light.way @ stone.turn, 2 + 3 * look.glow) * look.glow
        seen = seen * (0.45 + 0.55 * facing)[:, None] + glass * (gathered * light.lamp)[:, None]
        base = base + (seen - base) * look.clear
    if look.kind == "ribbon":
        swing = rng.uniform(1, 4) * own[:, 0] + rng.uniform(0, 6)
        off = np.abs(own[:, 1] - rng.uniform(0.1, 0.4) * np.sin(swing)) - rng.uniform(0.1, 0.45)
        inner = np.clip(-off * 8, 0, 1) * np.clip((0.85 - np.hypot(own[:, 0], own[:, 1])) * 8, 0, 1)
        band = np.array(any_colour(rng)) if rng.random() < 0.5 else tint
        share = inner * rng.uniform(0.6, 1.0)
        base = base + (band * (0.5 + 0.5 * lightness)[:, None] - base) * share[:, None]
    if look.kind == "vane":
        other = np.array(any_colour(rng)) if rng.random() < 0.4 else tint
        into = -(view @ stone.turn) / stone.axes
        share, side = vane(own, into / np.linalg.norm(into, axis=1, keepdims=True), rng)
        band = np.where(side[:, None] > 0, tint, other) * (0.6 + 0.5 * lightness)[:, None]
        base = base + (band - base) * share[:, None]
    mirrored = 2 * facing[:, None] * normals - view
    right, up, wide, high = light.window
    ahead = np.cross(right, up)
    front = np.maximum(mirrored @ ahead, 1e-3)
    window = (np.abs(mirrored @ right / front) < wide) & (np.abs(mirrored @ up / front) < high)
    window &= mirrored @ ahead > 0.1
    shine = look.gloss * (
        np.clip(mirrored @ light.way, 0, 1) ** look.sharp * lit + 0.7 * window * (look.sharp > 60)
    )
    edge = (1 - facing) ** 3 * 0.4 * look.gloss * (0.3 + 0.7 * np.clip(mirrored[:, 2], 0, 1))
    return np.clip(base + (shine + edge * around)[:, None], 0, 255).astype(np.float32)


def _through(canvas: Canvas, ys: NDArray[np.intp], xs: NDArray[np.intp]) -> NDArray[np.float32]:
    """What lies behind a ball of glass: upside down and drawn together."""
    middle = float(xs.mean()), float(ys.mean())
    across = np.clip(middle[0] - 0.8 * (xs - middle[0]), 0, canvas.shape[1] - 1)
    down = np.clip(middle[1] - 0.8 * (ys - middle[1]), 0, canvas.shape[0] - 1)
    seen: Any = cv2.remap(
        canvas, across.astype(np.float32)[None], down.astype(np.float32)[None], cv2.INTER_LINEAR
    )
    return np.asarray(seen[0], np.float32)
