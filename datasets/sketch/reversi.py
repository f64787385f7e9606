"""Reversi boards drawn from above."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.sketch.board import (
    CELL,
    MARGIN,
    SIDE,
    Canvas,
    Colour,
    Sketch,
    any_colour,
    disc,
    ellipse,
    hsv,
    light_up,
    random_contents,
    reflect_lamps,
    soften,
    surface,
    texture,
    wooden,
)

LOW, HIGH = MARGIN * CELL, (MARGIN + 8) * CELL


def sketch_reversi(
    rng: np.random.Generator,
    contents: tuple[str, ...] | None = None,
    light: np.random.Generator | None = None,
) -> Sketch:
    """A board of any make with these discs, or with random ones.

    With the same seed it is the same set, whatever its contents are; `light` draws its light.
    """
    contents = contents if contents is not None else random_contents(rng, "BW")
    canvas = surface(rng, any_colour(rng) if rng.random() < 0.6 else wooden(rng), SIDE, SIDE)
    field = _field_colour(rng)
    _rim(canvas, rng, field)
    board = surface(rng, field, HIGH - LOW, HIGH - LOW) if rng.random() < 0.3 else None
    if board is None:
        board = np.full((HIGH - LOW, HIGH - LOW, 3), field, np.float32)
        board *= 1 + texture(rng, HIGH - LOW, HIGH - LOW)[..., None] * rng.uniform(0, 0.05)
    canvas[LOW:HIGH, LOW:HIGH] = board
    _lines(canvas, rng, field)
    reflect_lamps(canvas, rng)
    _discs(canvas, rng.spawn(1)[0], contents)
    return Sketch(light_up(canvas, light or rng), contents)


def _field_colour(rng: np.random.Generator) -> Colour:
    kind = rng.random()
    if kind < 0.6:
        return hsv(rng.uniform(0.24, 0.48), rng.uniform(0.25, 0.95), rng.uniform(0.12, 0.75))
    if kind < 0.75:
        return wooden(rng)
    return any_colour(rng)


def _rim(canvas: Canvas, rng: np.random.Generator, field: Colour) -> None:
    """Some frames round the field, each narrower than the one before."""
    width = rng.uniform(0.1, 1.0) * CELL if rng.random() < 0.85 else 0.0
    for _ in range(3):
        if width < 1:
            return
        kind = rng.random()
        colour = (
            hsv(0, 0, rng.uniform(0.02, 0.15))
            if kind < 0.35
            else wooden(rng) if kind < 0.6 else field if kind < 0.8 else any_colour(rng)
        )  # fmt: skip
        low, high = round(LOW - width), round(HIGH + width)
        canvas[max(0, low) : high, max(0, low) : high] = colour
        width = width * rng.uniform(0.1, 0.7) if rng.random() < 0.5 else 0.0


def _lines(canvas: Canvas, rng: np.random.Generator, field: Colour) -> None:
    thick = rng.uniform(0.02, 0.09) * CELL
    kind = rng.random()
    if kind < 0.6:
        colour = tuple(c * rng.uniform(0.05, 0.6) for c in field)
    elif kind < 0.8:
        colour = tuple(min(255.0, c * rng.uniform(1.2, 2.2) + 15) for c in field)
    else:
        colour = any_colour(rng)
    ridge = rng.random() < 0.3
    light = rng.choice([-1, 1], 2)
    for i in range(9):
        at = LOW + i * CELL
        for axis in (0, 1):
            if ridge:  # one flank in the light, the other in the dark
                _stripe(canvas, axis, at - light[axis] * thick / 2, thick, 1.35)
                _stripe(canvas, axis, at + light[axis] * thick / 2, thick, 0.6)
            else:
                _stripe(canvas, axis, at, thick, colour)
    if rng.random() < 0.6:
        radius = rng.uniform(0.05, 0.1) * CELL
        for x in (2, 6):
            for y in (2, 6):
                disc(canvas, (LOW + x * CELL, LOW + y * CELL), radius, colour[:3])  # type: ignore[arg-type]


def _stripe(
    canvas: Canvas, axis: int, at: float, thick: float, colour: tuple[float, ...] | float
) -> None:
    """A line along the field; a number multiplies what is there."""
    places = np.arange(SIDE)
    share = np.clip(thick / 2 + 0.5 - np.abs(places - at + 0.5), 0, 1).astype(np.float32)
    inside = np.nonzero(share)[0]
    for place in inside:
        part = canvas[LOW:HIGH, place] if axis == 0 else canvas[place, LOW:HIGH]
        if isinstance(colour, tuple):
            part += (np.array(colour, np.float32) - part) * share[place]
        else:
            part *= 1 + (colour - 1) * share[place]


def _discs(canvas: Canvas, rng: np.random.Generator, contents: tuple[str, ...]) -> None:
    radius = rng.uniform(0.32, 0.48) * CELL
    spread = rng.choice([0.03, 0.08, 0.14]) * CELL
    lean = rng.uniform(-0.12, 0.12, 2) * CELL  # the side that is seen when the camera leans
    thick = rng.random() < 0.7
    black = hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.02, 0.24))
    white = hsv(rng.uniform(0.05, 0.6), rng.uniform(0, 0.15), rng.uniform(0.72, 1.0))
    off = np.clip(rng.normal(0, spread, (64, 2)), -0.25 * CELL, 0.25 * CELL)
    middles = {
        cell: (
            LOW + (cell % 8 + 0.5) * CELL + float(off[cell, 0]),
            LOW + (cell // 8 + 0.5) * CELL + float(off[cell, 1]),
        )
        for cell, content in enumerate(contents)
        if content != "."
    }
    _shadows(canvas, rng, list(middles.values()), radius)
    shine = rng.uniform(0, 120) if rng.random() < 0.6 else 0.0
    spot = rng.uniform(-0.5, 0.5, 2) * radius
    lamp = _lamp(rng)
    tilt = rng.normal(0, 0.25, (64, 2))
    rings = rng.uniform(0.4, 0.8) if rng.random() < 0.25 else 0.0
    two_faced = rng.random() < 0.8
    for cell, (x, y) in middles.items():
        top, under = (black, white) if contents[cell] == "B" else (white, black)
        if thick:
            disc(canvas, (x + lean[0], y + lean[1]), radius, under if two_faced else top)
            mid = tuple(c * 0.8 for c in top)
            disc(canvas, (x + lean[0] / 2, y + lean[1] / 2), radius, mid)  # type: ignore[arg-type]
        wear = rng.uniform(0.92, 1.08)
        face: Colour = tuple(c * wear for c in top)  # type: ignore[assignment]
        disc(canvas, (x, y), radius, face)
        if rings:
            factor = 1.25 if contents[cell] == "B" else 0.92
            inner = tuple(c * factor + 4 for c in face)
            disc(canvas, (x, y), radius * rings, inner)  # type: ignore[arg-type]
            disc(canvas, (x, y), radius * rings * 0.9, face)
        if lamp is not None:
            _mirror(canvas, (x, y), radius, lamp, tilt[cell])
        if shine:
            _shine(canvas, (x + spot[0], y + spot[1]), radius * rng.uniform(0.2, 0.5), shine)


def _shadows(
    canvas: Canvas, rng: np.random.Generator, middles: list[tuple[float, float]], radius: float
) -> None:
    mask = np.zeros((SIDE, SIDE, 3), np.float32)
    off = rng.uniform(-0.25, 0.25, 2) * CELL
    for x, y in middles:
        ellipse(mask, (x + off[0], y + off[1]), (radius, radius), 0, (1.0, 1.0, 1.0))
    soften(canvas, mask[..., 0], rng.uniform(0.02, 0.2) * CELL, rng.uniform(0.1, 0.65))


@dataclass(frozen=True)
class Lamp:
    """A lamp that glossy discs mirror."""

    middle: tuple[float, float]
    reach: float
    size: float
    """Of its image, in radii of a disc."""
    soft: float
    strength: float


def _lamp(rng: np.random.Generator) -> Lamp | None:
    if rng.random() > 0.3:
        return None
    x, y = rng.uniform(LOW, HIGH, 2)
    return Lamp(
        (float(x), float(y)),
        float(rng.uniform(0.8, 5.0)) * CELL,
        float(rng.uniform(0.5, 1.3)),
        float(rng.uniform(0.02, 0.25)),
        float(rng.uniform(0.5, 1.0)),
    )


def _mirror(
    canvas: Canvas, middle: tuple[float, float], radius: float, lamp: Lamp, tilt: NDArray[Any]
) -> None:
    """The lamp's image in a disc: fills it when right above, leaves a dark crescent beside."""
    away = (np.array(middle) - lamp.middle) / lamp.reach + tilt
    share = lamp.strength * float(np.exp(-0.5 * (away**2).sum()))
    if share < 0.05:
        return
    reach = int(radius) + 2
    x, y = round(middle[0]), round(middle[1])
    if not (reach <= x < SIDE - reach and reach <= y < SIDE - reach):
        return
    ys, xs = np.mgrid[-reach : reach + 1, -reach : reach + 1]
    xs, ys = xs - (middle[0] - x), ys - (middle[1] - y)
    face = np.hypot(xs, ys) < 0.93 * radius  # the rim is rounded and mirrors elsewhere
    image = np.hypot(xs + away[0] * radius, ys + away[1] * radius) / radius - lamp.size
    inside = 1 / (1 + np.exp(np.clip(image / lamp.soft, -30, 30)))
    part = canvas[y - reach : y + reach + 1, x - reach : x + reach + 1]
    part += (255 - part) * (inside * face * share)[..., None].astype(np.float32)


def _shine(canvas: Canvas, middle: tuple[float, float], size: float, strength: float) -> None:
    """A soft spot of light on a disc."""
    reach = int(size * 3) + 1
    x, y = round(middle[0]), round(middle[1])
    if not (reach <= x < SIDE - reach and reach <= y < SIDE - reach):
        return
    line = cv2.getGaussianKernel(2 * reach + 1, size)
    spot = (line @ line.T / line.max() ** 2).astype(np.float32)
    canvas[y - reach : y + reach + 1, x - reach : x + reach + 1] += spot[..., None] * strength
