"""The round around a tracked game: warnings, reports, corrections, the result."""

from __future__ import annotations

import random

import numpy as np
import pytest
from support.refereed import Referee, after, codes, only
from support.reversi import D3, GONE, REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt
from support.table import MISSING, SOWN_WRONG

from datasets.noisy_games import NoisyEyes, Show
from engines import match, new_game
from engines.clock import Clock
from engines.mangala import Mangala, Rules
from referee import events as told
from referee.rounds import RoundKeeper
from referee.tracker import Tracker

MANGALA = new_game("mangala")


def test_a_reported_fault_is_a_warning_and_a_correction():
    table = Referee()
    table.still(UNTURNED)
    said = table.keeper.object("B", table.show.time)
    assert codes(said) == ["report_accepted", "warned", "correct_now"]
    assert isinstance(said[-1], told.Awaiting)
    assert table.keeper.round.warnings_of("A") == 1
    assert table.keeper.round.phase == "correction"
    done = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
    said = table.position(done)
    assert any(isinstance(event, told.Corrected) for event in said)
    assert table.keeper.round.phase == "play"
    assert table.keeper.round.turn == "B"
    answer = REVERSI.moves(done)[0]
    table.position(REVERSI.play(done, answer))
    assert table.keeper.round.turn == "A"
    assert not table.keeper.troubles


def test_a_report_before_the_end_asks_whether_the_mover_has_finished():
    table = Referee()
    table.still(UNTURNED, seconds=1.5)
    (question,) = table.keeper.object("B", table.show.time)
    assert (question.about, question.side) == ("finished", "B")
    said = table.keeper.finished(True, table.show.time)
    assert any(isinstance(event, told.FaultFound) for event in said)
    assert any(isinstance(event, told.Ended) and event.by == "referee" for event in said)
    assert "report_accepted" in codes(said)


def test_where_reports_may_come_at_any_time_nobody_is_asked():
    """Option `objection_window`: the move is judged as it lies (B-G9)."""
    table = Referee(rules=match.RoundRules(objection_window="any_time_to_own_move"))
    table.still(UNTURNED, seconds=1.5)
    said = table.object("B")
    assert not any(isinstance(event, told.Question) for event in said)
    assert any(isinstance(event, told.FaultFound) for event in said)
    assert "report_accepted" in codes(said)


def test_and_if_not_the_mover_goes_on():
    table = Referee()
    table.still(UNTURNED, seconds=1.5)
    table.keeper.object("B", table.show.time)
    assert table.keeper.finished(False, table.show.time) == []
    said = table.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3")))
    assert codes(said) == []
    assert table.keeper.round.warnings_of("A") == 0


def test_a_fault_that_nobody_reports_stands():
    table = Referee()
    table.still(UNTURNED)
    stood = table.show.tracker.position
    answer = REVERSI.moves(stood)[0]
    table.position(REVERSI.play(stood, answer))
    assert codes(table.keeper.object("B", table.show.time)) == ["past_move"]
    assert table.keeper.round.warnings_of("A") == 0
    assert not table.keeper.troubles


def test_a_piece_off_the_board_halts_play_until_it_is_back():
    table = Referee()
    table.still(GONE)
    said = table.keeper.object("B", table.show.time)
    assert "piece_off_board" in codes(said)
    assert table.keeper.round.phase == "halted"
    said = table.position(REVERSI.start())
    assert "piece_back" in codes(said)
    assert table.keeper.round.phase == "play"


def test_whole_games_end_with_a_result():
    for name in ("reversi", "kulami", "mangala"):
        game = new_game(name)
        table = Referee(game)
        position, rng = game.start(), random.Random(3)
        while moves := game.moves(position):
            position = game.play(position, rng.choice(moves))
            if game.board_of(position) != game.board_of(table.show.tracker.position):
                table.position(position, seconds=3.9)
        assert not table.keeper.troubles
        assert len(table.keeper.round.results) == 1
        score = game.score(position)
        assert sorted(table.keeper.round.results[0].score) == sorted(
            score.total(side) for side in game.sides
        )


def test_an_undo_is_an_undo_for_the_round_too():
    table = Referee()
    one = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
    two = REVERSI.play(one, REVERSI.parse_move("c5"))
    table.position(one)
    table.position(two)
    assert table.keeper.round.turn == "A"
    table.keeper.hear(table.show.tracker.undo(table.show.time))
    assert table.keeper.round.turn == "B"
    assert len(table.keeper.round.movers) == 1


def test_a_report_does_not_stick_to_the_move_after_the_one_that_was_taken_back():
    table = Referee()
    done = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
    table.position(done, seconds=1.0)
    table.keeper.object("B", table.show.time)
    assert table.keeper.asks == "B"
    table.keeper.hear(table.show.tracker.undo(table.show.time))
    assert table.keeper.asks is None
    table.position(REVERSI.start(), seconds=1.0)
    said = table.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("c4")))
    assert [event.move for event in said if isinstance(event, told.Move)] == ["c4"]
    assert not [event for event in said if isinstance(event, told.Happened)]


def test_a_report_ends_with_the_disc_that_was_taken_off_again():
    table = Referee()
    done = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
    for shown in (lambda: table.position(done, 1.0), lambda: table.still(UNTURNED, 1.0)):
        shown()
        table.keeper.object("B", table.show.time)
        assert table.keeper.asks == "B"
        table.position(REVERSI.start(), seconds=1.0)
        assert table.keeper.asks is None


def test_taking_moves_back_takes_no_warning_and_no_pause_back():
    show = Show(Tracker(REVERSI), NoisyEyes("reversi", np.random.default_rng(0), wrong=0))
    keeper = RoundKeeper(show.tracker, match.Round.new(REVERSI, clock=Clock.of(600)))
    keeper.begin(0.0)
    show.position(REVERSI.start(), seconds=1.0)
    done = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
    keeper.hear(show.position(done))
    keeper.happen(match.RefereeWarned("B", "misconduct", at=show.time), show.time)
    keeper.happen(match.ClockPaused(at=show.time), show.time)
    keeper.hear(show.tracker.undo(show.time))
    assert [warning.player for warning in keeper.round.warnings] == ["B"]
    assert keeper.round.clock.running is None
    assert keeper.round.turn == "A"
    assert not keeper.troubles


def test_who_was_disqualified_stays_so_whichever_moves_are_taken_back():
    table = Referee()
    table.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3")))
    for event in (match.RefereeWarned("B", "misconduct"), match.Disqualified("B")):
        table.keeper.happen(event, table.show.time)
    table.keeper.hear(table.show.tracker.undo(table.show.time))
    assert table.keeper.round.phase == "over"
    assert not table.keeper.troubles


def warned_once():
    """A table at which A was warned for move 1, which is put right."""
    table = Referee()
    table.still(UNTURNED)
    table.keeper.object("B", table.show.time)
    table.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3")))
    assert table.keeper.round.warnings_of("A") == 1
    return table


def test_a_warning_stays_when_the_tracker_finds_back_into_step_by_other_moves():
    table, start = warned_once(), str(REVERSI.start())
    table.keeper.hear([told.Resync(("f5",), 0, start, time=table.show.time)])
    assert table.keeper.round.warnings_of("A") == 1
    made = REVERSI.play(REVERSI.start(), REVERSI.parse_move("f5"))
    move = told.Move(1, "B", "f5", ("B",), (), start, str(made), time=table.show.time)
    table.keeper.hear([move])
    undo = told.Told("undo", "1", start, 0, time=table.show.time)
    assert codes(table.keeper.hear([undo])) == []  # it hangs on no move any more
    assert table.keeper.round.warnings_of("A") == 1


def test_a_warning_that_falls_with_a_move_that_is_taken_back_is_named():
    table = warned_once()
    said = table.keeper.hear(table.show.tracker.undo(table.show.time))
    assert codes(said) == ["warning_falls"]
    assert [event.player for event in said if isinstance(event, told.Replied)] == ["A"]
    assert table.keeper.round.warnings_of("A") == 0


def test_the_reporters_own_move_closes_the_window_right_or_wrong():
    answers = []
    for own in (0, 63):  # a disc on an illegal square, and one on another
        table = Referee()
        table.still(UNTURNED)
        board = list(UNTURNED)
        board[own] = "W"
        table.still(tuple(board), seconds=1.2)
        assert table.show.tracker.state.open.told.faults
        answers.append(codes(table.keeper.object("B", table.show.time)))
    table = Referee()
    table.still(UNTURNED)
    stood = table.show.tracker.position
    table.position(REVERSI.play(stood, REVERSI.moves(stood)[0]), seconds=1.2)
    answers.append(codes(table.keeper.object("B", table.show.time)))
    assert answers == [["past_move"]] * 3
    assert table.keeper.round.warnings_of("A") == 0


LINE = REVERSI.position(
    REVERSI.parse_board("......../......../......../BWW...../......../......../......../.......W"),
    "B",
)
"""Black d4 turns b4 and c4."""


@pytest.mark.parametrize("turned", ["", "c4"])
def test_a_correction_that_is_incomplete_again_may_be_warned_again(turned):
    table = Referee(position=LINE)
    board = ["."] * 64
    for square, disc in ((24, "B"), (25, "W"), (26, "W"), (27, "B"), (63, "W")):
        board[square] = disc
    table.still(tuple(board))
    table.keeper.object("B", table.show.time)
    if turned:
        board[26] = "B"
    assert table.still(tuple(board), seconds=6) == []  # it may still be put right
    table.keeper.hear(table.show.tracker.end(table.show.time))
    said = table.still(tuple(board), seconds=6)
    (corrected,) = [event for event in said if isinstance(event, told.Corrected)]
    assert [fault.code for fault in corrected.faults]
    assert any(isinstance(event, told.Ended) for event in said)
    said = table.keeper.object("B", table.show.time)
    assert codes(said) == ["report_accepted", "warned", "correct_now"]
    assert table.keeper.round.warnings_of("A") == 2
    said = table.position(REVERSI.play(LINE, REVERSI.parse_move("d4")), seconds=6)
    assert any(isinstance(event, told.Corrected) and not event.faults for event in said)
    assert not table.keeper.troubles


# --- the move that was told is another one, and is answered already -------------------------


def made(events):
    """What was told of moves: which kind of event, and which move."""
    kinds = (told.Move, told.FaultFound, told.Mended)
    return [(type(event).__name__, event.move) for event in events if isinstance(event, kinds)]


def test_a_sowing_that_became_another_and_was_answered_is_told_as_two_moves():
    table = Referee(MANGALA)
    assert made(table.position(after(MANGALA, "S1"), seconds=1.0)) == [("Move", "S1")]
    said = table.position(after(MANGALA, "S2", "N1"))
    assert made(said) == [("Mended", "S2"), ("Move", "N1")]
    assert [(e.side, e.by) for e in said if isinstance(e, told.Ended)] == [
        ("south", "next"), ("north", "quiet")]  # fmt: skip
    round_ = table.round
    assert (round_.movers, round_.turn) == (("A", "B"), "A")
    assert [(move.number, move.by) for move in round_.open] == [(2, "B")]
    assert not table.keeper.troubles


def test_a_disc_that_was_shifted_and_answered_is_a_fault_that_stands():
    table = Referee()
    table.position(after(REVERSI, "d3"), seconds=1.0)
    said = table.position(after(REVERSI, "c4", "c3"))
    assert made(said) == [("Mended", "c4"), ("Move", "c3")]
    assert [fault.code for fault in only(said, told.Mended).faults] == ["disc_shifted"]
    round_ = table.round
    assert (round_.movers, round_.turn, [m.move for m in round_.open]) == (("A", "B"), "A", ["c3"])
    assert codes(table.object("B")) == ["past_move"]  # who has answered reports too late
    assert table.round.warnings_of("A") == 0
    table.undo()
    assert table.show.tracker.position == after(REVERSI, "c4")
    assert not table.keeper.troubles


def test_such_an_answer_is_in_the_journal(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala")
    shown.position(MANGALA.start(), seconds=1.0)
    shown.position(after(MANGALA, "S1"), seconds=1.0)
    shown.position(after(MANGALA, "S2", "N1"))
    same_as_rebuilt(shown)
    shown.restart()
    assert shown.sitting.tracker.position == after(MANGALA, "S2", "N1")
    shown.sitting.close()


def test_an_answer_to_a_faulty_move_is_a_move_of_its_own_for_the_round():
    """Black's d3 becomes c4 without its flip, and white answers on the board as it lies."""
    table, start = Referee(), str(REVERSI.start())
    table.position(after(REVERSI, "d3"), seconds=1.0)
    missing = told.ToldFault.of("reversi", MISSING)
    event = told.Mended(1, "W", "c4 c3", ("B", "W"), (missing,), start, start, time=9.0)
    table.keeper.hear([event])
    assert (table.round.movers, table.round.turn) == (("A", "B"), "A")
    assert not table.keeper.troubles


def test_an_answer_to_a_faulty_sowing_asks_for_no_count():
    table = Referee(MANGALA)
    wrong = told.ToldFault.of("mangala", SOWN_WRONG)
    before, then = str(MANGALA.start()), str(after(MANGALA, "S2", "N1"))
    movers = ("south", "north")
    event = told.FaultFound(1, "north", "S2 N1", movers, (wrong,), before, then, time=9.0)
    table.keeper.hear([event])
    assert (table.round.movers, table.round.turn) == (("A", "B"), "A")
    assert not table.keeper.troubles


def test_a_disc_that_left_while_a_move_was_taken_off_again_may_be_reported():
    table = Referee()
    table.position(after(REVERSI, "d3"), seconds=1.5)
    assert only(table.still(GONE), told.Mended).move is None
    assert codes(table.object("B")) == ["report_accepted", "piece_off_board"]
    assert (table.round.turn, table.keeper.troubles) == ("A", [])


def test_what_the_round_cannot_take_is_noted_and_the_table_goes_on():
    table, start = Referee(MANGALA), str(MANGALA.start())
    event = told.Move(1, "south", "S9", ("south",), (), start, start, time=9.0)
    assert table.keeper.hear([event]) == [event]
    assert table.keeper.troubles == ["MoveMade: no such pit 'S9'; pits are S1-S6 and N1-N6"]


# --- a game that is begun as it stands ------------------------------------------------------


def test_the_clock_runs_for_whoever_is_to_move_when_the_game_is_begun_as_it_stands():
    d3 = after(REVERSI, "d3")
    table = Referee(position=d3, clock=Clock.of(600))
    clock = table.round.clock
    assert (table.round.turn, clock.running) == ("B", "B")
    assert (clock.remaining("A", 60.0), clock.remaining("B", 60.0)) == (600.0, 540.0)


def test_and_so_it_does_after_moves_are_taken_back():
    d3 = after(REVERSI, "d3")
    table = Referee(position=d3, clock=Clock.of(600))
    table.position(after(REVERSI, "c5", position=d3))
    thought = 600.0 - table.round.clock.remaining("B", table.show.time)
    assert thought > 0
    table.position(after(REVERSI, "c5", "b6", position=d3))
    table.undo()
    clock = table.round.clock
    assert (table.round.turn, clock.running) == ("A", "A")
    assert 600.0 - clock.remaining("B", table.show.time) == pytest.approx(thought)
    table.undo()
    assert (table.round.turn, table.round.clock.running) == ("B", "B")
    assert table.round.clock.remaining("A", table.show.time) == 600.0
    assert not table.keeper.troubles


def test_a_move_that_has_ended_and_is_named_otherwise_is_reported_by_its_other_name():
    table = Referee()
    table.still(UNTURNED)
    assert [fault.code for fault in table.round.open[-1].faults] == ["missing_flip"]
    assert table.round.open[-1].ended
    rather = REVERSI.judge(REVERSI.start(), REVERSI.board_of(D3)).best
    table.keeper.hear(table.show.tracker.state.rename(rather, table.show.time))
    assert table.round.open[-1].faults == ()
    assert table.round.open[-1].ended
    assert table.round.turn == "B"
    assert codes(table.object("B")) == ["legal_move"]
    assert not table.keeper.troubles


def test_but_one_on_which_the_referee_has_ruled_stays_what_it_was():
    table = Referee(Mangala(Rules(on_breach="stand")))
    wrong = told.ToldFault.of("mangala", SOWN_WRONG)
    before, then = str(MANGALA.start()), str(after(MANGALA, "S2"))
    made = told.FaultFound(1, "south", "S2", ("south",), (wrong,), before, then, time=9.0)
    table.keeper.hear([made, told.Ended(1, "south", "quiet", time=9.0)])
    assert "board_stands" in codes(table.object("B"))
    table.keeper.hear([told.Mended(1, "south", "S3", ("south",), (), before, then, time=12.0)])
    assert table.round.warnings_of("A") == 1
    assert table.round.open[-1].move == "S2"
    assert not table.keeper.troubles
