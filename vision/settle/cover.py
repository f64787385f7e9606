"""What has changed against the background: pieces, light, or somebody's arm.

A piece changes a small patch inside a cell. An arm is one large region that reaches from the cells
to beyond the board. Light and shadow change as large a region, but what lies under them is still to
be seen.
"""

from __future__ import annotations

from typing import Any, cast

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.settle.ground import Ground, Mask
from vision.settle.light import Plane

LEAST = 0.06
"""A cell of which less is taken is not covered."""
COMES = 0.2
"""An arm takes so many cells' area beyond the board, at least,"""
EDGE = 8
"""or so many pixels, at half the size, at the edge of the picture."""
MOST = 0.4
"""No pieces change more of the board than this at once."""
ALIKE = 0.85
"""Correlation with the background above which a cell is only lit differently."""
SEEN = 0.94
"""Above this it is also seen as a whole."""
PLAIN = 4.0
"""Below this standard deviation there is nothing by which to know a cell again."""
PAIR = np.ones((2, 2), np.uint8)

Cells = NDArray[np.bool_]


def covered_by_arms(changed: Mask, now: Plane, then: Plane, ground: Ground) -> tuple[bool, Cells]:
    """Whether an arm is over the board, and which cells it covers; pieces and light are none.

    `now` and `then` are the reliefs of frame and background.
    """
    reaching = _reaching(changed, ground)
    nothing = np.zeros(ground.count, bool)
    if reaching is None:
        return False, nothing
    inside = ground.inside[reaching.ravel()[ground.inside] > 0]
    cells = ground.cells.ravel()[inside]
    taken = np.bincount(cells, minlength=ground.count + 1)[1:] > LEAST * ground.areas
    if not taken.any():
        return False, nothing
    a, b = now.ravel()[inside], then.ravel()[inside]
    seen, strange = _compared(a, b, cells, ground.count)
    if not (taken & strange).any() and _correlation(a, b) > ALIKE:
        return False, nothing
    return True, taken & ~seen


def _reaching(changed: Mask, ground: Ground) -> Mask | None:
    """The changed regions that come from beyond the board, if there are any.

    At half the size: an arm is wide, and pixels that nearly touch belong together.
    """
    joined: Any = cv2.dilate(changed, PAIR)[::2, ::2]
    count, labels = cast(tuple[int, Any], cv2.connectedComponents(joined, connectivity=8))
    every = labels.ravel()
    within = np.bincount(every[ground.within], minlength=count)
    outside = np.bincount(every[ground.beyond], minlength=count)
    edge = np.bincount(every[ground.edge], minlength=count)
    cell = ground.area / 4
    comes = (outside > COMES * cell) | (edge > EDGE)
    if within[1:].sum() > MOST * len(ground.within):
        comes[:] = True
    wanted = (within > LEAST * cell) & comes
    wanted[0] = False
    if not wanted.any():
        return None
    half = np.take(wanted.astype(np.uint8), labels)
    whole: Any = cv2.resize(half, ground.size, interpolation=cv2.INTER_NEAREST)
    return whole


def _compared(now: Any, then: Any, cells: Any, count: int) -> tuple[Cells, Cells]:
    """Which cells are seen as a whole, and which show something else than before."""

    def total(values: Any) -> Any:
        return np.bincount(cells, values, minlength=count + 1)[1:]

    number = np.maximum(np.bincount(cells, minlength=count + 1)[1:], 1)
    a, b = total(now) / number, total(then) / number
    spread = np.maximum(total(now * now) / number - a * a, 1e-6)
    known = np.maximum(total(then * then) / number - b * b, 1e-6)
    both = (total(now * then) / number - a * b) / np.sqrt(spread * known)
    there = known > PLAIN**2
    rest = np.maximum(spread, known) * (1 - np.clip(both, 0, 1) ** 2)
    strange = (rest > PLAIN**2) & ~((both > ALIKE) & there)
    return (both > SEEN) & there, strange


def _correlation(now: Any, then: Any) -> float:
    if then.std() < PLAIN or now.std() < PLAIN:
        return 0.0
    return float(np.corrcoef(now, then)[0, 1])
