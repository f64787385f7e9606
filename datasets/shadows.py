"""Long shadows: under a low sun they are longer than the pieces of a layer are apart.

A layer then shows before every piece the end of its neighbour's shadow, and no shadow whole. But
all pieces of a scene cast the same shadow, only elsewhere. So the surroundings of all of them are
laid over each other on the board: the middle value shows the shadow, running from the piece away
from the sun, and beside that line the shadows of neighbours, which are left out.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.scenes import Layer, Piece, Scene
from vision.frame import Picture

FAR = 4
"""How far shadows are followed, in squares."""
FINE = 12
"""Steps a square."""
DARK = 0.15
"""A shadow that makes the board so much darker all the way from FROM to LONG is a long one."""
FROM, LONG = 0.7, 1.9
"""In squares. A window's soft shadow is as long, but broad and fainter than DARK."""
FAINT = 0.04
"""Where it is less dark than this, it ends."""
WIDE = 0.4
"""Half its width."""
NEAR = 0.45
"""Within this distance of a piece the board is as its layer shows it."""
RIM = 0.25
"""The board is looked at as far beyond its squares; what lies lower is shaded elsewhere."""
FEWEST = 8
"""Of how many pieces a spot must be seen."""
LAYERS = 4
"""Layers that are looked at."""

Floats = NDArray[np.float32]
Box = tuple[int, int, int, int]


@dataclass(frozen=True, eq=False)
class LongShadow:
    """The shadow that every piece of a scene casts."""

    scene: Scene
    """The table."""
    shade: Floats
    """By what the board is multiplied, FINE steps a square around the piece, three colours."""
    near: Floats
    """Where the layer itself is believed instead."""

    def of(self, piece: Piece, ratio: Floats, taken: NDArray[np.bool_]) -> tuple[Box, Floats]:
        """Left, top, right, bottom and shade of one piece; `ratio` is its layer to the empty table.

        `taken` are the pixels that show any piece of the layer.
        """
        x, y, _ = piece.top
        pitch = float(self.scene.board["pitch"])
        there = np.array([[1 / FINE, 0, x / pitch - FAR], [0, -1 / FINE, y / pitch + FAR]])
        net = _net(self.scene) @ np.vstack([there, (0, 0, 1)])
        rows, columns = np.nonzero((self.shade.min(2) < 1) | (self.near > 0))
        ends = [(u, v, 1.0) for u in np.ptp(columns) * np.arange(2) + columns.min()
                for v in np.ptp(rows) * np.arange(2) + rows.min()]  # fmt: skip
        corners = np.array(ends) @ net.T
        pixels = corners[:, :2] / corners[:, 2:]
        width, height = self.scene.size
        left, top = (max(0, math.floor(n)) for n in pixels.min(0))
        right, bottom = (math.ceil(n) + 1 for n in pixels.max(0))
        right, bottom = max(left + 1, min(right, width)), max(top + 1, min(bottom, height))
        net = np.array([[1, 0, -left], [0, 1, -top], [0, 0, 1.0]]) @ net
        size = right - left, bottom - top
        far: Any = cv2.warpPerspective(self.shade, net, size, borderValue=(1.0, 1.0, 1.0))
        near: Any = cv2.warpPerspective(self.near, net, size)[..., None]
        window = np.s_[top:bottom, left:right]
        seen = np.clip(np.maximum(ratio[window], far), 0, 1)
        around = taken[window][..., None]
        shade = np.where(around, far, seen) * (1 - near) + ratio[window] * near
        return (left, top, right, bottom), shade.astype(np.float32)


def long_shadow(scene: Scene) -> LongShadow | None:
    """The long shadow of a scene, None where shadows are short or fall every way."""
    layers = [
        layer for layer in scene.layers.values() if layer.pieces and "rows" not in layer.notes
    ]
    shade = _overlaid(scene, layers[:LAYERS])
    found = _direction(shade.mean(2))
    if found is None:
        return None
    turn, length = found
    ys, xs = np.mgrid[-FAR * FINE : FAR * FINE + 1, -FAR * FINE : FAR * FINE + 1] / FINE
    along = xs * math.cos(turn) + ys * math.sin(turn)
    across = np.abs(ys * math.cos(turn) - xs * math.sin(turn))
    strip = np.clip((WIDE - across) / 0.12, 0, 1) * np.clip(along / 0.2 + 1, 0, 1)
    strip *= np.clip((length - along) / 0.15, 0, 1)
    wider = cv2.blur(cv2.erode(shade, np.ones((3, 3), np.uint8)), (3, 3))
    own = 1 - (1 - wider) * strip[..., None]
    own[own > 0.985] = 1
    near = cv2.blur((np.hypot(xs, ys) < NEAR).astype(np.float32), (3, 3))
    return LongShadow(scene, own.astype(np.float32), near.astype(np.float32))


def darker(picture: Picture | Floats, empty: Picture | Floats) -> Floats:
    """How bright a layer is against the empty table; 1 where they are alike."""
    ratio: Any = (_soft(picture) + 2) / (_soft(empty) + 2)
    return ratio


def _soft(picture: Picture | Floats) -> Any:
    return cv2.blur(picture.astype(np.float32), (3, 3))


def _overlaid(scene: Scene, layers: list[Layer]) -> Floats:
    """The middle value of the surroundings of all pieces, laid over each other."""
    reach = FAR * FINE
    half = 4 + RIM
    steps = int(2 * half * FINE) + 1
    net = _net(scene) @ np.array([[1 / FINE, 0, -half], [0, -1 / FINE, half], [0, 0, 1]])
    pitch = float(scene.board["pitch"])
    around = []
    for layer in layers:
        left, top, width, height = layer.box
        known = np.zeros(scene.size[::-1], np.float32)
        known[top : top + height, left : left + width] = 1
        known[covered(scene.index(layer.name))] = 0
        ratio = darker(scene.picture(layer.name), scene.empty)
        flat = _from_above(ratio, net, steps)
        flat[_from_above(known, net, steps) < 0.99] = np.nan
        wide = np.pad(flat, ((reach, reach), (reach, reach), (0, 0)), constant_values=np.nan)
        for piece in layer.pieces:
            x = round((piece.top[0] / pitch + half) * FINE)
            y = round((half - piece.top[1] / pitch) * FINE)
            around.append(wide[y : y + 2 * reach + 1, x : x + 2 * reach + 1])
    every = np.sort(np.stack(around), 0)  # what is not known comes last
    count = np.isfinite(every).sum(0)
    middle = np.take_along_axis(every, np.maximum(count - 1, 0)[None] // 2, 0)[0]
    known = (count >= FEWEST).astype(np.float32)
    return np.minimum(np.where(known > 0, middle, _filled(middle, known)), 1)


def _filled(values: Floats, known: Floats) -> Any:
    """What is not known, from what is known around it."""
    weight: Any = cv2.GaussianBlur(known, (0, 0), FINE / 4)
    total: Any = cv2.GaussianBlur(np.where(known > 0, values, 0), (0, 0), FINE / 4)
    return np.where(weight > 1e-3, total / np.maximum(weight, 1e-3), 1)


def _direction(shade: Floats) -> tuple[float, float] | None:
    """Which way the shadow falls, and how far; None where there is no long one."""
    far = np.arange(FROM, FAR - 0.05, 1 / FINE)
    turns = np.radians(np.arange(0, 360, 2))
    xs = np.rint(FINE * (FAR + np.outer(np.cos(turns), far))).astype(int)
    ys = np.rint(FINE * (FAR + np.outer(np.sin(turns), far))).astype(int)
    dark = 1 - shade[ys, xs]
    score = np.percentile(dark[:, far < LONG], 20, axis=1)
    best = int(np.argmax(score))
    if score[best] < DARK:
        return None
    bright = np.nonzero(np.convolve(dark[best], np.ones(5) / 5, "same") < FAINT)[0]
    length = float(far[bright[0]]) if bright.size else float(FAR)
    return float(turns[best]), min(length + 0.4, float(FAR))


def covered(index: NDArray[np.uint16]) -> NDArray[np.bool_]:
    """The pixels that show a piece, and those at its edge."""
    pieces: Any = cv2.dilate((index > 0).astype(np.uint8), np.ones((5, 5), np.uint8))
    return pieces > 0


def _from_above(picture: Floats, net: NDArray[np.float64], steps: int) -> Any:
    flags = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpPerspective(picture, net, (steps, steps), flags=flags)


def _net(scene: Scene) -> NDArray[np.float64]:
    """From places on the board, in squares, to pixels."""
    pose, pitch = scene.pose, float(scene.board["pitch"])
    surface = pose.rotation[:, 2] * float(scene.board.get("surface", 0.0)) + pose.translation
    axes = pose.rotation[:, 0] * pitch, pose.rotation[:, 1] * pitch, surface
    net: NDArray[np.float64] = pose.matrix @ np.column_stack(axes)
    return net
