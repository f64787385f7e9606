"""A second, close look at doubted squares: which are asked, what is shown beside, what it gains."""

from __future__ import annotations

from itertools import chain

import numpy as np

from datasets.stills import composed_stills
from vision.detectors import detector
from vision.detectors.closely import (
    BESIDE,
    CELL,
    CLOSE,
    MARGIN,
    MOST,
    beside_each,
    certain_of,
    close_ups,
    doubted_of,
    looked_again,
    weighed,
)
from vision.reading import CONTENTS


def told(**cells):
    """All empty but for these squares, by number: how likely empty, black, white, and hidden."""
    contents, hidden = np.tile([1.0, 0.0, 0.0], (64, 1)), np.zeros(64)
    for cell, (*shares, covered) in cells.items():
        contents[int(cell[1:])], hidden[int(cell[1:])] = shares, covered
    return contents, hidden


def test_what_is_doubted_is_asked_the_most_doubtful_first():
    contents, hidden = told(s5=(0.1, 0.9, 0, 0), s9=(0.4, 0.6, 0, 0), s20=(0, 0.2, 0.8, 0.3))
    assert doubted_of(contents, hidden).tolist() == [9, 20, 5]


def test_what_a_hand_hides_is_not_asked():
    contents, hidden = told(s5=(0.4, 0.3, 0.3, 0.9), s9=(0.4, 0.3, 0.3, 0.2))
    assert doubted_of(contents, hidden).tolist() == [9]


def test_no_picture_takes_long():
    contents, hidden = np.tile([0.5, 0.3, 0.2], (64, 1)), np.zeros(64)
    assert len(doubted_of(contents, hidden)) == MOST


def test_the_nearest_certain_squares_are_shown_beside():
    contents, hidden = told(s0=(0.5, 0.5, 0, 0), s1=(0, 1, 0, 0), s63=(0, 0, 1, 0), s8=(0, 1, 0, 1))
    certain, held = certain_of(contents, hidden)
    assert 0 not in certain  # it is in doubt itself
    assert 8 not in certain  # under a hand
    some, shares = beside_each(np.array([0]), certain, held)
    cell, empty, black, white = (dict(zip(some, share, strict=True)) for share in shares[0])
    assert [c for c, n in cell.items() if n] == [0]
    assert {c: n for c, n in empty.items() if n} == dict.fromkeys((2, 9, 10, 16), 1 / BESIDE)
    assert {c: n for c, n in black.items() if n} == {1: 1.0}
    assert {c: n for c, n in white.items() if n} == {63: 1.0}


def test_where_nothing_of_a_kind_is_certain_none_is_shown():
    some, shares = beside_each(np.array([3]), np.array([5]), np.array([0]))
    assert some.tolist() == [3, 5]
    assert shares.tolist() == [[[1, 0], [0, 1], [0, 0], [0, 0]]]


def test_a_close_up_shows_the_square_in_its_middle():
    side = round((8 + 2 * MARGIN) * CELL)
    flat = np.zeros((side, side, 3), np.uint8)
    row, column = 2, 5
    top, left = (round((MARGIN + k) * CELL) for k in (row, column))
    flat[top : top + CELL, left : left + CELL] = 255
    (seen,) = close_ups(flat, np.array([row * 8 + column]))
    edge = (CLOSE - CELL) // 2
    assert seen.shape == (3, CLOSE, CLOSE)
    assert seen[:, edge:-edge, edge:-edge].min() == 1
    assert seen.sum() == 3 * CELL**2
    for corner in (0, 7, 56, 63):  # nothing runs out of the board's picture
        assert close_ups(flat, np.array([corner])).shape == (1, 3, CLOSE, CLOSE)


ODDS = {"odds": [0.5, 0.8]}


def test_both_looks_say_whether_a_piece_is_there():
    first, close = np.array([[0.6, 0.4, 0.0]]), np.array([[-3.0, 2.0, 0.0, -5.0]])
    (told,) = weighed(first, close, ODDS)
    assert told.argmax() == 1
    assert told[0] < 0.05
    assert np.isclose(told.sum(), 1)


def test_the_colour_stays_as_it_was_seen_beside_the_whole_board():
    """A lamp in a black disc: closely it looks white."""
    first, close = np.array([[0.3, 0.6, 0.1]]), np.array([[-3.0, 0.0, 5.0, -5.0]])
    (told,) = weighed(first, close, ODDS)
    assert np.isclose(told[1] / told[2], 6)
    assert told[0] < 0.05


def test_where_nothing_is_doubted_nothing_is_looked_at():
    contents, hidden = told(s5=(0, 1, 0, 0))
    again = looked_again("reversi", None, None, contents, hidden)
    assert again is contents


def test_doubted_squares_are_told_better():
    """Surprise at what is true, over the squares that the first look doubts."""
    before = after = 0.0
    reader = detector("reversi")
    stills = (composed_stills("reversi", split, 7, seed=5) for split in ("validation", "test"))
    for still in chain(*stills):
        first = reader.adaptation.answer(still.frame, still.pose)
        asked = doubted_of(first.contents, first.hidden)
        true = [CONTENTS["reversi"].index(still.contents[cell]) for cell in asked]
        again = looked_again("reversi", still.frame, still.pose, first.contents, first.hidden)
        before -= np.log(first.contents[asked, true] + 1e-6).sum()
        after -= np.log(again[asked, true] + 1e-6).sum()
    assert after < 0.9 * before
