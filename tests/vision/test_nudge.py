"""Where a board lies after a nudge."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.stills import composed_stills
from vision.find.lying import outline
from vision.find.nudge import nudged
from vision.frame import Frame


def still_of(game):
    return next(iter(composed_stills(game, "validation", 1, seed=4)))


def moved(frame, warp, gain=1.1):
    """The frame shifted or turned, in another light, with noise of its own."""
    picture = cv2.warpAffine(frame.picture, warp, frame.size, borderMode=cv2.BORDER_REPLICATE)
    noise = np.random.default_rng(0).normal(0, 3, picture.shape)
    return Frame(np.clip(picture * gain + noise, 0, 255).astype(np.uint8), 1.0, "moved")


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
@pytest.mark.parametrize("shift", [(1.3, -0.7), (9.0, -6.0)])
def test_a_shift_is_told_to_half_a_pixel(game, shift):
    still = still_of(game)
    after = moved(still.frame, np.array([[1, 0, shift[0]], [0, 1, shift[1]]], float))
    pose = nudged(still.frame, after, still.pose, outline(still.pose))
    assert pose is not None
    off = (pose.matrix - still.pose.matrix)[:2, 2] - shift
    assert np.abs(off).max() < 0.5
    assert np.array_equal(pose.rotation, still.pose.rotation)


def test_a_piece_that_was_put_meanwhile_does_not_disturb():
    still = still_of("reversi")
    after = moved(still.frame, np.array([[1, 0, 4], [0, 1, 3]], float))
    x, y = still.pose.project([(1.5, 0.5, 0)])[0] + (4, 3)
    cv2.circle(after.picture, (round(x), round(y)), 12, (240, 240, 240), -1)
    pose = nudged(still.frame, after, still.pose, outline(still.pose))
    assert pose is not None
    assert np.abs((pose.matrix - still.pose.matrix)[:2, 2] - (4, 3)).max() < 0.5


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
@pytest.mark.parametrize(("angle", "zoom"), [(25, 1), (3, 1), (-1, 1), (0, 1.03)])
def test_a_board_that_was_turned_or_lies_nearer_is_no_nudge(game, angle, zoom):
    """It would be read beside its cells, and the error would grow with every nudge."""
    still = still_of(game)
    x, y = still.pose.project(outline(still.pose)).mean(0)
    turn = cv2.getRotationMatrix2D((float(x), float(y)), angle, zoom)
    assert nudged(still.frame, moved(still.frame, turn), still.pose, outline(still.pose)) is None


def test_pictures_of_other_sizes_are_not_laid_over_each_other():
    still = still_of("reversi")
    other = Frame(still.frame.picture[:-10], 1.0, "smaller")
    assert nudged(still.frame, other, still.pose, outline(still.pose)) is None
    black = Frame(np.zeros_like(still.frame.picture), 1.0, "black")
    assert nudged(still.frame, black, still.pose, outline(still.pose)) is None
