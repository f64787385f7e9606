"""Kulami: a token may hide its marble; the other token's marble tells its colour."""

from __future__ import annotations

import numpy as np

from vision.detectors.kulami import one_of_each, two_at_most
from vision.reading import Reading


def board(*told):
    """Empty holes but for these: cell, empty, black, red, token."""
    contents, tokens = np.tile([1.0, 0.0, 0.0], (64, 1)), np.zeros(64)
    for cell, *shares, token in told:
        contents[cell], tokens[cell] = shares, token
    return contents, tokens


def test_the_hidden_marble_has_the_colour_that_the_other_has_not():
    contents, tokens = board((5, 0.0, 0.45, 0.55, 0.99), (9, 0.0, 0.02, 0.98, 0.97))
    known = one_of_each(contents, tokens)
    assert known[5, 1] > 0.9
    assert known[9, 2] > 0.95
    assert np.allclose(known.sum(1), 1)


def test_what_is_seen_clearly_stays_and_may_be_alike():
    contents, tokens = board((5, 0.0, 0.0001, 0.9999, 1.0), (9, 0.0, 0.0001, 0.9999, 1.0))
    known = one_of_each(contents, tokens)
    assert (known[[5, 9], 2] > 0.9).all()


def test_marbles_that_are_plain_to_see_are_not_doubted_for_tokens_that_are_not():
    contents, tokens = board((5, 0.0, 0.995, 0.005, 0.7), (9, 0.0, 0.995, 0.005, 0.8))
    assert (one_of_each(contents, tokens)[[5, 9], 1] > 0.98).all()


def test_an_empty_hole_stays_as_likely_empty():
    contents, tokens = board((5, 0.3, 0.3, 0.4, 0.99), (9, 0.0, 1.0, 0.0, 0.99))
    known = one_of_each(contents, tokens)
    assert np.isclose(known[5, 0], 0.3)
    assert known[5, 2] > 0.65


def test_one_token_or_three_say_nothing():
    for count in (0, 1, 3):
        told = [(cell, 0.0, 0.5, 0.5, 0.9) for cell in range(count)]
        contents, tokens = board(*told)
        assert np.array_equal(one_of_each(contents, tokens), contents)


def test_no_more_than_the_two_tokens_of_a_set_are_told():
    contents, tokens = board((3, 0.0, 1.0, 0.0, 0.7), (20, 0.0, 0.0, 1.0, 0.99), (41, 0, 1, 0, 0.8))
    reading = Reading("kulami", contents, np.zeros(64), tokens)
    assert np.flatnonzero(reading.carrying).tolist() == [20, 41]
    assert reading.tokens[3] == 0.7  # whoever follows the game may know better which are true


def test_a_set_has_two_tokens():
    tokens = np.zeros(64)
    tokens[[3, 20, 41, 60]] = 0.7, 0.99, 0.8, 0.3
    told = two_at_most(tokens)
    assert [int(cell) for cell in np.flatnonzero(told > 0.5)] == [20, 41]
    assert told[20] == 0.99
    assert 0.3 < told[3] < 0.5
    assert told[60] == 0.3
