"""Pieces off the board, exemptions, touching, counting, conduct."""

from __future__ import annotations

import pytest
from support.table import CLOSED, GONE, MISSING, SHIFTED, fault, kulami, mangala, reversi

from engines.contract import InputError
from engines.kulami import Kulami
from engines.match import (
    CountRequested,
    Decision,
    Disqualified,
    FlagFell,
    Mended,
    MoveEnded,
    MoveMade,
    PieceLeftBoard,
    PiecePutBack,
    RefereeWarned,
    Round,
    SetBegan,
    SetFinished,
    Touched,
    step,
)


def test_only_the_referee_puts_a_fallen_disc_back():
    table = reversi().move("A", "d3").do(PieceLeftBoard("B", ("d3",)))
    assert table.round.phase == "halted"
    with pytest.raises(InputError, match="off the board"):
        table.do(MoveMade("B", "c3"))
    assert table.do(PiecePutBack("B")).refused("only_referee", "Reversi art. 12")
    table.do(PieceLeftBoard("A", ("d3", "e4")))
    assert table.round.off_board == ("d3", "e4")
    table.do(PiecePutBack("referee")).move("B", "c3")
    assert table.warnings() == (0, 0)
    with pytest.raises(InputError, match="play is on"):
        table.do(PiecePutBack("referee"))


def test_a_reported_disc_off_the_board_is_the_referees_and_no_warning():
    table = reversi().move("A", "d3", GONE).object("B")
    assert table.codes == ["report_accepted", "piece_off_board"]
    assert table.round.off_board == ("e4",)
    assert table.warnings() == (0, 0)
    table.do(PiecePutBack("referee"))
    assert table.object("B").refused("already_ruled")


def test_a_fallen_disc_and_a_missing_flip_are_put_right_by_both():
    table = reversi().move("A", "d3", GONE, MISSING).object("B")
    assert table.round.phase == "halted"
    table.do(PiecePutBack("referee"))
    assert table.round.phase == "correction"
    assert table.correct("A", "d3").warnings() == (1, 0)


def test_a_disc_off_the_board_at_the_end_reopens_the_count():
    table = reversi().move("A", "d3", GONE).do(SetFinished("A", "no_moves")).object("B")
    assert (table.round.phase, table.round.results) == ("halted", ())


def test_a_halt_does_not_outlive_its_set():
    table = mangala().do(PieceLeftBoard("A", ("S1",)), FlagFell("A", 10), SetBegan())
    assert table.round.phase == "play"


def test_a_fallen_piece_must_be_named():
    with pytest.raises(InputError, match="at least one cell"):
        reversi().do(PieceLeftBoard("A", ()))


# --- visually impaired players --------------------------------------------------------------


def test_reversi_exempts_from_the_placed_disc_rule_or_from_article_12():
    shifted = {"impaired": ["A"]}
    table = reversi(**shifted).move("A", "d3", SHIFTED).object("B")
    assert table.refused("exempt", "Reversi footnote")
    assert reversi().move("A", "d3", SHIFTED).object("B").warnings() == (1, 0)

    literal = {"impaired": ["A"], "game": {"vi_exempt": "literal_12"}}
    assert reversi(**literal).move("A", "d3", SHIFTED).object("B").warnings() == (1, 0)
    table = reversi(impaired=["A"], game={"vi_exempt": "literal_12"})
    table.do(PieceLeftBoard("A", ("d4",)))
    assert table.do(PiecePutBack("B")).refused("only_referee")
    table.do(PiecePutBack("A"))
    assert table.round.phase == "play"


def test_reversi_no_other_fault_is_exempt():
    table = reversi(impaired=["A"]).move("A", "d3", SHIFTED, MISSING).object("B")
    assert [w.cause for w in table.round.warnings] == ["missing_flip"]


def test_mangala_exempts_from_counting_and_touching_only():
    table = mangala(impaired=["A"]).do(RefereeWarned("A", "counting"))
    assert table.refused("exempt", "Mangala footnote")
    assert table.do(Touched("A", "S1")).refused("exempt", "Mangala footnote")
    assert table.do(RefereeWarned("A", "closed_hand")).warnings() == (1, 0)
    assert mangala().do(RefereeWarned("A", "counting")).warnings() == (1, 0)


def test_kulami_exempts_nobody():
    table = kulami(impaired=["A", "B"]).move("A", "d4", CLOSED).object("B")
    assert table.warnings() == (1, 0)


# --- Mangala: touching and counting ---------------------------------------------------------


def test_the_first_own_pit_touched_binds():
    table = mangala().do(Touched("A", "S1"))
    assert table.said[0].pit == "S1"
    assert table.do(Touched("A", "S2")).refused("already_bound", "Mangala note d")
    assert table.do(Touched("A", "N2")).refused("not_own_pit")
    table.move("A", "S2").object("B")
    assert table.round.warnings[0].article == "Mangala notes d, g"
    assert table.round.awaiting.move == "S1"
    table.correct("A", "S1")
    assert table.object("B").refused("legal_move")


def test_playing_the_touched_pit_is_no_breach():
    table = mangala().do(Touched("A", "S1")).move("A", "S1").object("B")
    assert table.refused("legal_move")
    assert table.round.bound_to is None


def test_going_back_to_the_touched_pit_before_the_end_mends_it():
    table = mangala().do(Touched("A", "S1")).move("A", "S2", end=False)
    table.do(Mended("A", "S1"), MoveEnded("A"))
    assert table.object("B").refused("legal_move")
    table = mangala().do(Touched("A", "S1")).move("A", "S2", end=False)
    table.do(Mended("A", None)).move("A", "S3").object("B")
    assert table.warnings() == (1, 0)


def test_a_touch_survives_the_opponents_move_out_of_turn():
    early = fault("mangala", "extra_turn_wrong", "N1")
    table = mangala().do(Touched("A", "S1")).move("B", "N1", early).object("A")
    table.correct("B", None, end=False).move("A", "S2").object("B")
    assert table.warnings() == (1, 1)


def test_a_touch_survives_a_bad_take_back_too():
    early = fault("mangala", "extra_turn_wrong", "N1")
    table = mangala().do(Touched("A", "S1")).move("B", "N1", early).object("A")
    table.correct("B", None, fault("mangala", "stones_shifted", "N1"), end=False)
    table.move("A", "S2").object("B")
    assert table.round.warnings[-1].cause == "touch_move"


def test_touching_binds_nobody_out_of_turn_or_in_other_games():
    with pytest.raises(InputError, match="player A is to move"):
        mangala().do(Touched("B", "N1"))
    with pytest.raises(InputError, match="nothing in kulami"):
        kulami().do(Touched("A", "d4"))


def test_the_referee_counts_only_the_pit_of_a_doubling_move():
    table = mangala().do(CountRequested("A"))
    assert table.refused("no_doubling_move", "Mangala note b")
    table.move("A", "S6", doubling_pit="N3", end=False).do(CountRequested("B"))
    assert (table.codes, table.said[0].pit) == (["count"], "N3")
    assert table.do(CountRequested("A", "N3")).codes == ["count"]
    assert table.do(CountRequested("A", "N4")).refused("other_pit")
    table.move("B", "N1").do(CountRequested("A"))
    assert table.refused("no_doubling_move")
    with pytest.raises(InputError, match="counted on request in reversi"):
        reversi().do(CountRequested("A"))


# --- conduct --------------------------------------------------------------------------------


def test_wasting_time_is_warned_but_does_not_lose_by_itself():
    table = reversi()
    assert table.do(Disqualified("A")).refused("not_warned", "Directive art. 12")
    for _ in range(4):
        table.do(RefereeWarned("A", "wasting_time"))
    assert (table.round.phase, table.warnings()) == ("play", (0, 0))
    assert len(table.round.warnings) == 4
    table.do(Disqualified("A"))
    assert table.round.decision == Decision("B", "disqualified", "Directive art. 12")


def test_a_general_conduct_warning_is_noted_and_an_unknown_one_refused():
    table = kulami().do(RefereeWarned("B", "misconduct"))
    assert (table.round.warnings[0].player, table.codes) == ("B", ["warned"])
    with pytest.raises(InputError, match="knows no fault or cause 'counting'"):
        table.do(RefereeWarned("B", "counting"))
    with pytest.raises(InputError, match="no set has begun"):
        step(Round.new(Kulami()), RefereeWarned("A", "misconduct"))


def test_counting_thrice_between_sets_loses_and_keeps_the_sets_on_the_sheet():
    table = mangala().do(RefereeWarned("A", "counting"), RefereeWarned("A", "closed_hand"))
    table.do(SetFinished("A", "side_empty"), RefereeWarned("A", "counting"))
    assert table.round.points == {"A": 0, "B": 1}
    assert len(table.round.results) == 1
