"""Readers that learn a table from its second look, and never from what they are measured on."""

from __future__ import annotations

from itertools import islice

import numpy as np
import pytest

from datasets.manifest import load_scenes
from datasets.second_look import LATER, START, Adapting, known_board
from datasets.stills import composed_stills, whole_stills
from engines import InputError
from vision.reading import Reading


class Pupil:
    """Remembers what it was taught."""

    made = 0

    def __init__(self):
        type(self).made += 1
        self.lessons = []

    def adapt(self, frame, pose, board):
        self.lessons.append((frame, pose, board))

    def read(self, frame, pose):
        return Reading.certain("reversi", ["."] * 64)


@pytest.fixture
def scene():
    return next(load_scenes("reversi", "test"))


def test_what_is_learnt_is_the_start_under_a_knocked_camera_in_other_light(scene):
    lesson = known_board(scene, START)
    empty = ("........",)
    assert lesson.board.rows == (*empty * 3, "...WB...", "...BW...", *empty * 3)
    first = scene.pose.in_units(scene.board["pitch"])
    corners = [(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)]
    assert np.linalg.norm(first.project(corners) - lesson.pose.project(corners), axis=1).max() > 3
    middles = lesson.pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0.05) for i in (27, 28, 35, 36)])
    grey = [lesson.frame.picture[round(y), round(x)].mean() for x, y in middles]
    assert min(grey[0], grey[3]) > max(grey[1], grey[2]), "the labels fall on the discs"


@pytest.mark.parametrize("game", ["kulami", "mangala"])
def test_the_other_games_have_a_start_too(game):
    lesson = known_board(next(load_scenes(game, "test")), START)
    if game == "kulami":
        assert (lesson.board.pieces, lesson.board.tokens) == (0, 0)
    else:
        assert lesson.board.stones == (*[4] * 12, 0, 0)
        assert lesson.pose.places is not None


def test_a_position_that_followed_is_seen_by_the_first_camera():
    scene = next(load_scenes("kulami", "test"))
    later = known_board(scene, LATER)
    assert list(later.board.rows) == scene.layers[LATER].notes["rows"]
    assert np.array_equal(later.pose.rotation, scene.pose.rotation)


def test_a_fresh_reader_a_scene_learns_once_and_never_from_what_it_reads():
    stills = list(islice(composed_stills("reversi", "test", 2), 4))
    Pupil.made = 0
    adapting = Adapting(Pupil, followed=True)
    pupils = [adapting(still) for still in stills]
    assert Pupil.made == len({still.scene for still in stills}) == 2
    assert pupils[0] is pupils[1] is not pupils[2]
    assert [len(pupil.lessons) for pupil in pupils] == [2, 2, 2, 2]
    sources = [frame.source for frame, _, _ in pupils[0].lessons]
    assert sources == [f"{stills[0].scene}/{START}", f"{stills[0].scene}/{LATER}"]


def test_a_table_that_nobody_looked_at_before_is_left_out():
    still = next(whole_stills("reversi"))
    assert Adapting(Pupil)(still) is None


def test_a_reader_that_cannot_learn_is_refused(scene):
    still = next(composed_stills("reversi", "test", 1))
    with pytest.raises(InputError, match="cannot learn"):
        Adapting(object)(still)
