"""What light and sensor do: the exposure of a frame against another, and the noise."""

from __future__ import annotations

from typing import Any, NamedTuple

import cv2
import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]

STEPS = 160
RANGE = (0.25, 4.0)
"""How much darker or brighter a frame may be than the background."""
_LOW, _HIGH = np.log(RANGE[0]), np.log(RANGE[1])
DARK = 16.0
"""Darker grey values say little about the exposure."""
BURNT = 236.0
"""Nor do brighter ones: the sensor may have seen any amount of light."""
BENT = 0.7
"""A change of the exposure may act on a pixel by so much more or less: colours burn out singly."""
MOST_BENT = 0.05
"""But never by more than this share of its grey value."""

AROUND = 17
"""Side of a pixel's surroundings, in small pixels."""
DIM = 12.0
"""Added to them, so that the noise of dark places is not blown up."""


class Glimpse(NamedTuple):
    """A small picture and how much light it got."""

    time: float
    seen: Plane
    level: float
    """Its exposure against the first frame's."""


def exposure(seen: Plane, background: Plane) -> float:
    """By what the background is multiplied in this frame.

    The commonest ratio, not the middle one: a hand may cover half of the picture, and what it
    covers has no ratio in common. 1 where nothing can be compared.
    """
    a, b = seen[2::5, 2::5].ravel(), background[2::5, 2::5].ravel()
    fit = (np.minimum(a, b) > DARK) & (np.maximum(a, b) < BURNT)
    if np.count_nonzero(fit) < 50:
        return 1.0
    logs = np.log(a[fit] / b[fit])
    bins = ((logs - _LOW) * (STEPS / (_HIGH - _LOW))).astype(np.int32)
    counts = np.bincount(np.clip(bins, 0, STEPS - 1), minlength=STEPS).astype(float)
    peak = int(np.convolve(counts, (1, 2, 3, 2, 1), "same").argmax())
    middle = _LOW + (peak + 0.5) * (_HIGH - _LOW) / STEPS
    near = logs[np.abs(logs - middle) < 0.04]
    return float(np.exp(near.mean() if near.size else middle))


def apart(one: Glimpse, other: Glimpse) -> Plane:
    """How far two frames differ beyond their exposures, as a 3 x 3 mean.

    The noise of single pixels goes, what is as wide as a finger stays; what is burnt out in both
    does not differ.
    """
    ratio = one.level / other.level
    expected = other.seen * np.float32(ratio)
    difference: Any = cv2.subtract(
        cv2.threshold(one.seen, BURNT, 0, cv2.THRESH_TRUNC)[1],
        cv2.threshold(expected, BURNT, 0, cv2.THRESH_TRUNC)[1],
    )
    return cv2.blur(difference, (3, 3))


def bend(one: Glimpse, other: Glimpse) -> float:
    """The share of a grey value by which two frames may differ for their exposures alone."""
    return min(MOST_BENT, BENT * abs(float(np.log(one.level / other.level))))


def noise_of(difference: Plane) -> float:
    """The standard deviation in a difference of two frames.

    From the smaller two thirds of what is seen, so that what moves does not count.
    """
    some = np.abs(difference[::6, ::6]).ravel()
    at = some.size * 2 // 3
    return float(np.partition(some, at)[at]) / 0.9674  # the normal distribution's 66.7 % point


def relief(plane: Plane) -> Plane:
    """Each pixel against its surroundings, about 110: what a lamp or a shadow changes little."""
    fine = cv2.blur(plane, (3, 3))
    around = cv2.blur(fine, (AROUND, AROUND)) + np.float32(DIM)
    ratio: Any = cv2.divide(fine, around, scale=110.0)
    return cv2.threshold(ratio, 255.0, 0, cv2.THRESH_TRUNC)[1]
