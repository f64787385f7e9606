"""A reading keeps its doubt until somebody asks for a board."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from engines.mangala import Board as MangalaBoard
from engines.reversi import Board as ReversiBoard
from vision.reading import CONTENTS, NAMES, Reading

ROWS = "......../......../......../...WB.../...BW.../......../......../......?."
LETTERS = list(ROWS.replace("/", ""))


def test_a_certain_reading_is_its_board():
    reading = Reading.certain("reversi", LETTERS)
    assert reading.most_likely() == ReversiBoard.parse(ROWS)
    assert reading.confidence == 1.0
    assert reading.doubtful() == ()


def test_doubt_is_named_and_hidden_cells_are_not_doubtful():
    reading = Reading.certain("reversi", LETTERS)
    probabilities = reading.probabilities.copy()
    probabilities[0] = (0.6, 0.3, 0.1)
    doubtful = Reading("reversi", probabilities, reading.hidden)
    assert doubtful.doubtful() == ("a1",)
    assert doubtful.confidence == pytest.approx(0.6)
    assert "g8" not in doubtful.doubtful(), "it is hidden, not doubtful"
    assert doubtful.to_json()["a1"] == {".": 0.6, "B": 0.3, "W": 0.1}
    assert doubtful.to_json()["g8"]["hidden"] == 1.0


def test_counts_of_stones_are_a_distribution():
    reading = Reading.certain("mangala", [4] * 12 + [0, None])
    assert reading.most_likely() == MangalaBoard((4,) * 12 + (0, None))


def test_what_a_finger_may_hide_is_doubtful_however_clear_it_looks():
    certain = Reading.certain("reversi", ["W"] * 64)
    hidden = np.zeros(64)
    hidden[9] = 0.2
    beside = Reading("reversi", certain.probabilities, hidden)
    assert beside.doubtful() == ("b2",)
    assert np.isclose(beside.confidence, 0.8)


def test_tokens_lie_on_marbles_only():
    certain = Reading.certain("kulami", ["B", *"." * 63])
    tokens = np.zeros(64)
    tokens[0], tokens[5] = 0.9, 0.9
    board = Reading("kulami", certain.probabilities, certain.hidden, tokens).most_likely()
    assert str(board).endswith("tokens:a1")


def test_nothing_seen_is_no_confidence():
    assert Reading.certain("reversi", ["?"] * 64).confidence == 0.0


@pytest.mark.parametrize("game", CONTENTS)
def test_wrong_shapes_are_refused(game):
    cells, contents = len(NAMES[game]), len(CONTENTS[game])
    even = np.full((cells, contents), 1 / contents)
    with pytest.raises(ValueError, match="probabilities, got"):
        Reading(game, even[:-1], np.zeros(cells))
    with pytest.raises(ValueError, match="hidden, got"):
        Reading(game, even, np.zeros(3))
    with pytest.raises(ValueError, match="sum to 1"):
        Reading(game, even * 0.5, np.zeros(cells))


@pytest.mark.parametrize(
    ("marbles", "seen", "unseen"),
    [(0, 0, 0), (1, 0, 1), (1, 1, 0), (5, 0, 2), (5, 1, 1), (5, 2, 0)],
)
def test_tokens_that_must_lie_somewhere_and_were_not_seen_are_counted(marbles, seen, unseen):
    letters = ["B"] * marbles + ["."] * (64 - marbles)
    tokens = np.array([0.9] * seen + [0.1] * (64 - seen))
    reading = replace(Reading.certain("kulami", letters), tokens=tokens)
    assert reading.unseen_tokens == unseen
