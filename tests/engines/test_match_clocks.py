"""Clocks and fallen flags."""

from __future__ import annotations

import pytest
from support.table import MISSING, OUT_OF_TURN, Table, kulami, mangala, reversi

from engines.clock import Clock
from engines.contract import InputError
from engines.mangala import Mangala
from engines.mangala import Rules as MangalaRules
from engines.match import (
    ClockPaused,
    ClockStarted,
    Decision,
    FlagFell,
    MoveEnded,
    MoveMade,
    PieceLeftBoard,
    PiecePutBack,
    RefereeDecided,
    SetBegan,
    SetFinished,
)
from engines.reversi import Reversi


def test_the_clock_runs_for_whoever_is_to_act():
    table = Table(Reversi(), clock=Clock.of(600, increment=10))
    assert table.round.clock.running == "A"
    table.move("A", "d3", MISSING, at=30)
    assert table.round.clock.running == "B"
    assert table.round.clock.left == (580, 600)
    table.object("B", at=40)
    assert table.round.clock.running == "A"
    table.correct("A", "d3", at=50)
    assert table.round.clock.left == (570, 590), "a correction earns no increment"
    table.do(PieceLeftBoard("B", ("d4",), at=60))
    assert table.round.clock.running is None
    table.do(PiecePutBack("referee", at=90))
    assert (table.round.clock.running, table.round.clock.remaining("B", 90)) == ("B", 580)
    table.do(ClockPaused(at=100), ClockStarted(at=200), SetFinished("A", "no_moves", at=210))
    assert table.round.clock == Clock((570.0, 560.0), 10.0, None, 210.0)


def test_the_clock_goes_on_through_an_unfinished_move_and_an_extra_turn():
    table = Table(Mangala(), clock=Clock.of(300, increment=5))
    table.move("A", "S3", end=False, again=True, at=10)
    assert table.round.clock.running == "A"
    table.do(MoveEnded("A", at=20))
    assert (table.round.clock.running, table.round.clock.left[0]) == ("A", 280)
    table.move("A", "S1", at=30)
    assert (table.round.clock.running, table.round.clock.left[0]) == ("B", 275)


def test_the_clock_passes_on_when_a_move_out_of_turn_is_taken_back():
    table = Table(Reversi(), clock=Clock.of(600)).move("B", "c5", OUT_OF_TURN, at=10)
    table.object("A", at=20)
    assert table.round.clock.running == "B"
    table.correct("B", None, end=False, at=30)
    assert (table.round.clock.running, table.round.clock.left) == ("A", (580, 590))


def test_the_referee_restarts_the_clock_of_an_unfinished_move():
    table = Table(Reversi(), clock=Clock.of(600)).move("A", "d3", end=False, at=10)
    table.do(ClockPaused(at=20), ClockStarted(at=30))
    assert table.round.clock.running == "A"


def test_a_report_during_a_halt_leaves_the_clock_standing():
    table = Table(Reversi(), clock=Clock.of(600)).move("A", "d3", MISSING, at=5)
    table.do(PieceLeftBoard("B", ("d4",), at=6)).object("B", at=7)
    assert table.round.clock.running is None
    table.do(PiecePutBack("referee", at=8))
    assert table.round.clock.running == "A"


def test_a_round_without_a_clock_has_none_to_stop():
    with pytest.raises(InputError, match="without a clock"):
        reversi().do(ClockPaused())


def test_a_flag_is_down_only_when_the_clock_says_so():
    table = Table(Reversi(), clock=Clock.of(60)).do(FlagFell("A", at=59))
    assert table.refused("flag_not_down", "Reversi art. 16")
    table.do(FlagFell("A", at=60))
    assert table.round.decision == Decision("B", "time_out", "Reversi art. 16")
    assert table.do(FlagFell("B", at=70)).refused("play_over")


@pytest.mark.parametrize("game", [reversi, kulami])
def test_a_fallen_flag_loses_or_is_left_to_the_referee(game):
    assert game().do(FlagFell("B")).round.points == {"A": 1, "B": 0}
    table = game(game={"timeout": "referee"}).move("A", "d4").do(FlagFell("B"))
    assert table.codes == ["referee_decides"]
    assert table.round.question.player == "B"
    with pytest.raises(InputError, match="referee must decide"):
        table.do(MoveMade("B", "d5"))
    assert table.object("B").refused("past_move")
    assert table.do(RefereeDecided("draw")).round.points == {"A": 0.5, "B": 0.5}
    assert table.round.results[0].reason == "referee_time_out"


def test_mangala_a_fallen_flag_decides_the_set_and_the_next_has_its_own_time():
    table = Table(Mangala(), clock=Clock.of(60)).do(FlagFell("A", 23, at=60))
    assert table.codes == ["time_out_loss", "set_over"]
    assert table.round.points is None
    table.do(SetBegan(at=100))
    assert (table.round.turn, table.round.clock.running) == ("B", "B")
    assert table.round.clock.remaining("A", 100) == 60


def test_mangala_a_fallen_flag_may_decide_the_whole_round():
    table = mangala(game={"timeout_scope": "round"})
    table.do(SetFinished("A", "side_empty"), SetBegan(), FlagFell("A", 24))
    assert table.codes == ["time_out_draw", "round_over"]
    assert table.round.points == {"A": 0.5, "B": 0.5}
    table = Table(Mangala(MangalaRules(timeout_scope="round")), clock=Clock.of(60))
    table.do(SetFinished("A", "side_empty", at=40), SetBegan(at=50))
    assert table.round.clock.remaining("A", 50) == 20, "one time for the whole round"


def test_mangala_a_fallen_flag_needs_the_treasury():
    with pytest.raises(InputError, match="treasury"):
        mangala().do(FlagFell("A"))


def test_nobodys_time_runs_while_the_referee_has_stopped_the_clock():
    table = Table(Reversi(), clock=Clock.of(60)).move("A", "d3", MISSING, at=5)
    table.do(ClockPaused(at=6)).object("B", at=7)
    assert table.round.clock.running is None
    table.do(PieceLeftBoard("B", ("d4",), at=8), PiecePutBack("referee", at=9))
    assert table.round.clock.running is None
    assert table.do(FlagFell("A", at=99)).refused("flag_not_down")
    table.do(ClockStarted(at=100))
    assert (table.round.clock.running, table.round.clock.left) == ("A", (55, 59))


def test_a_clock_that_is_let_run_while_a_piece_is_missed_runs_when_it_is_back():
    table = Table(Reversi(), clock=Clock.of(60)).do(ClockPaused(at=1))
    table.do(PieceLeftBoard("B", ("d4",), at=2), ClockStarted(at=3))
    assert table.round.clock.running is None
    table.do(PiecePutBack("referee", at=4))
    assert table.round.clock.running == "A"
