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
from vision.find.finder import turned_like
from vision.find.pits import look_for_pits, plane_of, quads_of, rectangle_round, sizes_of
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
@pytest.mark.parametrize("name", SCENES)
def test_pits_are_found_from_a_slanting_quadrangle(name, shear):
    frame, true = shown(name)
    corners = outline(true)
    corners[:2, 0] += shear * np.ptp(true.places[:6, 0]) / 5
    field = look_for_pits(sizes_of(frame.picture), [true.project(corners)])
    middles = true.place_middles()
    other = true.turned(2).place_middles()
    assert min(far(middles, field.middles), far(other, field.middles)) < 0.15


@pytest.mark.parametrize("name", SCENES)
def test_treasuries_lie_where_they_are_seen(name):
    frame, true = shown(name)
    found = turned_like(BoardFinder("mangala").find(frame), true)
    assert far(true.place_middles(), found.place_middles()) < 0.15
    unit = np.ptp(found.places[:6, 0]) / np.ptp(true.places[:6, 0])
    assert found.places[12:, 2:] == pytest.approx(true.places[12:, 2:] * unit, rel=0.2)
