"""While a move is to be put right: what happens meanwhile is held against nobody else."""

from __future__ import annotations

from support.refereed import Referee, after, codes
from support.reversi import D3, REVERSI, UNTURNED

from engines import match, new_game
from engines.contract import Fault
from referee import events as told

MANGALA = new_game("mangala")


def out_of_turn(position, side, move):
    """The position after a move by whoever has not the turn."""
    return after(REVERSI, move, position=REVERSI.position(position.board, side))


def test_who_plays_while_the_other_one_has_to_put_a_move_right_puts_nothing_right():
    """White puts a disc on an illegal square and has to play anew; then black plays f5."""
    table = Referee()
    table.position(D3)
    table.still(tuple("W" + "".join(D3.board.rows)[1:]))
    assert "correct_now" in codes(table.object("A"))
    said = table.position(out_of_turn(D3, "B", "f5"))
    assert not any(isinstance(event, told.Corrected) for event in said)
    assert (table.round.phase, table.round.awaiting.by) == ("correction", "B")
    assert [table.round.warnings_of(player) for player in "AB"] == [0, 1]
    table.position(D3)  # black takes it off again, and white plays
    table.position(after(REVERSI, "c5", position=D3))
    assert (table.round.phase, table.round.turn, table.round.open[-1].by) == ("play", "A", "B")
    assert not table.keeper.troubles


def test_nor_does_a_sowing_of_the_other_one():
    table = Referee(MANGALA)
    wrong = next(
        each
        for each in MANGALA.faults(MANGALA.start())
        if [fault.code for fault in each.faults] == ["wrong_sowing"]
    )
    table.still(wrong.board.stones)
    assert "correct_now" in codes(table.object("B"))
    table.position(after(MANGALA, "N3", position=MANGALA.start("north")))
    assert (table.round.phase, table.round.awaiting.by) == ("correction", "A")
    assert table.round.open == ()
    assert not table.keeper.troubles


def test_an_older_journal_may_call_it_the_correction_and_it_is_held_against_its_mover():
    table = Referee()
    table.position(D3)
    table.still(tuple("W" + "".join(D3.board.rows)[1:]))
    table.object("A")
    made = out_of_turn(D3, "B", "f5")
    wrong = told.ToldFault.of("reversi", Fault("wrong_side", ("f5",), "Reversi art. 4"))
    named = (2, "B", "f5", ("B",), (wrong,), str(D3), str(made))
    for event in (told.Corrected(*named, time=12.0), told.Ended(2, "B", "quiet", time=12.0)):
        table.keeper.hear_again(event)
    assert (table.round.phase, table.round.open[-1].by) == ("play", "A")
    table.happen(match.Objected("B", at=12.0))
    assert [table.round.warnings_of(player) for player in "AB"] == [1, 1]
    assert not table.keeper.troubles


def test_a_report_that_is_refused_meanwhile_changes_nothing():
    """Nobody holds a correction up by reporting again, least of all who owes it."""
    table = Referee()
    table.still(UNTURNED)
    table.object("B")
    assert table.show.tracker.evidence.count == 0
    table.position(D3, seconds=0.4)
    table.end()
    awaited = table.show.tracker.awaited
    for by in "BA":
        said = table.object(by)
        assert codes(said) == ["awaiting_correction"]
        assert not any(isinstance(event, told.Awaiting) for event in said)
    assert table.show.tracker.awaited is awaited
    assert table.show.tracker.signal == "signal"


def test_what_is_being_done_when_a_report_is_accepted_is_no_fault():
    """Black has not turned d4 and lifts it to do so; white reports, black turns it and ends."""
    table = Referee()
    table.still(UNTURNED)
    lifted = list(UNTURNED)
    lifted[27] = "."
    assert isinstance(table.still(tuple(lifted), seconds=1.5)[-1], told.UnderWay)
    assert "correct_now" in codes(table.object("B"))
    said = table.position(D3, seconds=0.4) + table.end() + table.position(D3)
    assert not any(isinstance(event, told.FaultFound) for event in said)
    corrected, ended = said
    assert (corrected.move, ended.by) == ("d3", "signal")
    assert table.round.warnings_of("A") == 1
    assert not table.keeper.troubles


def test_and_if_it_is_let_stand_the_board_counts_as_it_was_told():
    table = Referee()
    table.still(UNTURNED)
    stood = table.show.tracker.position
    lifted = list(UNTURNED)
    lifted[27] = "."
    table.still(tuple(lifted), seconds=1.5)
    table.object("B")
    table.keeper.hear(table.show.tracker.let_stand(table.show.time))
    assert table.show.tracker.position == stood
    assert table.round.phase == "play"
    assert not table.keeper.troubles
