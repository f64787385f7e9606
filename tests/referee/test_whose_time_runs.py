"""The clock runs for whoever is to act, whatever people have told and taken back."""

from __future__ import annotations

import pytest
from support.refereed import Referee, after
from support.reversi import C3, D3, REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt

from engines import match
from engines.clock import Clock
from referee import events as told


@pytest.fixture
def shown(tmp_path):
    """Black has played d3; each has ten minutes."""
    table = Shown(tmp_path / "table.hakem", clock=Clock.of(600))
    table.position(REVERSI.start(), seconds=1.0)
    table.position(D3)
    yield table
    assert not table.sitting.keeper.troubles
    same_as_rebuilt(table)
    table.sitting.close()


def used(shown):
    """The seconds that A and B have used."""
    clock = shown.sitting.keeper.round.clock
    return [pytest.approx(600 - clock.remaining(each, shown.sitting.now), abs=15) for each in "AB"]


def test_a_side_that_was_told_is_told_still_when_a_later_move_is_taken_back(shown):
    shown.position(C3)
    shown.sitting.set_side("W")
    shown.sitting.now += 60
    position = REVERSI.position(C3.board, "W")
    shown.position(after(REVERSI, str(REVERSI.moves(position)[0]), position=position))
    shown.sitting.undo()
    round_ = shown.sitting.keeper.round
    assert (round_.turn, round_.clock.running) == ("B", "B")
    assert used(shown) == [0, 60]


def test_and_a_board_that_was_told(shown):
    shown.sitting.now += 30
    position = REVERSI.position(C3.board, "B")
    shown.sitting.set_position(position)
    shown.sitting.now += 60
    shown.position(after(REVERSI, str(REVERSI.moves(position)[0]), position=position))
    shown.sitting.undo()
    assert shown.sitting.keeper.round.clock.running == "A"
    assert used(shown) == [60, 30]


def test_the_time_of_who_is_to_move_runs_when_the_table_is_back_in_step():
    table = Referee(clock=Clock.of(600))
    table.position(D3)
    position = REVERSI.position(C3.board, "B")  # nobody knows how it came about
    table.keeper.hear([told.Resync((), 1, str(position), time=table.show.time)])
    assert (table.round.turn, table.round.clock.running) == ("A", "A")
    made = after(REVERSI, str(REVERSI.moves(position)[0]), position=position)
    moved = told.Move(2, "B", "x", ("B",), (), str(position), str(made), time=table.show.time + 9)
    table.keeper.hear([moved, told.Ended(2, "B", "quiet", time=table.show.time + 9)])
    table.keeper.hear([told.Told("undo", "1", str(position), 1, time=table.show.time + 12)])
    clock = table.round.clock
    assert (table.round.turn, clock.running) == ("A", "A")
    assert clock.remaining("A", table.show.time + 12) == pytest.approx(586, abs=4)
    assert not table.keeper.troubles


def test_a_piece_that_is_back_stays_so_when_the_move_that_showed_it_is_taken_back(shown):
    shown.sitting.piece_left("A", ("e5",))
    assert shown.sitting.keeper.round.clock.running is None
    shown.position(C3)
    shown.sitting.undo()
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.clock.running) == ("play", "B")


def test_nor_is_one_missed_whose_fall_is_taken_back_with_the_move_before_it(shown):
    shown.position(C3)
    shown.sitting.piece_left("B", ("e5",))
    shown.sitting.piece_put_back()
    shown.sitting.undo()
    assert shown.sitting.keeper.round.phase == "play"


def test_nobody_loses_time_while_the_table_is_paused(tmp_path):
    shown = Shown(tmp_path / "paused.hakem", clock=Clock.of(60))
    shown.position(REVERSI.start(), seconds=1.0)
    shown.still(UNTURNED)
    shown.sitting.pause()
    shown.sitting.object("B")
    shown.sitting.now += 70
    shown.sitting.flag_fell("A")
    assert shown.sitting.keeper.round.phase == "correction"
    shown.sitting.piece_left("A", ("e5",))
    shown.sitting.piece_put_back()
    assert shown.sitting.keeper.round.clock.running is None
    same_as_rebuilt(shown)
    shown.sitting.go_on()
    assert shown.sitting.keeper.round.clock.running == "A"
    same_as_rebuilt(shown)
    shown.sitting.close()


def test_a_pause_that_ends_while_a_piece_is_missed_is_over_when_it_is_back(shown):
    shown.sitting.pause()
    shown.sitting.piece_left("A", ("d3",))
    shown.sitting.go_on()
    shown.sitting.piece_put_back()
    assert shown.sitting.keeper.round.clock.running == "B"


def test_an_older_journal_tells_the_pause_and_the_clock():
    """There the clock was told beside the pause, and only where it was stopped or let run."""
    table = Referee(clock=Clock.of(60))
    table.position(D3)
    now, position, hear = table.show.time, str(D3), table.keeper.hear_again
    hear(told.Told("pause", "", position, 1, time=now))
    hear(told.Happened(match.ClockPaused(at=now), time=now))
    hear(told.Happened(match.PieceLeftBoard("A", ("d3",), at=now + 1), time=now + 1))
    hear(told.Told("resume", "", position, 1, time=now + 70))
    hear(told.Happened(match.PiecePutBack("referee", at=now + 72), time=now + 72))
    clock = table.round.clock
    assert (clock.running, clock.since) == ("B", now + 72)
    assert clock.left[1] > 50
    assert not table.keeper.troubles


def test_a_pause_after_the_end_is_no_trouble(shown):
    shown.sitting.end_early("resigned", "A")
    for player in "AB":
        shown.sitting.sign(player)
    shown.sitting.pause()
    shown.sitting.go_on()
    assert shown.sitting.keeper.round.clock.running is None
