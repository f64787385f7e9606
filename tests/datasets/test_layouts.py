"""Random layouts are valid and differ."""

from __future__ import annotations

import random

from datasets.layouts import random_layout


def test_random_layouts_are_valid_and_differ():
    seen = {random_layout(random.Random(seed)).partition() for seed in range(20)}
    assert len(seen) == 20
    assert all(len(partition) == 17 for partition in seen)


def test_the_same_seed_gives_the_same_layout():
    assert random_layout(random.Random(3)) == random_layout(random.Random(3))
