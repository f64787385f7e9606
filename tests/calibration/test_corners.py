"""A pose comes back from the points it shows, with noise, wrong points and an unknown lens."""

from __future__ import annotations

from math import radians, tan

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.corners import LATTICE, fit_pose, pose_from_corners
from calibration.lens import Lens
from cli.benchmarks.calibration import STRONG, grid, likely_camera
from datasets.snapshots import hung
from engines import InputError

SIZE = (1280, 960)
TOPS = grid(8) * (7 / 8, 7 / 8, 1) + (0, 0, 0.5)


@st.composite
def cameras(draw, furthest=40.0):
    """A camera over a board, as it may hang in a school, with one lens term."""
    focal = SIZE[0] / 2 / tan(radians(draw(st.floats(50, 95)) / 2))
    matrix = np.array([[focal, 0, 639.5], [0, focal, 479.5], [0, 0, 1.0]])
    corner = (639.5**2 + 479.5**2) / focal**2
    radial = max(draw(st.floats(-0.12, 0.04)), -0.1 / corner)
    lens = Lens(SIZE, matrix, np.array([radial, 0, 0, 0, 0]))
    angles = draw(st.floats(0, furthest)), draw(st.floats(0, 360)), draw(st.floats(0, 360))
    return hung(lens, *angles, draw(st.floats(0.5, 0.9))).with_lens(radial)


def seen(pose, points, seed, noise=0.5):
    return pose.project(points) + np.random.default_rng(seed).normal(0, noise, (len(points), 2))


def off(one, other, points):
    return float(np.sqrt(((one.project(points) - other.project(points)) ** 2).sum(1).mean()))


def cell(pose):
    return float(np.linalg.norm(np.ptp(pose.project(LATTICE), axis=0)) / 12)


@settings(max_examples=60)
@given(cameras(), st.integers(0, 999))
def test_81_points_tell_the_pose_the_heights_and_the_lens(true, seed):
    pose = fit_pose(grid(9), seen(true, grid(9), seed), SIZE)
    assert off(pose, true, grid(9)) < 0.45
    assert off(pose, true, TOPS) < 0.1 * cell(true)
    assert abs(pose.radial - true.radial) < 0.06
    assert pose.quality > 0.9


@settings(max_examples=60)
@given(cameras(), st.integers(0, 999))
def test_25_points_are_nearly_as_good(true, seed):
    pose = fit_pose(grid(5), seen(true, grid(5), seed), SIZE)
    assert off(pose, true, grid(9)) < 0.8
    assert off(pose, true, TOPS) < 0.12 * cell(true)


@settings(max_examples=60)
@given(cameras(), st.integers(0, 999))
def test_four_corners_are_enough_to_read_a_board(true, seed):
    pose = pose_from_corners(seen(true, LATTICE, seed), SIZE)
    assert off(pose, true, LATTICE) < 1.5
    assert off(pose, true, grid(9)) < 0.1 * cell(true)
    assert off(pose, true, TOPS) < 0.2 * cell(true)


@settings(max_examples=30)
@given(cameras(), st.integers(0, 999), st.integers(1, 6))
def test_a_few_wrong_points_do_no_harm(true, seed, wrong):
    rng = np.random.default_rng(seed)
    pixels = seen(true, grid(9), seed)
    pixels[rng.choice(81, wrong, replace=False)] += rng.normal(0, 40, (wrong, 2))
    assert off(fit_pose(grid(9), pixels, SIZE), true, grid(9)) < 0.5


@settings(max_examples=30)
@given(cameras(), st.integers(0, 999))
def test_points_of_different_heights_are_taken_as_they_are(true, seed):
    points = np.vstack([grid(5), TOPS[::3]])
    pose = fit_pose(points, seen(true, points, seed), SIZE)
    assert off(pose, true, TOPS) < 0.05 * cell(true)


def test_perspective_tells_the_focal_length():
    rng = np.random.default_rng(4)
    for _ in range(20):
        true = likely_camera(rng)
        lens = Lens(SIZE, true.matrix, np.zeros(5))
        tilted = hung(lens, 35, 40, 100, 0.9)
        pose = fit_pose(grid(9), seen(tilted, grid(9), 1), SIZE)
        assert abs(pose.matrix[0, 0] / true.matrix[0, 0] - 1) < 0.05


def test_four_corners_seen_from_straight_above_get_a_common_focal_length():
    focal = 1280 / 2 / tan(radians(65 / 2))
    for other in (0.7, 1.0, 1.4):
        matrix = np.array([[focal * other, 0, 639.5], [0, focal * other, 479.5], [0, 0, 1.0]])
        above = hung(Lens(SIZE, matrix, np.zeros(5)), 0, 0, 20, 0.8)
        pose = pose_from_corners(above.project(LATTICE), SIZE)
        assert abs(pose.matrix[0, 0] / focal - 1) < 0.1


def test_a_known_lens_is_used_with_all_its_terms():
    true = hung(STRONG, 25, 30, 70, 0.9)
    pose = pose_from_corners(true.project(LATTICE), SIZE, STRONG)
    assert off(pose, true, np.vstack([grid(9), TOPS])) < 0.01
    assert pose.distortion is not None


def test_a_lens_for_another_size_is_refused():
    with pytest.raises(InputError, match=r"1280 x 960, this one has 640 x 480; set the camera"):
        pose_from_corners(LATTICE[:, :2] * (1, -1) * 10 + 100, (640, 480), STRONG)


def test_the_picture_is_never_mirrored():
    """Row 1 has the greatest y, and the camera looks down on the board."""
    true = hung(STRONG, 15, 200, 300, 0.8)
    pose = pose_from_corners(true.project(LATTICE), SIZE, STRONG)
    eye = -pose.rotation.T @ pose.translation
    assert eye[2] > 0
    assert np.linalg.det(pose.rotation) > 0.99


@pytest.mark.parametrize(
    ("corners", "told"),
    [([(0, 0), (0, 9), (9, 9), (9, 0)], "anticlockwise"),
     ([(0, 0), (90, 90), (90, 0), (0, 90)], "do not go around a board"),
     ([(0, 0), (50, 0), (90, 0), (0, 90)], "do not go around a board"),
     ([(5, 5)] * 4, "do not go around a board"),
     ([(0, 0), (9, 0), (9, 9)], "expected 4 points"),
     ([(0, 0), (9, 0), (9, np.nan), (0, 9)], "expected 4 points")],
)  # fmt: skip
def test_corners_that_are_none_are_refused(corners, told):
    with pytest.raises(InputError, match=told):
        pose_from_corners(corners, SIZE)


def test_too_few_points_and_points_on_a_line_are_refused():
    with pytest.raises(InputError, match="4 or more points"):
        fit_pose(grid(9)[:3], np.zeros((3, 2)), SIZE)
    with pytest.raises(InputError, match="finite"):
        fit_pose(LATTICE, np.full((4, 2), np.inf), SIZE)
    with pytest.raises(InputError):
        fit_pose(grid(9)[:9], np.column_stack([np.arange(9) * 50.0, np.full(9, 300.0)]), SIZE)


@pytest.mark.parametrize("high", [317, 320, 321, 322, 325])
@pytest.mark.parametrize("at", [(38.5, 19.0), (39.0, 19.0), (39.0, 19.5), (10.0, 5.0)])
def test_an_exact_upright_rectangle_is_a_board_seen_from_above(high, at):
    quad = np.array([(0, 0), (321, 0), (321, high), (0, high)]) + at
    pose = pose_from_corners(quad, (400, 360))
    assert np.abs(pose.project(LATTICE) - quad).max() < 3
    assert pose.rotation[2, 2] < -0.9
