"""Knowing a table: what is read beside a certain look at it, and what forgetting gives back."""

from __future__ import annotations

import json

import numpy as np
import pytest

from datasets.manifest import load_scenes
from datasets.second_look import START, known_board
from datasets.stills import composed_stills
from vision.detectors import detector
from vision.detectors.board import SIDE
from vision.detectors.familiar import MOST, UNKNOWN, Glance
from vision.reading import CONTENTS

GAMES = ("reversi", "kulami")


def surprise(reading, still):
    """How little the reading expects what is true, in nats."""
    columns = [CONTENTS[still.game].index(str(content)[-1]) for content in still.contents]
    return -np.log(reading.probabilities[range(64), columns] + 1e-6).sum()


@pytest.mark.parametrize(("game", "split"), [("reversi", "test"), ("kulami", "validation")])
def test_a_table_that_is_known_is_read_better(game, split):
    scenes = {scene.name: scene for scene in load_scenes(game, split)}
    strange = known = 0.0
    for still in composed_stills(game, split, 6, seed=21):
        reader, lesson = detector(game), known_board(scenes[still.scene], START)
        strange += surprise(reader.read(still.frame, still.pose), still)
        reader.adapt(lesson.frame, lesson.pose, lesson.board)
        known += surprise(reader.read(still.frame, still.pose), still)
    assert known < strange


@pytest.mark.parametrize("game", GAMES)
def test_what_is_forgotten_changes_nothing(game):
    still = next(iter(composed_stills(game, "test", 1, seed=3)))
    lesson = known_board(next(iter(load_scenes(game, "test"))), START)
    reader = detector(game)
    before = reader.read(still.frame, still.pose).probabilities
    reader.adapt(lesson.frame, lesson.pose, lesson.board)
    once = reader.read(still.frame, still.pose).probabilities
    assert not np.array_equal(once, before)
    reader.adapt(still.frame, still.pose, lesson.board)
    reader.forget(1)
    assert np.array_equal(reader.read(still.frame, still.pose).probabilities, once)
    reader.forget()
    assert np.array_equal(reader.read(still.frame, still.pose).probabilities, before)


def test_only_the_last_looks_are_kept():
    reader = detector("reversi")
    for number in range(MOST + 3):
        picture = np.full((SIDE, SIDE, 3), number, np.uint8)
        reader.adaptation.learn(Glance(picture, np.zeros(64, int)))
    assert len(reader.adaptation.lessons) == MOST
    assert reader.adaptation.lessons[-1].picture[0, 0, 0] == MOST + 2


def test_a_look_survives_its_plain_form():
    rng = np.random.default_rng(4)
    look = Glance(
        rng.integers(0, 256, (SIDE, SIDE, 3)).astype(np.uint8), rng.integers(UNKNOWN, 3, 64)
    )
    again = Glance.from_json(json.loads(json.dumps(look.to_json())), SIDE)
    assert np.array_equal(again.picture, look.picture)
    assert np.array_equal(again.contents, look.contents)


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("picture", "no picture"),
        ("picture", ""),
        ("picture", "AAAA"),
        ("contents", [0] * 63),
        ("contents", [3] * 64),
    ],
)
def test_a_broken_plain_form_is_refused(key, value):
    look = Glance(np.zeros((SIDE, SIDE, 3), np.uint8), np.zeros(64, int))
    with pytest.raises(ValueError, match=r"picture|contents|base64|padding"):
        Glance.from_json({**look.to_json(), key: value}, SIDE)


def test_a_look_that_showed_nothing_is_not_looked_back_at():
    still = next(iter(composed_stills("reversi", "test", 1, seed=3)))
    lesson = known_board(next(iter(load_scenes("reversi", "test"))), START)
    reader = detector("reversi")
    reader.adapt(lesson.frame, lesson.pose, lesson.board)
    once = reader.read(still.frame, still.pose).probabilities
    reader.adaptation.learn(Glance(np.zeros((SIDE, SIDE, 3), np.uint8), np.full(64, UNKNOWN)))
    assert np.array_equal(reader.read(still.frame, still.pose).probabilities, once)
    reader.forget(1)
    assert len(reader.adaptation.lessons) == 1
