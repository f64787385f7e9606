"""Mangala boards carved into a block: hollows with depth, stones that lie in them, one camera.

Unlike the flat sketches these have parallax, shadows and piles: what counting is about.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.sketch.board import Canvas, any_colour, light_up, soften, surface, texture, wooden
from datasets.sketch.heap import Hollow, settle
from datasets.sketch.mangala import board_geometry
from datasets.sketch.pebbles import (
    Lighting,
    Stone,
    StoneLook,
    draw_stone,
    random_look,
    random_stone,
    shade_of,
)

Points = NDArray[np.float64]
Camera = Callable[[np.random.Generator, tuple[int, int], tuple[float, float]], Pose]
"""Chooses a pose for a picture's size and half a board's, in millimetres."""
Lying = Callable[[int, list[Stone]], dict[int, Stone]]
"""Which of a place's stones lie there, by number, each perhaps moved."""

SIZES = ((960, 540), (800, 600), (1100, 500))
"""Width and height of pictures."""
SMALLEST, LARGEST = 0.19, 0.46
"""A stone by a pit's width."""
MOST = 17
"""Stones in a pit."""
LATE = 0.25
"""The share of boards whose pits are mostly empty, as late in a game."""
ALIKE = 0.15
"""The share of boards whose stones have about the colour of its hollows."""


@dataclass(frozen=True, eq=False)
class Carved:
    """A picture of a board and all that lies on it."""

    picture: NDArray[np.uint8]
    """As a camera without faults gives it."""
    pose: Pose
    """In millimetres, with the places."""
    stones: tuple[int, ...]
    """How many lie in each place."""
    middles: tuple[Points, ...]
    """Where they lie (n x 3), in millimetres."""
    index: NDArray[np.uint16]
    """Which stone each pixel shows, 64 times the place and one more than its number; 0 for none."""


def carve_mangala(rng: np.random.Generator, pose_of: Camera, lying: Lying | None = None) -> Carved:
    """A board of any make, any fill; `pose_of(rng, size, half)` chooses the camera.

    The same random numbers make the same board; `lying` then chooses what lies on it this time.
    """
    places, half = board_geometry(rng)
    width, height = SIZES[int(rng.integers(len(SIZES)))]
    pose = pose_of(rng, (width, height), half).with_places(places)
    share = float(np.exp(rng.uniform(np.log(SMALLEST), np.log(LARGEST))))
    hollows = _hollows(rng, places)
    radius = share * float(places[0, 2]) / 2
    look = random_look(rng)
    stones = _fill(rng, hollows, share, look.axes[2])
    light = _lighting(rng)
    eye = -pose.rotation.T @ pose.translation
    canvas, rays = _table(rng, pose, half, (width, height))
    middles = _pour(rng, hollows, places, stones, radius, look)
    inside = _inside_colour(rng)
    if rng.random() < ALIKE:
        look = replace(look, colours=_alike(rng, canvas, pose, half, inside))
    wood = _wood(rng, canvas.shape[:2])
    index = np.zeros(canvas.shape[:2], np.uint16)
    there: list[Points] = []
    for number, hollow in enumerate(hollows):
        laid = [
            random_stone(look, m, radius * float(np.exp(rng.normal(0, 0.05))), rng)
            for m in middles[number]
        ]
        some = dict(enumerate(laid)) if lying is None else lying(number, laid)
        numbers, laid = list(some), list(some.values())
        there.append(np.array([stone.middle for stone in laid]).reshape(-1, 3))
        near = _window(canvas, pose, places[number], hollow)
        if near is None:
            continue
        low, part = near
        hole = (float(places[number, 0]), float(places[number, 1]))
        _carve(canvas[part], rays[part], eye, hole, hollow, laid, light, inside, wood[part])
        for k in sorted(
            range(len(laid)), key=lambda k: -float(((laid[k].middle - eye) ** 2).sum())
        ):
            seen = _draw_near(
                canvas[part], rays[part], pose, low, laid, k, look, light, eye, hollow.depth
            )
            index[part][seen] = number * 64 + numbers[k] + 1
    canvas *= rng.uniform(60, 150) / max(8.0, _brightness(canvas, pose, half))
    canvas = light_up(canvas, rng)
    canvas *= max(1.0, rng.uniform(35, 60) / max(4.0, _brightness(canvas, pose, half)))
    counts = tuple(map(len, there))
    return Carved(np.clip(canvas, 0, 255).astype(np.uint8), pose, counts, tuple(there), index)


def _brightness(canvas: Canvas, pose: Pose, half: tuple[float, float]) -> float:
    """The mean grey of the board."""
    there = _on_board(canvas, pose, half)
    return float(canvas[there].mean()) if there.any() else 100.0


def _on_board(canvas: Canvas, pose: Pose, half: tuple[float, float]) -> NDArray[np.bool_]:
    """Which pixels show the board."""
    mask = np.zeros(canvas.shape[:2], np.uint8)
    cv2.fillConvexPoly(mask, np.round(_top(pose, half)).astype(np.int32), 1)
    return np.asarray(mask > 0)


def _top(pose: Pose, half: tuple[float, float]) -> Points:
    """The corners of the board's top in the picture."""
    u, v = half
    return pose.project([(-u, v, 0), (u, v, 0), (u, -v, 0), (-u, -v, 0)])


def _hollows(rng: np.random.Generator, places: Points) -> list[Hollow]:
    deep = float(places[0, 2]) * rng.uniform(0.22, 0.48)
    flat = float(rng.choice([2.0, 2.5, 3.5, 6.0]))
    pit = 2.0 if rng.random() < 0.65 else float(rng.uniform(3, 6))
    store = 2.0 if rng.random() < 0.5 else float(rng.uniform(3, 6))
    made = [Hollow((float(w), float(h)), deep, pit, flat) for _, _, w, h in places[:12]]
    made += [Hollow((float(w), float(h)), deep, store, flat) for _, _, w, h in places[12:]]
    return made


def _fill(
    rng: np.random.Generator, hollows: list[Hollow], share: float, flat: float
) -> tuple[int, ...]:
    """So many stones as may lie there: large ones soon fill a pit."""
    heaped = 1.15 / share**2 / max(0.6, flat)
    most = int(np.clip(heaped, 4, MOST))
    pits = rng.integers(0, most + 1, 12)
    pits = np.where(rng.random(12) < 0.45, rng.integers(0, min(most, 7) + 1, 12), pits)
    if rng.random() < LATE:
        pits *= rng.random(12) < 0.2
    pit, store = (float(np.prod(hollows[k].size)) for k in (0, 12))
    full = int(np.clip(heaped * store / pit, 6, 40))
    return tuple(int(n) for n in (*pits, *rng.integers(0, full + 1, 2)))


def _pour(
    rng: np.random.Generator,
    hollows: list[Hollow],
    places: Points,
    stones: tuple[int, ...],
    radius: float,
    look: StoneLook,
) -> list[Points]:
    """Where all stones lie."""
    grip = float(rng.uniform(0, 0.9))
    laid = []
    for part in (slice(0, 12), slice(12, 14)):
        counts = stones[part]
        radii = np.full(sum(counts), radius) * np.exp(rng.normal(0, 0.03, sum(counts)))
        laid += settle(hollows[part][0], counts, radii, look.axes[2], grip, rng)
    return [at + np.array([x, y, 0.0]) for at, (x, y, _, _) in zip(laid, places, strict=True)]


def _lighting(rng: np.random.Generator) -> Lighting:
    """A lamp or a window somewhere above, and how much comes from all around."""
    high, around = rng.uniform(0.35, 1.45), rng.uniform(0, 2 * np.pi)
    way = np.array([np.cos(high) * np.cos(around), np.cos(high) * np.sin(around), np.sin(high)])
    turn = rng.uniform(0, 2 * np.pi)
    right = np.array([np.cos(turn), np.sin(turn), rng.uniform(-0.3, 0.3)])
    right /= np.linalg.norm(right)
    up = np.cross(way, right)
    up /= np.linalg.norm(up)
    right = np.cross(up, way)
    return Lighting(
        way,
        float(rng.uniform(0.1, 0.8)),
        float(rng.uniform(0.05, 0.6)),
        (right, up, float(rng.uniform(0.05, 0.5)), float(rng.uniform(0.05, 0.4))),
    )


def _table(
    rng: np.random.Generator, pose: Pose, half: tuple[float, float], size: tuple[int, int]
) -> tuple[Canvas, Points]:
    """The table with the board's top on it, and the direction of every pixel's ray."""
    width, height = size
    ys, xs = np.mgrid[0:height, 0:width].astype(float)
    flat = np.stack([xs, ys, np.ones_like(xs)], 2) @ np.linalg.inv(pose.matrix).T
    rays = flat @ pose.rotation
    canvas = surface(rng, any_colour(rng) if rng.random() < 0.6 else wooden(rng), height, width)
    canvas *= rng.uniform(0.4, 1.1)
    corners = _top(pose, half)
    mask: Any = np.zeros((height, width), np.float32)
    cv2.fillConvexPoly(mask, np.round(corners * 16).astype(np.int32), 1.0, cv2.LINE_AA, 4)
    shift = np.array([[1, 0, rng.uniform(-12, 12)], [0, 1, rng.uniform(-12, 12)]])
    soften(canvas, cv2.warpAffine(mask, shift, size), rng.uniform(2, 10), rng.uniform(0.1, 0.6))
    colour = np.array(wooden(rng) if rng.random() < 0.65 else any_colour(rng), np.float32)
    top = colour * (1 + _wood(rng, (height, width)))
    canvas += (top - canvas) * mask[..., None]
    return canvas, rays


def _wood(rng: np.random.Generator, shape: tuple[int, ...]) -> Canvas:
    """How much brighter or darker a pixel is, as wood is."""
    grain = texture(rng, shape[0], shape[1], float(rng.uniform(1, 15)))
    return np.asarray(grain[..., None] * rng.uniform(0, 0.15), np.float32)


def _inside_colour(rng: np.random.Generator) -> tuple[NDArray[np.float64], float]:
    """The colour inside hollows, and how far it is another than the board's."""
    other = rng.uniform(0.3, 1.0) if rng.random() < 0.25 else 0.0
    return np.array(any_colour(rng)), float(other)


def _alike(
    rng: np.random.Generator,
    canvas: Canvas,
    pose: Pose,
    half: tuple[float, float],
    inside: tuple[NDArray[np.float64], float],
) -> tuple[tuple[float, float, float], ...]:
    """About the colour of the hollows, for stones that are told from it by their shades alone."""
    colour, other = inside
    top = cv2.mean(canvas, _on_board(canvas, pose, half).astype(np.uint8))[:3]
    base = np.array(top) * (1 - other) + colour * other
    lighter = rng.uniform(0.75, 1.4, (int(rng.integers(1, 4)), 1))
    return tuple((float(b), float(g), float(r)) for b, g, r in np.clip(base * lighter, 8, 250))


def _window(
    canvas: Canvas, pose: Pose, place: Points, hollow: Hollow
) -> tuple[NDArray[np.intp], tuple[slice, slice]] | None:
    """The first pixel and the part of the picture in which a hollow and its stones are seen."""
    x, y, wide, long = place
    turns = np.linspace(0, 2 * np.pi, 24)
    rim = np.stack([x + 0.6 * wide * np.cos(turns), y + 0.6 * long * np.sin(turns)], 1)
    around = [pose.project(np.column_stack([rim, np.full(24, z)])) for z in (0.0, hollow.depth)]
    low = np.floor(np.concatenate(around).min(0)).astype(int) - 3
    high = np.ceil(np.concatenate(around).max(0)).astype(int) + 4
    low, high = np.maximum(low, 0), np.minimum(high, (canvas.shape[1], canvas.shape[0]))
    if (high - low).min() < 4:
        return None
    return low, (slice(low[1], high[1]), slice(low[0], high[0]))


def _draw_near(
    part: Canvas,
    ways: Points,
    pose: Pose,
    low: NDArray[np.intp],
    laid: list[Stone],
    number: int,
    look: StoneLook,
    light: Lighting,
    eye: NDArray[np.float64],
    depth: float,
) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """Draw a stone in the few pixels that it may cover; gives the rows and columns of these."""
    stone = laid[number]
    at = pose.project([stone.middle])[0] - low
    far = float(np.linalg.norm(eye - stone.middle))
    reach = float(stone.axes.max()) * 1.2 * float(pose.matrix[0, 0]) / far + 3
    y0, y1 = max(0, int(at[1] - reach)), min(part.shape[0], int(at[1] + reach) + 1)
    x0, x1 = max(0, int(at[0] - reach)), min(part.shape[1], int(at[0] + reach) + 1)
    if y1 - y0 < 2 or x1 - x0 < 2:
        return np.zeros(0, np.intp), np.zeros(0, np.intp)
    box = np.s_[y0:y1, x0:x1]
    rows, columns = draw_stone(part[box], laid, number, look, light, eye, ways[box], depth)
    return rows + y0, columns + x0


def _carve(
    part: Canvas,
    ways: Points,
    eye: NDArray[np.float64],
    middle: tuple[float, float],
    hollow: Hollow,
    laid: list[Stone],
    light: Lighting,
    inside: tuple[NDArray[np.float64], float],
    wood: Canvas,
) -> None:
    """The ground of a hollow where it is seen through its rim, with the stones' shadows."""
    flat = eye[:2] - ways[..., :2] * (eye[2] / ways[..., 2])[..., None] - middle
    lean = ways[..., :2] / ways[..., 2:]
    ys, xs = np.nonzero(hollow.far(flat[..., 0], flat[..., 1]) < 1)
    if not len(ys):
        return
    at, slant = flat[ys, xs], lean[ys, xs]
    z = np.zeros(len(at))
    for _ in range(7):
        seen = at + slant * z[:, None]
        z = 0.4 * z + 0.6 * np.minimum(hollow.floor(seen[:, 0], seen[:, 1]), 0)
    seen = at + slant * z[:, None]
    across, along = hollow.slope(seen[:, 0], seen[:, 1])
    normals = np.column_stack([-across, -along, np.ones(len(z))])
    normals /= np.linalg.norm(normals, axis=1, keepdims=True)
    points = np.column_stack([seen + middle, z])
    lit, open_ = shade_of(points, normals, laid, light)
    over = seen - light.way[:2] / max(light.way[2], 0.1) * z[:, None]
    past = hollow.far(over[:, 0], over[:, 1])
    lit *= np.clip((1 + light.soft * 0.5 - past) / (light.soft + 0.02), 0, 1)
    deep = np.clip(1 + 0.55 * z / hollow.depth, 0.3, 1)
    fall = np.clip(normals @ light.way, 0, 1) * lit / max(light.way[2], 0.3)
    lightness = light.lamp * fall + (1 - light.lamp) * open_ * deep
    colour, other = inside
    base = part[ys, xs] * (1 - other) + colour * other * (1 + wood[ys, xs])
    part[ys, xs] = np.clip(base * lightness[:, None], 0, 255)
