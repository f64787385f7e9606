"""A pose over a Mangala board from the middles of its pits.

Lengths are in pits: 1 is from one pit's middle to the next in its row. No two boards have the same
measures, so how far the rows lie apart and how wide the hinge in the middle gapes are estimated
along with the camera.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from calibration.corners import NOISE, check_quad, fit_shape
from calibration.lens import Lens
from calibration.pose import Floats, Pose
from engines import InputError

OUTER = (11, 6, 5, 0)
"""The outer pits clockwise from north's left end: N6, N1, S6, S1."""
ROWS = (1.1, 0.12)
"""How far the rows lie apart on common boards, and the spread."""
HINGE = (0.08, 0.08)
"""How much wider the gap in the middle is, and the spread."""
PIT = 0.82
"""How wide a pit is where nobody has looked."""
TREASURY = (1.07, 0.84, 0.72)
"""A treasury where nobody has looked: how far from the last pit, how wide, how far it reaches
beyond the rows' middles."""


def pose_from_pits(
    middles: ArrayLike,
    size: tuple[int, int],
    lens: Lens | None = None,
    noise: float = NOISE,
) -> Pose:
    """The pose, with places, from all 12 pits in the engine's order or from the four outer ones.

    All: S1 to S6, then N1 to N6 (12 x 2 pixels). Four: clockwise from north's left end, so N6, N1,
    S6, S1. From four a hinge cannot be told from wider pits; the inner pits are then a guess.
    """
    pixels = np.asarray(middles, float)
    if pixels.shape not in ((12, 2), (4, 2)):
        raise InputError(f"expected the middles of 12 or of the 4 outer pits, got {pixels.shape}")
    which = list(range(12)) if len(pixels) == 12 else list(OUTER)
    check_quad(pixels[list(OUTER)] if len(pixels) == 12 else pixels, "the four outer pits")
    flat, moves = _board()
    pose, (rows, hinge) = fit_shape(
        flat[which], pixels, size, lens, noise, np.array([ROWS, HINGE]), moves[:, which]
    )
    pose = pose.with_places(places(rows, hinge))
    _check_fit(pose, which, pixels)
    return pose


def _check_fit(pose: Pose, which: list[int], pixels: Floats) -> None:
    """Refuse pits that lie nearer to where another one is; raises `InputError` that names them."""
    at = pose.place_middles()[:12]
    pit = np.median(np.linalg.norm(np.diff(at.reshape(2, 6, 2), axis=1), axis=2))
    off = np.linalg.norm(at[which] - pixels, axis=1) > pit / 2
    if off.any():
        names = ", ".join(
            f"{'SN'[n // 6]}{n % 6 + 1}" for n, far in zip(which, off, strict=True) if far
        )
        raise InputError(
            f"no Mangala board has its pits so ({names}); check their order and places"
        )


def places(rows: float, hinge: float) -> Floats:
    """The 14 places, x, y, width, height, where rows lie so far apart with such a hinge."""
    flat, moves = _board()
    at = flat + rows * moves[0] + hinge * moves[1]
    pits = np.column_stack([at[:, :2], np.full((12, 2), PIT)])
    off, wide, beyond = TREASURY
    end = 2.5 + hinge / 2 + off
    stores = [(side * end, 0.0, wide, rows + beyond) for side in (1, -1)]
    return np.vstack([pits, stores])


def _board() -> tuple[Floats, Floats]:
    """The pits with the rows on one another, and what the rows' distance and the hinge add."""
    across = np.array([*range(6), *reversed(range(6))]) - 2.5
    north = np.where(np.arange(12) < 6, -0.5, 0.5)
    nothing = np.zeros(12)
    flat = np.column_stack([across, nothing, nothing])
    rows = np.column_stack([nothing, north, nothing])
    hinge = np.column_stack([np.sign(across) / 2, nothing, nothing])
    return flat, np.stack([rows, hinge])
