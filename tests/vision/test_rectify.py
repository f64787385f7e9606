"""A rectified board shows every cell where it belongs."""

from __future__ import annotations

import numpy as np
import pytest
from support import paper

from calibration.pose import Pose
from vision.rectify import rectified

CONTENTS = {0: "W", 7: "B", 27: "W", 36: "B", 63: "W"}


def pose_of_paper():
    x, y = paper.ORIGIN
    half = 4 * paper.CELL
    matrix = np.array([[1000.0, 0, x + half], [0, 1000.0, y + half], [0, 0, 1]])
    turn = np.array([[1.0, 0, 0], [0, -1, 0], [0, 0, -1]])
    return Pose(matrix, turn, np.array([0, 0, 1000.0])).in_units(paper.CELL)


@pytest.mark.parametrize("cell", [12, 20, 31])
def test_discs_lie_in_the_middle_of_their_cells(cell):
    picture, _ = paper.draw(CONTENTS)
    flat = rectified(picture, pose_of_paper(), cell, margin=1.0)
    assert flat.shape == (10 * cell, 10 * cell, 3)
    for number, content in CONTENTS.items():
        x, y = (number % 8 + 1.5) * cell, (number // 8 + 1.5) * cell
        spot = flat[int(y) - 2 : int(y) + 2, int(x) - 2 : int(x) + 2].mean()
        assert (spot > 200) if content == "W" else (spot < 60)


def test_every_pixel_is_looked_up_where_the_pose_says():
    pose = pose_of_paper()
    tilt = np.radians(35)
    lean = np.array([[1, 0, 0], [0, np.cos(tilt), -np.sin(tilt)], [0, np.sin(tilt), np.cos(tilt)]])
    pose = Pose(pose.matrix, pose.rotation @ lean, pose.translation, -0.3)
    width, height = paper.SIZE
    ys, xs = np.mgrid[0:height, 0:width]
    where = np.dstack([xs % 256, ys % 256, 0 * xs]).astype(np.uint8)
    flat = rectified(where, pose, 20)
    spots = [(30, 170), (100, 100), (150, 60)]
    for row, column in spots:
        x, y = (column + 0.5) / 20 - 5, 5 - (row + 0.5) / 20
        true = pose.project([(x, y, 0.0)])[0]
        assert np.allclose(flat[row, column, :2], true % 256, atol=1.5)


def test_a_warp_looks_beside():
    picture, _ = paper.draw({27: "W"})
    beside = np.array([[1, 0, 1.0], [0, 1, 0], [0, 0, 1]])  # one cell to the right
    flat = rectified(picture, pose_of_paper(), 20, warp=beside)
    assert flat[90, 70].mean() > 200, "what lies on d4 is seen on c4"
    assert flat[90, 90].mean() < 200
