"""A Reversi scene drawn on paper: flat discs on a flat board, seen straight from above.

It stands in for a rendered one where a test needs a scene whose every pixel is known.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import cv2
import numpy as np

CELL = 40
"""Pixels and millimetres of a square."""
SIZE = (400, 360)
ORIGIN = (40, 20)
"""Pixel of the board's top left corner."""
COLOURS = {"B": (20, 18, 16), "W": (235, 238, 240)}


def draw(contents: dict[int, str]) -> tuple[Any, Any]:
    """The picture and its index: a disc with a shadow that falls to the lower right."""
    picture = np.full((SIZE[1], SIZE[0], 3), (150, 160, 170), np.uint8)
    x, y = ORIGIN
    cv2.rectangle(picture, (x, y), (x + 8 * CELL, y + 8 * CELL), (60, 120, 40), -1)
    for i in range(9):
        cv2.line(picture, (x + i * CELL, y), (x + i * CELL, y + 8 * CELL), (20, 40, 14), 1)
        cv2.line(picture, (x, y + i * CELL), (x + 8 * CELL, y + i * CELL), (20, 40, 14), 1)
    index = np.zeros(SIZE[::-1], np.uint16)
    for cell in contents:
        shadow = picture.copy()
        cv2.circle(shadow, centre(cell, 4), 15, (0, 0, 0), -1, cv2.LINE_AA)
        picture = cv2.addWeighted(picture, 0.6, shadow, 0.4, 0)
    for cell, content in contents.items():
        cv2.circle(picture, centre(cell), 15, COLOURS[content], -1, cv2.LINE_AA)
        cv2.circle(index, centre(cell), 15, cell + 1, -1)
    return picture, index


def centre(cell: int, off: int = 0) -> tuple[int, int]:
    """The pixel in the middle of a square."""
    row, column = divmod(cell, 8)
    x, y = ORIGIN
    return x + column * CELL + CELL // 2 + off, y + row * CELL + CELL // 2 + off


def write_raw(folder: Path, seed: int = 0) -> Path:
    """The raw pictures as the renderer leaves them."""
    raw = folder / f"reversi-layers-{seed:04d}"
    raw.mkdir(parents=True)
    far = 1000.0
    half = 4 * CELL
    layers = [{"name": "empty", "picture": "empty.png", "index": "empty.index.png", "pieces": []}]
    cv2.imwrite(str(raw / "empty.png"), draw({})[0])
    for content in "BW":
        for quarter in range(4):
            cells = [c for c in range(64) if (c // 8 % 2) * 2 + c % 8 % 2 == quarter]
            name = f"v0{content}{quarter}"
            picture, index = draw(dict.fromkeys(cells, content))
            cv2.imwrite(str(raw / f"{name}.png"), picture)
            cv2.imwrite(str(raw / f"{name}.index.png"), index)
            pieces = [
                {"index": c + 1, "cell": c, "content": content,
                 "top": [(c % 8 - 3.5) * CELL, (3.5 - c // 8) * CELL, 0.0]}
                for c in cells
            ]  # fmt: skip
            layers.append(
                {"name": name, "picture": f"{name}.png", "index": f"{name}.index.png",
                 "pieces": pieces, "variant": 0}
            )  # fmt: skip
    x, y = ORIGIN
    told = {
        "format": 1,
        "game": "reversi",
        "kind": "layers",
        "seed": seed,
        "camera": {
            "size": list(SIZE),
            "matrix": [[far, 0, x + half], [0, far, y + half], [0, 0, 1]],
            "rotation": [[1, 0, 0], [0, -1, 0], [0, 0, -1]],
            "translation": [0, 0, far],
        },
        "board": {
            "pitch": CELL,
            "surface": 0.0,
            "corners": [[-half, half, 0], [half, half, 0], [half, -half, 0], [-half, -half, 0]],
        },
        "layers": layers,
    }
    (raw / "scene.json").write_text(json.dumps(told), encoding="utf-8")
    return raw
