"""Quadrangles that stand out from the table by their brightness or colour, for when no guess led
to a board: a learned glance may take a board that it has not seen the like of for another thing."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.find.guess import clockwise
from vision.frame import Picture

SIDE = 320
"""Pixels of the longer side of the small picture in which outlines are looked for."""
LEAST, MOST = 0.06, 0.9
"""The share of the picture that a board's quadrangle has."""
FULL = 0.85
"""How much of its quadrangle an outline fills at least."""
APART = 0.03
"""Quadrangles whose corners lie nearer than this share of the picture are the same."""
MANY = 24
"""So many are told at most, the best filled first."""


def outlines(picture: Picture) -> list[NDArray[np.float64]]:
    """Four corners each, clockwise, in pixels of the picture."""
    scale = min(1.0, SIDE / max(picture.shape[:2]))
    size = max(1, round(picture.shape[1] * scale)), max(1, round(picture.shape[0] * scale))
    small: Any = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
    area = float(small.shape[0] * small.shape[1])
    found: list[tuple[float, NDArray[np.float64]]] = []
    for mask in _masks(small):
        shapes, _ = cv2.findContours(mask, cv2.RETR_LIST, cv2.CHAIN_APPROX_SIMPLE)
        for shape in shapes:
            hull = cv2.convexHull(shape)
            if len(hull) < 4 or not LEAST < cv2.contourArea(hull) / area < MOST:
                continue
            quad: Any = cv2.approxPolyN(hull, 4)
            if quad is None or quad.size != 8:
                continue
            quad = np.asarray(quad, np.float32).reshape(4, 2)
            fill = cv2.contourArea(hull) / max(1.0, cv2.contourArea(quad))
            if fill >= FULL and cv2.isContourConvex(quad):
                found.append((fill, (quad.astype(float) + 0.5) / scale - 0.5))
    return _different(found, APART * max(picture.shape[:2]))


def _masks(small: Picture) -> Iterator[Any]:
    """What is brighter, redder, yellower or more colourful than the rest; and what edges close."""
    lab = cv2.cvtColor(small, cv2.COLOR_BGR2LAB)
    planes = [*cv2.split(lab), cv2.split(cv2.cvtColor(small, cv2.COLOR_BGR2HSV))[1]]
    kernel = np.ones((5, 5), np.uint8)
    edges: Any = np.zeros(small.shape[:2], np.uint8)
    for plane in planes:
        smooth = cv2.medianBlur(plane, 5)
        _, bright = cv2.threshold(smooth, 0, 255, cv2.THRESH_BINARY | cv2.THRESH_OTSU)
        for mask in (bright, cv2.bitwise_not(bright)):
            # Pieces are holes in the board's mask, and what lies beside it hangs on by a thread.
            yield cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel)
        edges |= cv2.Canny(smooth, 20, 60)
    yield cv2.dilate(edges, np.ones((3, 3), np.uint8))


def _different(
    found: list[tuple[float, NDArray[np.float64]]], apart: float
) -> list[NDArray[np.float64]]:
    """The best filled of those that are alike."""
    kept: list[NDArray[np.float64]] = []
    for _, quad in sorted(found, key=lambda one: -one[0]):
        quad = clockwise(quad)
        if all(np.abs(quad - other).max() > apart for other in kept):
            kept.append(quad)
    return kept[:MANY]
