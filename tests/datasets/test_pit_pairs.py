"""Pairs of looks: what is said to have come is seen where it is said to lie."""

import numpy as np
import pytest

from datasets.train.pit_pairs import _carved, of_tables


@pytest.fixture(scope="module")
def rendered():
    return [next(of_tables("validation", 1, seed)) for seed in range(4)]


def test_what_came_is_seen_where_it_lies(rendered):
    near, far = [], []
    for pair in (pair for board in rendered for pair in board[:12]):
        off = np.abs(pair.now.astype(int) - pair.then).max(2)
        if not len(pair.came) and not len(pair.went):
            far.append(np.quantile(off, 0.99))
        for x, y in (*pair.came, *pair.went):
            row, column = round(float(y)), round(float(x))
            near.append(off[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4].max())
    assert len(near) > 20
    assert len(far) > 3
    assert np.median(near) > 2 * np.median(far)


def test_stones_come_or_go_and_never_both_where_stones_are_numbered(rendered):
    changes = [(len(p.came), len(p.went)) for board in rendered for p in board]
    assert all(0 in change for change in changes)
    assert {(1, 0), (0, 1)} <= set(changes)


def test_a_carved_board_is_the_same_board_twice():
    board = _carved((3, 6, 5, 1))
    assert len(board) == 14
    still = [p for p in board if not len(p.came) and not len(p.went)]
    moved = [p for p in board if len(p.came) or len(p.went)]
    assert still
    assert moved

    def off(pair):
        return float(np.abs(pair.now.astype(int) - pair.then).mean())

    assert np.median([off(p) for p in still]) < np.median([off(p) for p in moved])
