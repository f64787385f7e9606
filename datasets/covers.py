"""Which cells something hides: how much of each, by a mask of the picture, and hands put there."""

from __future__ import annotations

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.hands import Hand
from datasets.scenes import Scene
from vision.frame import Picture

COVERED = 0.12
"""A cell of which a hand hides more than this share is called hidden while learning and filming."""

Shares = NDArray[np.float64]
"""For each cell how much of it is hidden, 0 to 1."""


def board_pose(scene: Scene, pose: Pose) -> Pose:
    """A scene's pose as eyes want it: in cells, or with the places of a Mangala board."""
    if scene.game == "mangala":
        return pose.with_places([(*p["centre"], *p["size"]) for p in scene.board["places"]])
    return pose.in_units(float(scene.board["pitch"]))


class CellMap:
    """Which cell each pixel belongs to."""

    def __init__(self, pose: Pose, size: tuple[int, int]) -> None:
        boxes = cell_boxes(pose)
        self._cells = len(boxes)
        self._index = np.zeros(size[::-1], np.int16)
        for cell, (x, y, wide, high) in enumerate(boxes):
            u, v = wide / 2, high / 2
            outline = [(x - u, y + v, 0), (x + u, y + v, 0), (x + u, y - v, 0), (x - u, y - v, 0)]
            pixels = np.round(pose.project(outline)).astype(np.int32)
            cv2.fillConvexPoly(self._index, pixels, cell + 1)
        self._areas = np.bincount(self._index.ravel(), minlength=self._cells + 1)[1:]

    def shares(self, solid: NDArray[np.bool_]) -> Shares:
        """How much of each cell a mask hides."""
        inside = np.bincount(self._index[solid], minlength=self._cells + 1)[1:]
        return np.asarray(inside / np.maximum(self._areas, 1), float)


def cell_boxes(pose: Pose) -> NDArray[np.float64]:
    """Middle, width and height of every cell or place on the board."""
    if pose.places is not None:
        return pose.places
    return np.array([(i % 8 - 3.5, 3.5 - i // 8, 1.0, 1.0) for i in range(64)])


def lay_hand(
    picture: Picture,
    pose: Pose,
    hand: Hand,
    rng: np.random.Generator,
    millimetres: float | None = None,
) -> tuple[Picture, Shares]:
    """A hand somewhere over the board, and how much of each cell it hides.

    `millimetres` is the length of the pose's unit, a likely one where nobody knows it.
    """
    middle, right = pose.project([(0, 0, 0), (1, 0, 0)])
    unit = float(rng.uniform(25, 40)) if millimetres is None else millimetres
    scale = float(np.linalg.norm(right - middle)) / unit  # pixels a millimetre
    low, high = np.array([-4.0, -4.0]), np.array([4.0, 4.0])
    if pose.places is not None:
        low, high = pose.places[:, :2].min(0), pose.places[:, :2].max(0)
    spot = pose.project([(*rng.uniform(low, high), 0.0)])[0]
    arm = float(rng.uniform(0, 2 * np.pi))
    covered, solid = hand.over(picture, (float(spot[0]), float(spot[1])), arm, scale)
    size = picture.shape[1], picture.shape[0]
    return covered, CellMap(pose, size).shares(solid)
