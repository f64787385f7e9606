"""What a stone of a table weighs: learnt from certain frames, and forgotten again."""

from __future__ import annotations

import numpy as np
import pytest

from vision.detectors.keepsakes import as_text
from vision.detectors.pits import SIDE
from vision.detectors.weight import FARTHEST, MOST, Lesson, Weight

START = np.full(12, 4)


def test_a_table_whose_stones_look_large_is_weighed_right_and_can_be_forgotten():
    weight = Weight()
    assert weight.stones == 1
    weight.learn(Lesson(START * 1.25, START))
    once = weight.stones
    for _ in range(5):
        weight.learn(Lesson(START * 1.25, START))
    assert 0.8 < weight.stones < once < 0.9
    weight.forget(5)
    assert weight.stones == once
    weight.forget()
    assert weight.stones == 1
    assert not weight.lessons


def test_nothing_seen_changes_nothing_and_nonsense_only_so_much():
    weight = Weight()
    weight.learn(Lesson(np.zeros(0), np.zeros(0, int)))
    assert weight.stones == 1
    for _ in range(9):
        weight.learn(Lesson(START * 9.0, START))
    assert weight.stones == 1 / FARTHEST


def test_the_start_position_is_never_forgotten():
    weight = Weight()
    first = Lesson(START * 1.1, START)
    weight.learn(first)
    for _ in range(MOST + 3):
        weight.learn(Lesson(START * 1.0, START))
    assert weight.lessons[0] is first
    assert len(weight.lessons) == MOST
    weight.forget(MOST)  # all that are remembered, but of which four were learnt before the first
    assert weight.lessons == [first]
    last = Lesson(START * 1.2, START)
    weight.learn(last)
    assert weight.lessons == [first, last]
    weight.forget(1)
    assert weight.lessons == [first]
    weight.forget(3)  # those between
    assert weight.lessons == [first]
    weight.forget(1)
    assert weight.lessons == []


def test_a_lesson_comes_back_from_its_plain_values():
    pit = np.arange(SIDE * SIDE * 3).reshape(SIDE, SIDE, 3).astype(np.uint8)
    lesson = Lesson(np.array([3.52, 0.03]), np.array([4, 0]), (pit,))
    again = Weight().recall(lesson.to_json())
    assert np.array_equal(again.shown[0], pit)
    assert np.allclose(again.seen, lesson.seen)
    assert (again.truth == lesson.truth).all()


@pytest.mark.parametrize(
    "told",
    [
        {"seen": [1.0], "truth": [1, 2]},
        {"seen": [[1.0]], "truth": [[1]]},
        {"seen": [float("nan")], "truth": [1]},
        {"seen": [1.0], "truth": [-1]},
        {"seen": [1.0], "truth": [1.5]},
        {"seen": [1.0], "truth": [1e300]},
        {"seen": [1e300], "truth": [4]},
        {"seen": [1.0], "truth": [1], "shown": [as_text(np.zeros((7, 7, 3), np.uint8))]},
        {"seen": [1.0], "truth": [1], "shown": ["bm8gcGljdHVyZQ=="]},
    ],
)
def test_broken_values_are_refused(told):
    with pytest.raises(ValueError, match=r"lesson|stones"):
        Weight().recall({"shown": [], **told})


def test_the_certain_look_with_most_stones_is_shown_beside_what_is_read():
    weight, pit = Weight(), np.zeros((SIDE, SIDE, 3), np.uint8)
    assert weight.shown == ()
    weight.learn(Lesson(START * 1.0, START, (pit,)))
    weight.learn(Lesson(START * 1.0, START))
    assert len(weight.shown) == 1
    weight.learn(Lesson(START * 1.0, START, (pit, pit)))
    weight.learn(Lesson(START * 1.0, START, (pit,)))
    assert len(weight.shown) == 2, "late in a game hardly a pit has stones to show"
    weight.forget()
    assert weight.shown == ()
