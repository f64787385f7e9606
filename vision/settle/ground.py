"""Where the board lies in the small picture: its cells, its rim, and what is beyond."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Floats, Pose
from vision.small import WIDTH

RIM = 0.5
"""How far beyond the cells something still counts as over the board, in cells."""
BEYOND = 0.6
"""What reaches further out than this, in cells, comes from outside; a shadow falls nearer."""
EDGE = 4
"""So wide is the picture's edge, in small pixels."""

Mask = NDArray[np.uint8]


class Ground:
    """The board in the small picture."""

    def __init__(self, pose: Pose | None, size: tuple[int, int]) -> None:
        width, height = size
        if width < 1 or height < 1:
            raise ValueError(f"a picture has a width and a height, got {size}")
        self.scale = WIDTH / width
        """Pixels of the small picture in one of the frame."""
        self.size = WIDTH, max(1, round(height * self.scale))
        """Width and height of the small picture."""
        shape = self.size[::-1]
        self.cells: NDArray[np.int16] = np.zeros(shape, np.int16)
        """Which cell a pixel shows, from 1; 0 for none."""
        self.zone: Mask = np.ones(shape, np.uint8)
        """1 where something counts as over the board."""
        near: Any = np.ones(shape, np.uint8)
        self.corners: Floats = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], float) * self.size
        """Four corners around the board."""
        self.count = 64
        """How many cells there are; without a pose, 8 x 8 parts of the picture."""
        self.area = self.size[0] * self.size[1] / 64
        """Pixels of a typical cell."""
        if pose is None:
            rows, columns = (np.arange(n) * 8 // n for n in shape)
            self.cells += (rows[:, None] * 8 + columns + 1).astype(np.int16)
        else:
            near = self._lay(pose)
        self.inside = np.flatnonzero(self.cells)
        """The pixels of the cells, counted row by row."""
        self.within = np.flatnonzero(self.zone[::2, ::2])
        """The pixels of the zone, in a picture of half the size."""
        self.beyond = np.flatnonzero(near[::2, ::2] == 0)
        """There, too, what lies well outside the board."""
        rim = np.ones(shape, np.uint8)
        rim[EDGE:-EDGE, EDGE:-EDGE] = 0
        self.edge = np.flatnonzero(rim[::2, ::2])
        """And the edge of the picture."""
        self.areas = np.maximum(np.bincount(self.cells.ravel(), minlength=self.count + 1), 1)[1:]
        """Pixels of each cell."""

    def _lay(self, pose: Pose) -> Any:
        outlines = [self._to_small(pose.project(outline)) for outline in cell_outlines(pose)]
        self.count = len(outlines)
        for number, outline in enumerate(outlines, 1):
            cv2.fillConvexPoly(self.cells, np.round(outline).astype(np.int32), number)
        hull: Any = cv2.convexHull(np.concatenate(outlines).astype(np.float32))
        board: Any = np.zeros(self.cells.shape, np.uint8)
        cv2.fillConvexPoly(board, np.round(hull).astype(np.int32), 1)
        sizes = [float(cv2.contourArea(outline.astype(np.float32))) for outline in outlines]
        self.area = max(9.0, float(np.median(sizes)))
        self.zone = _grown(board, RIM * self.area**0.5)
        self.corners = cv2.boxPoints(cv2.minAreaRect(hull)).astype(float)
        return _grown(board, BEYOND * self.area**0.5)

    def _to_small(self, pixels: Floats) -> Floats:
        return (pixels + 0.5) * self.scale - 0.5


def cell_outlines(pose: Pose) -> list[list[tuple[float, float, float]]]:
    """The corners of every cell in board lengths: 14 places where the pose knows them, else 64."""
    if pose.places is not None:
        spots = [(x, y, w / 2, h / 2) for x, y, w, h in pose.places.tolist()]
    else:
        spots = [(i % 8 - 3.5, 3.5 - i // 8, 0.5, 0.5) for i in range(64)]
    return [
        [(x - w, y + h, 0.0), (x + w, y + h, 0.0), (x + w, y - h, 0.0), (x - w, y - h, 0.0)]
        for x, y, w, h in spots
    ]


def _grown(mask: Any, by: float) -> Any:
    wide = 2 * max(1, round(by)) + 1
    return cv2.dilate(mask, cv2.getStructuringElement(cv2.MORPH_ELLIPSE, (wide, wide)))
