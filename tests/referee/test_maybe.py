"""A look that hardly told one stone more from one less: whoever puts it right accuses nobody."""

from __future__ import annotations

from types import SimpleNamespace

import numpy as np

from datasets.noisy_games import NoisyEyes
from engines import new_game
from referee import events as told
from referee.tracker import Tracker
from referee.tracker.doubt import CLOSE, may_lie
from referee.tracker.evidence import Tables
from referee.tracker.look import Look
from referee.tracker.predictions import Prediction, Stack

GAME = new_game("mangala")
NORTH_STORE = 13
MIDDLE = 48
"""Where no gain stands among gains."""


def seen(tracker, eyes, stones, before, doubt=0.0):
    """A stillness; `doubt`: by how much likelier one stone more seems in North's treasury than one
    less."""
    look = eyes.look(stones)
    changes = np.where(np.array(stones) != np.array(before), 0.99, 0.01)
    gains = np.full((14, 2 * MIDDLE + 1), -7.0)
    gains[np.arange(14), MIDDLE + np.subtract(stones, before)] = 0.0
    if doubt:
        more = stones[NORTH_STORE] - before[NORTH_STORE]
        gains[NORTH_STORE, MIDDLE + more - 1] = -doubt
        look.probabilities[NORTH_STORE] = 1 / 49
    tracker.moved()
    said = []
    for number in range(45):
        time = seen.time = seen.time + 0.1
        quiet = 0.2 + number / 10
        said += tracker.see(look.reading(), time, changes=changes, gains=gains, quiet=quiet)
    return said


def played(doubt):
    """North plays N6 into the treasury, and a stone too many; it is gone when N3 is played."""
    position = GAME.parse_position("1 2 0 1 0 0 / 0 0 2 0 1 1 / 29 11 N")
    tracker = Tracker(GAME, position)
    eyes = NoisyEyes("mangala", np.random.default_rng(0), miscount=0.0)
    seen.time = 0.0
    stones = tuple(position.stones)
    seen(tracker, eyes, stones, stones)
    sown = GAME.play(position, GAME.parse_move("N6"))
    many = (*sown.stones[:NORTH_STORE], sown.stones[NORTH_STORE] + 1)
    first = seen(tracker, eyes, many, stones, doubt)
    after = GAME.play(sown, GAME.parse_move("N3"))
    return first, seen(tracker, eyes, tuple(after.stones), many), tracker.position == after


def codes(said):
    return [fault.code for e in said if isinstance(e, told.FaultFound) for fault in e.faults]


def test_a_stone_too_many_that_was_all_but_told_and_is_taken_off_accuses_nobody():
    first, then, followed = played(doubt=3.0)
    assert [e.move for e in first + then if isinstance(e, told.Move)] == ["N6", "N3"]
    assert codes(first) == codes(then) == []
    assert followed


def test_one_that_was_hardly_believed_does():
    first, then, _ = played(doubt=1.0)
    assert codes(first) == []
    assert codes(then) == ["stones_missing"]


def explained(cells, score):
    return SimpleNamespace(
        prediction=Prediction(None, np.array(cells, np.int16), 0, 0.0), score=score
    )


def test_only_what_is_close_and_differs_in_few_cells_may_lie_there():
    best = explained([1, 0, 0, 4], 0.0)
    near = explained([1, 0, 0, 5], -1.5)
    again = explained([1, 2, 0, 5], -3.0)
    many = explained([0, 2, 3, 5], -1.0)
    far = explained([1, 0, 3, 4], -CLOSE - 0.1)
    ranking = SimpleNamespace(best=best, candidates=(best, many, near, again, far))
    assert may_lie(ranking) == ((3, 5, 1.5), (1, 2, 3.0))


def test_what_may_have_lain_there_counts_by_how_likely_that_is():
    was, now = np.array([4, 4], np.int16), np.array([4, 5], np.int16)
    here, more = (Prediction(None, cells, 0, 0.0) for cells in (was, now))
    nothing = np.zeros(2)
    changed, same = np.array([-7.0, 0.0]), np.array([0.0, -7.0])
    gains = np.full((2, 97), -7.0)
    gains[:, MIDDLE + 1] = 0.0  # where something has come it is one stone
    tables = Tables(
        np.zeros((2, 49)), changed, changed, same, None, None, nothing == 0, gains=gains
    )
    sure = Look(was, None)
    assert np.diff(tables.scores(Stack.of([here, more]), sure)).tolist() == [7.0]
    maybe = Look(was, None, maybe=((1, 3, 2.0),))  # then one stone more makes four
    assert np.diff(tables.scores(Stack.of([here, more]), maybe)).tolist() == [2.0]
