"""What a camera does to a clean picture: lens, blur, exposure, noise, compression."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose, bent_map
from vision.frame import Picture


@dataclass(frozen=True, slots=True)
class Optics:
    """What the camera does to the light; all zero for a clean picture."""

    radial: float = 0.0
    """The lens term."""
    noise: float = 0.0
    """Standard deviation of the sensor's noise, in grey values."""
    blur: float = 0.0
    """Radius of the blur in pixels."""
    gain: tuple[float, float, float] = (1.0, 1.0, 1.0)
    """Exposure and white balance: blue, green, red."""
    jpeg: int = 0
    """Quality of the compression; 0 for none."""

    @classmethod
    def random(cls, rng: np.random.Generator) -> Optics:
        """A likely camera."""
        level = float(np.exp(rng.normal(0, 0.12)))
        gains = [float(level * np.exp(rng.normal(0, 0.03))) for _ in range(3)]
        return cls(
            radial=float(rng.uniform(-0.12, 0.04)),
            noise=float(rng.uniform(0.5, 6.0)),
            blur=float(rng.choice([0.0, 0.0, 0.5, 0.8, 1.2])),
            gain=(gains[0], gains[1], gains[2]),
            jpeg=int(rng.integers(55, 96)),
        )


def photograph(
    clean: Picture, pose: Pose, optics: Optics, rng: np.random.Generator
) -> tuple[Picture, Pose]:
    """Send a clean picture through a lens, a sensor and a file; gives the pose that then holds."""
    picture: Any = clean
    if optics.radial:
        pose = pose.with_lens(max(optics.radial, lowest_lens_term(pose, clean.shape[:2])))
        picture = bent(picture, pose)
    if optics.blur:
        picture = cv2.GaussianBlur(picture, (0, 0), optics.blur)
    if optics.gain != (1.0, 1.0, 1.0):
        steps = np.arange(256)[:, None] * np.asarray(optics.gain)
        table = np.clip(steps + 0.5, 0, 255).astype(np.uint8)[None]
        picture = cv2.LUT(picture, table)
    if optics.noise:
        picture = cv2.add(picture, _noise(picture.shape, optics.noise, rng), dtype=cv2.CV_8U)
    if optics.jpeg:
        done, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, optics.jpeg])
        if done:
            picture = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return picture, pose


def bent(picture: Any, pose: Pose, by: int = cv2.INTER_LINEAR) -> Any:
    """A flat picture as the lens of this pose shows it; `INTER_NEAREST` for index pictures."""
    across, down = _lens(_Lens(pose, (picture.shape[1], picture.shape[0])))
    edge = cv2.BORDER_REFLECT_101  # a barrel lens sees a little more than was rendered
    return cv2.remap(picture, across, down, by, borderMode=edge)


def lowest_lens_term(pose: Pose, shape: tuple[int, int]) -> float:
    """The lowest lens term that still sees every pixel of the picture once.

    r (1 + k r^2) grows up to 2/3 sqrt(-1 / 3k) only; the corner must lie within.
    """
    height, width = shape
    corners = np.array([(0, 0), (width, 0), (0, height), (width, height)], float)
    flat = (corners - pose.matrix[:2, 2]) / pose.matrix[[0, 1], [0, 1]]
    return -0.1 / float((flat**2).sum(1).max())


class _Lens:
    """What a lens map hangs on, as a key for the cache: the frames of a clip share one map."""

    def __init__(self, pose: Pose, size: tuple[int, int]) -> None:
        self.pose, self.size = pose, size
        self._key = (pose.radial, *pose.matrix.ravel().tolist(), *size)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Lens) and self._key == other._key

    def __hash__(self) -> int:
        return hash(self._key)


@lru_cache(maxsize=8)
def _lens(lens: _Lens) -> tuple[Any, Any]:
    return cv2.convertMaps(*bent_map(lens.pose, lens.size), cv2.CV_16SC2)


GRAIN = 1536
"""Side of the noise field of which every picture gets another part."""
FINE = 32.0
"""Steps of the stored field in one standard deviation."""


@lru_cache(maxsize=1)
def _grain() -> NDArray[np.uint8]:
    """Normal noise in small steps about 128, repeated once so that every part is one piece."""
    field = np.random.default_rng(5).standard_normal((GRAIN, GRAIN, 3), np.float32)
    steps = np.clip(np.rint(field * FINE) + 128, 0, 255).astype(np.uint8)
    return np.tile(steps, (2, 2, 1))


def _noise(shape: tuple[int, ...], strength: float, rng: np.random.Generator) -> Any:
    """Sensor noise: a random part of one field, since drawing a new one takes longer than all else.

    A picture larger than the field gets it repeated.
    """
    height, width = shape[:2]
    top, left = rng.integers(0, GRAIN, 2)
    part = _grain()[top : top + height, left : left + width]
    if part.shape[:2] != (height, width):
        rows, columns = (np.arange(height) + top) % GRAIN, (np.arange(width) + left) % GRAIN
        part = _grain()[np.ix_(rows, columns)]
    table = np.rint((np.arange(256) - 128) * (strength / FINE)).astype(np.int16)
    return cv2.LUT(np.ascontiguousarray(part), table)
