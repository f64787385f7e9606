"""Hands over boards: how much of each cell they hide, in stills as in clips."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from calibration.pose import Pose
from datasets.covers import CellMap, board_pose
from datasets.manifest import load_scenes
from datasets.measures import MUCH
from datasets.stills import composed_stills

FLAT = Pose(
    np.array([[400.0, 0, 200], [0, 400, 200], [0, 0, 1]]),
    np.diag([1.0, -1, -1]),
    np.array([0, 0, 10.0]),
)
"""A board of 320 pixels from (40, 40) on: 40 a square."""


def test_the_share_of_a_square_is_that_of_its_pixels():
    solid = np.zeros((400, 400), bool)
    solid[40:80, 40:100] = True
    shares = CellMap(FLAT, (400, 400)).shares(solid)
    assert shares[0] == pytest.approx(1.0, abs=0.06)
    assert shares[1] == pytest.approx(0.5, abs=0.06)
    assert shares[2:8].max() == 0
    assert shares[8:].max() < 0.06


def test_pits_and_treasuries_have_shares_too():
    scene = next(load_scenes("mangala", "test"))
    pose = board_pose(scene, scene.pose)
    solid = np.zeros(scene.size[::-1], bool)
    x = round(float(pose.place_middles()[12, 0]))
    solid[:, x - 200 :] = True
    shares = CellMap(pose, scene.size).shares(solid)
    assert len(shares) == 14
    assert shares[12] == 1
    assert shares[13] == 0


@pytest.mark.parametrize("game", ["reversi", "mangala"])
def test_a_hand_changes_only_what_it_covers(game):
    plain, hands = (list(islice(composed_stills(game, "test", 3, hands=h), 3)) for h in (0, 1))
    assert {still.kind for still in plain} == {"composed"}
    assert {still.kind for still in hands} == {"hand"}
    much = 0
    for a, b in zip(plain, hands, strict=True):
        assert a.covers == ()
        assert b.beneath == a.contents, "the same position lies beneath"
        for content, cover, under in zip(b.contents, b.covers, b.beneath, strict=True):
            assert content == (under if cover <= 0.01 else None)
        much += sum(cover > MUCH for cover in b.covers)
        assert not np.array_equal(a.frame.picture, b.frame.picture)
    assert much > 0


def test_the_same_share_of_pictures_has_a_hand_every_time():
    first, again = (
        [s.kind for s in islice(composed_stills("kulami", "test", 12, hands=0.5), 12)]
        for _ in range(2)
    )
    assert first == again
    assert first.count("hand") == 6
