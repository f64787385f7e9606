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


def left_behind(*moves):
    """Black has played g7 and left the token on g1; then these moves were made rightly."""
    position = after(KULAMI, *WATCHED, "g7")
    board = list(state_of("kulami", position))
    board[hole("g1")], board[hole("g7")] = "tB", "B"
    for move in moves:
        colour = position.side
        board = [colour if cell == f"t{colour}" else cell for cell in board]
        board[hole(move)] = f"t{colour}"
        position = KULAMI.put(position, hole(move))
    return tuple(board)


def hole(name):
    return KULAMI.parse_move(name).hole


def told_moves(said):
    """The moves, of which none was called a fault."""
    assert not [e for e in said if isinstance(e, told.FaultFound | told.Unsure | told.UnderWay)]
    return [e.move for e in said if isinstance(e, told.Move)]


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


@pytest.fixture
def unset(show):
    """Black has left the token behind, and nobody reports it."""
    said = show.still(left_behind(), 4.5)
    (fault,) = (e for e in said if isinstance(e, told.FaultFound))
    assert [f.code for f in fault.faults] == ["token_not_moved"]
    return show


@pytest.mark.parametrize("accepted", [False, True])
@pytest.mark.parametrize("answer", ["a7", "g8"])
def test_a_token_that_was_left_behind_is_on_no_last_marble(unset, accepted, answer):
    """Both are in line with g7, and g8 lies on its plate, which carries no token."""
    if accepted:
        unset.tracker.accept(unset.time)
    assert unset.tracker.position.last_black == hole("g7")
    assert told_moves(unset.still(left_behind(answer), 4.5)) == [answer]


def test_with_the_next_move_of_its_side_all_is_as_ever(unset):
    unset.still(left_behind("g8"), 4.5)
    assert str(unset.tracker.position).endswith(" B g7* g8")
    assert told_moves(unset.still(left_behind("g8", "a8"), 4.5)) == ["a8"]
    assert str(unset.tracker.position).endswith(" R a8 g8")


def test_a_token_that_is_set_late_is_no_fault_of_anybody(unset):
    late = after(KULAMI, *WATCHED, "g7")
    assert told_moves(unset.position(late)) == []
    assert told_moves(unset.position(after(KULAMI, "a7", position=late))) == ["a7"]


def test_after_it_was_set_late_an_accepted_board_knows_its_plate_again(unset):
    late = after(KULAMI, *WATCHED, "g7")
    unset.position(late)
    unset.tracker.accept(unset.time)
    assert unset.tracker.position == late
