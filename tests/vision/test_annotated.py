"""The picture of what was read: names that can be read, plates, room for both."""

from __future__ import annotations

import numpy as np
import pytest
from support.boards import read_board

from calibration.corners import pose_from_corners
from vision.frame import Frame
from vision.photo import DOUBT, SEAM, Read, annotated


def close_up(read):
    """The same board where it fills its picture to the edge."""
    pose = pose_from_corners([(2, 2), (638, 2), (638, 478), (2, 478)], (640, 480))
    return Read(read.frame, pose, read.reading, 0.0, 0.0)


def has(picture, colour):
    return bool((np.abs(picture.astype(int) - colour).max(2) < 30).any())


def on_grey(read):
    grey = np.full_like(read.frame.picture, 128)
    return Read(Frame(grey, 0.0), read.pose, read.reading, 0.0, 0.0)


@pytest.mark.parametrize("game", ["reversi", "kulami"])
def test_a_board_to_the_edge_of_its_picture_gets_room_for_its_names(game):
    read = read_board(game, "." * 64)
    assert annotated(read).shape == (480, 640, 3)
    drawn = annotated(close_up(read))
    assert drawn.shape[0] > 540
    assert has(drawn[:, :45], (255, 255, 255))  # the rows' numbers stand beside the board


def test_plates_are_drawn_and_doubtful_seams_stand_out():
    assert has(annotated(on_grey(read_board("kulami", "." * 64))), SEAM)
    assert not has(annotated(on_grey(read_board("reversi", "." * 64))), SEAM)
    sure = annotated(on_grey(read_board("kulami", "." * 64)))
    doubted = annotated(on_grey(read_board("kulami", "." * 64, seams=(("a1", "b1"),))))
    assert (has(sure, DOUBT), has(doubted, DOUBT)) == (False, True)


def test_pits_are_named_and_their_digits_have_an_edge():
    drawn = annotated(on_grey(read_board("mangala", [4] * 12 + [0, 0])))
    assert has(drawn, (255, 255, 255))
    assert has(drawn, (0, 0, 0))  # white digits are lost on light wood without one
