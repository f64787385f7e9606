"""Quadrangles that stand out from the table, and what no guess has named."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from calibration.corners import pose_from_corners
from vision.find import finder
from vision.find.outlines import MANY, outlines

BOARD = np.array([(205, 175), (530, 28), (670, 345), (362, 502)], float)


def table(board, colour, other=(150, 155, 160), noise=4.0):
    rng = np.random.default_rng(0)
    picture = np.full((540, 720, 3), other, np.float64)
    cv2.fillConvexPoly(picture, np.rint(board).astype(int), colour)
    picture += rng.normal(0, noise, picture.shape)
    return np.clip(picture, 0, 255).astype(np.uint8)


def off(quads, board):
    """By how many pixels the nearest quadrangle's worst corner lies off."""
    return min(np.abs(np.roll(quad, turn, 0) - board).max() for quad in quads for turn in range(4))


@pytest.mark.parametrize("colour", [(60, 150, 200), (40, 90, 30), (20, 20, 20), (230, 235, 235)])
def test_a_board_that_stands_out_is_outlined_whatever_its_colour(colour):
    assert off(outlines(table(BOARD, colour)), BOARD) < 12


def test_pieces_on_it_and_things_beside_it_do_not_matter():
    picture = table(BOARD, (60, 150, 200))
    for x, y in ((300, 215), (390, 209), (460, 240), (480, 275), (600, 215)):
        cv2.circle(picture, (x, y), 18, (235, 235, 235) if x % 3 else (30, 30, 30), -1)
    cv2.rectangle(picture, (20, 300), (140, 500), (40, 40, 120), -1)
    quads = outlines(picture)
    assert len(quads) <= MANY
    assert off(quads, BOARD) < 12


def test_a_large_picture_is_told_in_its_own_pixels():
    picture = cv2.resize(table(BOARD, (60, 150, 200)), None, fx=3, fy=3)
    assert off(outlines(picture), 3 * BOARD + 1) < 40


def test_an_even_picture_has_none():
    assert outlines(np.full((300, 400, 3), 128, np.uint8)) == []


@pytest.mark.parametrize("size", [(1, 1), (1, 2000), (2000, 1)])
def test_a_speck_or_a_line_of_a_picture_is_looked_at_too(size):
    assert outlines(np.zeros((*size, 3), np.uint8)) == []


def test_slants_are_told_in_degrees():
    straight = pose_from_corners(
        np.array([(100, 100), (400, 100), (400, 400), (100, 400)], float), (500, 500)
    )
    aside = pose_from_corners(
        np.array([(180, 200), (320, 200), (400, 330), (100, 330)], float), (500, 500)
    )
    assert finder._slant(straight) < 3
    assert finder._slant(aside) > finder.STEEP
