"""While a move is to be put right: what happens meanwhile is held against nobody else."""

from __future__ import annotations

from support.refereed import Referee, after, codes
from support.reversi import D3, REVERSI

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
