"""Where the board lies in the picture: a camera that projects board lengths with height."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.bending import LENGTHS, Floats, bend, unbend

__all__ = ["BoardNotFound", "Floats", "Pose", "bent_map"]
STEPS = 1 << 13
"""For how many distances from the middle the lens is worked out."""


class BoardNotFound(Exception):  # noqa: N818 (the contract's name; often no error at all)
    """No board of ours, or not a whole one, is in the picture."""

    def __init__(self, reason: str, what_to_do: str = "") -> None:
        super().__init__(f"{reason}; {what_to_do}" if what_to_do else reason)
        self.reason = reason
        """Why, in plain words."""
        self.what_to_do = what_to_do
        """What would help; empty where nobody can say."""


@dataclass(frozen=True, slots=True, eq=False)
class Pose:
    """A pinhole camera over a board, with one radial lens term or with a calibrated lens.

    Board lengths are in any one unit (millimetres, or squares where the size is unknown): x along
    the columns to the right, y away from row to row upwards (row 1 has the greatest y), z up.
    """

    matrix: Floats
    """3x3 intrinsics in pixels; the middle of the first pixel is (0, 0)."""
    rotation: Floats
    """3x3, from board axes to camera axes (x right, y down, z ahead)."""
    translation: Floats
    """The board's origin as the camera sees it."""
    radial: float = 0.0
    """The lens term: r becomes r (1 + radial r^2) on the plane at distance 1."""
    quality: float = 1.0
    """How sure this is, 0 to 1."""
    places: Floats | None = None
    """Mangala: the 12 pits and both treasuries, 14 x 4: middle x and y, width, height."""
    distortion: Floats | None = None
    """A calibrated lens's coefficients, as in `Lens`; the one radial term is then not used."""

    def __post_init__(self) -> None:
        shapes = (self.matrix.shape, self.rotation.shape, self.translation.shape)
        if shapes != ((3, 3), (3, 3), (3,)):
            raise ValueError(f"a pose needs 3x3, 3x3 and 3 numbers, got {shapes}")
        if self.places is not None and self.places.shape != (14, 4):
            raise ValueError(f"places are 14 x 4 numbers, got {self.places.shape}")
        if self.distortion is not None and self.distortion.shape not in [(n,) for n in LENGTHS]:
            raise ValueError(f"a lens has 4, 5 or 8 coefficients, got {self.distortion.shape}")

    def project(self, points: ArrayLike) -> Floats:
        """Board points (n x 3) to pixels (n x 2)."""
        seen = np.asarray(points, float).reshape(-1, 3) @ self.rotation.T + self.translation
        flat = seen[:, :2] / seen[:, 2:]
        pixels: Floats = self._bent(flat) @ self.matrix[:2, :2].T + self.matrix[:2, 2]
        return pixels

    def bend(self, pixels: ArrayLike) -> Floats:
        """Where pixels of a picture without a lens come to lie through this lens."""
        straight = np.asarray(pixels, float).reshape(-1, 2)
        focal, middle = self.matrix[[0, 1], [0, 1]], self.matrix[:2, 2]
        flat = (straight - middle) / focal
        bent: Floats = self._bent(flat) * focal + middle
        return bent

    def _bent(self, flat: Floats) -> Floats:
        if self.distortion is not None:
            return bend(flat, self.distortion)
        if self.radial:
            flat = flat * (1 + self.radial * (flat**2).sum(1, keepdims=True))
        return flat

    def depth(self, points: ArrayLike) -> Floats:
        """How far ahead of the camera board points lie."""
        seen = np.asarray(points, float).reshape(-1, 3) @ self.rotation.T + self.translation
        ahead: Floats = seen[:, 2]
        return ahead

    def with_lens(self, radial: float) -> Pose:
        """The same camera with another lens term."""
        return replace(self, radial=radial, distortion=None)

    def in_units(self, length: float) -> Pose:
        """The same camera over a board measured in another unit, `length` of the present one."""
        places = None if self.places is None else self.places / length
        return replace(self, translation=self.translation / length, places=places)

    def turned(self, quarters: int) -> Pose:
        """The same camera over the board turned on its plane, by quarter turns clockwise.

        After one turn row 1's left end is where its right end was. A board with places can only
        be turned halfway.
        """
        cos, sin = ((1, 0), (0, 1), (-1, 0), (0, -1))[quarters % 4]
        turn = np.array([[cos, sin, 0], [-sin, cos, 0], [0, 0, 1.0]])
        places = self.places
        if places is not None and quarters % 4:
            if sin:
                raise ValueError("a board with pits cannot be turned by a quarter")
            places = places[[*range(6, 12), *range(6), 13, 12]] * (-1, -1, 1, 1)
        return replace(self, rotation=self.rotation @ turn, places=places)

    def with_places(self, places: ArrayLike) -> Pose:
        """The same camera over a board whose pits lie here."""
        return replace(self, places=np.asarray(places, float))

    def place_middles(self) -> Floats:
        """Mangala: where the middles of the 14 places lie in the picture, 14 x 2."""
        if self.places is None:
            raise ValueError("this pose does not know where the pits lie")
        flat = np.zeros((len(self.places), 3))
        flat[:, :2] = self.places[:, :2]
        return self.project(flat)

    def to_json(self) -> dict[str, Any]:
        """Plain numbers."""
        return {
            "matrix": self.matrix.tolist(),
            "rotation": self.rotation.tolist(),
            "translation": self.translation.tolist(),
            "radial": self.radial,
            "quality": self.quality,
            **({} if self.places is None else {"places": self.places.tolist()}),
            **({} if self.distortion is None else {"distortion": self.distortion.tolist()}),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Pose:
        """A pose from plain numbers."""
        return cls(
            np.asarray(data["matrix"], float),
            np.asarray(data["rotation"], float),
            np.asarray(data["translation"], float),
            float(data.get("radial", 0.0)),
            float(data.get("quality", 1.0)),
            _optional(data, "places"),
            _optional(data, "distortion"),
        )


def _optional(data: Mapping[str, Any], key: str) -> Floats | None:
    return None if data.get(key) is None else np.asarray(data[key], float)


def bent_map(pose: Pose, size: tuple[int, int]) -> tuple[NDArray[np.float32], NDArray[np.float32]]:
    """For each pixel of a picture taken through the lens, where it was without the lens.

    For `cv2.remap`. Under one radial term a pixel moves along its ray from the middle only, so the
    term is inverted (by a few Newton steps) for a row of distances and looked up for each pixel; a
    calibrated lens is inverted pixel by pixel.
    Raises `ValueError` for a barrel lens so strong that it never sees the corners.
    """
    width, height = size
    (fx, _, cx), (_, fy, cy) = pose.matrix[:2].tolist()  # plain numbers keep 32 bits below
    x = (np.arange(width, dtype=np.float32) - cx) / fx
    y = (np.arange(height, dtype=np.float32) - cy) / fy
    if pose.distortion is not None:
        flat = np.stack([np.tile(x, height), np.repeat(y, width)], 1)
        straight = unbend(flat, pose.distortion).astype(np.float32).reshape(height, width, 2)
        return straight[..., 0] * fx + cx, straight[..., 1] * fy + cy
    square = x[None, :] ** 2 + y[:, None] ** 2
    bent = np.sqrt(np.linspace(0, float(square.max()), STEPS))
    if pose.radial < 0:
        furthest = np.sqrt(-1 / (3 * pose.radial))
        if bent[-1] > 2 / 3 * furthest:
            raise ValueError(f"a lens term of {pose.radial} bends this picture back over itself")
    straight = bent.copy()
    for _ in range(12):
        error = straight * (1 + pose.radial * straight**2) - bent
        straight -= error / np.maximum(1 + 3 * pose.radial * straight**2, 0.2)
    ratios = np.ones(STEPS, np.float32)
    ratios[1:] = straight[1:] / bent[1:]
    # The distances are evenly spaced in their squares, so that a pixel finds its own by its index.
    ratio = ratios[(square * ((STEPS - 1) / float(square.max())) + 0.5).astype(np.int32)]
    return x[None, :] * ratio * fx + cx, y[:, None] * ratio * fy + cy
