"""Did a place of a Mangala board change between two settled frames?

Exposure is evened out, small nudges are searched for, and every pixel's difference is held against
the noise of the picture and, at edges, against what half a pixel's shift would make of it. A cell
has changed where such differences lie close together; noise does not.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Picture

Box = tuple[int, int, int, int]

NUDGE = 2
"""Pixels by which one rectified board may lie beside the other."""
NUDGES = sorted(
    ((dy, dx) for dy in range(2 * NUDGE + 1) for dx in range(2 * NUDGE + 1)),
    key=lambda nudge: (nudge[0] - NUDGE) ** 2 + (nudge[1] - NUDGE) ** 2,
)
"""Where to look, the likeliest first."""
SAME = 1.6
"""A box that differs by no more has not changed; no further nudge is tried for it."""
NOISE = 1.5
"""The least noise of a camera, in grey values."""
MOST = 8.0
"""A pixel that differs by so many times the noise is different; more says no more."""
BRIGHT = 250
"""From here on a pixel may be any brighter."""


def differences(
    before: Picture, after: Picture, boxes: list[Box], patch: int
) -> NDArray[np.float64]:
    """How far each box (left, top, right, bottom) of two rectified pictures differs.

    Gathered over patches of so many pixels, at the most different one, whichever way the board was
    nudged: about 1 where nothing was done, up to `MOST` where everything is different.
    """
    a, b = (cv2.GaussianBlur(p, (3, 3), 0.8).astype(np.float32) for p in (before, after))
    low, high = _same_light(a, b)
    here = cv2.split(a)
    weight = 1 / _expected(here, cv2.split(low), cv2.split(high))
    bounds = [
        [cv2.copyMakeBorder(c, *(NUDGE,) * 4, cv2.BORDER_REPLICATE) for c in cv2.split(bound)]
        for bound in (low, high)
    ]
    best = np.full(len(boxes), np.inf)
    for dy, dx in NUDGES:
        asked = np.flatnonzero(best > SAME)
        whole = 2 * len(asked) > len(boxes)  # one large piece is faster than many small ones
        pieces = [_around(boxes, a.shape, patch)] if whole else []
        pieces = pieces or [_around([boxes[i]], a.shape, patch) for i in asked]
        for number, (left, top, right, bottom) in enumerate(pieces):
            part = np.s_[top:bottom, left:right]
            moved = np.s_[top + dy : bottom + dy, left + dx : right + dx]
            off = _apart([c[part] for c in here], *([c[moved] for c in b] for b in bounds))
            near: Any = cv2.blur(np.minimum(off * weight[part], MOST), (patch, patch))
            for i in asked if whole else asked[number : number + 1]:
                x, y, beyond, below = boxes[i]
                seen = near[y - top : below - top, x - left : beyond - left].max()
                best[i] = min(best[i], seen)
    return best


def _around(boxes: list[Box], shape: tuple[int, ...], patch: int) -> Box:
    """What must be looked at to tell about boxes: they and half a patch around them."""
    left, top, right, bottom = np.array(boxes).T
    more = patch // 2
    return (
        max(0, int(left.min()) - more),
        max(0, int(top.min()) - more),
        min(shape[1], int(right.max()) + more),
        min(shape[0], int(bottom.max()) + more),
    )


def _apart(a: Sequence[Any], low: Sequence[Any], high: Sequence[Any]) -> Any:
    """How far the first lies outside the bounds, at the worst of the three colours."""
    off: Any = np.zeros_like(a[0])
    for one, least, most in zip(a, low, high, strict=True):
        off = cv2.max(off, cv2.max(cv2.subtract(least, one), cv2.subtract(one, most)))
    return off


def _same_light(a: Any, b: Any) -> tuple[Any, Any]:
    """The second picture with the first one's exposure and white balance, as bounds.

    What was too bright for the second frame may have been any brighter.
    """
    low = np.minimum(in_light_of(a, b), BRIGHT)
    high = np.where((b >= BRIGHT) | (low >= BRIGHT), np.float32(255), low)
    return low, high


def in_light_of(a: Any, b: Any) -> Any:
    """The second picture with the first one's exposure and white balance."""
    some, others = a[::3, ::3].reshape(-1, 3), b[::3, ::3].reshape(-1, 3)
    inside = ((some > 6) & (some < BRIGHT) & (others > 6) & (others < BRIGHT)).all(1)
    gains = np.ones(3)
    if inside.sum() >= 50:
        gains = np.median((some[inside] + 4) / (others[inside] + 4), axis=0)
    return (b + 4) * gains.astype(np.float32) - 4


def _expected(a: Sequence[Any], low: Sequence[Any], high: Sequence[Any]) -> Any:
    """By what a pixel may differ though nothing was done: noise, and at edges a small shift."""
    noise = max(NOISE, 1.5 * float(np.median(_apart(a, low, high)[::2, ::2])))
    steepest: Any = np.zeros_like(a[0])
    for colour in a:
        across = cv2.Sobel(colour, cv2.CV_32F, 1, 0, ksize=3, scale=1 / 8)
        down = cv2.Sobel(colour, cv2.CV_32F, 0, 1, ksize=3, scale=1 / 8)
        steepest = cv2.max(steepest, cv2.magnitude(across, down))
    return np.sqrt(noise**2 + (0.5 * steepest) ** 2)
