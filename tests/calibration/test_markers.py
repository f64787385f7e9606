"""Four printed markers show where the board lies, or which one is missing."""

from __future__ import annotations

import numpy as np
import pytest
from support.sheets import WIDE, lay_markers, markers_drawing, markers_picture, without

from calibration.corners import LATTICE, fit_pose, pose_from_corners
from calibration.markers import find_by_markers, turned_to_markers
from calibration.pose import BoardNotFound
from datasets.manifest import SCENES
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from vision.find.finder import BoardFinder
from vision.frame import Frame


def frame(picture):
    return Frame(picture, 0.0, "test")


@pytest.mark.parametrize("roll", [0.0, 75.0, 190.0])
def test_the_board_lies_between_the_inner_corners(roll):
    picture, true, cell = markers_picture(roll=roll)
    corners = true.project(LATTICE * (*cell, 1))
    found = find_by_markers(frame(picture))
    assert np.abs(found.project(LATTICE) - corners).max() < 1.0
    assert found.quality > 0.9
    with_lens = find_by_markers(frame(picture), WIDE)
    assert np.abs(with_lens.project(LATTICE) - corners).max() < 1.0


@pytest.mark.parametrize(
    "name", ["reversi-layers-0000", "reversi-layers-0001", "reversi-layers-0006",
             "reversi-layers-0007", "kulami-layers-0000"]
)  # fmt: skip
def test_markers_are_found_on_rendered_tables_through_any_camera(name):
    scene = Scene.load(SCENES / name)
    pose = scene.pose.in_units(float(scene.board["pitch"]))
    rng = np.random.default_rng(1)
    clean = lay_markers(scene.empty, pose)
    for _ in range(3):
        picture, true = photograph(clean, pose, Optics.random(rng), rng)
        off = find_by_markers(frame(picture)).project(LATTICE) - true.project(LATTICE)
        assert np.abs(off).max() < 1.2


@pytest.mark.parametrize("number", range(4))
def test_the_missing_marker_is_named(number):
    ends = ("row 1's left", "row 1's right", "row 8's right", "row 8's left")
    picture, _, _ = markers_picture(without(markers_drawing(), number))
    with pytest.raises(BoardNotFound) as missing:
        find_by_markers(frame(picture))
    assert missing.value.reason.startswith(f"marker {number} ({ends[number]}")
    assert "glare" in missing.value.what_to_do


def test_several_missing_markers_are_all_named():
    picture, _, _ = markers_picture(without(without(markers_drawing(), 1), 3))
    with pytest.raises(BoardNotFound, match=r"markers 1 \(.*\), 3 \(.*\) cannot be seen"):
        find_by_markers(frame(picture))


def test_no_marker_at_all_says_how_to_get_them():
    with pytest.raises(BoardNotFound, match="no marker can be seen; print them with `hakem print"):
        find_by_markers(frame(np.full((480, 640, 3), 200, np.uint8)))


def test_markers_laid_out_wrongly_are_told():
    drawing = markers_drawing().copy()
    low, middle = int(42 * drawing.shape[1] / 210), drawing.shape[1] // 2
    half = drawing[low:, :middle].copy()
    drawing[low:, : drawing.shape[1] - middle] = drawing[low:, middle:]
    drawing[low:, middle:] = half[:, : drawing.shape[1] - middle]
    picture, _, _ = markers_picture(drawing)  # left and right exchanged
    with pytest.raises(BoardNotFound, match="do not lie clockwise"):
        find_by_markers(frame(picture))


def test_a_marker_seen_twice_is_told():
    picture, _, _ = markers_picture()
    twice = np.hstack([picture, picture])
    with pytest.raises(BoardNotFound, match=r"marker \d is seen twice"):
        find_by_markers(frame(twice))


@pytest.mark.parametrize("roll", [0.0, 95.0, 180.0, 268.0])
@pytest.mark.parametrize("hidden", [1, 2])
def test_three_markers_say_which_row_is_the_first(roll, hidden):
    """A hand lies over one: the board is found by its looks, and turned as the others say."""
    picture, true, cell = markers_picture(without(markers_drawing(), hidden), roll=roll)
    corners = true.project(LATTICE * (*cell, 1))
    for quarters in range(4):
        guessed = pose_from_corners(np.roll(corners, -quarters, axis=0), (960, 720))
        turned = turned_to_markers(frame(picture), guessed)
        assert np.abs(turned.project(LATTICE) - corners).max() < 2


def test_markers_that_disagree_turn_nothing():
    picture, true, cell = markers_picture()
    corners = true.project(LATTICE * (*cell, 1))
    beside = fit_pose(LATTICE, corners + np.array((4000, 0)), (960, 720))
    assert turned_to_markers(frame(picture), beside) is None


def test_a_board_with_a_hidden_marker_is_not_turned_as_it_lies_in_the_picture():
    """Row 1 is at the bottom; without a word it would be called row 8."""
    scene = Scene.load(SCENES / "reversi-layers-0007")
    pose = scene.pose.in_units(float(scene.board["pitch"])).turned(2)
    clean = lay_markers(scene.empty, pose)
    x, y = (int(v) for v in pose.project([(4.5, 4.5, 0)])[0])
    reach = int(np.linalg.norm(np.diff(pose.project([(4, 4, 0), (5, 4, 0)]), axis=0))) + 4
    clean[y - reach : y + reach, x - reach : x + reach] = 90
    with pytest.raises(BoardNotFound, match="marker 1 "):
        find_by_markers(frame(clean))
    found = BoardFinder("reversi").find(frame(clean))
    assert np.abs(found.project(LATTICE) - pose.project(LATTICE)).max() < 4
