"""A set may end while something is to be put right: then nobody waits for that any more."""

from __future__ import annotations

import pytest
from support.reversi import D3, GONE, REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt

from engines import new_game
from engines.clock import Clock
from referee.desk.scoring import Said, sheet_of

MANGALA = new_game("mangala")


@pytest.fixture
def shown(tmp_path):
    table = Shown(tmp_path / "table.hakem", clock=Clock.of(60))
    table.position(REVERSI.start(), seconds=1.0)
    yield table
    table.sitting.close()


def is_over(shown):
    """Nothing is awaited, nothing is taken from the board, and the sheet can be signed."""
    sitting = shown.sitting
    assert (sitting.tracker.awaited, sitting.ended_early) == (None, True)
    assert sitting.standing().awaiting is None
    assert sheet_of(sitting, Said()).final
    same_as_rebuilt(shown)
    for player in "AB":
        sitting.sign(player)
    assert sitting.keeper.round.phase == "signed"


@pytest.mark.parametrize("restarted", [False, True])
def test_time_is_up_during_a_correction(shown, restarted):
    shown.still(UNTURNED)
    shown.sitting.object("B")
    shown.sitting.flag_fell("A")  # it is not down yet
    assert shown.sitting.tracker.awaited.task == "finish"
    shown.sitting.now += 70
    shown.sitting.flag_fell("A")
    if restarted:
        shown.restart()
    is_over(shown)
    assert shown.sitting.keeper.round.decision.result == "B"


def test_who_is_disqualified_puts_nothing_right(shown):
    shown.still(UNTURNED)
    shown.sitting.object("B")
    shown.sitting.warn("A", "misconduct")
    shown.sitting.disqualify("A")
    is_over(shown)


def test_nor_puts_anybody_a_piece_back(shown):
    shown.still(GONE)
    shown.sitting.object("B")
    assert shown.sitting.tracker.awaited.task == "referee"
    shown.sitting.warn("B", "wasting_time")
    shown.sitting.disqualify("B")
    is_over(shown)


def test_time_is_up_while_what_was_taken_back_still_lies_there(shown):
    shown.position(D3)
    shown.sitting.undo()
    shown.sitting.now += 70
    shown.sitting.flag_fell("A")
    is_over(shown)


def test_a_set_of_mangala_that_is_lost_during_a_correction_is_followed_by_the_next(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala")
    shown.position(MANGALA.start(), seconds=1.0)
    shown.sitting.touched("A", "S2")
    shown.position(MANGALA.play(MANGALA.start(), MANGALA.parse_move("S4")))
    shown.sitting.object("B")
    shown.sitting.flag_fell("A", 0)
    assert shown.sitting.tracker.awaited is None
    same_as_rebuilt(shown)
    shown.sitting.next_set()
    assert shown.sitting.keeper.round.phase == "play"
    same_as_rebuilt(shown)
    shown.sitting.close()
