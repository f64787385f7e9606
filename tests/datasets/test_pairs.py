"""Pairs of looks at one table: cells that take others' looks take all that is told of them."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch trains only; see docs/train.md")

from datasets.train.pairs import swapped
from vision.detectors.board import CELL, MARGIN, SIDE


def test_looks_contents_and_tokens_move_together():
    rng = np.random.default_rng(3)
    contents = rng.integers(0, 3, (8, 8))
    tokens = rng.random((8, 8)) < 0.3
    picture = np.zeros((SIDE, SIDE, 3), np.uint8)
    low = round(MARGIN * CELL)
    for row in range(8):
        for column in range(8):
            grey = 60 * contents[row, column] + 30 * tokens[row, column] + 20
            top, left = low + row * CELL, low + column * CELL
            picture[top : top + CELL, left : left + CELL] = grey
    made, held, marked = swapped(picture, contents, np.zeros((8, 8), bool), tokens, rng)
    assert (held != contents).any()
    assert (marked != tokens).any()
    middles = made[low + CELL // 2 : low + 8 * CELL : CELL, low + CELL // 2 : low + 8 * CELL : CELL]
    assert np.array_equal(middles[..., 0], 60 * held + 30 * marked + 20)


def test_hidden_cells_neither_give_nor_take():
    rng = np.random.default_rng(4)
    contents = np.zeros((8, 8), int)
    contents[0] = 1
    hidden = contents == 1
    _, held, _ = swapped(
        np.zeros((SIDE, SIDE, 3), np.uint8), contents, hidden, np.zeros((8, 8), bool), rng
    )
    assert np.array_equal(held, contents)
