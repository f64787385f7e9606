"""Sketches show what they say, and so do the examples made of them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.sketch import CELL, SIDE, sketch_kulami, sketch_reversi
from datasets.train.examples import random_pose, seams_of, sketched_example
from engines.kulami import Layout
from vision.rectify import rectified


def middle(picture, cell):
    x, y = (cell % 8 + 1.5) * CELL, (cell // 8 + 1.5) * CELL
    return picture[int(y) - 3 : int(y) + 4, int(x) - 3 : int(x) + 4].mean()


def test_white_discs_are_brighter_than_black_ones():
    rng = np.random.default_rng(1)
    better = []
    for _ in range(10):
        sketch = sketch_reversi(rng, tuple("BW" * 32))
        assert sketch.picture.shape == (SIDE, SIDE, 3)
        pairs = [
            (middle(sketch.picture, c), middle(sketch.picture, c + 1)) for c in range(0, 64, 2)
        ]
        better += [white > black for black, white in pairs]
    assert np.mean(better) > 0.97


def test_red_marbles_are_redder_than_black_ones():
    rng = np.random.default_rng(2)
    redder = []
    for _ in range(8):
        sketch = sketch_kulami(rng, tuple("BR" * 32))
        Layout.parse("/".join(sketch.plates))
        for cell in range(0, 64, 2):
            spots = []
            for c in (cell, cell + 1):
                x, y = int((c % 8 + 1.5) * CELL), int((c // 8 + 1.5) * CELL)
                blue, _, red = sketch.picture[y - 3 : y + 4, x - 3 : x + 4].mean((0, 1)) + 1
                spots.append(red / blue)
            if cell not in sketch.tokens and cell + 1 not in sketch.tokens:
                redder.append(spots[1] > spots[0])
    assert np.mean(redder) > 0.97


def test_the_same_seed_draws_the_same_sketch():
    first, again = (sketch_kulami(np.random.default_rng(5)) for _ in range(2))
    assert first.contents == again.contents
    assert np.array_equal(first.picture, again.picture)


@pytest.mark.parametrize("seed", range(6))
def test_an_example_rectified_by_its_pose_is_its_sketch(seed):
    rng = np.random.default_rng(seed)
    sketch = sketch_reversi(rng)
    example = sketched_example(sketch, [], rng)
    flat = cv2.GaussianBlur(rectified(example.picture, example.pose, CELL), (0, 0), 3)
    wanted = cv2.GaussianBlur(sketch.picture, (0, 0), 3)
    board = np.s_[CELL : 9 * CELL, CELL : 9 * CELL]
    assert np.abs(flat[board].astype(float) - wanted[board]).mean() < 12


def test_random_cameras_see_the_whole_board():
    rng = np.random.default_rng(3)
    corners = [(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)]
    for _ in range(50):
        seen = random_pose(rng, (640, 480)).project(corners)
        assert seen.min() > -1
        assert (seen.max(0) < (641, 481)).all()


def test_seams_are_where_plates_meet():
    plates = ("AABBBCCC",) * 3 + ("DDDDDDDD",) * 5
    right, below = seams_of(plates)
    assert right[0].tolist() == [False, True, False, False, True, False, False]
    assert below[2].all()
    assert not below[0].any()
