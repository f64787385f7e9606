"""Where a board is looked for that no guess has named."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from calibration.pose import BoardNotFound
from datasets.manifest import load_scenes
from datasets.stills import composer_of
from vision.find import BoardFinder, outline, top_of
from vision.find.guess import anywhere_long
from vision.frame import Frame


@pytest.mark.parametrize("size", [(1920, 1080), (480, 640), (8, 8)])
def test_long_boards_are_looked_for_all_over_the_picture_and_inside_it(size):
    quads = anywhere_long(size)
    for quad in quads:
        assert (quad >= -1e-6).all()
        assert (quad <= np.array(size) + 1e-6).all()
        long, short = (np.linalg.norm(quad[i] - quad[i + 1]) for i in (0, 1))
        assert 3 < long / short < 4
    hit = np.zeros((size[1], size[0]), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(hit, np.round(quad).astype(np.int32), 1)
    assert hit.mean() > 0.6


@pytest.mark.parametrize("quarters", range(4))
@pytest.mark.parametrize("game", ["reversi", "mangala"])
def test_row_1_is_the_side_that_lies_uppermost(game, quarters):
    scene = next(iter(load_scenes(game, "test")))
    rng = random.Random(0)
    composer = composer_of(scene, rng)
    state = (4,) * 12 + (0, 0) if game == "mangala" else ("B",) * 10 + (".",) * 54
    picture = np.ascontiguousarray(np.rot90(composer.show(state), quarters))
    pose = BoardFinder(game).find(Frame(picture, 0.0, "test"))
    ways = range(4) if game == "reversi" else (0, 2)
    assert top_of(pose) == min(top_of(pose.turned(way)) for way in ways)
    corners = pose.project(outline(pose))
    assert corners[:2, 1].mean() < corners[2:, 1].mean() or game == "mangala"


def test_the_board_of_another_game_is_named():
    scene = next(iter(load_scenes("reversi", "test")))
    picture = composer_of(scene, random.Random(0)).show(("B",) * 10 + (".",) * 54)
    with pytest.raises(BoardNotFound, match="a Reversi board is seen; choose the game"):
        BoardFinder("kulami").find(Frame(picture, 0.0, "test"))
