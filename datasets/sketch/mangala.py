"""Mangala boards drawn from above: two rows of six pits between two treasuries."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.sketch.board import (
    Canvas,
    any_colour,
    ellipse,
    light_up,
    soften,
    surface,
    texture,
    wooden,
)

SCALE = 2.0
"""Pixels a millimetre."""
ROUND = 40.0
"""Millimetres of table round the board."""


@dataclass(frozen=True, eq=False)
class PitSketch:
    """A drawn board with the stones in its 14 places."""

    picture: Canvas
    """Height x width x 3, blue, green, red, 0 to 255; the board's middle is the picture's."""
    places: NDArray[np.float64]
    """14 x 4: middle x and y, width, height in millimetres, y upwards; south's pits first."""
    half: tuple[float, float]
    """Half the board's length and width in millimetres."""
    stones: tuple[int, ...]
    """How many lie in each place."""
    middles: tuple[tuple[tuple[float, float], ...], ...]
    """Where they lie, in millimetres, the topmost last."""


def sketch_mangala(rng: np.random.Generator, stones: tuple[int, ...] | None = None) -> PitSketch:
    """A board of any make with so many stones in each place, or with a random number."""
    if stones is None:
        stones = random_stones(rng)
    places, half = board_geometry(rng)
    wide, high = (round(2 * (h + ROUND) * SCALE) for h in half)
    canvas = surface(rng, any_colour(rng) if rng.random() < 0.6 else wooden(rng), high, wide)
    colour = wooden(rng) if rng.random() < 0.65 else any_colour(rng)
    _slab(canvas, rng, colour, half)
    rounded = rng.random() < 0.6, rng.random() < 0.5
    _hollows(canvas, rng, places, rounded)
    middles = _pour(canvas, rng, places, stones)
    return PitSketch(light_up(canvas, rng), places, half, stones, middles)


def random_stones(rng: np.random.Generator) -> tuple[int, ...]:
    """Any filling; all numbers that play leads to are equally common, larger ones seldom."""
    pits = np.where(rng.random(12) < 0.85, rng.integers(0, 13, 12), rng.integers(13, 17, 12))
    return tuple(int(n) for n in (*pits, *rng.integers(0, 41, 2)))


def board_geometry(rng: np.random.Generator) -> tuple[NDArray[np.float64], tuple[float, float]]:
    """The 14 places of a board, and half its length and width, in millimetres."""
    pit = rng.uniform(44, 58)
    step = pit * rng.uniform(1.06, 1.35)
    rows = pit * rng.uniform(1.06, 1.5)
    wide, long = pit * rng.uniform(0.8, 1.2), rows + pit * rng.uniform(0.2, 1.0)
    gap = rng.uniform(4, 20)
    fold = rng.uniform(0, 14) if rng.random() < 0.4 else 0.0
    xs = (np.arange(6) - 2.5) * step + np.where(np.arange(6) < 3, -fold / 2, fold / 2)
    end = xs[-1] + pit / 2 + gap + wide / 2
    south = [(x, -rows / 2, pit, pit) for x in xs]
    north = [(x, rows / 2, pit, pit) for x in xs[::-1]]
    places = np.array([*south, *north, (end, 0, wide, long), (-end, 0, wide, long)])
    edge = rng.uniform(5, 22)
    half = (end + wide / 2 + edge, max(rows + pit, long) / 2 + edge)
    return places, half


def _at(canvas: Canvas, x: float, y: float) -> tuple[float, float]:
    return canvas.shape[1] / 2 + x * SCALE - 0.5, canvas.shape[0] / 2 - y * SCALE - 0.5


def _slab(
    canvas: Canvas,
    rng: np.random.Generator,
    colour: tuple[float, float, float],
    half: tuple[float, float],
) -> None:
    (x0, y0), (x1, y1) = _at(canvas, -half[0], half[1]), _at(canvas, half[0], -half[1])
    mask: Any = np.zeros(canvas.shape[:2], np.float32)
    radius = rng.uniform(0, min(half) * 0.9) * SCALE if rng.random() < 0.5 else 2.0
    mask[round(y0 + radius) : round(y1 - radius), round(x0) : round(x1)] = 1
    mask[round(y0) : round(y1), round(x0 + radius) : round(x1 - radius)] = 1
    for x in (x0 + radius, x1 - radius):
        for y in (y0 + radius, y1 - radius):
            cv2.circle(mask, (round(x), round(y)), round(radius), 1.0, -1)
    off = rng.uniform(-12, 12, 2) * SCALE
    shift = np.array([[1, 0, off[0]], [0, 1, off[1]]])
    shadow = cv2.warpAffine(mask, shift, (mask.shape[1], mask.shape[0]))
    soften(canvas, shadow, rng.uniform(2, 12), rng.uniform(0.1, 0.6))
    high, wide = canvas.shape[:2]
    grain = texture(rng, high, wide, rng.uniform(1, 15))
    board = np.array(colour, np.float32) * (1 + grain[..., None] * rng.uniform(0, 0.15))
    canvas += (board - canvas) * mask[..., None]


def _hollows(
    canvas: Canvas,
    rng: np.random.Generator,
    places: NDArray[np.float64],
    rounded: tuple[bool, bool],
) -> None:
    """Pits and treasuries: dark where the light does not reach, bright on the other side."""
    light = rng.uniform(-1, 1, 2)
    dark, bright = rng.uniform(0.1, 0.55), rng.uniform(0, 0.35)
    deep: Any = np.zeros(canvas.shape[:2], np.float32)
    for number, (x, y, wide, high) in enumerate(places):
        at = _at(canvas, x, y)
        size = wide / 2 * SCALE, high / 2 * SCALE
        _hollow(deep, at, size, rounded[0] if number < 12 else rounded[1])
    soft: Any = cv2.GaussianBlur(deep, (0, 0), rng.uniform(1, 5) * SCALE)
    across = cv2.Sobel(soft, cv2.CV_32F, 1, 0, ksize=3)
    down = cv2.Sobel(soft, cv2.CV_32F, 0, 1, ksize=3)
    slope = across * light[0] + down * light[1]
    slope /= max(1e-3, float(np.abs(slope).max()))
    relief = np.where(slope > 0, 1 - dark * slope, 1 - bright * slope)
    canvas *= (1 + (relief - 1) * deep)[..., None]
    canvas *= 1 - (soft * deep * rng.uniform(0, 0.35))[..., None]
    if rng.random() < 0.3:  # a felt or a colour of its own inside
        inside = np.array(any_colour(rng), np.float32)
        canvas += (inside - canvas) * deep[..., None] * rng.uniform(0.3, 0.9)


def _hollow(mask: Any, at: tuple[float, float], size: tuple[float, float], rounded: bool) -> None:
    if rounded and abs(size[0] - size[1]) < 1:
        cv2.ellipse(mask, (round(at[0]), round(at[1])), (round(size[0]), round(size[1])), 0, 0,
                    360, 1.0, -1, cv2.LINE_AA)  # fmt: skip
        return
    radius = min(size) if rounded else min(size) * 0.35
    x0, y0, x1, y1 = at[0] - size[0], at[1] - size[1], at[0] + size[0], at[1] + size[1]
    mask[round(y0 + radius) : round(y1 - radius), round(x0) : round(x1)] = 1
    mask[round(y0) : round(y1), round(x0 + radius) : round(x1 - radius)] = 1
    for x in (x0 + radius, x1 - radius):
        for y in (y0 + radius, y1 - radius):
            cv2.circle(mask, (round(x), round(y)), round(radius), 1.0, -1, cv2.LINE_AA)


def _pour(
    canvas: Canvas,
    rng: np.random.Generator,
    places: NDArray[np.float64],
    stones: tuple[int, ...],
) -> tuple[tuple[tuple[float, float], ...], ...]:
    """Let the stones lie: beside each other while there is room, then on top."""
    size = rng.uniform(11.5, 21) / 2
    oblong = rng.uniform(1.0, 1.6) if rng.random() < 0.6 else 1.0
    mixed = rng.random() < 0.5
    palette = [any_colour(rng) for _ in range(int(rng.integers(2, 6)))] if mixed else []
    plain = any_colour(rng)
    light = rng.uniform(-0.5, 0.5, 2)
    gloss = rng.uniform(0, 200) if rng.random() < 0.7 else 0.0
    clear = rng.uniform(0.3, 0.8) if rng.random() < 0.3 else 0.0
    found = []
    for (x, y, wide, high), count in zip(places, stones, strict=True):
        spots = _spots(rng, (wide / 2 - size, high / 2 - size), size, count)
        found.append(tuple((float(x + u), float(y + v)) for u, v in spots))
        for u, v in spots:
            colour = palette[int(rng.integers(len(palette)))] if mixed else plain
            tone = np.array(colour, np.float32) * rng.uniform(0.85, 1.15)
            _stone(canvas, rng, _at(canvas, x + u, y + v), size * SCALE, oblong, tone, light,
                   gloss, clear)  # fmt: skip
    return tuple(found)


def _spots(
    rng: np.random.Generator, room: tuple[float, float], size: float, count: int
) -> list[tuple[float, float]]:
    """Places for stones: each takes the roomiest of some random tries, near the middle."""
    spots: list[tuple[float, float]] = []
    for _ in range(count):
        tries = rng.uniform(-1, 1, (12, 2))
        reach = min(1.0, 0.35 + 0.12 * count)
        tries = tries[np.linalg.norm(tries, axis=1) <= 1.01] * reach
        tries = np.concatenate([tries, rng.normal(0, 0.2, (1, 2))]) * np.maximum(room, 1.0)
        far = np.linalg.norm(tries, axis=1)
        if spots:
            gaps = np.linalg.norm(tries[:, None] - np.array(spots)[None], axis=2).min(1)
            best = tries[int(np.argmax(np.minimum(gaps, 2.05 * size) - 0.02 * far))]
        else:
            best = tries[int(np.argmin(far))]
        spots.append((float(best[0]), float(best[1])))
    return spots


def _stone(
    canvas: Canvas,
    rng: np.random.Generator,
    at: tuple[float, float],
    size: float,
    oblong: float,
    colour: NDArray[np.float32],
    light: NDArray[np.float64],
    gloss: float,
    clear: float,
) -> None:
    angle = float(rng.uniform(0, 180))
    long, short = size * oblong**0.5, size / oblong**0.5
    x, y = at
    under = canvas[round(y), round(x)].copy()
    tone = colour + (under - colour) * clear
    shadow = (x - light[0] * size * 0.5, y - light[1] * size * 0.5)
    ellipse(canvas, shadow, (long * 1.06, short * 1.06), angle, tuple(under * 0.55))
    ellipse(canvas, at, (long, short), angle, tuple(tone * 0.72))
    nearer = (x + light[0] * size * 0.2, y + light[1] * size * 0.2)
    ellipse(canvas, nearer, (long * 0.8, short * 0.8), angle, tuple(tone))
    ellipse(canvas, (x + light[0] * size * 0.4, y + light[1] * size * 0.4),
            (long * 0.5, short * 0.5), angle, tuple(np.minimum(255, tone * 1.15 + 6)))  # fmt: skip
    if gloss:
        spot = tuple(np.minimum(255, tone + gloss))
        ellipse(canvas, (x + light[0] * size, y + light[1] * size), (size * 0.16,) * 2, 0, spot)
