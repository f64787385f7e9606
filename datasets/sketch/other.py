"""Things that are none of our boards, drawn from above: what a finder must not be taken in by."""

from __future__ import annotations

import cv2
import numpy as np

from datasets.sketch.board import (
    CELL,
    MARGIN,
    SIDE,
    Canvas,
    Sketch,
    any_colour,
    disc,
    light_up,
    surface,
    wooden,
)

LOW, HIGH = MARGIN * CELL, (MARGIN + 8) * CELL


def sketch_other(rng: np.random.Generator) -> Sketch:
    """Another game's board, a checked cloth, a tray, or a few shapes."""
    canvas = surface(rng, any_colour(rng), SIDE, SIDE)
    kinds = (_larger, _chequered, _ruled, _holes, _cloth, _tray, _shapes)
    draw = kinds[int(rng.choice(len(kinds), p=(0.3, 0.25, 0.15, 0.1, 0.08, 0.06, 0.06)))]
    draw(canvas, rng)
    return Sketch(light_up(canvas, rng), (".",) * 64)


def _chequered(canvas: Canvas, rng: np.random.Generator) -> None:
    """Chess or draughts, with or without pieces."""
    many = int(rng.choice([6, 8, 8, 8, 10, 12]))
    size = (HIGH - LOW) / many
    _frame(canvas, rng)
    light, dark = sorted((any_colour(rng), any_colour(rng)), key=sum, reverse=True)
    if rng.random() < 0.6:
        light, dark = (255 * rng.uniform(0.6, 1),) * 3, tuple(c * 0.5 for c in wooden(rng))  # type: ignore[assignment]
    edges = np.round(LOW + np.arange(many + 1) * size).astype(int)
    for row in range(many):
        for column in range(many):
            box = np.s_[edges[row] : edges[row + 1], edges[column] : edges[column + 1]]
            canvas[box] = light if (row + column) % 2 else dark
    _pieces(canvas, rng, many, every=2 if rng.random() < 0.6 else 1)


def _larger(canvas: Canvas, rng: np.random.Generator) -> None:
    """Eight by eight squares of something larger: Go, squared paper, a board of ten by ten.

    Seen through the right quadrangle it differs from our boards only by going on beyond.
    """
    low, high = [LOW, LOW], [HIGH, HIGH]
    for side in rng.permutation(4)[: rng.integers(1, 5)]:
        if side < 2:
            low[side] = 0
        else:
            high[side - 2] = SIDE
    (left, top), (right, bottom) = low, high
    paper = rng.random() < 0.4
    ground = (rng.uniform(170, 255),) * 3 if paper else wooden(rng)
    if rng.random() < 0.25:
        ground = any_colour(rng)
    canvas[top:bottom, left:right] = surface(rng, ground, bottom - top, right - left)
    shade = rng.uniform(0.1, 0.75)
    line = tuple(c * shade for c in ground) if rng.random() < 0.8 else any_colour(rng)
    thick = max(1, round(rng.uniform(0.01, 0.06) * CELL))
    both = rng.random() < 0.85  # some paper has lines one way only
    for at in range(0, SIDE + 1, CELL):
        if top <= at <= bottom:
            cv2.line(canvas, (left, at), (right, at), line, thick, cv2.LINE_AA)
        if both and left <= at <= right:
            cv2.line(canvas, (at, top), (at, bottom), line, thick, cv2.LINE_AA)
    if rng.random() < 0.3:
        return
    colours = (14.0, 14.0, 14.0), (235.0, 238.0, 240.0)
    full, radius, off = rng.random() ** 2, rng.uniform(0.3, 0.48) * CELL, rng.choice([0, CELL / 2])
    for y in range(top, bottom + 1, CELL):
        for x in range(left, right + 1, CELL):
            if rng.random() < full:
                middle = (float(x + off), float(y + off))
                disc(canvas, middle, radius, colours[int(rng.integers(2))])


def _ruled(canvas: Canvas, rng: np.random.Generator) -> None:
    """A ruled board of another size: Go, Gomoku, six by six; stones on its lines or squares."""
    many = int(rng.choice([3, 4, 5, 6, 10, 12, 13, 15, 18]))
    size = (HIGH - LOW) / many
    _frame(canvas, rng)
    canvas[LOW:HIGH, LOW:HIGH] = wooden(rng) if rng.random() < 0.5 else any_colour(rng)
    colour = any_colour(rng)
    thick = max(1, round(rng.uniform(0.02, 0.08) * CELL))
    for i in range(many + 1):
        at = round(LOW + i * size)
        cv2.line(canvas, (at, LOW), (at, HIGH), colour, thick, cv2.LINE_AA)
        cv2.line(canvas, (LOW, at), (HIGH, at), colour, thick, cv2.LINE_AA)
    _pieces(canvas, rng, many, on_lines=rng.random() < 0.5)


def _holes(canvas: Canvas, rng: np.random.Generator) -> None:
    """A board of holes that is not eight by eight, or not square."""
    across, down = (int(n) for n in rng.choice([3, 4, 5, 6, 7, 10, 12], 2))
    _frame(canvas, rng)
    canvas[LOW:HIGH, LOW:HIGH] = wooden(rng) if rng.random() < 0.5 else any_colour(rng)
    wide, high = (HIGH - LOW) / across, (HIGH - LOW) / down
    radius = min(wide, high) * rng.uniform(0.2, 0.45)
    dark = tuple(c * rng.uniform(0.3, 0.8) for c in canvas[LOW + 2, LOW + 2])
    balls = any_colour(rng)
    full = rng.random()
    for row in range(down):
        for column in range(across):
            middle = (LOW + (column + 0.5) * wide, LOW + (row + 0.5) * high)
            disc(canvas, middle, radius, dark)
            if rng.random() < full:
                disc(canvas, middle, radius * 0.9, balls)


def _cloth(canvas: Canvas, rng: np.random.Generator) -> None:
    """A checked cloth all over."""
    size = int(rng.integers(8, 50))
    ys, xs = np.mgrid[0:SIDE, 0:SIDE]
    other = np.array(any_colour(rng), np.float32)
    across, down = (xs // size) % 2, (ys // size) % 2
    share = (across + down) / 2 if rng.random() < 0.6 else (across ^ down).astype(float)
    canvas += (other - canvas) * share[..., None].astype(np.float32)


def _tray(canvas: Canvas, rng: np.random.Generator) -> None:
    """A tray, a book or a sheet of paper, with something lying on it."""
    _frame(canvas, rng)
    canvas[LOW:HIGH, LOW:HIGH] = surface(rng, any_colour(rng), HIGH - LOW, HIGH - LOW)
    for _ in range(int(rng.integers(0, 25))):
        x, y = rng.uniform(LOW, HIGH, 2)
        disc(canvas, (float(x), float(y)), float(rng.uniform(4, 40)), any_colour(rng))


def _shapes(canvas: Canvas, rng: np.random.Generator) -> None:
    """Boxes lying about."""
    for _ in range(int(rng.integers(1, 8))):
        x, y = rng.uniform(0, SIDE, 2)
        wide, high = rng.uniform(20, 260, 2)
        box = cv2.boxPoints(((float(x), float(y)), (float(wide), float(high)), rng.uniform(0, 90)))
        cv2.fillConvexPoly(canvas, np.round(box).astype(np.int32), any_colour(rng), cv2.LINE_AA)


def _frame(canvas: Canvas, rng: np.random.Generator) -> None:
    width = round(rng.uniform(0, 0.9) * CELL)
    canvas[LOW - width : HIGH + width, LOW - width : HIGH + width] = (
        wooden(rng) if rng.random() < 0.5 else any_colour(rng)
    )


def _pieces(
    canvas: Canvas, rng: np.random.Generator, many: int, every: int = 1, on_lines: bool = False
) -> None:
    """Discs of two colours on some squares or crossings."""
    size = (HIGH - LOW) / many
    colours = any_colour(rng), any_colour(rng)
    if rng.random() < 0.5:
        colours = (12.0, 12.0, 12.0), (235.0, 238.0, 240.0)
    full, radius = rng.random() ** 1.5, size * rng.uniform(0.25, 0.47)
    if rng.random() < 0.3:
        full = 0.0
    for row in range(many):
        for column in range(many):
            if (row + column) % every or rng.random() > full:
                continue
            off = 0.0 if on_lines else 0.5
            middle = (LOW + (column + off) * size, LOW + (row + off) * size)
            disc(canvas, middle, radius, colours[int(rng.integers(2))])
