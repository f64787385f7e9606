"""Tables painted anew: other colours, the same pieces, the rest untouched."""

import random

import cv2
import numpy as np
import pytest

from datasets.compose import GridComposer, PitComposer
from datasets.manifest import load_scenes
from datasets.stills import composer_of, random_state
from datasets.train.examples import restyled
from datasets.train.restyle import other_stones
from datasets.train.tables import Shown, any_stones, shown


def a_table(game):
    scene = next(load_scenes(game, "validation"))
    rng = random.Random(2)
    composer = composer_of(scene, rng)
    for _ in range(30):
        state = random_state(scene, rng)
        if sum(c != "." for c in state) > 20:
            break
    return Shown(scene, state, composer.show(state), composer.index_of(state))


@pytest.mark.parametrize("game", ["reversi", "kulami"])
def test_the_index_says_where_each_piece_is_seen(game):
    table = a_table(game)
    there = {int(i) for i in np.unique(table.index)} - {0}
    filled = {cell + 1 for cell, content in enumerate(table.state) if content != "."}
    assert {i for i in there if i < 100} == filled
    bare = GridComposer(table.scene).show(["."] * 64)
    changed = np.abs(table.picture.astype(int) - bare).max(2)
    assert np.median(changed[table.index > 0]) > 10


def test_the_index_of_stones_counts_those_that_are_seen():
    scene = next(load_scenes("mangala", "validation"))
    index = PitComposer(scene).index_of([1] * 12 + [3, 0])
    assert {int(i) // 64 for i in np.unique(index) if i} == set(range(13))
    assert not (PitComposer(scene).index_of([0] * 14)).any()


@pytest.mark.parametrize("game", ["reversi", "kulami"])
def test_one_style_is_one_set_and_only_the_board_changes(game):
    table = a_table(game)
    contents = tuple(str(c)[-1] for c in table.state)
    made = [restyled(table, table.pose, contents, style) for style in (3, 3, 4)]
    assert np.array_equal(made[0], made[1])
    assert not np.array_equal(made[0], made[2])
    beyond = np.abs(made[2].astype(int) - table.picture)[:4].max()
    assert beyond == 0


def test_white_stays_brighter_than_black():
    right = []
    for number, table in enumerate(shown("reversi", "validation", 24, 3, random_state)):
        contents = tuple(str(c) for c in table.state)
        picture = restyled(table, table.pose, contents, number).mean(2)
        sides = [
            picture[np.isin(table.index, [i + 1 for i, c in enumerate(contents) if c == side])]
            for side in "BW"
        ]
        if all(len(side) for side in sides):
            right.append(np.median(sides[0]) < np.median(sides[1]))
    assert len(right) > 15
    assert np.mean(right) > 0.95


def test_stones_change_their_colour_not_their_number():
    table = next(iter(shown("mangala", "validation", 2, 0, random_state)))
    seen = [
        other_stones(table.picture, table.index, np.random.default_rng(seed)) for seed in range(8)
    ]
    stones = table.index > 0
    if stones.any():
        assert max(np.abs(s.astype(int) - table.picture)[stones].mean() for s in seen) > 10
    assert any(np.array_equal(s[~stones], table.picture[~stones]) for s in seen)


def test_some_stones_are_told_from_the_board_by_their_shades_alone():
    table = next(iter(shown("mangala", "validation", 2, 0, any_stones)))
    stones = table.index > 0
    near = cv2.dilate(stones.astype(np.uint8), np.ones((9, 9), np.uint8)) > 0
    off = []
    for seed in range(30):
        seen = other_stones(table.picture, table.index, np.random.default_rng(seed))
        board = np.median(seen[near & ~stones], 0)
        off.append(np.abs(np.log((seen[stones].mean(0) + 5) / (board + 5))).max())
    assert 0.05 < np.mean(np.array(off) < 0.35) < 0.5
