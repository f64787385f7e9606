"""Photos in other ways: turned, smaller, in other light, by a worse camera.

Real photos are few. What is read right in one of them and wrong in the same photo turned by a
quarter was read right by luck; so this tells more about photos that nobody has than the photos do.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.stills import Still, photo_stills
from vision.frame import Picture, smaller

GRAIN, SEED = 15.0, 5
"""Noise of a bad camera, in grey values, and what it is drawn from."""
SOFT = 700
"""A picture is blurred by its longer side through this."""
ROOM = 0.75
"""How much smaller a picture is made that is turned by less than a quarter, so that it fits."""
POOR = 20
"""JPEG's quality from 0 to 100."""

Way = Callable[[Still], Still]
Plane = Callable[[int, int], tuple[NDArray[np.float64], tuple[int, int]]]
"""From width and height: where pixels go, and the new width and height."""


def altered_stills(game: str, folder: Path) -> Iterator[Still]:
    """Every labelled photo in every way."""
    for still in photo_stills(game, folder):
        for name, way in WAYS.items():
            yield replace(way(still), source=f"{still.source} {name}", kind="altered")


def _moved(plane: Plane) -> Way:
    """A picture through a plane, and its labels with it."""

    def way(still: Still) -> Still:
        picture = still.frame.picture
        through, size = plane(picture.shape[1], picture.shape[0])
        edge = cv2.BORDER_REPLICATE
        seen = cv2.warpPerspective(picture, through, size, flags=cv2.INTER_AREA, borderMode=edge)
        points = [
            None
            if some is None or not len(some)
            else cv2.perspectiveTransform(some[None], through)[0]
            for some in (still.corners, still.centres)
        ]
        shown = replace(still, corners=points[0], centres=points[1])
        return _with(shown, np.asarray(seen))

    return way


def _toned(tone: Callable[[NDArray[np.float32]], NDArray[np.floating]]) -> Way:
    """A picture whose values are others."""

    def way(still: Still) -> Still:
        values = tone(still.frame.picture.astype(np.float32))
        return _with(still, np.clip(values, 0, 255).astype(np.uint8))

    return way


def _with(still: Still, picture: Picture) -> Still:
    return replace(still, frame=replace(still.frame, picture=np.ascontiguousarray(picture)))


def _quarters(count: int) -> Plane:
    def plane(wide: int, high: int) -> tuple[NDArray[np.float64], tuple[int, int]]:
        turns = {
            1: ([[0, -1, high - 1], [1, 0, 0], [0, 0, 1]], (high, wide)),
            2: ([[-1, 0, wide - 1], [0, -1, high - 1], [0, 0, 1]], (wide, high)),
            3: ([[0, 1, 0], [-1, 0, wide - 1], [0, 0, 1]], (high, wide)),
        }
        through, size = turns[count]
        return np.array(through, float), size

    return plane


def _turned(degrees: float) -> Plane:
    def plane(wide: int, high: int) -> tuple[NDArray[np.float64], tuple[int, int]]:
        turn = cv2.getRotationMatrix2D((wide / 2, high / 2), degrees, ROOM)
        return np.vstack([turn, [0, 0, 1]]), (wide, high)

    return plane


def _half(still: Still) -> Still:
    points = [
        None if some is None else (some + 0.5) / 2 - 0.5 for some in (still.corners, still.centres)
    ]
    shown = replace(still, corners=points[0], centres=points[1])
    return _with(shown, smaller(still.frame.picture, 0.5))


def _coloured(blue: float, red: float) -> Way:
    return _toned(lambda p: p * np.array([blue, 1.0, red]))


def _grainy(picture: NDArray[np.float32]) -> NDArray[np.floating]:
    return picture + np.random.default_rng(SEED).normal(0, GRAIN, picture.shape)


def _soft(picture: NDArray[np.float32]) -> NDArray[np.floating]:
    return np.asarray(cv2.GaussianBlur(picture, (0, 0), max(picture.shape) / SOFT))


def _pressed(still: Still) -> Still:
    """Packed as a poor JPEG."""
    _, data = cv2.imencode(".jpg", still.frame.picture, [cv2.IMWRITE_JPEG_QUALITY, POOR])
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    assert picture is not None
    return _with(still, np.asarray(picture, np.uint8))


WAYS: dict[str, Way] = {
    "turned by 90": _moved(_quarters(1)),
    "turned by 180": _moved(_quarters(2)),
    "turned by 270": _moved(_quarters(3)),
    "turned by 20": _moved(_turned(20)),
    "turned by -35": _moved(_turned(-35)),
    "half as large": _half,
    "dark": _toned(lambda p: p * 0.4),
    "bright": _toned(lambda p: p * 1.4),
    "contrasty": _toned(lambda p: 255 * (p / 255) ** 1.8),
    "hazy": _toned(lambda p: p * 0.5 + 90),
    "warm": _coloured(0.7, 1.15),
    "cold": _coloured(1.15, 0.75),
    "grey": _toned(lambda p: np.repeat(p.mean(2, keepdims=True), 3, 2)),
    "grainy": _toned(_grainy),
    "soft": _toned(_soft),
    "poor JPEG": _pressed,
}
