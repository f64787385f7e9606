"""Mangala drawn with its counts, over a clean board or over the straightened picture."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.mangala.values import NAMES
from referee.sheet import svg
from referee.sheet.brightness import brightened
from referee.sheet.counting import Counted
from vision.find import outline
from vision.frame import Picture

WIDTH, HEIGHT = 1100.0, 420.0
"""The lengths of a drawing of the clean board."""
MARGIN = 0.05
"""What is shown around the board in a picture, as a share of its length."""
WOOD, DARK, HOLLOW = "#d8b87f", "#8a6a3c", "#f1e2c4"

Place = tuple[float, float, float, float]


def draw_pits(counted: Counted, over_picture: bool = False) -> str:
    """The board as SVG; `over_picture` needs a photo."""
    if counted.read is not None and over_picture:
        shown, places = straightened(counted.read.frame.picture, counted.read.pose)
        height, width = shown.shape[:2]
        counts = counts_in(counted.board.stones, places, _signs(counted), seen=True)
        return svg.drawing(width, height, [svg.image(brightened(shown), width, height), *counts])
    places = clean_places()
    counts = counts_in(counted.board.stones, places, _signs(counted))
    return svg.drawing(WIDTH, HEIGHT, [*empty_pits(places), *counts])


def _signs(counted: Counted) -> dict[str, tuple[str, str]]:
    """The places that are ringed, each with colour and sign."""
    told = dict.fromkeys(counted.set_cells, (svg.SETTLED, "!"))
    return told | dict.fromkeys(counted.doubtful, (svg.DOUBT, "?"))


def clean_places() -> list[Place]:
    """Middle and half widths of the 14 places: south below from left, north above from right."""
    step, left = 130.0, 160.0
    south = [(left + step * (i + 0.5), 300.0, 54.0, 66.0) for i in range(6)]
    north = [(left + step * (5.5 - i), 120.0, 54.0, 66.0) for i in range(6)]
    return [*south, *north, (1020.0, 210.0, 52.0, 158.0), (80.0, 210.0, 52.0, 158.0)]


def empty_pits(places: list[Place]) -> Iterator[str]:
    """The board without stones."""
    yield svg.box(0, 0, WIDTH, HEIGHT, fill=svg.WHITE)
    yield svg.box(8, 24, WIDTH - 16, HEIGHT - 48, fill=WOOD, stroke=DARK, thick=6, round_by=70)
    for x, y, across, down in places:
        yield svg.ellipse(x, y, across, down, fill=HOLLOW, stroke=DARK)


def ring_at(place: Place, colour: str, sign: str) -> Iterator[str]:
    """A ring around a pit with a sign at it, so that colour is never the only sign."""
    x, y, across, down = place
    yield svg.ellipse(x, y, across, down, fill="none", stroke=svg.WHITE)
    yield svg.ellipse(x, y, across - 5, down - 5, fill="none", stroke=colour)
    mark = (x + 0.62 * across, y - 0.72 * down)
    yield svg.words(*mark, 44, sign, fill=colour, edge=svg.WHITE, bold=True)


def counts_in(
    stones: Sequence[int],
    places: list[Place],
    signs: Mapping[str, tuple[str, str]] | None = None,
    seen: bool = False,
) -> Iterator[str]:
    """The count in each place with the place's name; those with a sign ringed in its colour."""
    for name, count, place in zip(NAMES, stones, places, strict=True):
        x, y, across, down = place
        size = min(across, down) * (1.0 if seen else 1.15)
        if signs and name in signs:
            yield from ring_at(place, *signs[name])
        edge = svg.INK if seen else ""
        ink = svg.WHITE if seen else (svg.INK if count else "#9a8a6a")
        yield svg.words(x, y - 0.1 * size, size, str(count), fill=ink, edge=edge, bold=True)
        small = max(20.0, 0.36 * size)
        below = y + 0.68 * size
        label_edge, label_ink = (svg.INK, svg.WHITE) if seen else ("", DARK)
        yield svg.words(x, below, small, name, fill=label_ink, edge=label_edge)


def straightened(picture: Picture, pose: Pose) -> tuple[Picture, list[Place]]:
    """The board as if seen from above, north on top, and where its places then lie."""
    corners = outline(pose)
    low, high = corners[:, :2].min(0), corners[:, :2].max(0)
    margin = MARGIN * float((high - low).max())
    low, high = low - margin, high + margin
    scale = WIDTH / float(high[0] - low[0])
    width, height = round(WIDTH), max(1, round(float(high[1] - low[1]) * scale))
    xs = low[0] + (np.arange(width) + 0.5) / scale
    ys = high[1] - (np.arange(height) + 0.5) / scale
    flat = np.zeros((height * width, 3))
    flat[:, 0], flat[:, 1] = np.tile(xs, height), np.repeat(ys, width)
    seen = pose.project(flat).astype(np.float32).reshape(height, width, 2)
    shown = cv2.remap(picture, seen[..., 0], seen[..., 1], cv2.INTER_LINEAR)
    return np.asarray(shown, np.uint8), _places(pose, low, high, scale)


def _places(
    pose: Pose, low: NDArray[np.float64], high: NDArray[np.float64], scale: float
) -> list[Place]:
    assert pose.places is not None  # a Mangala board was read
    return [
        ((x - low[0]) * scale, (high[1] - y) * scale, width * scale / 2, height * scale / 2)
        for x, y, width, height in pose.places.tolist()
    ]
