"""The pose projects as OpenCV does, with height and with a lens."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.pose import Pose, bent_map

MATRIX = np.array([[600.0, 0, 399.5], [0, 600.0, 299.5], [0, 0, 1]])
TURN = cv2.Rodrigues(np.array([2.6, 0.3, -0.2]))[0]


def pose(radial: float = 0.0) -> Pose:
    return Pose(MATRIX, TURN, np.array([10.0, -20.0, 500.0]), radial)


@pytest.mark.parametrize("radial", [0.0, -0.12, 0.05])
def test_points_fall_where_opencv_projects_them(radial):
    points = np.random.default_rng(1).uniform(-150, 150, (50, 3)) * (1, 1, 0.1)
    expected, _ = cv2.projectPoints(
        points, TURN, np.array([10.0, -20.0, 500.0]), MATRIX, np.array([radial, 0, 0, 0])
    )
    assert np.abs(pose(radial).project(points) - expected[:, 0]).max() < 1e-6


def test_what_stands_up_is_seen_elsewhere_than_what_lies_flat():
    flat, high = pose().project([(100, 100, 0), (100, 100, 12)])
    assert np.linalg.norm(flat - high) > 1


@pytest.mark.parametrize("radial", [-0.12, 0.05])
def test_the_lens_map_brings_every_point_back(radial):
    """A pixel of the bent picture shows what was at the map's place in the straight one."""
    points = np.random.default_rng(2).uniform(-120, 120, (40, 3)) * (1, 1, 0.1)
    straight, bent = pose().project(points), pose(radial).project(points)
    across, down = bent_map(pose(radial), (800, 600))
    at = bent.astype(np.float32)
    back = np.stack(
        [cv2.remap(side, at[:, :1], at[:, 1:], cv2.INTER_LINEAR)[:, 0] for side in (across, down)],
        1,
    )
    assert np.abs(back - straight).max() < 0.05


def test_a_board_may_be_measured_in_squares():
    points = np.array([(80.0, -40.0, 12.0), (0, 0, 0)])
    in_squares = pose(-0.1).in_units(40.0)
    assert np.allclose(in_squares.project(points / 40), pose(-0.1).project(points))


def test_a_pose_survives_json():
    again = Pose.from_json(pose(-0.1).to_json())
    points = [(1, 2, 3), (50, -40, 0)]
    assert np.array_equal(again.project(points), pose(-0.1).project(points))


def test_a_pose_of_wrong_shape_is_refused():
    with pytest.raises(ValueError, match="3x3"):
        Pose(np.eye(2), np.eye(3), np.zeros(3))


TERMS = np.array([-0.25, 0.07, 0.0005, -0.0004, -0.008])


def test_a_pose_may_carry_a_calibrated_lens():
    points = np.random.default_rng(4).uniform(-150, 150, (50, 3)) * (1, 1, 0.1)
    bent = Pose(MATRIX, TURN, np.array([10.0, -20.0, 500.0]), distortion=TERMS)
    expected, _ = cv2.projectPoints(points, TURN, bent.translation, MATRIX, TERMS)
    assert np.abs(bent.project(points) - expected[:, 0]).max() < 1e-6
    assert np.abs(bent.bend(pose().project(points)) - expected[:, 0]).max() < 1e-6
    assert np.array_equal(Pose.from_json(bent.to_json()).project(points), bent.project(points))
    assert np.array_equal(bent.with_lens(-0.1).project(points), pose(-0.1).project(points))
    across, down = bent_map(bent, (800, 600))
    x, y = bent.project([(30, 40, 0)])[0].round().astype(int)
    back = np.array([[across[y, x], down[y, x]]])
    assert np.abs(bent.bend(back) - (x, y)).max() < 0.01


def test_a_lens_of_wrong_length_is_refused():
    with pytest.raises(ValueError, match="4, 5 or 8 coefficients"):
        Pose(MATRIX, TURN, np.zeros(3), distortion=np.zeros(3))
