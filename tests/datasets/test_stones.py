"""Random fills of a Mangala board: 48 stones, and every count often enough to be measured."""

from __future__ import annotations

import random
from collections import Counter

from datasets.manifest import load_scenes
from datasets.stills import can_be_shown, random_state
from datasets.stones import drawn_stones, played_stones, random_stones
from engines.mangala.values import STONES


def test_every_fill_has_48_stones_and_no_pit_is_fuller_than_was_rendered():
    rng = random.Random(1)
    for most in (16, 9):
        for _ in range(300):
            fill = drawn_stones(rng, most)
            assert len(fill) == 14
            assert sum(fill) == STONES
            assert min(fill) >= 0
            assert max(fill[:12]) <= most
    assert all(sum(played_stones(rng)) == STONES for _ in range(50))


def test_every_count_from_0_to_16_is_frequent():
    rng = random.Random(2)
    counted = Counter(n for _ in range(1500) for n in random_stones(rng)[:12])
    total = sum(counted.values())
    assert min(counted[n] / total for n in range(17)) > 0.007
    assert counted[0] / total < 0.4


def test_no_game_that_is_over_is_shown_as_one_in_play():
    rng = random.Random(3)
    for _ in range(100):
        fill = played_stones(rng)
        assert any(fill[:6])
        assert any(fill[6:12])


def test_the_same_seed_gives_the_same_fills():
    first, again = ([random_stones(random.Random(s)) for s in range(20)] for _ in range(2))
    assert first == again
    assert len(set(first)) == 20


def test_a_scene_shows_its_random_fill_as_it_is():
    scene = next(load_scenes("mangala", "test"))
    rng = random.Random(4)
    for _ in range(20):
        fill = random_state(scene, rng)
        if max(fill[:12]) <= 16:
            assert can_be_shown(scene, fill) == fill
