"""Frames hold pictures and nothing else."""

from __future__ import annotations

import numpy as np
import pytest

from vision.frame import Frame


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
