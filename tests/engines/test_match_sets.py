"""Sets, seats, points, and whose turn it is."""

from __future__ import annotations

from dataclasses import replace

import pytest
from support.table import MISSING, OUT_OF_TURN, SOWN_WRONG, kulami, mangala, reversi

from engines.contract import InputError
from engines.match import (
    Decision,
    MoveMade,
    RefereeDecided,
    Round,
    RoundRules,
    SetBegan,
    SetFinished,
    points,
    round_result,
    starters,
    step,
)
from engines.reversi import Reversi


def test_seats_stay_in_mangala_and_black_follows_the_starter_elsewhere():
    table = mangala(first="B")
    assert (table.round.side_of("A"), table.round.side_of("B")) == ("south", "north")
    assert table.round.turn == "B"
    assert reversi().round.side_of("A") == "B"
    assert reversi(first="B").round.side_of("A") == "W"
    assert kulami(first="B").round.player_of("R") == "A"


def test_a_game_whose_starter_takes_black_swaps_colours_set_by_set():
    # Pentago will be like this (RULES.md 4.1, B-P2).
    round_ = Round.new(Reversi())
    round_ = replace(round_, conduct=replace(round_.conduct, sets=3))
    seen = []
    for result in ("A", "B", "draw"):
        round_ = step(round_, SetBegan()).round
        seen.append(round_.side_of("A"))
        round_ = step(round_, SetFinished(result, "five_in_line")).round
    assert seen == ["B", "W", "B"]


def test_a_third_set_is_not_played_after_two_nil_unless_all_are():
    played = ("A", "A")
    assert round_result(played, 3, RoundRules()) == "A"
    assert round_result(played, 3, RoundRules(play_all_sets=True)) is None
    assert round_result((*played, "B"), 3, RoundRules(play_all_sets=True)) == "A"


def test_one_game_decides_reversi():
    table = reversi().do(SetFinished("B", "no_moves", (20, 44)))
    assert table.round.decision == Decision("B", "sets", "Reversi art. 15")
    assert table.round.points == {"A": 0, "B": 1}
    with pytest.raises(InputError, match="only remains to sign"):
        table.do(MoveMade("A", "d3"))


def test_no_set_begins_while_one_is_on_and_none_is_extra():
    table = mangala()
    with pytest.raises(InputError, match="play is on"):
        table.do(SetBegan())
    for result in ("draw", "draw", "draw"):
        table.do(SetFinished(result, "side_empty"))
        if table.round.phase == "between":
            table.do(SetBegan())
    assert table.round.points == {"A": 0.5, "B": 0.5}
    with pytest.raises(InputError, match="only remains to sign"):
        table.do(SetBegan())


def test_a_count_must_agree_with_its_winner():
    with pytest.raises(InputError, match="contradicts"):
        SetFinished("A", "side_empty", (23, 25))


def test_a_tie_is_a_draw_or_the_referees():
    assert reversi().do(SetFinished("draw", "no_moves", (32, 32))).round.points["A"] == 0.5
    table = kulami(game={"tie": "referee"}).do(SetFinished("draw", "no_hole", (40, 40)))
    assert table.round.phase == "referee"
    assert table.round.points is None
    table.do(RefereeDecided("B"))
    assert table.round.points == {"A": 0, "B": 1}
    assert table.round.results[0].score == (40, 40)


def test_the_referee_decides_only_what_is_left_to_him():
    with pytest.raises(InputError, match="play is on"):
        reversi().do(RefereeDecided("A"))


def test_points_and_starters():
    assert points("draw") == {"A": 0.5, "B": 0.5}
    assert starters("B", 3) == ("B", "A", "B")


# --- whose turn -----------------------------------------------------------------------------


def test_a_player_who_is_not_in_turn_cannot_simply_move():
    with pytest.raises(InputError, match="turn of player A"):
        reversi().do(MoveMade("B", "d3"))


def test_moving_out_of_turn_is_a_breach_that_stands_when_nobody_reports_it():
    table = reversi().move("B", "c5", OUT_OF_TURN)
    assert table.round.turn == "A"
    table.move("A", "d3")
    assert table.warnings() == (0, 0)


def test_a_reported_move_out_of_turn_goes_back_and_the_other_player_moves():
    table = reversi().move("B", "c5", OUT_OF_TURN).object("A")
    assert table.round.awaiting.task == "take_back"
    assert table.warnings() == (0, 1)
    table.correct("B", None, end=False)
    assert (table.round.phase, table.round.turn) == ("play", "A")
    table.move("A", "d3")


def test_an_extra_turn_keeps_the_turn_and_all_its_moves_in_the_window():
    table = mangala().move("A", "S3", SOWN_WRONG, again=True)
    assert table.round.turn == "A"
    table.move("A", "S1")
    assert [move.number for move in table.round.open] == [1, 2]
    table.object("B")
    assert table.round.awaiting.number == 1
    assert table.round.movers == ()


def test_moving_without_waiting_for_the_end_signal_ends_the_move():
    table = reversi().move("A", "d3", MISSING, end=False).move("B", "c3", end=False)
    assert table.object("B").refused("past_move")
    assert table.round.open[-1].by == "B"
