"""Surfaces given by their height: wooden plates with dimples, boards with pits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from datasets.render import blender as b

Height = Callable[[Any, Any], Any]
"""From arrays of x and y in millimetres to heights."""


def slab(
    name: str,
    size: tuple[float, float],
    thick: float,
    height: Height,
    made: Any,
    step: float,
    edge: float = 1.0,
) -> Any:
    """A slab whose top follows `height`, with rounded edges and straight sides."""
    columns, rows = (max(4, round(s / step)) + 1 for s in size)
    xs = np.linspace(-size[0] / 2, size[0] / 2, columns)
    ys = np.linspace(-size[1] / 2, size[1] / 2, rows)
    x, y = np.meshgrid(xs, ys)
    z = height(x, y)
    inset = np.minimum(size[0] / 2 - np.abs(x), size[1] / 2 - np.abs(y))
    fall = np.clip(1 - inset / edge, 0, 1) if edge > 0 else np.zeros_like(x)
    z = z - edge * (1 - np.sqrt(np.clip(1 - fall**2, 0, 1)))
    vertices = np.stack([x, y, z], -1).reshape(-1, 3).tolist()
    cell = np.arange(rows - 1)[:, None] * columns + np.arange(columns - 1)[None, :]
    cell = cell.ravel()
    faces = np.stack([cell, cell + 1, cell + columns + 1, cell + columns], -1).tolist()
    border = [
        *range(columns),
        *range(2 * columns - 1, rows * columns, columns),
        *range(rows * columns - 2, (rows - 1) * columns - 1, -1),
        *range((rows - 2) * columns, 0, -columns),
    ]
    low = len(vertices)
    vertices += [[vertices[i][0], vertices[i][1], -thick] for i in border]
    count = len(border)
    for k in range(count):
        after = (k + 1) % count
        faces.append([border[after], border[k], low + k, low + after])
    return b.mesh(name, vertices, faces, made, smooth=True)
