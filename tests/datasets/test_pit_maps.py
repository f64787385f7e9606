"""What is learnt of a pit: which stones are seen, where they lie, where one ends."""

from __future__ import annotations

import numpy as np

from datasets.sketch.carved import carve_mangala
from datasets.train.pit_maps import SEEN, heat, mass, middles, outlines, turned
from tests.datasets.test_carved import camera


def two_stones():
    """Stone 1 under stone 2: a crescent and a disc, and stone 3 that nobody sees."""
    ys, xs = np.mgrid[0:40, 0:40]
    index = np.zeros((40, 40), np.uint8)
    index[(xs - 15) ** 2 + (ys - 20) ** 2 < 64] = 1
    index[(xs - 22) ** 2 + (ys - 20) ** 2 < 64] = 2
    return index


def test_the_middle_is_that_of_what_is_seen():
    spots, plain = middles(two_stones(), 3)
    assert plain.tolist() == [True, True, False]
    assert np.allclose(spots[1], (22, 20), atol=0.1)
    assert spots[0][0] < 14  # the crescent lies left of its stone's middle


def test_a_sliver_is_no_stone_to_be_found():
    index = np.zeros((20, 20), np.uint8)
    index[0, : SEEN - 1] = 1
    assert not middles(index, 1)[1].any()


def test_maps_have_a_peak_and_a_mass_of_one_for_each():
    spots = np.array([(5.0, 7.0), (12.0, 7.0), (9.0, 14.0)], np.float32)
    assert (heat(spots, 20, 20) == 1).sum() == 3
    assert np.isclose(mass(spots, 20, 20).sum(), 3, atol=0.01)
    assert not heat(spots[:0], 20, 20).any()
    assert not mass(spots[:0], 20, 20).any()


def test_outlines_part_stones_that_touch():
    there, edge = outlines(two_stones()[:39, :39])
    assert there[6, 4] == 1
    assert there[1, 1] == 0
    between = edge[6, 3:9]
    assert between.max() > 0.3
    assert between.min() == 0


def test_stones_turn_with_their_picture():
    index = two_stones()
    quarter = np.array([[0.0, -1.0], [1.0, 0.0]])
    picture = np.repeat(index[..., None] * 50, 3, 2).astype(np.uint8)
    at = np.array([(22.0, 20.0)], np.float32)
    seen, shown, spots = turned(picture, index, at, quarter, (40, 40))
    assert np.allclose(middles(shown, 2)[0][1], spots[0], atol=0.6)
    x, y = np.rint(spots[0]).astype(int)
    assert seen[y, x].tolist() == [100, 100, 100]


def test_carved_stones_say_which_pixels_are_theirs():
    board = carve_mangala(np.random.default_rng(8), camera)
    assert board.index.shape == board.picture.shape[:2]
    shown = {(int(i) - 1) // 64 for i in np.unique(board.index) if i}
    assert shown == {place for place, n in enumerate(board.stones) if n}
    for place, count in enumerate(board.stones):
        own = board.index[(board.index > place * 64) & (board.index <= place * 64 + 64)]
        assert own.size == 0 or own.max() - place * 64 <= count
