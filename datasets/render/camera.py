"""Where the camera hangs: a pinhole that sees the whole board, with its exact matrices.

The lens bends the picture afterwards, in the composer, where any distortion can be had.
"""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from typing import Any

import bpy
import numpy as np
from mathutils import Matrix

from datasets.render.blender import UNIT


@dataclass(frozen=True)
class View:
    """A pinhole camera in the convention of OpenCV: x right, y down, z ahead, millimetres."""

    size: tuple[int, int]
    """Width and height in pixels."""
    focal: float
    """Focal length in pixels."""
    rotation: Any
    """3x3, from board millimetres to camera axes."""
    translation: Any
    """The board's origin as the camera sees it."""
    tilt: float
    """Degrees off the vertical."""

    def project(self, points: Any) -> Any:
        """Board millimetres to pixels; the middle of the first pixel is (0, 0)."""
        seen = np.asarray(points, float) @ self.rotation.T + self.translation
        centre = np.array([self.size[0] / 2 - 0.5, self.size[1] / 2 - 0.5])
        return seen[:, :2] / seen[:, 2:] * self.focal + centre

    def to_json(self) -> dict[str, Any]:
        """Intrinsics and pose."""
        width, height = self.size
        return {
            "size": [width, height],
            "matrix": [
                [self.focal, 0.0, width / 2 - 0.5],
                [0.0, self.focal, height / 2 - 0.5],
                [0.0, 0.0, 1.0],
            ],
            "rotation": self.rotation.round(9).tolist(),
            "translation": self.translation.round(6).tolist(),
            "tilt": round(self.tilt, 2),
        }


def choose_view(
    rng: random.Random,
    size: tuple[int, int],
    outline: Any,
    tilt: tuple[float, float],
    fill: tuple[float, float],
    rolls: str = "any",
) -> View:
    """A camera that sees the outline (board millimetres) filling about the wanted share."""
    width, _ = size
    field = math.radians(rng.uniform(48, 98))
    focal = width / 2 / math.tan(field / 2)
    lean = math.radians(rng.triangular(*tilt, tilt[0] + 0.3 * (tilt[1] - tilt[0])))
    around = rng.uniform(0, 2 * math.pi)
    if rolls == "any":
        roll = rng.uniform(0, 2 * math.pi)
    else:  # a long board lies along the picture, as anybody would hang the camera
        around = rng.choice((0.5, 1.5)) * math.pi + rng.gauss(0, 0.25)
        roll = rng.choice((0.0, math.pi)) + math.radians(rng.gauss(0, 5))
    share = rng.uniform(*fill)
    offset = (rng.uniform(-1, 1), rng.uniform(-1, 1))
    return aim(size, focal, outline, lean, around, roll, share, offset)


def aim(
    size: tuple[int, int],
    focal: float,
    outline: Any,
    lean: float,
    around: float,
    roll: float,
    share: float,
    offset: tuple[float, float],
) -> View:
    """Hang the camera so far away that the outline fills `share` of the picture."""
    points = np.asarray(outline, float)
    width, height = size
    away = np.array(
        [math.sin(lean) * math.cos(around), math.sin(lean) * math.sin(around), math.cos(lean)]
    )
    forward = -away
    right = np.array([math.cos(roll), math.sin(roll), 0.0])
    right -= forward * (right @ forward)
    right /= np.linalg.norm(right)
    down = np.cross(forward, right)
    rotation = np.stack([right, down, forward])
    low, high = 20.0, 20000.0
    for _ in range(60):
        distance = (low + high) / 2
        view = View(size, focal, rotation, np.array([0.0, 0.0, distance]), math.degrees(lean))
        seen = view.project(points)
        spread = seen.max(0) - seen.min(0)
        depth = (points @ rotation.T)[:, 2].min() + distance
        too_large = depth < 10 or max(spread[0] / width, spread[1] / height) > share
        low, high = (distance, high) if too_large else (low, distance)
    view = View(size, focal, rotation, np.array([0.0, 0.0, high]), math.degrees(lean))
    seen = view.project(points)
    # Shift the aim inside the room that is left, so that the board is not always in the middle.
    room = (np.array(size) - (seen.max(0) - seen.min(0))) / 2 - 4
    wanted = np.array(size) / 2 - (seen.max(0) + seen.min(0)) / 2 + np.array(offset) * room * 0.8
    shift = np.array([wanted[0], wanted[1], 0.0]) * high / focal
    moved = View(size, focal, rotation, np.array([0.0, 0.0, high]) + shift, math.degrees(lean))
    inside = moved.project(points)
    if inside.min() < 1 or (inside.max(0) > np.array(size) - 2).any():
        shift *= 0.3
        moved = View(size, focal, rotation, np.array([0.0, 0.0, high]) + shift, math.degrees(lean))
    return moved


def nudged(rng: random.Random, view: View) -> View:
    """The same camera after somebody knocked against its stand."""
    angles = [math.radians(rng.gauss(0, 1.2)) for _ in range(3)]
    knock = np.array(Matrix.Rotation(angles[2], 3, "Z") @ Matrix.Rotation(angles[0], 3, "X"))
    shift = np.array([rng.gauss(0, 0.012), rng.gauss(0, 0.012), rng.gauss(0, 0.02)])
    distance = view.translation[2]
    return View(
        view.size,
        view.focal,
        knock @ view.rotation,
        knock @ view.translation + shift * distance,
        view.tilt,
    )


def place(scene: Any, view: View) -> None:
    """Put Blender's camera there."""
    data = bpy.data.cameras.get("eye") or bpy.data.cameras.new("eye")
    obj = bpy.data.objects.get("eye")
    if obj is None:
        obj = bpy.data.objects.new("eye", data)
        bpy.context.collection.objects.link(obj)
    data.sensor_fit = "HORIZONTAL"
    data.sensor_width = 36.0
    data.angle = 2 * math.atan(view.size[0] / 2 / view.focal)
    data.clip_start, data.clip_end = 0.05, 1000.0
    axes = np.stack([view.rotation[0], -view.rotation[1], -view.rotation[2]], axis=1)
    centre = -view.rotation.T @ view.translation * UNIT
    world = Matrix.Identity(4)
    for row in range(3):
        for column in range(3):
            world[row][column] = float(axes[row, column])
        world[row][3] = float(centre[row])
    obj.matrix_world = world
    scene.camera = obj
    scene.render.resolution_x, scene.render.resolution_y = view.size
    scene.render.resolution_percentage = 100
