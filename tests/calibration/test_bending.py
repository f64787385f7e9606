"""Rays bend as OpenCV bends them, and back."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from calibration.bending import bend, folds, unbend

FIVE = [-0.28, 0.09, 0.0008, -0.0005, -0.012]
EIGHT = [0.4, 0.06, 0.0004, -0.0003, 0.001, 0.72, 0.15, 0.004]
RAYS = np.random.default_rng(1).uniform(-0.8, 0.8, (60, 2))


@pytest.mark.parametrize("terms", [FIVE[:4], FIVE, EIGHT])
def test_rays_bend_as_opencv_bends_them(terms):
    points = np.column_stack([RAYS, np.ones(60)])
    expected, _ = cv2.projectPoints(points, np.zeros(3), np.zeros(3), np.eye(3), np.array(terms))
    assert np.abs(bend(RAYS, terms) - expected[:, 0]).max() < 1e-12


@given(
    st.floats(-0.3, 0.2), st.floats(-0.05, 0.1), st.floats(-0.002, 0.002), st.floats(-0.002, 0.002)
)
def test_what_is_bent_comes_back(k1, k2, p1, p2):
    terms = [k1, k2, p1, p2, 0.0]
    if folds(terms, 0.8):
        return
    near = RAYS[np.linalg.norm(RAYS, axis=1) < 0.6]
    assert np.abs(unbend(bend(near, terms), terms) - near).max() < 1e-7


def test_eight_terms_come_back_too():
    assert np.abs(unbend(bend(RAYS, EIGHT), EIGHT) - RAYS).max() < 1e-8


def test_a_lens_that_bends_back_over_itself_is_known():
    assert folds([-0.5, 0, 0, 0], 0.9)
    assert folds([0, 0, 0, 0, 0, -1.0, 0, 0], 0.9)
    assert not folds(FIVE, 0.9)
    assert not folds([0.1, 0, 0, 0], 0.9)
