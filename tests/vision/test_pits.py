"""Where the pits and treasuries of a Mangala board are seen."""

from __future__ import annotations

import random

import cv2
import numpy as np
import pytest

from datasets.covers import board_pose
from datasets.manifest import load_scenes
from datasets.stills import composer_of
from vision.find import BoardFinder, outline
from vision.find.lying import turned_like
from vision.find.pits import Field, plane_of, quads_of, rectangle_round
from vision.frame import Frame

SCENES = ("mangala-layers-0011", "mangala-layers-0014")


def shown(name):
    """A board at the start, and where its places truly lie."""
    scene = next(scene for scene in load_scenes("mangala", "test") if scene.name == name)
    picture = composer_of(scene, random.Random(0)).show((4,) * 12 + (0, 0))
    return Frame(picture, 0.0, "test"), board_pose(scene, scene.pose)


def far(one, other):
    """How far places lie apart at most, in pits."""
    return np.linalg.norm(one - other, axis=1).max() / np.linalg.norm(one[1] - one[0])


def test_a_slanting_rectangle_is_set_straight_by_the_rows():
    slant = plane_of(np.array([(-0.8, 1.1), (1.2, 0.9), (1.0, -1.0), (-1.1, -1.2)]))
    across = np.array([*range(6), *reversed(range(6))]) / 3.5 - 2.5 / 3.5
    rows = np.repeat([-0.5, 0.5], 6)
    pits = np.column_stack([across, rows, np.full(12, 0.2), np.full(12, 0.7)])
    stores = [(0.93, 0, 0.14, 2), (-0.93, 0, 0.14, 2)]
    quads = quads_of(np.vstack([pits, stores]))
    seen = cv2.perspectiveTransform(quads.reshape(1, -1, 2), slant).reshape(14, 4, 2)
    straight = np.array([[(-1, 1), (1, 1), (1, -1), (-1, -1)]], float)
    assert np.allclose(
        rectangle_round(seen), cv2.perspectiveTransform(straight, slant)[0], atol=1e-3
    )


def test_places_in_one_point_are_no_board():
    assert not rectangle_round(np.ones((14, 4, 2))).any()


@pytest.mark.parametrize("shear", [-0.4, 0.4])
def test_what_was_seen_on_a_slant_is_looked_at_straight_the_next_time(shear):
    _, true = shown(SCENES[0])
    slanting = outline(true)
    slanting[:2, 0] += shear * np.ptp(true.places[:6, 0]) / 5
    plane = plane_of(true.project(slanting))
    quads = true.project(np.pad(quads_of(true.places).reshape(-1, 2), ((0, 0), (0, 1))))
    seen = cv2.perspectiveTransform(quads[None], np.linalg.inv(plane))[0].reshape(14, 4, 2)
    wide = np.linalg.norm(seen[:, [1, 2]].mean(1) - seen[:, [0, 3]].mean(1), axis=1)
    high = np.linalg.norm(seen[:, [0, 1]].mean(1) - seen[:, [2, 3]].mean(1), axis=1)
    field = Field(np.column_stack([seen.mean(1), wide, high]), plane, 1.0)
    pit = np.linalg.norm(true.place_middles()[1] - true.place_middles()[0])
    off = (field.corners - true.project(outline(true))) / pit
    # Too wide a little, since the treasuries' boxes slant, but upright.
    assert np.abs(off[[0, 1]] - off[[3, 2]]).max() < 0.1
    assert np.abs(off).max() < 0.3
    assert field.moved > 0.02


@pytest.mark.parametrize("name", SCENES)
def test_treasuries_lie_where_they_are_seen(name):
    frame, true = shown(name)
    found = turned_like(BoardFinder("mangala").find(frame), true)
    assert far(true.place_middles(), found.place_middles()) < 0.15
    unit = np.ptp(found.places[:6, 0]) / np.ptp(true.places[:6, 0])
    assert found.places[12:, 2:] == pytest.approx(true.places[12:, 2:] * unit, rel=0.2)
