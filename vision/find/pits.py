"""From a rough quadrangle round a Mangala board to its pits and treasuries."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.detectors.numbers import sigmoid
from vision.frame import Picture
from vision.network import network

SIZE = (320, 128)
"""Width and height of what the network sees."""
FIELD = (264, 76)
"""How much of it pits and treasuries fill."""
ROUNDS = 3
"""How often it looks."""
_SQUARE = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], np.float32)


@dataclass(frozen=True, eq=False)
class Field:
    """The places as the network sees them."""

    places: NDArray[np.float64]
    """14 x 4 in field coordinates, -1 to 1 in both directions, y upwards."""
    plane: NDArray[np.float64]
    """3x3: from field coordinates to pixels."""
    board: float
    """How likely this is a Mangala board at all."""

    @property
    def middles(self) -> NDArray[np.float64]:
        """Where the 14 middles lie in the picture."""
        return np.asarray(cv2.perspectiveTransform(self.places[None, :, :2], self.plane)[0])


def lengthwise(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """Clockwise corners turned so that the first edge is a long one."""
    a, b, c, d = corners
    long = np.linalg.norm(b - a) + np.linalg.norm(d - c)
    short = np.linalg.norm(c - b) + np.linalg.norm(a - d)
    return corners if long >= short else np.roll(corners, -1, axis=0)


def plane_of(corners: NDArray[np.float64]) -> NDArray[np.float64]:
    """From field coordinates to pixels, for the field's corners clockwise from the upper left."""
    return np.asarray(cv2.getPerspectiveTransform(_SQUARE, corners.astype(np.float32)), float)


_TO_FIELD = np.array(
    [
        [2 / FIELD[0], 0, (0.5 - SIZE[0] / 2) * 2 / FIELD[0]],
        [0, -2 / FIELD[1], (SIZE[1] / 2 - 0.5) * 2 / FIELD[1]],
        [0, 0, 1],
    ]
)
"""From pixels of the flat picture to field coordinates."""


def flattened(picture: Picture, plane: NDArray[np.float64]) -> Picture:
    """The field through its plane, as the network sees it."""
    corners = cv2.perspectiveTransform(_SQUARE[None], plane)[0]
    size = float(np.sqrt(abs(cv2.contourArea(corners.astype(np.float32)))))
    scale = float(np.sqrt(FIELD[0] * FIELD[1])) / max(size, 1.0)
    if scale < 0.6:
        factor = scale / 0.8
        picture = np.asarray(
            cv2.resize(picture, None, fx=factor, fy=factor, interpolation=cv2.INTER_AREA)
        )
        shift = factor / 2 - 0.5
        plane = np.array([[factor, 0, shift], [0, factor, shift], [0, 0, 1]]) @ plane
    flags, edge = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP, cv2.BORDER_REPLICATE
    back = plane @ _TO_FIELD
    return np.asarray(cv2.warpPerspective(picture, back, SIZE, flags=flags, borderMode=edge))


def look_for_pits(picture: Picture, corners: NDArray[np.float64], rounds: int = ROUNDS) -> Field:
    """Move a rough quadrangle onto the pits and treasuries near it."""
    plane = plane_of(lengthwise(corners))
    field = _look(picture, plane)
    for _ in range(rounds - 1):
        low = (field.places[:, :2] - field.places[:, 2:] / 2).min(0)
        high = (field.places[:, :2] + field.places[:, 2:] / 2).max(0)
        around = np.array([[(low[0], high[1]), high, (high[0], low[1]), low]])
        quad = cv2.perspectiveTransform(around, plane)[0]
        if cv2.contourArea(quad.astype(np.float32)) < 100:
            break
        plane = plane_of(quad)
        field = _look(picture, plane)
    return field


def _look(picture: Picture, plane: NDArray[np.float64]) -> Field:
    places, logit = network("pit-finder")(flattened(picture, plane))
    return Field(np.asarray(places[0], float), plane, float(sigmoid(logit[0, 0])))
