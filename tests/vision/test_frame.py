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


def test_the_small_picture_is_the_cameras_or_is_made():
    picture = np.full((1080, 1920, 3), (0, 0, 200), np.uint8)
    made = small_picture(Frame(picture, 0.0))
    assert made.shape == (180, 320)
    assert made.min() == made.max() == 60
    given = np.zeros((240, 320), np.uint8)
    assert small_picture(Frame(picture, 0.0, "", given)) is given


def test_a_picture_that_is_small_already_only_turns_grey():
    assert small_picture(Frame(np.zeros((100, 90, 3), np.uint8), 0.0)).shape == (100, 90)


def test_a_small_picture_is_grey():
    with pytest.raises(ValueError, match="a small picture needs height x width bytes"):
        Frame(np.zeros((4, 4, 3), np.uint8), 0.0, small=np.zeros((4, 4, 3), np.uint8))
