"""Kulami: a table's own tokens are learnt from positions that are certain."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detectors.board import CELL, MARGIN, SIDE
from vision.detectors.familiar import Glance
from vision.detectors.numbers import sigmoid
from vision.detectors.token_looks import TokenLook, TokenLooks


def board(rng, tokens, shining):
    """A picture of 16 black and 16 red marbles; `shining`: tokens, or else bare marbles, shine."""
    flat = rng.integers(90, 110, (SIDE, SIDE, 3)).astype(np.uint8)
    contents = np.zeros(64, np.int64)
    contents[:16], contents[16:32] = 1, 2
    start = round(MARGIN * CELL)
    for hole in range(32):
        y, x = start + hole // 8 * CELL, start + hole % 8 * CELL
        colour = (30, 30, 30) if hole < 16 else (40, 40, 200)
        flat[y + 4 : y + 16, x + 4 : x + 16] = colour + rng.integers(0, 12, (12, 12, 3))
        if (hole in tokens) == shining:
            flat[y + 7 : y + 11, x + 7 : x + 11] += np.uint8(40)
    carried = np.isin(np.arange(64), list(tokens))
    return flat, contents, carried


def lessons(rng, count, shining):
    found = []
    for n in range(count):
        flat, contents, carried = board(rng, (n % 16, 16 + (n * 3) % 16), shining)
        logits = np.where(contents > 0, rng.normal(-3, 1, 64), -20.0)  # the network sees nothing
        found.append((flat, contents, TokenLook(carried, logits)))
    return found


@pytest.mark.parametrize("shining", [True, False])
def test_after_a_few_moves_tokens_are_told_that_the_network_overlooks(shining):
    rng = np.random.default_rng(1)
    looks = TokenLooks(lessons(rng, 6, shining))
    assert looks.known
    flat, contents, carried = board(rng, (9, 30), shining)
    told = sigmoid(looks.logits(flat, contents, np.where(contents > 0, -3.0, -20.0)))
    assert (told[carried] > 0.9).all()
    assert (told[~carried] < 0.1).all()


def test_too_few_lessons_tell_nothing():
    rng = np.random.default_rng(2)
    assert not TokenLooks(()).known
    assert not TokenLooks(lessons(rng, 1, True)).known
    only_black = [(f, np.where(c == 2, 0, c), t) for f, c, t in lessons(rng, 8, True)]
    assert not TokenLooks(only_black).known


def test_a_look_at_tokens_survives_the_profile_and_nothing_else_does():
    rng = np.random.default_rng(3)
    flat, contents, look = lessons(rng, 1, True)[0]
    told = Glance(flat, contents, look).to_json()
    again = Glance.from_json(told, SIDE)
    assert again.tokens is not None
    assert np.array_equal(again.tokens.carried, look.carried)
    assert np.allclose(again.tokens.logits, look.logits, atol=0.01)
    other = {**told["tokens"], "network": "another"}
    assert Glance.from_json({**told, "tokens": other}, SIDE).tokens is None
    for wrong in ({"carried": [64]}, {"logits": [0.0]}):
        broken = {**told["tokens"], **wrong}
        with pytest.raises(ValueError, match=r"holes|look"):
            Glance.from_json({**told, "tokens": broken}, SIDE)
