"""A picture and when it was taken."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Picture = NDArray[np.uint8]
"""Height x width x 3, blue, green, red, as OpenCV has it."""
Grey = NDArray[np.uint8]
"""Height x width, from black to white."""


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    """One picture from a camera, a file or the composer."""

    picture: Picture
    """Height x width x 3, blue, green, red; never written to."""
    time: float
    """Seconds on a clock that only goes forward; 0 for a single photo."""
    source: str = ""
    """Where it comes from, for messages."""
    small: Grey | None = None
    """The same view in grey, about 320 wide, where the camera gives one; see `vision.small`."""

    def __post_init__(self) -> None:
        shape, kind = self.picture.shape, self.picture.dtype
        if len(shape) != 3 or shape[2] != 3 or kind != np.uint8 or 0 in shape:
            raise ValueError(f"a frame needs height x width x 3 bytes, got {shape} of {kind}")
        small = self.small
        if small is not None and (small.ndim != 2 or small.dtype != np.uint8 or 0 in small.shape):
            raise ValueError(
                f"a small picture needs height x width bytes, got {small.shape} of {small.dtype}"
            )

    @property
    def size(self) -> tuple[int, int]:
        """Width and height in pixels."""
        return self.picture.shape[1], self.picture.shape[0]
