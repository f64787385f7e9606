"""Stones of a Go board stand where lines cross; discs of Reversi lie in squares, or nowhere."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.corners import pose_from_corners
from datasets.stills import composed_stills
from vision.find.crossings import stands_on_crossings
from vision.frame import Frame

CELL, EDGE = 60, 60


def board(*stones, across):
    """A wooden board of 9 x 9 lines with stones, in squares or `across` lines."""
    side = 8 * CELL + 2 * EDGE
    picture = np.full((side, side, 3), (96, 150, 190), np.uint8)
    for k in range(9):
        at = EDGE + k * CELL
        cv2.line(picture, (at, EDGE), (at, side - EDGE), (40, 70, 90), 2, cv2.LINE_AA)
        cv2.line(picture, (EDGE, at), (side - EDGE, at), (40, 70, 90), 2, cv2.LINE_AA)
    off = 0 if across else CELL // 2
    for number, (row, column) in enumerate(stones):
        middle = EDGE + column * CELL + off, EDGE + row * CELL + off
        colour = (30, 30, 30) if number % 2 else (235, 235, 235)
        cv2.circle(picture, middle, 26, colour, -1, cv2.LINE_AA)
    corners = np.array([(EDGE, EDGE), (side - EDGE, EDGE), (side - EDGE,) * 2, (EDGE, side - EDGE)])
    frame = Frame(picture, 0.0, "drawn")
    return frame, pose_from_corners(corners.astype(float), frame.size)


STONES = [(2, 2), (3, 4), (4, 4), (5, 3), (5, 6), (6, 2), (2, 6), (4, 6), (6, 5), (3, 2)]


@pytest.mark.parametrize(("across", "refused"), [(True, True), (False, False)])
def test_stones_on_crossings_are_no_reversi(across, refused):
    assert stands_on_crossings(*board(*STONES, across=across)) is refused


def test_an_empty_board_may_be_one():
    assert not stands_on_crossings(*board(across=False))


def test_boards_of_reversi_are_none_of_go():
    for still in composed_stills("reversi", "test", 6, seed=9):
        assert not stands_on_crossings(still.frame, still.pose), still.source
