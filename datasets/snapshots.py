"""Flat drawings as a known camera sees them through a known lens: for measuring calibration."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import cv2
import numpy as np

from calibration.corners import LATTICE
from calibration.lens import Lens
from calibration.paper import RESOLUTION, SQUARE_SIZES, charuco_sheet, write_sheet
from calibration.pose import Floats, Pose
from vision.frame import Picture

TABLE = (150, 160, 170)
"""The colour around the drawing."""


def camera(
    lens: Lens, tilt: float, around: float, roll: float, distance: float, aim: tuple[float, float]
) -> Pose:
    """A camera over a flat drawing at the origin.

    Angles in degrees: leaning off the vertical, towards where it leans, and about its own axis; the
    origin is seen at `aim` in widths and heights of a picture that the lens does not bend.
    """
    lean, towards, spin = np.radians([tilt, around, roll])
    away = np.array([np.sin(lean) * np.cos(towards), np.sin(lean) * np.sin(towards), np.cos(lean)])
    right = np.array([np.cos(spin), np.sin(spin), 0.0])
    right -= away * (right @ away)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(-away, right), -away])
    at = (np.array(aim) * lens.size - lens.matrix[:2, 2]) / lens.matrix[[0, 1], [0, 1]]
    shift = np.array([at[0], at[1], 1.0]) * distance
    return Pose(lens.matrix, rotation, shift, distortion=lens.distortion)


def hung(
    lens: Lens,
    tilt: float,
    around: float,
    roll: float,
    share: float,
    aim: tuple[float, float] = (0.5, 0.5),
) -> Pose:
    """A camera so far above an 8 x 8 board that the board takes `share` of the picture."""
    low, high = 4.0, 200.0
    for _ in range(40):
        middle = (low + high) / 2
        pose = camera(lens, tilt, around, roll, middle, aim)
        if pose.depth(LATTICE).min() < 1:
            low = middle
            continue
        extent = np.ptp(pose.project(LATTICE), axis=0) / lens.size
        low, high = (middle, high) if extent.max() > share else (low, middle)
    return camera(lens, tilt, around, roll, high, aim)


def snap(
    drawing: Picture, middle: tuple[float, float], unit: float, pose: Pose, lens: Lens
) -> Picture:
    """The drawing, whose pixel `middle` is the origin and `unit` pixels a length of 1, seen so."""
    width, height = lens.size
    rays = _rays(lens) @ pose.rotation
    eye = -pose.rotation.T @ pose.translation
    with np.errstate(divide="ignore", invalid="ignore"):
        ground = eye[:2] - rays[:, :2] * (eye[2] / rays[:, 2:])
    at = ground * (unit, -unit) + middle
    at[rays[:, 2] >= 0] = -1e6
    maps = np.clip(at, -1e6, 1e6).astype(np.float32).reshape(height, width, 2)
    # Several pixels of the drawing fall on one of the picture: blur it as the sensor would.
    fine: Any = cv2.GaussianBlur(drawing, (0, 0), max(0.4, 0.35 * _shrink(pose, unit)))
    seen: Any = cv2.remap(
        fine,
        maps[..., 0],
        maps[..., 1],
        cv2.INTER_LINEAR,
        borderMode=cv2.BORDER_CONSTANT,
        borderValue=TABLE,
    )
    return seen


@lru_cache(maxsize=2)
def _rays(lens: Lens) -> Floats:
    """From where the light of each pixel comes."""
    pixels = np.stack(np.meshgrid(*(np.arange(n) for n in lens.size)), -1).reshape(-1, 2)
    flat = (lens.undistort(pixels) - lens.matrix[:2, 2]) / lens.matrix[[0, 1], [0, 1]]
    return np.column_stack([flat, np.ones(len(flat))])


def printed(svg: str, dots: int = 100) -> Picture:
    """A printed sheet, so many dots an inch."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "sheet.png"
        write_sheet(svg, path)
        whole: Any = cv2.imread(str(path), cv2.IMREAD_COLOR)
    scale = dots / RESOLUTION
    smaller: Any = cv2.resize(whole, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return smaller


def sheet_pictures(lens: Lens, count: int, seed: int = 1) -> Iterator[Picture]:
    """Pictures of the calibration sheet as somebody takes them who follows the advice."""
    rng = np.random.default_rng(seed)
    drawing = printed(charuco_sheet())
    middle = ((drawing.shape[1] - 1) / 2, (drawing.shape[0] - 1) / 2)
    unit = SQUARE_SIZES[1] / 210 * drawing.shape[1]
    places = [(x, y) for y in (0.2, 0.5, 0.8) for x in (0.15, 0.5, 0.85)]
    for i in range(count):
        tilt = 4.0 if i % 5 == 0 else rng.uniform(18, 38)
        around, roll = 90.0 * (i % 4) + rng.uniform(-30, 30), rng.uniform(-15, 15)
        near = 10.5 * lens.matrix[0, 0] / lens.size[0] / 0.62
        pose = camera(lens, tilt, around, roll, near * rng.uniform(0.9, 1.2), places[i % 9])
        seen = snap(drawing, middle, unit, pose, lens)
        noise = rng.normal(0, 3, seen.shape)
        yield np.clip(seen + noise, 0, 255).astype(np.uint8)


def lattice(unit: int) -> tuple[Picture, tuple[float, float]]:
    """An 8 x 8 chequered lattice, `unit` pixels a cell, and the pixel of its middle."""
    cells = np.indices((8, 8)).sum(0) % 2
    board = np.kron(cells, np.ones((unit, unit), int))[..., None]
    colours = np.where(board, np.array((190, 215, 225)), np.array((40, 70, 50))).astype(np.uint8)
    whole = cv2.copyMakeBorder(
        colours, unit, unit, unit, unit, cv2.BORDER_CONSTANT, value=(60, 90, 110)
    )
    middle = 5 * unit - 0.5
    return np.asarray(whole, np.uint8), (middle, middle)


def crossings() -> Floats:
    """The inner crossings of the lattice, 49 x 3, in cells."""
    return np.array([(x, y, 0.0) for y in range(3, -4, -1) for x in range(-3, 4)])


def _shrink(pose: Pose, unit: float) -> float:
    """How many pixels of the drawing make one of the picture, about the origin."""
    here, there = pose.project([(0, 0, 0), (1, 0, 0)])
    return unit / max(1.0, float(np.linalg.norm(there - here)))
