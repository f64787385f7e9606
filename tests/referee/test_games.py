"""Whole random games with faults, seen badly, and laws that hold for every reading."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from datasets.noisy_games import NoisyEyes, Show, show_game
from datasets.play import play_game, reached
from engines import new_game
from referee import events as told
from referee.events import event_from_json
from referee.tracker import Tracker
from vision.reading import CONTENTS, NAMES, Reading


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_games_with_faults_are_followed(name):
    game = new_game(name)
    rows = []
    for seed in (1, 2):
        played = play_game(game, random.Random(f"{name}/{seed}"), 3, 30)
        _, row, show = show_game(played, "game", NoisyEyes(name, np.random.default_rng(seed)))
        rows.append(row)
        assert all(event_from_json(event.to_json()) == event for event in show.events)
    # A stone lost from a pit of two may pass for another move where counts are read this badly.
    assert sum(r.board_right for r in rows) >= (1 if name == "mangala" else 2)
    right, made = sum(r.moves_right for r in rows), sum(r.moves for r in rows)
    assert right >= made - 2
    assert sum(r.faults_caught for r in rows) >= 5
    assert sum(r.false_alarms for r in rows) <= 1


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_a_clean_game_brings_no_fault_and_ends_with_its_score(name):
    game = new_game(name)
    played = play_game(game, random.Random(7))
    eyes = NoisyEyes(name, np.random.default_rng(7), wrong=0, miscount=0.1)
    _, row, show = show_game(played, "game", eyes, seconds=1.5)
    assert row.moves_right == row.moves
    assert row.false_alarms == row.invented == 0
    end = [event for event in show.events if isinstance(event, told.End)]
    assert len(end) == 1
    assert end[0].score == tuple(game.score(played.end).total(side) for side in game.sides)


@settings(max_examples=25)
@given(st.sampled_from(["reversi", "kulami", "mangala"]), st.integers(0, 2**31))
def test_no_reading_breaks_the_tracker(name, seed):
    rng = np.random.default_rng(seed)
    game = new_game(name)
    tracker = Tracker(game, reached(game, int(rng.integers(0, 20)), random.Random(seed)))
    cells = len(NAMES[name])
    for number in range(6):
        if number % 3 == 0:
            tracker.moved()
        chances = rng.dirichlet(np.full(len(CONTENTS[name]), 0.3), cells)
        tokens = rng.random(cells) if name == "kulami" else None
        reading = Reading(name, chances, rng.random(cells), tokens)
        for event in tracker.see(reading, float(number), changes=rng.random(cells), quiet=number):
            assert event_from_json(event.to_json()) == event
        if name == "mangala":
            assert sum(tracker.position.stones) == 48


@settings(max_examples=20)
@given(
    st.sampled_from(["reversi", "kulami", "mangala"]),
    st.integers(0, 40),
    st.integers(0, 2**31),
)
def test_a_legal_move_seen_clearly_is_never_called_a_fault(name, plies, seed):
    game = new_game(name)
    position = reached(game, plies, random.Random(seed))
    moves = game.moves(position)
    if not moves or str(moves[0]) == "pass":
        return
    move = random.Random(seed).choice(moves)
    eyes = NoisyEyes(name, np.random.default_rng(seed), wrong=0, miscount=0)
    show = Show(Tracker(game, position), eyes)
    show.position(position, seconds=1.0)
    said = show.position(game.play(position, move), seconds=4.5)
    assert [event.move for event in said if isinstance(event, told.Move)] == [str(move)]
    assert not any(isinstance(event, told.FaultFound | told.Unsure) for event in said)
