"""Carved boards: stones rest in their hollows, and are seen where they are said to lie."""

import numpy as np
import pytest

from datasets.sketch.carved import carve_mangala
from datasets.sketch.heap import Hollow, settle
from datasets.train.examples import random_pose


def camera(rng, size, half):
    return random_pose(rng, size, 30.0, (0.8, 0.98), half, along=True)


@pytest.mark.parametrize("flat", [1.0, 0.6])
def test_stones_rest_above_the_ground_and_beside_each_other(flat):
    hollow = Hollow((50.0, 50.0), 20.0, 2.0, 2.5)
    counts, radius = [0, 1, 4, 9, 14], 6.0
    laid = settle(hollow, counts, np.full(28, radius), flat, 0.4, np.random.default_rng(3))
    assert [len(stones) for stones in laid] == counts
    for stones in laid:
        if not len(stones):
            continue
        assert hollow.far(stones[:, 0], stones[:, 1]).max() < 1
        ground = hollow.floor(stones[:, 0], stones[:, 1])
        assert (stones[:, 2] > ground + 0.3 * flat * radius).all()
        drawn_out = stones / (1, 1, flat)
        apart = np.linalg.norm(drawn_out[:, None] - drawn_out[None], axis=2)
        apart[np.diag_indices(len(stones))] = np.inf
        assert apart.min() > 1.8 * radius


def test_more_stones_pile_higher():
    hollow = Hollow((50.0, 50.0), 20.0, 2.0, 2.5)
    few, many = settle(hollow, [3, 16], np.full(19, 6.5), 1.0, 0.3, np.random.default_rng(1))
    assert many[:, 2].max() > few[:, 2].max() + 6.5


def test_stones_are_drawn_where_they_lie():
    """A stone's middle looks other than the same spot of an empty board would."""
    board = carve_mangala(np.random.default_rng(8), camera)
    assert board.picture.dtype == np.uint8
    assert board.pose.places is not None
    assert [len(m) for m in board.middles] == list(board.stones)
    height, width = board.picture.shape[:2]
    for (x, y, wide, long), middles in zip(board.pose.places, board.middles, strict=True):
        if len(middles):
            off = np.abs(middles[:, :2] - (x, y)) / (wide / 2, long / 2)
            assert off.max() < 1.05
            seen = board.pose.project(middles)
            assert (seen > 0).all()
            assert (seen < (width, height)).all()


def test_the_same_seed_gives_the_same_board():
    first, again = (carve_mangala(np.random.default_rng(5), camera) for _ in range(2))
    assert np.array_equal(first.picture, again.picture)
    assert first.stones == again.stones
