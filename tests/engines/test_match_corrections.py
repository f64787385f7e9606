"""Corrections after an accepted report."""

from __future__ import annotations

import pytest
from support.table import (
    CLOSED,
    EXTRA,
    GONE,
    ILLEGAL,
    MISSING,
    SHIFTED,
    SOWN_WRONG,
    WRONG_PASS,
    fault,
    kulami,
    mangala,
    reversi,
)

from engines.contract import InputError
from engines.kulami import Kulami
from engines.mangala import Mangala
from engines.match import (
    Corrected,
    Mended,
    MoveEnded,
    MoveMade,
    SetBegan,
    SetFinished,
    Signed,
    Touched,
)
from engines.reversi import Reversi


def test_reversi_flips_are_completed_from_the_position_before():
    game = Reversi()
    before = game.start()
    table = reversi().move("A", "d3", MISSING, before=str(before)).object("B")
    assert table.round.awaiting.target(game) == game.play(before, game.parse_move("d3"))


def test_reversi_a_disc_that_was_shifted_is_played_where_it_was_put_first():
    game = Reversi()
    before = game.start()
    table = reversi().move("A", "c4", SHIFTED, before=str(before)).object("B")
    assert (table.round.awaiting.task, table.round.awaiting.move) == ("finish", "d3")
    assert table.round.awaiting.target(game) == game.play(before, game.parse_move("d3"))
    table.correct("A", "c4", SHIFTED, before=str(before)).object("B")
    assert (table.warnings(), table.round.awaiting.move) == ((2, 0), "d3")


def test_reversi_another_disc_that_was_shifted_beside_a_move_goes_back_and_the_move_stays():
    beside = fault("reversi", "disc_shifted", "e4", "f3")
    table = reversi().move("A", "d3", beside, before=str(Reversi().start())).object("B")
    assert table.round.awaiting.move == "d3"


@pytest.mark.parametrize(("move", "wrong"), [("a1", ILLEGAL), ("pass", WRONG_PASS)])
def test_reversi_an_illegal_disc_or_a_wrong_pass_is_taken_back_and_moved_anew(move, wrong):
    game = Reversi()
    table = reversi().move("A", move, wrong, before=str(game.start())).object("B")
    assert table.round.awaiting.task == "anew"
    assert table.round.awaiting.target(game) == game.start()
    table.correct("A", "d3")
    assert table.round.turn == "B"


@pytest.mark.parametrize(
    ("option", "wrong"),
    [("extra_flips", EXTRA), ("illegal_square", ILLEGAL), ("wrong_pass", WRONG_PASS)],
)
def test_reversi_faults_that_are_only_corrected(option, wrong):
    assert reversi().move("A", "d3", wrong).object("B").warnings() == (1, 0)
    table = reversi(game={option: "correct_only"}).move("A", "d3", wrong).object("B")
    assert table.codes == ["report_accepted", "correct_now"]
    assert table.warnings() == (0, 0)
    mixed = reversi(game={option: "correct_only"}).move("A", "d3", wrong, MISSING).object("B")
    assert mixed.round.warnings[0].cause == "missing_flip"


def test_of_two_faults_the_weightier_correction_is_made():
    table = reversi().move("A", "a1", MISSING, ILLEGAL).object("B")
    assert table.round.awaiting.task == "anew"
    assert table.warnings() == (1, 0)


def test_kulami_an_irregular_marble_is_taken_back_or_stands():
    game = Kulami()
    table = kulami().move("A", "d4", CLOSED, before=str(game.start())).object("B")
    assert table.round.awaiting.task == "anew"
    assert table.round.awaiting.target(game) == game.start()
    table = kulami(game={"on_breach": "stand"}).move("A", "d4", CLOSED).object("B")
    assert table.codes == ["report_accepted", "warned", "board_stands"]
    assert (table.round.phase, table.round.turn) == ("play", "B")
    assert table.object("B").refused("already_ruled")
    assert table.warnings() == (1, 0)


def test_mangala_the_touched_pit_is_replayed():
    game = Mangala()
    before = game.start()
    table = mangala().move("A", "S4", SOWN_WRONG, before=str(before)).object("B")
    assert (table.round.awaiting.task, table.round.awaiting.move) == ("replay", "S4")
    assert table.round.awaiting.target(game) == game.play(before, game.parse_move("S4"))
    table.correct("A", "S5").object("B")
    assert [w.cause for w in table.round.warnings] == ["wrong_sowing", "touch_move"]
    assert table.round.awaiting.move == "S4"


def test_mangala_a_wrong_sweep_is_put_right_without_sowing_again():
    table = mangala().move("A", "S6", fault("mangala", "sweep_wrong", "ST")).object("B")
    assert (table.round.awaiting.task, table.round.bound_to) == ("finish", None)


def test_a_correction_cannot_be_taken_off_again():
    table = reversi().move("A", "d3", MISSING).object("B").correct("A", "d3", end=False)
    with pytest.raises(InputError, match="cannot be taken off"):
        table.do(Mended("A", None))


def test_what_the_judge_finds_is_what_is_corrected():
    game = Reversi()
    before = game.start()
    seen = game.parse_board("""
        ........
        ........
        ...B....
        ...WB...
        ...BW...
        ........
        ........
        ........
    """)
    found = game.judge(before, seen).best
    table = reversi().move("A", str(found.moves[0]), *found.faults, before=str(before)).object("B")
    assert [w.cause for w in table.round.warnings] == ["missing_flip"]
    assert table.round.awaiting.target(game) == found.pending


def test_mangala_the_board_stands_where_the_rules_say_so():
    table = mangala(game={"on_breach": "stand"}).move("A", "S4", SOWN_WRONG).object("B")
    assert table.warnings() == (1, 0)
    table.move("B", "N1")


def test_only_pieces_changed_without_a_move_go_back_and_the_turn_stays():
    table = (
        kulami()
        .move("A", "d4")
        .do(MoveMade("B", None, (fault("kulami", "marble_moved", "d4", "d5"),)))
    )
    table.object("A")
    assert table.round.awaiting.task == "take_back"
    with pytest.raises(InputError, match="is no move"):
        table.do(Corrected("B", "d6"))
    table.correct("B", None, fault("kulami", "marble_moved", "d4", "d5"), end=False).object("A")
    assert table.warnings() == (0, 2)
    table.correct("B", None, end=False).move("B", "d6")
    with pytest.raises(InputError, match="nothing has happened"):
        table.do(MoveMade("A", None))


def test_the_last_move_may_be_reported_until_the_reporter_signs():
    table = reversi().move("A", "d3", MISSING).do(SetFinished("A", "no_moves", (40, 24)))
    assert table.round.phase == "over"
    table.do(Signed("A")).object("B")
    assert table.round.phase == "correction"
    assert table.round.results == ()
    assert table.round.signed == ()
    table.correct("A", "d3").do(SetFinished("B", "no_moves", (30, 34)))
    table.do(Signed("B")).object("B")
    assert table.refused("signed", "Directive art. 13")
    table.do(Signed("A"))
    assert table.codes == ["result_signed"]
    assert table.round.phase == "signed"
    assert table.object("A").refused("signed")
    assert table.round.points == {"A": 0, "B": 1}


def test_the_last_move_of_a_set_is_past_when_the_next_set_begins():
    table = mangala().move("A", "S4", SOWN_WRONG).do(SetFinished("A", "side_empty"))
    assert [move.number for move in table.round.open] == [1]
    table.do(SetBegan())
    assert table.object("B").refused("past_move")


def test_the_sheet_of_one_set_does_not_close_the_next():
    table = mangala().do(SetFinished("A", "side_empty"), Signed("A"), Signed("B"), SetBegan())
    table.move("B", "N1", SOWN_WRONG).object("A")
    assert table.warnings() == (0, 1)


def test_signing_twice_or_too_early_is_a_mistake():
    table = reversi()
    with pytest.raises(InputError, match="play is on"):
        table.do(Signed("A"))
    table.do(SetFinished("A", "no_moves"), Signed("A"))
    with pytest.raises(InputError, match="signed already"):
        table.do(Signed("A"))


def test_a_third_warning_on_the_last_move_voids_the_signature():
    table = reversi()
    for _ in range(2):
        table.move("A", "d3", MISSING).object("B").correct("A", "d3").move("B", "c3")
    table.move("A", "b3", MISSING).do(SetFinished("A", "no_moves", (40, 24)), Signed("A"))
    table.object("B")
    assert table.round.decision.reason == "third_warning"
    assert table.round.signed == ()
    assert table.object("B").refused("past_move")


def test_a_move_that_was_taken_off_with_other_pieces_may_be_reported():
    table = reversi().move("A", "d3", end=False).do(Mended("A", None, (GONE,)))
    assert (table.round.turn, table.round.movers) == ("A", ("A",))
    assert table.object("B").refused("too_early")
    table.do(MoveEnded("A")).object("B")
    assert table.codes[0] == "report_accepted"
    assert (table.round.phase, table.round.off_board) == ("halted", ("e4",))


def test_and_it_may_still_be_made_after_all():
    table = mangala().do(Touched("A", "S1")).move("A", "S1", end=False)
    table.do(Mended("A", None, (fault("mangala", "stones_missing", "S3"),)))
    assert (table.round.turn, table.round.bound_to) == ("A", "S1")
    table.do(Mended("A", "S2"), MoveEnded("A"))
    assert (table.round.turn, table.round.bound_to) == ("B", None)
    table.object("B")
    assert [warning.cause for warning in table.round.warnings] == ["touch_move"]
    assert table.round.awaiting.number == 1
