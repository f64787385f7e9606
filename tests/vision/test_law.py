"""Mangala: what forty-eight stones in play say of a single picture."""

from __future__ import annotations

import numpy as np

from datasets.covers import board_pose
from datasets.manifest import SCENES
from datasets.scenes import Scene
from datasets.stills import composed_stills
from engines import new_game
from referee.table import eyes_of
from vision.detectors import detector
from vision.detectors.law import by_law
from vision.reading import Reading

START = (4,) * 12 + (0, 0)


def around(counts, unsure=()):
    """A reading of these counts; places in `unsure` are as likely one stone more."""
    told = np.zeros((14, 49))
    for place, count in enumerate(counts):
        told[place, count] = 0.97
        told[place, count + 1] += 0.03
    for place in unsure:
        told[place, counts[place] : counts[place] + 2] = 0.45, 0.55
    return Reading("mangala", told, np.zeros(14))


def counted(reading):
    return tuple(int(n) for n in reading.probabilities.argmax(1))


def test_one_doubtful_pit_holds_what_the_others_leave():
    reading = around(START, unsure=(3,))
    assert counted(reading)[3] == 5
    assert counted(by_law(reading)) == START
    assert by_law(reading).probabilities[3, 4] > 0.9


def test_a_treasury_is_what_well_counted_pits_leave():
    """Eight stones in the pits, two in one treasury: thirty-eight in the other, seen as 34."""
    counts = (1, 0, 2, 0, 0, 1, 0, 3, 0, 0, 0, 1, 34, 2)
    told = around(counts).probabilities
    numbers = np.arange(49)
    told[:12] = np.eye(49)[list(counts[:12])] * 0.998 + 0.002 / 49
    told[13] = np.eye(49)[2] * 0.998 + 0.002 / 49
    told[12] = np.exp(-0.5 * ((numbers - 34) / 4) ** 2)
    told /= told.sum(1, keepdims=True)
    assert counted(by_law(Reading("mangala", told, np.zeros(14))))[12] == 38


def test_a_stone_on_the_floor_is_not_reckoned_back():
    """Forty-seven stones that are all plain to see stay forty-seven."""
    counts = (*START[:5], 3, *START[6:])
    told = np.eye(49)[list(counts)] * (1 - 1e-6) + 1e-6 / 49
    assert counted(by_law(Reading("mangala", told, np.zeros(14)))) == counts


def test_a_stone_that_only_a_treasury_could_hold_is_not_put_there_surely():
    """One of 48 is on the floor, and a treasury of 32 is seen no better than to a few stones."""
    counts = (2, 0, 3, 1, 0, 2, 1, 0, 3, 2, 1, 0, 32, 0)
    numbers = np.arange(49)
    told = np.eye(49)[list(counts)] * (1 - 1e-6) + 1e-6 / 49
    told[12] = np.exp(-0.5 * ((numbers - 32) / 3.9) ** 2)
    told /= told.sum(1, keepdims=True)
    judged = by_law(Reading("mangala", told, np.zeros(14)))
    assert judged.doubtful() == ("ST",)


def test_more_stones_than_any_board_has_are_told_as_they_are_seen():
    """Pits full of gravel: fourteen in each, and some thirty in each treasury."""
    told = np.eye(49)[[14] * 12 + [30, 30]]
    judged = by_law(Reading("mangala", told, np.zeros(14)))
    assert counted(judged) == (14,) * 12 + (30, 30)
    full = np.eye(49)[[48] * 14]
    assert counted(by_law(Reading("mangala", full, np.zeros(14)))) == (48,) * 14


def test_what_a_hand_hides_is_left_alone_and_says_nothing_of_the_rest():
    reading = around(START, unsure=(3,))
    covered = Reading("mangala", reading.probabilities, np.eye(14)[7])
    judged = by_law(covered)
    assert np.array_equal(judged.probabilities[7], covered.probabilities[7])
    assert np.allclose(judged.probabilities[3, 4:6], (0.45, 0.55), atol=0.06)


def test_who_follows_a_game_sees_what_is_there_and_a_single_picture_is_judged():
    still = next(iter(composed_stills("mangala", "validation", 1)))
    pose = board_pose(Scene.load(SCENES / still.scene), still.pose)
    seen = eyes_of(new_game("mangala")).read(still.frame, pose)
    judged = detector("mangala", alone=True).read(still.frame, pose)
    assert np.allclose(judged.probabilities, by_law(seen).probabilities)
    assert not np.allclose(judged.probabilities, seen.probabilities, atol=1e-3)


def test_boards_of_other_games_are_left_alone():
    reading = Reading.certain("reversi", ["."] * 64)
    assert by_law(reading) is reading
