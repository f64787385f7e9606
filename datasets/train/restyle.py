"""The same table in other colours: pieces and board painted anew, each where its mask says.

Few tables are rendered. Painted anew, one shows every board and every set of pieces in its own
light: shape, shading, shadows and mirrored lamps stay, what they fall on is another.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.sketch.board import any_colour, hsv, wooden
from vision.frame import Picture

Mask = NDArray[np.bool_]
Float = NDArray[np.floating]

BRIGHT = 205.0
"""What is brighter than this in all its colours is mirrored light and stays as it is."""


def repainted(picture: Float, mask: Mask, colour: tuple[float, float, float], depth: float) -> None:
    """Give the masked part another colour of this depth (1: as even as it was)."""
    part = picture[mask]
    if not len(part):
        return
    grey = part.mean(1)
    level = max(4.0, float(np.median(grey)))
    shading = np.clip(grey / level, 0, 4) ** depth
    bright = max(1.0, float(np.quantile(shading, 0.95)) * max(colour) / 245)
    made = shading[:, None] * np.array(colour, np.float32) / np.float32(bright)
    lamp = np.clip((part.min(1) - BRIGHT) / (255 - BRIGHT), 0, 1)[:, None]
    picture[mask] = made + (part - made) * lamp


def other_stones(
    picture: Picture, index: NDArray[np.uint16], rng: np.random.Generator, numbers_to: int = 0
) -> Picture:
    """Mangala: every stone in another colour, all in one, or as they are; sometimes the board too.

    `index` tells to which stone a pixel belongs, 0 for none. Where `numbers_to` is no less than any
    stone's number, the same random numbers give a stone the same colour in every picture.
    """
    way = rng.random()
    made = picture.astype(np.float32)
    there = index > 0
    if rng.random() < 0.5:
        colour = wooden(rng) if rng.random() < 0.6 else any_colour(rng)
        repainted(made, ~there, colour, float(rng.uniform(0.7, 1.2)))
    if way < 0.65 and there.any():
        numbers = index[there].astype(int)
        part = made[there]
        grey = part.mean(1)
        often = np.maximum(np.bincount(numbers, minlength=numbers_to), 1)
        level = np.maximum(np.bincount(numbers, grey, numbers_to) / often, 6.0)
        count = 1 if way < 0.3 else int(rng.integers(2, 9))
        palette = np.array([any_colour(rng) for _ in range(count)])
        if way > 0.53:  # told from the board by their shades alone
            palette = _around(made, there) * rng.uniform(0.7, 1.3, (count, 1))
        chosen = palette[rng.integers(0, count, len(level))]
        colours = chosen * rng.uniform(0.85, 1.15, (len(level), 1))
        new = (grey / level[numbers])[:, None] * colours[numbers]
        lamp = np.clip((part.min(1) - BRIGHT) / (255 - BRIGHT), 0, 1)[:, None]
        made[there] = new + (part - new) * lamp
    return np.clip(made, 0, 255).astype(np.uint8)


def _around(picture: Float, stones: Mask) -> Float:
    """The colour that is most common beside the stones."""
    near = cv2.dilate(stones.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    beside = picture[near & ~stones]
    return np.median(beside if len(beside) else picture[~stones], 0)


@dataclass(frozen=True, eq=False)
class Parts:
    """Which pixels of a picture show what."""

    field: Mask
    """The board, where nothing stands on it."""
    dark: Mask
    """Black pieces."""
    other: Mask
    """White or red ones."""
    tokens: Mask
    """Kulami's tokens."""


def other_set(game: str, picture: Picture, parts: Parts, style: int) -> Picture:
    """Reversi, Kulami: another set of the same shape; one style is one set in any position."""
    rng = np.random.default_rng([style, 17])
    made = picture.astype(np.float32)
    if game == "reversi":
        _other_board(made, parts, rng)
    else:
        _other_wood(made, parts, rng)
    return np.clip(made, 0, 255).astype(np.uint8)


def _other_board(made: Float, parts: Parts, rng: np.random.Generator) -> None:
    """Another field, black discs that mirror more or less, whiter or darker white ones."""
    painted, veiled, tinted, alike = rng.random(4) < (0.6, 0.6, 0.5, 0.4)
    green = hsv(rng.uniform(0.25, 0.5), rng.uniform(0.3, 1.0), rng.uniform(0.1, 0.8))
    any_other = any_colour(rng)
    colour = green if rng.random() < 0.6 else any_other
    depth = float(rng.uniform(0.7, 1.2))
    tint = rng.uniform(0.55, 1.0) * np.array([rng.uniform(0.75, 1), rng.uniform(0.9, 1), 1.0])
    near = rng.uniform(0.7, 1.5)
    if painted:
        repainted(made, parts.field, colour, depth)
    if veiled and parts.dark.any():
        _veil(made, parts.dark, rng)
    if tinted:
        made[parts.other] *= tint.astype(np.float32)
    if alike and parts.dark.any():  # a field about as bright as the black discs are
        wanted = float(made[parts.dark].mean()) * near
        level = max(2.0, float(made[parts.field].mean()))
        made[parts.field] *= np.float32(np.clip(wanted / level, 0.15, 2))


def _veil(made: Float, dark: Mask, rng: np.random.Generator) -> None:
    """Something pale that black discs mirror, more on one side of the board than on the other."""
    height, width = dark.shape
    ys, xs = np.nonzero(dark)
    slope = rng.uniform(-1.2, 1.2, 2)
    share = np.clip(0.5 + slope[0] * (xs / width - 0.5) + slope[1] * (ys / height - 0.5), 0, 1.2)
    most = 0.55 * float(np.quantile(made[::4, ::4].mean(2), 0.95))
    tint = np.array([rng.uniform(0.8, 1), 1.0, rng.uniform(0.8, 1)], np.float32)
    veil = (share * rng.uniform(0, most)).astype(np.float32)
    made[dark] = made[dark] * np.float32(rng.uniform(0.5, 1.1)) + veil[:, None] * tint


def _other_wood(made: Float, parts: Parts, rng: np.random.Generator) -> None:
    """Plates of another wood, other tokens, marbles a little other."""
    painted, darker, redder, marked = rng.random(4) < (0.6, 0.4, 0.6, 0.25)
    wood, any_other, token = wooden(rng), any_colour(rng), any_colour(rng)
    colour = wood if rng.random() < 0.85 else any_other
    depth, dark = float(rng.uniform(0.8, 1.3)), np.float32(rng.uniform(0.6, 1.5))
    red = hsv(rng.normal(0.0, 0.02) % 1.0, rng.uniform(0.6, 1.0), rng.uniform(0.25, 0.95))
    if painted:
        repainted(made, parts.field, colour, depth)
    if darker:
        made[parts.dark] *= dark
    if redder:
        repainted(made, parts.other, red, 1.0)
    if marked:
        repainted(made, parts.tokens, token, 1.0)
