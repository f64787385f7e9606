"""Frames hold pictures and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame
from vision.small import small_picture


def test_a_frame_knows_its_size():
    assert Frame(np.zeros((480, 640, 3), np.uint8), 1.5).size == (640, 480)


@pytest.mark.parametrize(
    "picture",
    [np.zeros((4, 4), np.uint8), np.zeros((4, 4, 4), np.uint8), np.zeros((4, 4, 3), float),
     np.zeros((0, 4, 3), np.uint8)],
)  # fmt: skip
def test_what_is_no_picture_is_refused(picture):
    with pytest.raises(ValueError, match="height x width x 3"):
        Frame(picture, 0.0)


RED = np.full((1080, 1920, 3), (0, 0, 200), np.uint8)


def test_the_small_picture_is_the_cameras_or_is_made():
    made = small_picture(Frame(RED, 0.0), (320, 180))
    assert made.shape == (180, 320)
    assert made.min() == made.max() == 60
    given = np.zeros((180, 320), np.uint8)
    assert small_picture(Frame(RED, 0.0, "", given), (320, 180)) is given


@pytest.mark.parametrize("shape", [(182, 320), (360, 640)])
def test_a_cameras_small_picture_of_about_the_size_is_fitted(shape):
    fitted = small_picture(Frame(RED, 0.0, "", np.zeros(shape, np.uint8)), (320, 181))
    assert fitted.shape == (181, 320)
    assert not fitted.any()


@pytest.mark.parametrize("shape", [(240, 320), (90, 160)])
def test_a_cameras_small_picture_of_another_view_or_too_small_is_not_used(shape):
    made = small_picture(Frame(RED, 0.0, "", np.zeros(shape, np.uint8)), (320, 180))
    assert made.shape == (180, 320)
    assert made.min() == 60


def test_a_small_picture_is_grey():
    with pytest.raises(ValueError, match="a small picture needs height x width bytes"):
        Frame(np.zeros((4, 4, 3), np.uint8), 0.0, small=np.zeros((4, 4, 3), np.uint8))
