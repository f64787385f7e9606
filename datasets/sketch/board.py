"""What all sketches share: colours, textures, light and the canvas."""

from __future__ import annotations

import colorsys
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

Canvas = NDArray[np.float32]
Colour = tuple[float, float, float]

CELL = 40
"""Pixels of a cell."""
MARGIN = 1
"""Cells round the board."""
SIDE = (8 + 2 * MARGIN) * CELL
"""Pixels of the whole sketch."""
_SHIFT = 4
"""Bits of the fraction in which OpenCV wants its coordinates."""


@dataclass(frozen=True, eq=False)
class Sketch:
    """A drawn board and what stands on it."""

    picture: Canvas
    """SIDE x SIDE x 3, blue, green, red, 0 to 255."""
    contents: tuple[str, ...]
    """A letter for every cell."""
    tokens: tuple[int, ...] = ()
    """Kulami: the cells with a token."""
    plates: tuple[str, ...] = ()
    """Kulami: eight rows of plate letters."""


def hsv(hue: float, saturation: float, value: float) -> Colour:
    """A colour as blue, green, red, 0 to 255."""
    r, g, b = colorsys.hsv_to_rgb(hue % 1.0, min(1.0, saturation), min(1.0, value))
    return b * 255, g * 255, r * 255


def wooden(rng: np.random.Generator) -> Colour:
    """A colour that wood may have."""
    return hsv(rng.uniform(0.04, 0.12), rng.uniform(0.2, 0.75), rng.uniform(0.25, 0.9))


def any_colour(rng: np.random.Generator) -> Colour:
    """Any colour at all, grey ones more often."""
    return hsv(rng.random(), rng.random() ** 1.5, rng.uniform(0.08, 0.98))


def texture(rng: np.random.Generator, height: int, width: int, stretch: float = 1.0) -> Canvas:
    """Random clouds between about -1 and 1, drawn out along x by `stretch`."""
    field: Any = np.zeros((height, width), np.float32)
    for size in (4, 12, 40):
        rows, columns = max(2, height // size), max(2, int(width / size / stretch))
        noise = rng.standard_normal((rows, columns), np.float32)
        field += cv2.resize(noise, (width, height), interpolation=cv2.INTER_CUBIC) * 0.45
    return field


def surface(rng: np.random.Generator, colour: Colour, height: int, width: int) -> Canvas:
    """A piece of table: plain, speckled, veined like wood or striped like cloth."""
    canvas = np.empty((height, width, 3), np.float32)
    canvas[:] = colour
    kind = rng.random()
    if kind < 0.4:
        canvas *= 1 + texture(rng, height, width)[..., None] * rng.uniform(0, 0.06)
    elif kind < 0.8:
        grain = texture(rng, height, width, rng.uniform(4, 20))
        if rng.random() < 0.5:
            grain = np.ascontiguousarray(
                cv2.resize(grain.T, (width, height), interpolation=cv2.INTER_LINEAR)
            )
        canvas *= 1 + grain[..., None] * rng.uniform(0.02, 0.2)
    else:
        step = rng.integers(6, 60)
        ys, xs = np.mgrid[0:height, 0:width]
        bands = ((xs // step + (ys // step if rng.random() < 0.6 else 0)) % 2).astype(np.float32)
        other = np.array(any_colour(rng), np.float32)
        canvas += (other - canvas) * bands[..., None] * rng.uniform(0.2, 1.0)
    return canvas


def disc(canvas: Canvas, middle: tuple[float, float], radius: float, colour: Colour) -> None:
    """A filled circle with soft edges, at fractions of a pixel."""
    ellipse(canvas, middle, (radius, radius), 0.0, colour)


def ellipse(
    canvas: Canvas,
    middle: tuple[float, float],
    axes: tuple[float, float],
    angle: float,
    colour: Colour,
) -> None:
    """A filled ellipse with soft edges, at fractions of a pixel."""
    reach = int(max(axes)) + 3
    left, top = int(middle[0]) - reach, int(middle[1]) - reach
    right, bottom = left + 2 * reach + 1, top + 2 * reach + 1
    x0, y0 = max(0, left), max(0, top)
    x1, y1 = min(canvas.shape[1], right), min(canvas.shape[0], bottom)
    if x0 >= x1 or y0 >= y1:
        return
    mask: Any = np.zeros((y1 - y0, x1 - x0), np.uint8)
    unit = 1 << _SHIFT
    at = (round((middle[0] - x0) * unit), round((middle[1] - y0) * unit))
    size = (round(axes[0] * unit), round(axes[1] * unit))
    cv2.ellipse(mask, at, size, angle, 0, 360, 255, -1, cv2.LINE_AA, _SHIFT)
    share = mask.astype(np.float32)[..., None] / 255
    part = canvas[y0:y1, x0:x1]
    part += (np.array(colour, np.float32) - part) * share


def soften(canvas: Canvas, mask: Any, blur: float, strength: float) -> None:
    """Darken the canvas by a blurred mask: a shadow."""
    soft = cv2.GaussianBlur(mask, (0, 0), max(0.5, blur))
    canvas *= 1 - soft[..., None] * strength


def light_up(canvas: Canvas, rng: np.random.Generator) -> Canvas:
    """Uneven light: a slope, the edge of a shadow, a glare, a coloured lamp."""
    height, width = canvas.shape[:2]
    ys, xs = np.mgrid[0:height, 0:width].astype(np.float32)
    angle = rng.uniform(0, 2 * np.pi)
    along = ((xs / width - 0.5) * np.cos(angle) + (ys / height - 0.5) * np.sin(angle)).astype(
        np.float32
    )
    light = 1 + along * rng.uniform(0, 0.9)
    if rng.random() < 0.3:
        edge = rng.uniform(-0.35, 0.35)
        steep = np.clip((along - edge) / rng.uniform(0.005, 0.12), -40, 40)
        soft = 1 / (1 + np.exp(-steep))
        light = light * (1 - rng.uniform(0.2, 0.65) * soft)
    lit = canvas * light[..., None] * np.array(rng.uniform(0.85, 1.15, 3), np.float32)
    for _ in range(int(rng.integers(0, 3)) if rng.random() < 0.4 else 0):
        x, y = rng.uniform(0, width), rng.uniform(0, height)
        wide = rng.uniform(0.3, 2.5) * CELL
        far = (((xs - x) / wide) ** 2 + ((ys - y) / (wide * rng.uniform(0.5, 2))) ** 2) / 2
        lit += (np.exp(-far) * rng.uniform(20, 150))[..., None]
    level = rng.uniform(0.35, 1.25)
    made: Canvas = np.clip(lit * level, 0, 255).astype(np.float32)
    return made


def reflect_lamps(canvas: Canvas, rng: np.random.Generator) -> None:
    """Now and then lamps or windows mirrored in the board itself: bright, patchy, with edges."""
    if rng.random() > 0.35:
        return
    height, width = canvas.shape[:2]
    for _ in range(int(rng.integers(1, 4))):
        mask: Any = np.zeros((height, width), np.float32)
        middle = tuple(float(v) for v in rng.uniform(0, (width, height)))
        long, narrow = rng.uniform(0.4, 4.0) * CELL, rng.uniform(0.15, 1.2) * CELL
        box = (middle, (long, narrow), float(rng.uniform(0, 180)))
        if rng.random() < 0.5:
            cv2.ellipse(mask, box, 1.0, -1, cv2.LINE_AA)
        else:
            cv2.fillConvexPoly(mask, np.round(cv2.boxPoints(box)).astype(np.int32), 1.0)
        mask = cv2.GaussianBlur(mask, (0, 0), rng.uniform(0.6, 10))
        if rng.random() < 0.6:  # a surface that is not quite even
            mask = mask * np.clip(0.6 + 0.5 * texture(rng, height, width), 0, 1.3)
        canvas += (mask * rng.uniform(60, 240))[..., None]


def random_contents(rng: np.random.Generator, letters: str) -> tuple[str, ...]:
    """Any contents, from an empty to a full board; no rule is kept."""
    full = rng.random() ** (0.5 if rng.random() < 0.5 else 2.0)
    first = rng.uniform(0.2, 0.8)
    filled = rng.random(64) < full
    colours = rng.random(64) < first
    return tuple(
        "." if not f else letters[0 if c else 1] for f, c in zip(filled, colours, strict=True)
    )
