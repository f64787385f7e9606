"""Small pictures as text, for the profile of a table."""

from __future__ import annotations

import base64
from typing import Any

import cv2
import numpy as np

from vision.frame import Picture


def as_text(picture: Picture) -> str:
    """The picture, without loss."""
    done, data = cv2.imencode(".png", picture)
    assert done
    return base64.b64encode(data.tobytes()).decode("ascii")


def from_text(text: str, size: tuple[int, int]) -> Picture:
    """What `as_text` gave; raises `ValueError` for anything else than a picture of this size."""
    data = np.frombuffer(base64.b64decode(text, validate=True), np.uint8)
    try:
        picture: Any = cv2.imdecode(data, cv2.IMREAD_COLOR) if len(data) else None
    except cv2.error:
        picture = None
    if picture is None or picture.shape != (size[1], size[0], 3):
        raise ValueError("a lesson holds no picture of its size")
    return np.asarray(picture)
