"""Kulami: which marbles were played last, when a person says how the board stands."""

from __future__ import annotations

import numpy as np
import pytest
from support.refereed import after

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from referee import events as told
from referee.tracker import Tracker

KULAMI = new_game("kulami")
WATCHED = ("d4", "d1", "g1", "g5")
UNSEEN = ("g7", "a7")
LATER = ("a1", "c1", "c6")


@pytest.fixture
def show():
    """A game of which four moves were watched."""
    shown = Show(Tracker(KULAMI), NoisyEyes("kulami", np.random.default_rng(0), wrong=0.0))
    shown.position(KULAMI.start(), seconds=1.0)
    for count in range(1, len(WATCHED) + 1):
        shown.position(after(KULAMI, *WATCHED[:count]))
    assert shown.tracker.position == after(KULAMI, *WATCHED)
    return shown


G1 = KULAMI.parse_move("g1").hole


def bare_g7():
    """Black has played g7, and no black marble carries a token."""
    played = state_of("kulami", after(KULAMI, *WATCHED, "g7"))
    return ["B" if cell == "tB" else cell for cell in played]


def played_a7(board):
    """Red has answered a7, and set the token there."""
    answered = ["R" if cell == "tR" else cell for cell in board]
    answered[KULAMI.parse_move("a7").hole] = "tR"
    return answered


def nobody_looked(show):
    """The camera was paused, and something may have been played meanwhile."""
    show.tracker.pause(show.time)
    show.tracker.resume(show.time, unseen=True)


def put(*moves):
    """The marbles of these moves, black's first."""
    return {move: "BR"[number % 2] for number, move in enumerate(moves)}


def plays_on(show, *before):
    """Play goes on legally, and nothing else is told of it."""
    said = []
    for count in range(1, len(LATER) + 1):
        said += show.position(after(KULAMI, *before, *LATER[:count]))
    assert [e.move for e in said if isinstance(e, told.Move)] == list(LATER)
    assert not [e for e in said if not isinstance(e, told.Move | told.Ended | told.Learn)]


def test_an_accepted_board_has_its_last_marbles_where_the_tokens_lie(show):
    missed = after(KULAMI, *WATCHED, *UNSEEN)
    nobody_looked(show)
    assert [type(e) for e in show.position(missed)] == [told.OutOfStep]
    show.tracker.accept(show.time)
    assert show.tracker.position == missed
    plays_on(show, *WATCHED, *UNSEEN)


def test_who_has_the_token_in_the_hand_has_played_nothing_since(show):
    missed = after(KULAMI, *WATCHED, UNSEEN[0])
    nobody_looked(show)
    lifted = ["R" if held == "tR" else held for held in state_of("kulami", missed)]
    assert [type(e) for e in show.still(tuple(lifted), 4.5)] == [told.OutOfStep]
    show.tracker.accept(show.time, "R")
    assert show.tracker.position == missed


def test_a_marble_that_is_set_by_hand_was_played_last(show):
    show.tracker.set_cells(put(*UNSEEN), show.time)
    missed = after(KULAMI, *WATCHED, *UNSEEN)
    assert show.tracker.position == missed
    assert show.position(missed) == []
    plays_on(show, *WATCHED, *UNSEEN)


def test_of_several_nobody_knows_which_one_was_and_none_is_called_wrong(show):
    four = (*UNSEEN, *LATER[:2])
    show.tracker.set_cells(put(*four), show.time)
    position = show.tracker.position
    assert (position.last_black, position.last_red) == (None, None)
    missed = after(KULAMI, *WATCHED, *four)
    assert position.board == missed.board
    said = [*show.position(missed), *show.position(after(KULAMI, "c6", position=missed))]
    assert [e.move for e in said if isinstance(e, told.Move)] == ["c6"]
    assert not [e for e in said if isinstance(e, told.FaultFound | told.Unsure)]


def test_a_last_marble_of_the_other_colour_leaves_both_unknown(show):
    show.tracker.set_cells({"g5": "B"}, show.time)
    position = show.tracker.position
    assert (position.last_black, position.last_red) == (None, None)


def test_a_marble_that_was_read_in_the_wrong_hole_is_the_last_where_it_lies(show):
    show.tracker.set_cells({"g5": ".", "g6": "R"}, show.time)
    position = show.tracker.position
    assert position == after(KULAMI, *WATCHED[:3], "g6")


def test_a_token_that_was_left_behind_is_on_no_last_marble(show):
    """Black plays g7 and leaves the token on g1; nobody reports it, and the board is accepted."""
    left = bare_g7()
    left[G1] = "tB"
    assert [type(e) for e in show.still(tuple(left), 4.5)][-2:] == [told.FaultFound, told.Ended]
    show.tracker.accept(show.time)
    assert show.tracker.position.last_black == KULAMI.parse_move("g7").hole
    said = show.still(tuple(played_a7(left)), 4.5)  # in line with g7
    assert [e.move for e in said if isinstance(e, told.Move)] == ["a7"]
