"""Kulami's tokens on a table whose set is unlike all others: a game is enough to know them."""

from __future__ import annotations

from datasets.evaluate_games import Order
from datasets.evaluate_tokens import evaluate_tokens
from datasets.manifest import SCENES

UNLIKE = Order("kulami-layers-0023", "frames", 0, 3, 26, SCENES, "test")
"""Dull marbles, shining tokens."""


def test_a_game_teaches_what_tokens_look_like():
    later = [row for row in evaluate_tokens(UNLIKE.clip()) if row.move > 12]
    missed, learnt = (sum(getattr(r, n) for r in later) for n in ("missed", "learnt_missed"))
    assert missed >= 8
    assert learnt <= missed / 4
    assert sum(row.learnt_fancied for row in later) <= 1
