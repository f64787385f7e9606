"""Kulami: a marble is looked at beside the others of its colour."""

from __future__ import annotations

import numpy as np

from vision.detectors.tokens import CELL, CLOSE, MARGIN, close_ups


def board(**cells):
    """A grey board with a square of one grey value in the middle of each of these cells."""
    side = round((8 + 2 * MARGIN) * CELL)
    flat = np.full((side, side, 3), 120, np.uint8)
    for name, grey in cells.items():
        x, y = (round((MARGIN + k + 0.5) * CELL) for k in (ord(name[0]) - 97, int(name[1]) - 1))
        flat[y - 6 : y + 6, x - 6 : x + 6] = grey
    return flat


def test_the_odd_one_out_differs_from_the_usual_one_of_its_colour():
    flat = board(a1=20, c1=20, e1=20, g1=80, b2=200)
    marbles = np.array([0, 2, 4, 6, 9])
    black = np.array([True, True, True, True, False])
    seen = close_ups(flat, marbles, black)
    assert seen.shape == (5, CLOSE, CLOSE, 6)
    middle = seen[:, CLOSE // 2, CLOSE // 2]
    assert np.allclose(middle[:, 0], np.array([20, 20, 20, 80, 200]) / 255 - 0.5, atol=1e-3)
    assert middle[3, 3] > 0.15
    assert np.allclose(middle[:3, 3], 0, atol=1e-3)
    assert np.allclose(seen[4, ..., 3:], 0)  # the only one of its colour


def test_cells_at_the_edge_are_whole():
    flat = board(a1=10, h8=250)
    seen = close_ups(flat, np.array([0, 63]), np.array([True, False]))
    middle = seen[:, CLOSE // 2, CLOSE // 2, 0]
    assert np.allclose(middle, np.array([10, 250]) / 255 - 0.5, atol=1e-3)
