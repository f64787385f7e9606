"""What pictures of the calibration sheet show already, and what to show next, in words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from calibration.bending import Floats

PARTS = (
    ("top left", "sol üst"), ("top", "üst"), ("top right", "sağ üst"),
    ("left", "sol"), ("middle", "orta"), ("right", "sağ"),
    ("bottom left", "sol alt"), ("bottom", "alt"), ("bottom right", "sağ alt"),
)  # fmt: skip
"""The parts of the picture, row by row, in English and Turkish."""
TILTS = {
    "flat": ("straight to the camera", "kameraya dik"),
    "left": ("its left side nearer", "sol kenarı daha yakın"),
    "right": ("its right side nearer", "sağ kenarı daha yakın"),
    "top": ("its upper side nearer", "üst kenarı daha yakın"),
    "bottom": ("its lower side nearer", "alt kenarı daha yakın"),
}
"""How the sheet can be held, as the picture shows it."""
EDGES = (0.25, 0.75)
"""Where a part ends, in widths and heights: near the border, where a lens bends the most."""
FLAT = 12.0
"""Degrees up to which the sheet counts as straight to the camera."""
FEWEST_PARTS = 6
"""Parts of the picture without which no lens is trusted."""
FEWEST_TILTS = 2
"""Tilted ways of holding without which no focal length is trusted."""
POINTS = 3
"""A part is covered when it showed so many points."""


@dataclass(frozen=True, slots=True)
class Coverage:
    """What the views show so far."""

    views: int
    """How many there are."""
    parts: frozenset[int]
    """The parts of the picture in which the sheet was seen, 0 to 8."""
    tilts: frozenset[str]
    """The ways in which it was held."""

    @classmethod
    def of(cls, pixels: Sequence[Floats], tilts: Sequence[str]) -> Coverage:
        """From each view's points, in widths and heights of the picture, and its tilt."""
        counts = np.zeros(9, int)
        for points in pixels:
            across, down = np.digitize(points, EDGES).T
            np.add.at(counts, down * 3 + across, 1)
        return cls(len(pixels), frozenset(np.flatnonzero(counts >= POINTS)), frozenset(tilts))

    @property
    def poor(self) -> bool:
        """Whether no lens should be found from these views."""
        return len(self.parts) < FEWEST_PARTS or len(self.tilts - {"flat"}) < FEWEST_TILTS

    @property
    def complete(self) -> bool:
        """Whether nothing is missing."""
        return len(self.parts) == 9 and self.tilts == frozenset(TILTS)

    def advice(self, lang: str) -> str:
        """What to show next, in Turkish or English; says so when nothing is missing."""
        turkish = lang == "tr"
        parts = [names[turkish] for i, names in enumerate(PARTS) if i not in self.parts]
        tilts = [names[turkish] for tilt, names in TILTS.items() if tilt not in self.tilts]
        said = []
        if parts:
            where = ", ".join(parts)
            said.append(
                f"sayfayı resmin şu yerlerinde de gösterin: {where}"
                if turkish
                else f"show the sheet in these parts of the picture too: {where}"
            )
        if tilts:
            how = ", ".join(tilts)
            said.append(f"şöyle de tutun: {how}" if turkish else f"hold it also like this: {how}")
        if not said:
            return "eksik yok" if turkish else "nothing is missing"
        return "; ".join(said)


def tilt_of(normal: Floats) -> str:
    """How a sheet is held whose upward normal has these camera axes (x right, y down, z ahead)."""
    across, down, ahead = (float(side) for side in normal / np.linalg.norm(normal))
    if np.degrees(np.arccos(min(1.0, abs(ahead)))) <= FLAT:
        return "flat"
    if abs(across) > abs(down):
        return "left" if across > 0 else "right"
    return "top" if down > 0 else "bottom"
