"""Which frames are worth reading: hands, resting arms, bumps and bad light on a paper board."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support import paper

from calibration.pose import Pose
from vision.frame import Frame
from vision.settle import Settler, State
from vision.small import shrunk

START = {27: "W", 28: "B", 35: "B", 36: "W"}
SKIN = (150, 170, 230)
HALF = 4 * paper.CELL
NOISE = np.random.default_rng(1).normal(0, 3, (9, *paper.SIZE[::-1], 3)).astype(np.float32)


def pose():
    x, y = paper.ORIGIN
    matrix = np.array([[1000.0, 0, x + HALF], [0, 1000.0, y + HALF], [0, 0, 1]])
    rotation = np.diag([1.0, -1.0, -1.0])
    return Pose(matrix, rotation, np.array([0, 0, 1000.0 / paper.CELL])).in_units(1.0)


class Table:
    """A paper board under a camera of ten frames a second, with flicker and noise."""

    def __init__(self, where="known"):
        self.settler = Settler(pose() if where == "known" else None, paper.SIZE)
        self.rng = np.random.default_rng(5)
        self.time, self.step = 0.0, 0.1
        self.contents = dict(START)
        self.light = 1.0
        self.warp = None

    def picture(self, hand):
        picture, _ = paper.draw(self.contents)
        if hand is not None:
            arm(picture, hand)
        if self.warp is not None:
            edge = cv2.BORDER_REPLICATE
            picture = cv2.warpAffine(picture, self.warp, paper.SIZE, borderMode=edge)
        light = self.light * self.rng.uniform(0.985, 1.015)
        noisy = picture * light + NOISE[self.rng.integers(len(NOISE))]
        return np.clip(noisy, 0, 255).astype(np.uint8)

    def show(self, frames=1, hand=None):
        """What is said of the last of so many frames."""
        for _ in range(frames):
            told = self.settler.see(Frame(self.picture(hand), self.time))
            self.time += self.step
        return told

    def states(self, frames, hand=None):
        return [self.show(hand=hand).state for _ in range(frames)]


def arm(picture, cell):
    """An arm from the lower edge of the picture to a cell, with a bent outline and a shadow."""
    x, y = paper.centre(cell)
    way = [
        (x - 14, y),
        (x + 14, y),
        (x + 30, y + 90),
        (x + 40, 400),
        (x - 30, 400),
        (x - 22, y + 80),
    ]
    shadow = picture.copy()
    cv2.fillPoly(shadow, [np.add(way, (14, 6))], (0, 0, 0))
    picture[:] = cv2.addWeighted(picture, 0.7, shadow, 0.3, 0)
    cv2.fillPoly(picture, [np.array(way)], SKIN)


def names(told):
    return {int(cell) for cell in np.nonzero(told.covered)[0]}


def test_an_untouched_board_is_still_after_a_moment_and_the_quiet_grows():
    table = Table()
    assert table.show().state is State.MOVING, "one frame alone tells nothing"
    told = table.show(4)
    assert told.state is State.STILL
    assert told.quiet == pytest.approx(0.4, abs=0.01)
    assert not told.covered.any()
    assert table.states(40) == [State.STILL] * 40


def test_a_hand_that_comes_moves_and_one_that_stays_covers_what_is_under_it():
    table = Table()
    table.show(8)
    assert table.show(hand=44).state is State.MOVING
    assert table.show(hand=43).state is State.MOVING
    told = table.show(4, hand=43)
    assert told.state is State.COVERED
    assert {43, 51, 59} <= names(told)
    assert not names(told) & {0, 7, 27, 28, 16, 23}, "cells far from the arm are free"


def test_a_resting_hand_is_not_learnt_within_a_minute():
    table = Table()
    table.show(8)
    table.show(3, hand=43)
    table.step = 0.5
    assert table.states(124, hand=43) == [State.COVERED] * 124
    table.step = 0.1
    assert table.show().state is State.MOVING
    assert table.show(4).state is State.STILL


@pytest.mark.parametrize("cell", [0, 7, 19, 37, 56, 63])
def test_a_disc_that_was_put_covers_nothing_and_its_board_is_still(cell):
    table = Table()
    table.show(8)
    table.contents[cell] = "B"
    assert table.show().state is State.MOVING
    table.show(2)
    for _ in range(10):
        told = table.show()
        assert told.state is State.STILL
        assert not told.covered.any()


def test_turned_discs_in_a_row_are_no_arm():
    table = Table()
    table.contents |= dict.fromkeys(range(24, 32), "B")
    table.show(8)
    table.contents |= dict.fromkeys(range(24, 32), "W")
    table.show(3)
    assert table.states(5) == [State.STILL] * 5


@pytest.mark.parametrize(
    ("x", "y", "turn"), [(3, 0, 0), (0, -3, 0), (9, -9, 0), (0, 0, 0.5), (0, 0, -3), (2, 4, 1)]
)
def test_a_bump_is_noticed_within_two_frames(x, y, turn):
    table = Table()
    table.show(8)
    middle = paper.ORIGIN[0] + HALF, paper.ORIGIN[1] + HALF
    table.warp = cv2.getRotationMatrix2D(middle, -turn, 1.0)
    table.warp[:, 2] += (x, y)
    told = table.show(3)
    assert told.state is State.BUMPED
    assert table.states(30, hand=44) == [State.BUMPED] * 30, "a hand does not undo it"
    table.warp = None
    assert table.show(5).state is State.STILL, "what was knocked back lies as before"


def test_a_board_that_is_far_away_is_bumped():
    table = Table()
    table.show(8)
    table.warp = cv2.getRotationMatrix2D((200, 180), 40, 0.7)
    table.show(3)
    assert table.show().state is not State.STILL
    table.step = 0.5
    told = table.show(24)
    assert told.state is State.BUMPED


@pytest.mark.parametrize("light", [0.7, 1.3, 0.4])
def test_a_change_of_the_light_is_neither_a_bump_nor_an_arm(light):
    table = Table()
    table.show(8)
    table.light = light
    states = table.states(10)
    assert State.BUMPED not in states
    assert State.COVERED not in states
    assert table.states(20) == [State.STILL] * 20


def test_a_hand_rests_on_through_a_change_of_the_light():
    table = Table()
    table.show(8)
    table.show(5, hand=43)
    table.light = 0.7
    assert State.STILL not in table.states(30, hand=43)


def test_slowly_failing_light_stays_still():
    table = Table()
    table.show(8)
    for step in range(60):
        table.light = 1 - 0.3 * step / 60
        assert table.show().state is State.STILL


def test_a_settler_that_began_under_an_arm_finds_the_board_when_it_sees_it_again():
    table = Table()
    table.show(8, hand=43)
    table.show(10)
    for cell in (44, 42):
        table.show(4, hand=cell)
        table.show(10)
    assert table.show().state is State.STILL


def test_without_a_pose_the_whole_picture_counts():
    table = Table(where="unknown")
    assert table.show(5).state is State.STILL
    told = table.show(5, hand=43)
    assert told.state is State.COVERED
    assert told.covered.shape == (64,)
    assert table.show(5).state is State.STILL


def test_the_places_of_mangala_are_covered_one_by_one():
    places = [(x, y, 0.8, 0.8) for y in (-1.0, 1.0) for x in np.linspace(-2.5, 2.5, 6)]
    places += [(3.5, 0, 0.8, 3), (-3.5, 0, 0.8, 3)]
    table = Table()
    table.settler = Settler(pose().with_places(places), paper.SIZE)
    table.show(5)
    told = table.show(5, hand=35)
    assert told.state is State.COVERED
    assert told.covered.shape == (14,)
    assert told.covered[2], "the third pit lies under the fingers"
    assert not told.covered[6:].any()


def test_the_small_picture_of_a_camera_is_looked_at_and_not_made_again():
    table, dark = Table(), np.zeros((*paper.SIZE[::-1], 3), np.uint8)
    settler = Settler(pose(), paper.SIZE)
    for step in range(20):
        picture, time = table.picture(35 if step >= 10 else None), step / 10
        small = shrunk(picture, settler.ground.size)
        by_itself = table.settler.see(Frame(picture, time))
        told = settler.see(Frame(dark, time, "", small))
        assert told.state is by_itself.state
        assert np.array_equal(told.covered, by_itself.covered)
    assert told.state is State.COVERED


def test_frames_of_another_size_are_refused():
    settler = Settler(pose(), paper.SIZE)
    with pytest.raises(ValueError, match="expected"):
        settler.see(Frame(np.zeros((90, 160, 3), np.uint8), 0.0))
    with pytest.raises(ValueError, match="width"):
        Settler(None, (0, 9))
