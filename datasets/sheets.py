"""Contact sheets: many pictures in one, so that a person can look instead of reading."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from vision.frame import Picture

TILE = (360, 270)


def contact_sheet(
    pictures: Sequence[Picture],
    captions: Sequence[str] = (),
    columns: int = 4,
    tile: tuple[int, int] = TILE,
) -> Picture:
    """The pictures in a grid, each fitted into a tile, with a caption under it."""
    width, height = tile
    line = 18 if captions else 0
    rows = max(1, -(-len(pictures) // columns))
    sheet = np.full((rows * (height + line), columns * width, 3), 28, np.uint8)
    for number, picture in enumerate(pictures):
        top, left = number // columns * (height + line), number % columns * width
        scale = min(width / picture.shape[1], height / picture.shape[0])
        size = (max(1, int(picture.shape[1] * scale)), max(1, int(picture.shape[0] * scale)))
        small: Any = cv2.resize(picture, size, interpolation=cv2.INTER_AREA)
        x, y = left + (width - size[0]) // 2, top + (height - size[1]) // 2
        sheet[y : y + size[1], x : x + size[0]] = small
        if number < len(captions):
            place = (left + 4, top + height + 13)
            font = cv2.FONT_HERSHEY_SIMPLEX
            cv2.putText(sheet, captions[number], place, font, 0.42, (230, 230, 230), 1, cv2.LINE_AA)
    return sheet
