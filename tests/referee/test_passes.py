"""Reversi: who can play nothing else passes with the end signal (RULES.md 2.4, 2.11)."""

from __future__ import annotations

import pytest
from support.refereed import after
from support.reversi import REVERSI
from support.sittings import Shown, same_as_rebuilt

from engines.clock import Clock
from referee import events as told
from referee.desk.parts import acts_of
from referee.desk.web import sayer

CORNERS = "WB....../......../......../......../......../......../......../WB......"
BEFORE = REVERSI.position(REVERSI.parse_board(CORNERS), "W")
"""White plays on c1 or c8; black has no move at any time."""
WAITS = after(REVERSI, "c8", position=BEFORE)
"""Black can only pass."""


@pytest.fixture
def shown(tmp_path):
    table = Shown(tmp_path / "table.hakem", position=BEFORE, clock=Clock.of(60))
    table.position(BEFORE, seconds=1.0)
    table.position(WAITS, seconds=9.0)
    yield table
    table.sitting.close()


def heard(lines):
    return [
        (line.data["event"], line.event.side, getattr(line.event, "move", line.data.get("by")))
        for line in lines
        if isinstance(line.event, told.Move | told.Ended)
    ]


def runs(shown):
    round_ = shown.sitting.keeper.round
    return round_.side_of(round_.clock.running)


def test_the_signal_of_who_can_only_pass_is_the_pass(shown):
    assert (runs(shown), shown.position(WAITS)) == ("B", [])
    shown.sitting.end_of_move()
    assert heard(shown.position(WAITS)) == [("move", "B", "pass"), ("ended", "B", "signal")]
    assert (runs(shown), shown.sitting.keeper.round.movers) == ("W", ("B", "A"))
    same_as_rebuilt(shown)
    said = shown.position(after(REVERSI, "pass", "c1", position=WAITS))
    assert heard(said)[0] == ("move", "W", "c1")
    assert not shown.sitting.keeper.troubles


def test_the_signal_of_who_has_a_move_is_none(shown):
    shown.sitting.end_of_move()
    shown.position(WAITS)
    shown.sitting.end_of_move()
    assert heard(shown.position(WAITS)) == []
    assert shown.sitting.tracker.position.side == "W"


def test_a_pass_waits_until_nobody_is_over_the_board(shown):
    shown.sitting.end_of_move()
    assert heard(shown.still(shown.state, covered=True)) == []
    shown.restart()
    assert heard(shown.still(shown.state))[0] == ("move", "B", "pass")


def test_a_pass_can_be_taken_back(shown):
    shown.sitting.end_of_move()
    shown.position(WAITS)
    shown.sitting.undo()
    assert (runs(shown), shown.sitting.tracker.position) == ("B", WAITS)
    shown.sitting.end_of_move()
    assert heard(shown.position(WAITS))[0] == ("move", "B", "pass")
    same_as_rebuilt(shown)


def test_the_desk_takes_the_signal_of_who_can_only_pass(shown):
    def off():
        acts = acts_of(shown.sitting, shown.sitting.standing(), sayer("en"))
        return next(act.off for act in acts if act.name == "end-of-move")

    assert off() == ""
    shown.position(after(REVERSI, "pass", "c1", position=WAITS))
    assert off() == "No move is open."


def test_a_late_signal_of_who_has_moved_is_no_pass(tmp_path):
    table = Shown(tmp_path / "late.hakem", position=BEFORE)
    table.position(BEFORE, seconds=1.0)
    table.position(WAITS, seconds=4.0)  # the move has ended by itself
    table.sitting.end_of_move()
    assert heard(table.position(WAITS, seconds=1.0)) == []
    assert table.sitting.tracker.position == WAITS
    table.sitting.close()


def test_a_signal_given_twice_is_no_pass(tmp_path):
    table = Shown(tmp_path / "twice.hakem", position=BEFORE)
    table.position(BEFORE, seconds=1.0)
    table.position(WAITS, seconds=1.0)
    for ends in (["ended"], []):
        lines = table.sitting.end_of_move() + table.still(table.state, seconds=0.3)
        assert [name for name, *_ in heard(lines)] == ends
    table.still(table.state, seconds=2.0)
    table.sitting.end_of_move()
    assert heard(table.still(table.state, seconds=1.0))[0] == ("move", "B", "pass")
    table.sitting.close()
