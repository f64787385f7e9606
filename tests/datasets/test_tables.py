"""Pictures to learn from: composed on few tables, rendered whole on many."""

import numpy as np
import pytest

from datasets.stills import random_state
from datasets.train.tables import shown


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
def test_half_of_the_pictures_are_whole_renders_each_of_another_table(game):
    tables = list(shown(game, "validation", 12, 0, random_state))
    whole = [table.scene.name for table in tables if "whole" in table.scene.layers]
    assert len(whole) == 6
    assert len(set(whole)) == 6
    assert len(tables) >= 12


def test_every_stone_lies_in_its_place():
    for table in shown("mangala", "validation", 6, 0, random_state):
        assert [len(middles) for middles in table.stones()] == list(table.state)
        assert table.pose.places is not None
        for (x, y, wide, high), middles in zip(table.pose.places, table.stones(), strict=True):
            off = np.abs(middles[:, :2] - (x, y)) - (wide / 2, high / 2)
            assert off.max(initial=0.0) < 5


def test_small_boards_can_be_left_out():
    some = [t.scene for t in shown("reversi", "train", 40, 0, random_state, least=20.0)]
    whole = [scene for scene in some if "whole" in scene.layers]
    assert whole
    for scene in whole:
        corners = scene.pose.project(scene.board["corners"])
        edges = np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1)
        assert edges.min() >= 8 * 20.0
