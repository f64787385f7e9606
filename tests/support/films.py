"""Small videos for tests: each frame tells its number by its brightness."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path

import av
import numpy as np

STEP = 8
"""Frame n is a grey picture of brightness 16 + n * STEP."""


def film(path: Path, frames: int, rate: int = 10, times: Sequence[float] | None = None) -> Path:
    """Write a video of some frames, evenly spaced or at the given times."""
    with av.open(str(path), "w") as container:
        stream = container.add_stream("libx264", rate=rate, options={"crf": "10"})
        stream.width, stream.height, stream.pix_fmt = 96, 64, "yuv420p"
        stream.codec_context.time_base = Fraction(1, 1000)
        for n in range(frames):
            grey = np.full((64, 96, 3), 16 + n * STEP, np.uint8)
            picture = av.VideoFrame.from_ndarray(grey, format="bgr24")
            picture.time_base = Fraction(1, 1000)
            picture.pts = round(1000 * (times[n] if times else n / rate))
            container.mux(stream.encode(picture))
        container.mux(stream.encode())
    return path


def number(picture: np.ndarray) -> int:
    """Which frame of a film a picture is."""
    return round((float(picture.mean()) - 16) / STEP)
