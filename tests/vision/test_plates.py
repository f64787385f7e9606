"""Plates from seams: clear ones, hidden ones, contradictory ones."""

from __future__ import annotations

import random
import time

import numpy as np
import pytest

from datasets.layouts import random_layout
from datasets.train.examples import seams_of
from engines.grid import NAMES
from engines.kulami import Layout
from vision.detectors.plates import make_out


def probabilities(layout, sure=0.97):
    right, below = seams_of(layout.rows)
    return np.where(right, sure, 1 - sure), np.where(below, sure, 1 - sure)


@pytest.mark.parametrize("name", ["tr8", "rulebook"])
@pytest.mark.parametrize("turns", range(4))
def test_known_layouts_are_recognised_in_every_turn(name, turns):
    layout = Layout.parse(name)
    for _ in range(turns):
        layout = layout.rotated()
    plates = make_out(*probabilities(layout))
    assert plates.layout.partition() == layout.partition()
    told = Layout.parse(plates.known)
    for _ in range(plates.turn):
        told = told.rotated()
    assert told.partition() == layout.partition()
    if turns < 2:  # the rulebook's layout is TR8 upside down: half a turn has another name
        assert (plates.known, plates.turn) == (name, turns)
    assert plates.turn < 2
    assert not plates.doubtful
    assert plates.certainty > 0.99


@pytest.mark.parametrize("seed", range(8))
def test_unknown_layouts_are_assembled_from_their_seams(seed):
    layout = random_layout(random.Random(seed))
    plates = make_out(*probabilities(layout))
    assert plates.known is None
    assert plates.layout.partition() == layout.partition()
    assert not plates.doubtful


def test_seams_that_cannot_be_seen_follow_from_the_others_where_they_must():
    rng = np.random.default_rng(1)
    right_ones = 0
    for seed in range(10):
        layout = random_layout(random.Random(seed))
        right, below = probabilities(layout)
        right[rng.random(right.shape) < 0.15] = 0.5
        below[rng.random(below.shape) < 0.15] = 0.5
        plates = make_out(right, below)
        same = plates.layout.partition() == layout.partition()
        right_ones += same
        assert same or plates.doubtful, "wrong, and no doubt said"
    assert right_ones >= 8


def test_wrong_seams_are_outvoted():
    rng = np.random.default_rng(2)
    for seed in range(5):
        layout = random_layout(random.Random(100 + seed))
        right, below = probabilities(layout, 0.95)
        flat = right.ravel()
        for i in rng.choice(flat.size, 2, replace=False):
            flat[i] = 0.7 if flat[i] < 0.5 else 0.3
        assert make_out(right, below).layout.partition() == layout.partition()


def test_a_board_without_any_seam_to_be_seen_is_all_doubt():
    plates = make_out(np.full((8, 7), 0.5), np.full((7, 8), 0.5))
    assert len(plates.doubtful) > 30


def test_it_does_not_take_long():
    layout = random_layout(random.Random(4))
    begin = time.process_time()
    make_out(*probabilities(layout))
    assert time.process_time() - begin < 3


PAIRS = [
    (NAMES[a], NAMES[b])
    for a in range(64)
    for b in (a + 1, a + 8)
    if b < 64 and (b == a + 8 or a % 8 < 7)
]


def together(layout, pair):
    a, b = map(NAMES.index, pair)
    return layout.plate_at[a] == layout.plate_at[b]


def two_ways():
    """Two layouts that differ in two plates beside each other: 2 x 1 and 2 x 2, or the reverse."""
    for seed in range(200):
        layout = random_layout(random.Random(seed))
        rows = list(layout.rows)
        for r in range(7):
            for c in range(6):
                a, b, last = rows[r][c], rows[r][c + 1], rows[r][c + 2]
                window = [row[c : c + 3] for row in rows[r : r + 2]]
                alone = "".join(rows).count(a) == 2 and "".join(rows).count(last) == 4
                if b == last and alone and window == [a + b + b] * 2:
                    other = [list(row) for row in rows]
                    for line in other[r : r + 2]:
                        line[c : c + 3] = [b, b, a]
                    return layout, Layout.parse("/".join(map("".join, other)))
    raise AssertionError("no such layout")


@pytest.mark.parametrize("lean", [0.0, 0.03])
def test_plates_that_could_as_well_lie_the_other_way_are_doubtful(lean):
    one, other = two_ways()
    seen = [
        (0.5 + lean) * a + (0.5 - lean) * b
        for a, b in zip(*map(probabilities, (one, other)), strict=True)
    ]
    plates = make_out(*seen)
    assert plates.layout.partition() in (one.partition(), other.partition())
    apart = {pair for pair in PAIRS if together(one, pair) != together(other, pair)}
    assert len(apart) == 4
    assert apart <= set(plates.doubtful)
    assert plates.certainty < 0.9


def test_a_seam_whose_stretches_are_all_misread_leaves_a_doubt():
    # Both stretches of one seam seem to be none, both of another, where none is, seem to be one.
    one, other = two_ways()
    right, below = (
        0.25 * a + 0.75 * b for a, b in zip(*map(probabilities, (one, other)), strict=True)
    )
    assert make_out(right, below).doubtful


RIVAL = "AABBBCCD/AABBBCCD/EFFGGCCD/EFFHHHII/JJKHHHLL/MMKNNOLL/MMKNNOPP/MMQQQOPP"
"""A valid layout that differs from tr8 in two stretches of seams only."""


@pytest.mark.parametrize("share", [0.8, 0.85, 0.9])
def test_a_known_layout_is_not_ruled_out_by_two_stretches_that_are_hardly_seen(share):
    known, rival = Layout.parse("tr8"), Layout.parse(RIVAL)
    seen = [
        np.where(a == b, a, np.where(b > 0.5, share, 1 - share))
        for a, b in zip(*(probabilities(each, 0.98) for each in (known, rival)), strict=True)
    ]
    apart = [pair for pair in PAIRS if together(known, pair) != together(rival, pair)]
    assert len(apart) == 2
    plates = make_out(*seen)
    assert plates.known == "tr8" or plates.doubtful
