"""Whether a cell changed between two frames."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from datasets.stills import composed_stills
from vision.detectors import detector
from vision.detectors.changes import differences
from vision.frame import Frame

BOXES = [(20 * c + 2, 20 * r + 2, 20 * c + 18, 20 * r + 18) for r in range(8) for c in range(8)]


def board(rng, discs):
    picture = np.full((160, 160, 3), (60, 120, 50), np.float32)
    for cell in discs:
        x, y = cell % 8 * 20, cell // 8 * 20
        picture[y + 3 : y + 17, x + 3 : x + 17] = 230
    return np.clip(picture + rng.normal(0, 4, picture.shape), 0, 255).astype(np.uint8)


@pytest.mark.parametrize("gain", [1.0, 0.8, 1.15])
def test_what_changed_is_told_from_flicker_and_noise(gain):
    rng = np.random.default_rng(5)
    before = board(rng, {9, 10, 44})
    after = np.clip(board(rng, {9, 44, 45}) * gain, 0, 255).astype(np.uint8)
    told = differences(before, after, BOXES, 7)
    assert told[[10, 45]].min() > 6
    assert np.delete(told, [10, 45]).max() < 2


def test_a_small_nudge_is_no_change():
    rng = np.random.default_rng(6)
    before = board(rng, {9, 10, 44})
    after = np.roll(board(rng, {9, 10, 44}), (1, -2), (0, 1))
    assert differences(before, after, BOXES[9:55], 7).max() < 2


def test_what_is_too_bright_for_one_frame_is_no_change():
    rng = np.random.default_rng(7)
    dim = board(rng, {9, 10, 44})
    bright = np.clip(board(rng, {9, 10, 44}) * 1.4, 0, 255).astype(np.uint8)
    assert differences(dim, bright, BOXES, 7).max() < 2
    assert differences(bright, dim, BOXES, 7).max() < 2


@pytest.mark.parametrize("game", ["reversi", "mangala"])
def test_boards_that_lay_elsewhere_are_compared_each_where_it_lay(game):
    """A nudge by a third of a cell: nothing on the board has changed."""
    still = next(iter(composed_stills(game, "validation", 1, seed=4)))
    shift = np.array([[1, 0, 9], [0, 1, -6]], float)
    size = still.frame.picture.shape[1::-1]
    picture = cv2.warpAffine(still.frame.picture, shift, size, borderMode=cv2.BORDER_REPLICATE)
    matrix = still.pose.matrix.copy()
    matrix[:2, 2] += (9, -6)
    now, after = replace(still.pose, matrix=matrix), Frame(picture, 1.0, "nudged")
    eyes = detector(game)
    assert eyes.compare(still.frame, after, now, still.pose).max() < 0.5
    assert eyes.compare(still.frame, after, now).max() > 0.5
