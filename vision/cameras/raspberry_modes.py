"""Which mode of the sensor, and which sizes: sharp enough, and never a part of the view.

Many fast modes read only the middle of the sensor: Camera Module 2 sees 59 % of its width in its
1080p mode. A mode is judged by its crop, not by its size.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import log, sqrt
from typing import Any

from vision.small import WIDTH

PIXELS = 1920 * 1080
"""About how many pixels a picture has; more is slower and reads no better."""
WHOLE = 0.99
"""A crop of this share of the largest is the whole sensor; modes differ by a few border pixels."""


def full_view(
    modes: Sequence[Mapping[str, Any]], size: tuple[int, int] | None = None
) -> tuple[int, int] | None:
    """The output size of the mode that sees all and is nearest in size; None if nothing is told."""
    told = [mode for mode in modes if "crop_limits" in mode and "size" in mode]
    if not told:
        return None
    largest = max(_area(mode["crop_limits"][2:]) for mode in told)
    whole = [mode for mode in told if _area(mode["crop_limits"][2:]) >= WHOLE * largest]
    wanted = _area(size) if size else PIXELS
    best = min(whole, key=lambda mode: abs(log(_area(mode["size"]) / wanted)))
    return best["size"][0], best["size"][1]


def main_size(view: tuple[int, int]) -> tuple[int, int]:
    """A picture of about `PIXELS` in the aspect of the view, even, not larger than it."""
    scale = min(1.0, sqrt(PIXELS / _area(view)))
    return _even(view[0] * scale), _even(view[1] * scale)


def small_size(main: tuple[int, int]) -> tuple[int, int]:
    """The size of the small picture: the same view, `WIDTH` wide."""
    width = min(WIDTH, main[0])
    return width, _even(width * main[1] / main[0])


def _even(length: float) -> int:
    return max(2, 2 * round(length / 2))


def _area(size: Sequence[int]) -> int:
    return size[0] * size[1]
