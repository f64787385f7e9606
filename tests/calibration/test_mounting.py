"""How high a camera hangs: checked against the camera model that poses are made of."""

from __future__ import annotations

from math import radians, tan

import cv2
import numpy as np
import pytest

from calibration.mounting import BOARDS, MARGIN, VIEWS, Size, View, cell_pixels, height, table


@pytest.mark.parametrize("name", VIEWS)
@pytest.mark.parametrize("game", BOARDS)
def test_from_this_height_the_board_with_its_margin_just_fits(name, game):
    view, board = VIEWS[name], BOARDS[game]
    high = height(view, board)
    focal = (1 / tan(radians(view.across / 2)), 1 / tan(radians(view.along / 2)))
    matrix = np.array([[focal[0], 0, 0], [0, focal[1], 0], [0, 0, 1.0]])
    corner = np.array([[board.width / 2 + MARGIN, board.depth / 2 + MARGIN, 0.0]])
    seen, _ = cv2.projectPoints(corner, np.zeros(3), np.array([0, 0, high]), matrix, None)
    assert np.abs(seen).max() == pytest.approx(1.0), "the corner lies on the picture's edge"
    across, _ = cv2.projectPoints(
        np.array([[board.cell, 0, 0.0]]), np.zeros(3), np.array([0, 0, high]), matrix, None
    )
    assert cell_pixels(view, board, high) == pytest.approx(across[0, 0, 0] * view.width / 2)


def test_a_right_angle_sees_twice_its_height():
    assert height(View(90, 90, 1000), Size(400, 400, 50), margin=0) == pytest.approx(200)
    assert cell_pixels(View(90, 90, 1000), Size(400, 400, 50), 200) == pytest.approx(125)


def test_a_wider_lens_hangs_lower_and_a_larger_board_wants_more_height():
    heights = {
        (name, game): height(view, board)
        for name, view in VIEWS.items()
        for game, board in BOARDS.items()
    }
    for game in BOARDS:
        assert heights["Camera Module 3 Wide", game] < heights["Camera Module 3", game]
    for name in VIEWS:
        assert heights[name, "Kulami"] < heights[name, "Reversi"]


def test_cells_are_large_enough_to_be_read_from_every_height_of_the_table():
    for view in VIEWS.values():
        for board in BOARDS.values():
            assert cell_pixels(view, board, height(view, board)) > 30


def test_the_table_has_every_camera_and_board():
    assert table().count(" cm (") == len(VIEWS) * len(BOARDS)
