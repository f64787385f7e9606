"""Pairs of looks at a board: what is said to have changed has, and nothing else."""

import numpy as np
import pytest

pytest.importorskip("torch", reason="torch trains only; see docs/train.md")

from datasets.manifest import load_scenes
from datasets.train.board_pairs import _layered, _sketched, _whole, done_to

GAMES = ("reversi", "kulami")


def apart(pair):
    """How far the two looks differ in each cell, in grey values."""
    off = np.abs(pair.now.astype(float) - pair.then).max(2)[20:180, 20:180]
    return off.reshape(8, 20, 8, 20)[:, 4:16, :, 4:16].mean((1, 3))


@pytest.mark.parametrize("game", GAMES)
def test_what_has_changed_looks_different(game):
    scene = next(iter(load_scenes(game, "validation")))
    whole = next(iter(load_scenes(game, "validation", "whole")))
    pairs = [*_layered(scene, 4, 0), *(_whole(whole, 0, n) for n in range(3))]
    pairs += [_sketched(game, np.random.default_rng(n)) for n in range(4)]
    changed = np.concatenate([apart(p)[p.changed] for p in pairs])
    same = np.concatenate([apart(p)[~p.changed] for p in pairs])
    assert len(changed) > 10
    assert np.median(changed) > 3 * np.median(same)


@pytest.mark.parametrize("game", GAMES)
def test_a_few_things_are_done_or_nothing(game):
    rng = np.random.default_rng(1)
    state = (".",) * 30 + ("B",) * 20 + (("W",) if game == "reversi" else ("tR",)) * 14
    known = {".", "B", "W"} if game == "reversi" else {".", "B", "R", "tB", "tR"}
    counts = []
    for _ in range(200):
        after = done_to(state, game, rng)
        assert set(after) <= known
        counts.append(sum(a != b for a, b in zip(state, after, strict=True)))
    assert counts.count(0) > 10
    assert max(counts) == 9


def test_often_only_a_token_is_moved():
    rng = np.random.default_rng(2)
    state = ("B", "tB") * 32
    pairs = [p for _ in range(50) for p in zip(state, done_to(state, "kulami", rng), strict=True)]
    moved = [(a, b) for a, b in pairs if a != b]
    assert np.mean([a[-1] == b[-1] for a, b in moved]) > 0.6
