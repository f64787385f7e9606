"""Reports: when they are heard, and what they bring."""

from __future__ import annotations

import pytest
from support.table import CLOSED, ILLEGAL, MISSING, SOWN_WRONG, kulami, mangala, reversi

from engines.contract import InputError
from engines.match import (
    Corrected,
    Decision,
    Mended,
    MoveEnded,
    MoveMade,
    RoundRules,
    SetBegan,
    SetFinished,
)
from engines.options import read_rules


def test_an_accepted_report_is_a_warning_with_cause_and_article_and_a_correction():
    table = reversi().move("A", "d3", MISSING).object("B")
    assert table.codes == ["report_accepted", "warned", "correct_now"]
    warning = table.round.warnings[0]
    assert (warning.player, warning.cause) == ("A", "missing_flip")
    assert warning.article == "Reversi art. 10"
    assert table.round.awaiting.task == "finish"
    assert table.round.phase == "correction"


def test_nothing_goes_on_before_the_correction():
    table = reversi().move("A", "d3", MISSING).object("B")
    with pytest.raises(InputError, match="correction is awaited"):
        table.do(MoveMade("B", "c3"))
    with pytest.raises(InputError, match="correction is awaited"):
        table.do(SetFinished("B", "no_moves"))
    with pytest.raises(InputError, match="nothing to correct"):
        table.do(Corrected("B", "c3"))
    with pytest.raises(InputError, match="must name the move"):
        table.do(Corrected("A", None))
    assert table.object("B").refused("awaiting_correction")
    table.correct("A", "d3").move("B", "c3")
    assert table.warnings() == (1, 0)


def test_a_report_before_the_end_of_the_move_may_be_repeated():
    table = reversi().move("A", "d3", MISSING, end=False).object("B")
    assert table.refused("too_early", "Reversi art. 17")
    table.do(MoveEnded("A")).object("B")
    assert table.warnings() == (1, 0)


def test_the_other_reading_hears_a_report_at_that_moment():
    rules = read_rules(RoundRules, {"objection.window": "any_time_to_own_move"}, "round")
    table = reversi(rules).move("A", "d3", MISSING, end=False).object("B")
    assert table.warnings() == (1, 0)


def test_a_move_mended_before_its_end_was_never_a_fault():
    table = reversi().move("A", "d3", MISSING, end=False).do(Mended("A", "d3"), MoveEnded("A"))
    assert table.object("B").refused("legal_move", "Reversi art. 10")
    with pytest.raises(InputError, match="no unfinished move to mend"):
        table.do(Mended("A", "d3"))


def test_a_disc_on_an_illegal_square_may_be_taken_off_before_the_end():
    table = reversi().move("A", "a1", ILLEGAL, end=False).do(Mended("A", None))
    assert (table.round.turn, table.round.movers) == ("A", ())
    table.move("A", "d3")
    assert table.object("B").refused("legal_move")


def test_a_report_about_a_legal_move_costs_nothing():
    table = kulami().move("A", "d4")
    before = table.round
    assert table.object("B").refused("legal_move", "Kulami art. 11")
    assert table.round == before


def test_a_report_after_the_own_move_is_about_a_past_move():
    for table, article in (
        (reversi().move("A", "d3", MISSING).move("B", "c3"), "Reversi art. 11"),
        (kulami().move("A", "d4", CLOSED).move("B", "d6"), "Kulami art. 10"),
        (mangala().move("A", "S4", SOWN_WRONG).move("B", "N3"), "Mangala note f"),
    ):
        assert table.object("B").refused("past_move", article)
        assert table.warnings() == (0, 0)


def test_a_pass_is_an_own_move_too():
    table = reversi().move("A", "d3", MISSING).move("B", "pass")
    assert table.object("B").refused("past_move")


def test_nobody_reports_himself_or_nothing():
    table = reversi()
    assert table.object("B").refused("nothing_to_report")
    table.move("A", "d3", MISSING)
    assert table.object("A", number=1).refused("own_move")
    assert table.object("A").refused("nothing_to_report")
    with pytest.raises(InputError, match="no move 7"):
        table.object("B", number=7)
    assert table.object("B", number=1).codes[0] == "report_accepted"


def test_a_named_move_outside_the_window_is_past():
    table = reversi().move("A", "d3", MISSING).move("B", "c3").move("A", "b3", MISSING)
    assert table.object("B", number=1).refused("past_move")
    assert table.object("B", number=3).codes[0] == "report_accepted"


def test_unreported_the_board_stands_and_the_referee_stays_out():
    table = reversi().move("A", "d3", MISSING).object("referee")
    assert table.refused("no_intervention", "Reversi art. 10")
    table.move("B", "c3")
    assert table.round.warnings == ()


def test_a_referee_who_may_intervene_reports_like_a_player():
    rules = read_rules(RoundRules, {"referee.may_intervene": "true"}, "round")
    table = reversi(rules).move("A", "d3", MISSING).object("referee")
    assert table.warnings() == (1, 0)
    table.correct("A", "d3").object("referee")
    assert table.refused("legal_move")


def test_the_third_warning_loses_whatever_was_won_before():
    table = mangala().do(SetFinished("A", "side_empty", (30, 18)), SetBegan())
    table.move("B", "N1")
    for _ in range(3):
        table.move("A", "S4", SOWN_WRONG).object("B")
        if table.round.awaiting:
            table.correct("A", "S4").move("B", "N3")
    assert table.round.decision == Decision("B", "third_warning", "Mangala note g")
    assert table.codes == ["report_accepted", "warned", "third_warning", "round_over"]
    assert table.round.points == {"A": 0, "B": 1}


def test_each_player_has_warnings_of_their_own():
    table = kulami()
    for _ in range(2):
        table.move("A", "d4", CLOSED).object("B").correct("A", "d5")
        table.move("B", "e5", CLOSED).object("A").correct("B", "d6")
    assert table.warnings() == (2, 2)
    assert table.round.phase == "play"


def warned_twice_in_set_one(rules):
    table = mangala(rules)
    for _ in range(2):
        table.move("A", "S4", SOWN_WRONG).object("B").correct("A", "S4").move("B", "N3")
    table.do(SetFinished("A", "side_empty"), SetBegan()).move("B", "N1")
    return table.move("A", "S4", SOWN_WRONG).object("B")


def test_warnings_add_up_over_the_round_or_start_anew_each_set():
    assert warned_twice_in_set_one(RoundRules()).round.phase == "over"
    table = warned_twice_in_set_one(RoundRules(warnings_scope="set"))
    assert table.round.phase == "correction"
    assert table.warnings() == (1, 0)
    assert len(table.round.warnings) == 3
