"""A correction must show the move that is due, which need not be the one that was played."""

from __future__ import annotations

import pytest
from support.refereed import Referee, after, codes, only
from support.reversi import REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt

from engines import match, new_game
from referee import events as told
from referee.tracker import Tracker
from referee.tracker.memory import recall, remember

MANGALA = new_game("mangala")
ACCEPTED = ["report_accepted", "warned", "correct_now"]


def touched_and_not_played():
    """A has touched S2 and played S4; B has reported it."""
    table = Referee(MANGALA)
    table.happen(match.Touched("A", "S2"))
    table.position(after(MANGALA, "S4"))
    assert codes(table.object("B")) == ACCEPTED
    return table


def test_the_touched_pit_is_played_after_all_and_nothing_more_can_be_reported():
    table = touched_and_not_played()
    assert only(table.position(after(MANGALA, "S2")), told.Corrected).move == "S2"
    assert codes(table.object("B")) == ["legal_move"]
    assert table.round.warnings_of("A") == 1
    assert table.round.turn == "B"
    table.position(after(MANGALA, "S2", "N1"))
    assert not table.keeper.troubles


def test_another_pit_than_the_touched_one_may_be_reported_again():
    table = touched_and_not_played()
    assert only(table.position(after(MANGALA, "S5")), told.Corrected).move == "S5"
    assert codes(table.object("B")) == ACCEPTED
    assert table.round.warnings_of("A") == 2


def test_so_may_the_same_pit_when_its_player_says_that_it_is_put_right():
    table = touched_and_not_played()
    assert table.position(after(MANGALA, "S4")) == []  # it may still be put right
    table.end()
    said = table.position(after(MANGALA, "S4"))
    assert only(said, told.Corrected).move == "S4"
    assert codes(table.object("B")) == ACCEPTED
    assert table.round.warnings_of("A") == 2
    assert only(table.position(after(MANGALA, "S2")), told.Corrected).move == "S2"
    assert not table.keeper.troubles


def test_the_pit_that_is_due_is_known_after_a_restart(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala")
    shown.position(MANGALA.start(), seconds=1.0)
    shown.sitting.touched("A", "S2")
    shown.position(after(MANGALA, "S4"))
    shown.sitting.object("B")
    same_as_rebuilt(shown)
    shown.restart()
    said = [line.event for line in shown.position(after(MANGALA, "S2"))]
    assert only(said, told.Corrected).move == "S2"
    same_as_rebuilt(shown)
    shown.sitting.close()


def test_a_journal_that_does_not_tell_the_move_that_is_due_is_still_taken_up():
    table = Referee()
    table.still(UNTURNED)
    table.object("B")
    mind = remember(table.show.tracker)
    del mind["awaited"]["move"]
    again = Tracker(REVERSI)
    recall(again, mind)
    assert list(map(str, again.awaited.due)) == ["d3"]


def shifted(told_first):
    """Black has put the disc on d3, and then plays it to c4; White has reported that."""
    table = Referee()
    if told_first:
        table.position(after(REVERSI, "d3"), seconds=1.5)
    else:
        table.still(UNTURNED, seconds=1.5)
    table.position(after(REVERSI, "c4"))
    assert codes(table.object("B")) == ACCEPTED
    assert [warning.cause for warning in table.round.warnings] == ["disc_shifted"]
    return table


@pytest.mark.parametrize("told_first", [True, False])
def test_a_disc_that_was_shifted_goes_back_to_the_square_where_the_move_was_made(told_first):
    table = shifted(told_first)
    assert table.round.awaiting.target(REVERSI) == after(REVERSI, "d3")
    assert table.position(after(REVERSI, "c4")) == []  # as it lies it is not put right
    corrected = only(table.position(after(REVERSI, "d3")), told.Corrected)
    assert (corrected.move, corrected.faults) == ("d3", ())
    assert codes(table.object("B")) == ["legal_move"]
    table.position(after(REVERSI, "d3", "c5"))
    assert table.round.turn == "A"
    assert table.round.warnings_of("A") == 1
    assert not table.keeper.troubles


ON_C4 = tuple(
    "........"
    "........"
    "........"
    "..BWB..."
    "...BW..."
    "........"
    "........"
    "........"
)  # fmt: skip
"""A black disc on c4, and nothing turned."""


def test_a_disc_may_not_be_shifted_however_slowly_it_turns_the_others():
    """Put on d3, nothing turned; put on c4, nothing turned; then the discs are turned."""
    table = Referee()
    table.still(UNTURNED, seconds=1.5)
    table.still(ON_C4, seconds=1.5)
    said = table.position(after(REVERSI, "c4"))
    assert [f.code for f in only(said, told.FaultFound).faults] == ["disc_shifted"]


def test_a_disc_that_was_shifted_and_turns_nothing_is_both():
    """The move on d3 was told already; then the disc lies on c4, and nothing is turned."""
    table = Referee()
    table.position(after(REVERSI, "d3"), seconds=1.5)
    said = table.still(ON_C4)
    codes_told = [f.code for f in only(said, told.Mended).faults]
    assert codes_told == ["disc_shifted", "missing_flip"]


def test_a_disc_that_is_left_where_it_was_shifted_to_may_be_reported_again():
    table = shifted(told_first=True)
    table.end()
    corrected = only(table.position(after(REVERSI, "c4")), told.Corrected)
    assert [fault.code for fault in corrected.faults] == ["disc_shifted"]
    assert codes(table.object("B")) == ACCEPTED
    assert table.round.warnings_of("A") == 2
    assert only(table.position(after(REVERSI, "d3")), told.Corrected).move == "d3"
    assert not table.keeper.troubles
