"""A lens straightens what it bent."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.lens import Lens

MATRIX = np.array([[400.0, 0, 322.0], [0, 402.0, 236.0], [0, 0, 1]])
LENS = Lens((640, 480), MATRIX, np.array([-0.28, 0.09, 0.0008, -0.0005, -0.012]), 0.2)


def test_points_are_straightened_as_opencv_does():
    points = np.random.default_rng(3).uniform((100, 80), (540, 400), (40, 1, 2))
    stop = (cv2.TERM_CRITERIA_EPS + cv2.TERM_CRITERIA_MAX_ITER, 100, 1e-10)
    expected = cv2.undistortImagePoints(points, MATRIX, LENS.distortion, arg1=stop)
    assert np.abs(LENS.undistort(points) - expected[:, 0]).max() < 1e-3


def test_a_lens_survives_json():
    again = Lens.from_json(LENS.to_json())
    assert (again.size, again.error) == (LENS.size, LENS.error)
    assert np.array_equal(again.matrix, LENS.matrix)
    assert np.array_equal(again.distortion, LENS.distortion)


def test_how_wide_it_sees():
    straight = Lens(
        (640, 480), np.array([[320.0, 0, 319.5], [0, 320, 239.5], [0, 0, 1]]), np.zeros(5)
    )
    assert abs(straight.field - 90) < 0.2
    assert LENS.field > 2 * np.degrees(np.arctan(320 / 400))  # a barrel sees more


@pytest.mark.parametrize(
    ("size", "matrix", "terms"),
    [((640, 480), np.eye(2), np.zeros(5)), ((640, 480), MATRIX, np.zeros(3)),
     ((0, 480), MATRIX, np.zeros(5)), ((640, 480), -MATRIX, np.zeros(5)),
     ((640, 480), MATRIX, np.full(5, np.nan))],
)  # fmt: skip
def test_what_is_no_lens_is_refused(size, matrix, terms):
    with pytest.raises(ValueError, match="a lens needs"):
        Lens(size, matrix, terms)
