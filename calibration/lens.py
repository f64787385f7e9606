"""What a lens does to the picture, as a value that can be kept: `calibration.charuco` finds it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from calibration.bending import LENGTHS, Floats, folds, unbend


@dataclass(frozen=True, slots=True, eq=False)
class Lens:
    """A camera's inner measures for pictures of one size."""

    size: tuple[int, int]
    """Width and height of the pictures it holds for, in pixels."""
    matrix: Floats
    """3x3 intrinsics in pixels; the middle of the first pixel is (0, 0)."""
    distortion: Floats
    """k1, k2, p1, p2, k3 and, for very wide lenses, k4, k5, k6, as OpenCV orders them."""
    error: float = 0.0
    """How far calibration points lie from where this lens puts them, root mean square in pixels."""

    def __post_init__(self) -> None:
        if self.matrix.shape != (3, 3) or self.distortion.shape not in [(n,) for n in LENGTHS]:
            raise ValueError(
                f"a lens needs 3x3 numbers and 4, 5 or 8 coefficients, "
                f"got {self.matrix.shape} and {self.distortion.shape}"
            )
        focal = (self.matrix[0, 0], self.matrix[1, 1])
        if min(self.size) < 1 or min(focal) <= 0:
            raise ValueError(f"a lens needs a size and focal lengths above 0: {self.size}, {focal}")
        if not (np.isfinite(self.matrix).all() and np.isfinite(self.distortion).all()):
            raise ValueError("a lens needs finite numbers")

    @property
    def field(self) -> float:
        """How wide it sees from the left to the right edge, in degrees."""
        middle = self.matrix[1, 2]
        left, right = self._straight([(0, middle), (self.size[0] - 1, middle)])[:, 0]
        return float(np.degrees(np.arctan(right) - np.arctan(left)))

    @property
    def folds(self) -> bool:
        """Whether it shows the same thing twice within the picture: no lens does, a bad fit may."""
        width, height = self.size
        corners = np.array([(0, 0), (width, 0), (0, height), (width, height)], float)
        reach = np.linalg.norm(self._flat(corners), axis=1).max()
        return folds(self.distortion, float(reach))

    def undistort(self, points: ArrayLike) -> Floats:
        """Pixels of the picture to where they would be without the bending, n x 2."""
        return self._pixels(self._straight(points))

    def to_json(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "size": list(self.size),
            "matrix": self.matrix.tolist(),
            "distortion": self.distortion.tolist(),
            "error": self.error,
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Lens:
        """A lens from plain numbers."""
        width, height = data["size"]
        return cls(
            (int(width), int(height)),
            np.asarray(data["matrix"], float),
            np.asarray(data["distortion"], float),
            float(data.get("error", 0.0)),
        )

    def _flat(self, pixels: ArrayLike) -> Floats:
        points = np.asarray(pixels, float).reshape(-1, 2)
        return (points - self.matrix[:2, 2]) / self.matrix[[0, 1], [0, 1]]

    def _pixels(self, flat: Floats) -> Floats:
        return flat * self.matrix[[0, 1], [0, 1]] + self.matrix[:2, 2]

    def _straight(self, pixels: ArrayLike) -> Floats:
        return unbend(self._flat(pixels), self.distortion)
