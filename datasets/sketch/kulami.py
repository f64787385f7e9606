"""Kulami boards drawn from above."""

from __future__ import annotations

import random

import numpy as np

from datasets.layouts import random_layout
from datasets.sketch.board import (
    CELL,
    MARGIN,
    SIDE,
    Canvas,
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

LOW = MARGIN * CELL


def sketch_kulami(
    rng: np.random.Generator,
    contents: tuple[str, ...] | None = None,
    light: np.random.Generator | None = None,
) -> Sketch:
    """Plates in a random layout with these marbles, or with random ones.

    With the same seed it is the same set, whatever its contents are; `light` draws its light.
    """
    contents = contents if contents is not None else random_contents(rng, "BR")
    layout = random_layout(random.Random(int(rng.integers(2**31))))
    rows = tuple(str(layout).split("/"))
    canvas = surface(rng, any_colour(rng) if rng.random() < 0.6 else wooden(rng), SIDE, SIDE)
    _plates(canvas, rng, rows)
    reflect_lamps(canvas, rng)
    choice, pieces = rng.spawn(2)
    filled = [cell for cell, content in enumerate(contents) if content != "."]
    many = int(choice.integers(1, 7)) if choice.random() < 0.7 else 0
    tokens = [int(cell) for cell in choice.permutation(filled)[:many]]
    _marbles(canvas, pieces, contents, set(tokens))
    return Sketch(light_up(canvas, light or rng), contents, tuple(sorted(tokens)), rows)


def _plates(canvas: Canvas, rng: np.random.Generator, rows: tuple[str, ...]) -> None:
    base = np.array(wooden(rng) if rng.random() < 0.85 else any_colour(rng), np.float32)
    gap = rng.uniform(0.01, 0.1) * CELL
    varied = rng.uniform(0, 0.18)
    dark_seam = rng.uniform(0.1, 0.7)
    grain = rng.uniform(0.02, 0.16)
    letters = sorted({letter for row in rows for letter in row})
    for letter in letters:
        cells = [(r, c) for r in range(8) for c in range(8) if rows[r][c] == letter]
        top, left = min(r for r, _ in cells), min(c for _, c in cells)
        bottom, right = max(r for r, _ in cells) + 1, max(c for _, c in cells) + 1
        shift = rng.normal(0, 0.012, 2) * CELL
        y0, x0 = LOW + top * CELL + shift[1], LOW + left * CELL + shift[0]
        y1, x1 = LOW + bottom * CELL + shift[1], LOW + right * CELL + shift[0]
        outer = np.s_[round(y0) : round(y1), round(x0) : round(x1)]
        canvas[outer] *= dark_seam
        rows_, columns = (
            np.s_[round(y0 + gap / 2) : round(y1 - gap / 2)],
            np.s_[round(x0 + gap / 2) : round(x1 - gap / 2)],
        )
        high, wide = (rows_.stop - rows_.start, columns.stop - columns.start)
        lengthwise = wide >= high
        field = texture(rng, *((high, wide) if lengthwise else (wide, high)), 8)
        field = field if lengthwise else field.T
        colour = base * (1 + rng.normal(0, varied))
        canvas[rows_, columns] = colour * (1 + field[..., None] * grain)
        _edge(canvas, rows_, columns, rng)
    _dimples(canvas, rng)


def _edge(canvas: Canvas, rows: slice, columns: slice, rng: np.random.Generator) -> None:
    """The rounded edges of a plate: one side in the light, the other in the dark."""
    width = max(1, round(rng.uniform(0.01, 0.05) * CELL))
    bright, dark = rng.uniform(1.0, 1.2), rng.uniform(0.65, 1.0)
    canvas[rows.start : rows.start + width, columns] *= bright
    canvas[rows, columns.start : columns.start + width] *= bright
    canvas[rows.stop - width : rows.stop, columns] *= dark
    canvas[rows, columns.stop - width : columns.stop] *= dark


def _dimples(canvas: Canvas, rng: np.random.Generator) -> None:
    radius = rng.uniform(0.12, 0.3) * CELL
    mask = np.zeros((SIDE, SIDE, 3), np.float32)
    bright = np.zeros((SIDE, SIDE, 3), np.float32)
    side = rng.uniform(-0.35, 0.35, 2) * radius
    for cell in range(64):
        x, y = LOW + (cell % 8 + 0.5) * CELL, LOW + (cell // 8 + 0.5) * CELL
        ellipse(mask, (x, y), (radius, radius), 0, (1.0, 1.0, 1.0))
        ellipse(bright, (x + side[0], y + side[1]), (radius * 0.7,) * 2, 0, (1.0, 1.0, 1.0))
    soften(canvas, mask[..., 0], rng.uniform(0.01, 0.06) * CELL, rng.uniform(0.1, 0.6))
    soften(canvas, bright[..., 0], rng.uniform(0.03, 0.08) * CELL, -rng.uniform(0.0, 0.4))


def _marbles(
    canvas: Canvas, rng: np.random.Generator, contents: tuple[str, ...], tokens: set[int]
) -> None:
    radius = rng.uniform(0.24, 0.38) * CELL
    black = np.array(hsv(rng.random(), rng.uniform(0, 0.4), rng.uniform(0.02, 0.2)), np.float32)
    red = hsv(rng.uniform(-0.04, 0.03), rng.uniform(0.65, 1.0), rng.uniform(0.3, 0.95))
    looks = {"B": black, "R": np.array(red, np.float32)}
    lean = rng.uniform(-0.12, 0.12, 2) * CELL  # the tops of marbles when the camera leans
    light = rng.uniform(-0.5, 0.5, 2) * radius
    shadow = np.zeros((SIDE, SIDE, 3), np.float32)
    places = {}
    nudges = rng.normal(0, 0.02, (64, 2)) * CELL
    for cell, content in enumerate(contents):
        if content == ".":
            continue
        off = nudges[cell] + lean
        places[cell] = (
            LOW + (cell % 8 + 0.5) * CELL + off[0],
            LOW + (cell // 8 + 0.5) * CELL + off[1],
        )
        x, y = places[cell]
        ellipse(shadow, (x - light[0] * 1.2, y - light[1] * 1.2), (radius,) * 2, 0, (1.0,) * 3)
    soften(canvas, shadow[..., 0], rng.uniform(0.03, 0.15) * CELL, rng.uniform(0.1, 0.6))
    gloss = rng.uniform(60, 255)
    token = rng.choice(["disc", "ring", "pawn"])
    same = any_colour(rng) if rng.random() < 0.4 else None
    size = radius * rng.uniform(0.7, 1.1)
    for cell, (x, y) in places.items():
        colour = looks[contents[cell]] * rng.uniform(0.9, 1.1)
        disc(canvas, (x, y), radius, tuple(colour * 0.75))
        disc(canvas, (x + light[0] * 0.2, y + light[1] * 0.2), radius * 0.75, tuple(colour))
        glow = tuple(colour * 1.25 + 12)
        disc(canvas, (x + light[0] * 0.5, y + light[1] * 0.5), radius * 0.4, glow)
        if cell not in tokens:
            spot = tuple(np.minimum(255, colour + gloss))
            disc(canvas, (x + light[0], y + light[1]), radius * rng.uniform(0.1, 0.2), spot)
            continue
        own = np.array(same, np.float32) if same is not None else looks[contents[cell]] + 10
        x, y = x + lean[0], y + lean[1]
        if token == "ring":
            disc(canvas, (x, y), size, tuple(own))
            disc(canvas, (x, y), size * 0.65, tuple(colour))
        else:
            disc(canvas, (x, y), size, tuple(own * 0.8))
            disc(
                canvas, (x + lean[0] * 0.1, y), size * (0.9 if token == "disc" else 0.6), tuple(own)
            )
