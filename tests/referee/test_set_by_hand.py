"""What a person has set by hand and does not lie there is held against nobody."""

from __future__ import annotations

import pytest
from support.refereed import Referee, codes
from support.reversi import C3, D3, REVERSI
from support.sittings import Shown

from referee import events as told


def kinds(events):
    return [told.name_of(type(event)) for event in events]


@pytest.fixture
def table():
    made = Referee()
    made.position(D3)
    made.keeper.hear(made.show.tracker.set_cells({"a1": "B", "h1": "B"}, made.show.time))
    return made


def test_it_is_said_that_the_board_does_not_fit(table):
    said = table.position(D3)
    assert kinds(said) == ["out_of_step"]
    assert said[0].cells == ("a1", "h1")
    for player in "AB":
        assert "warned" not in codes(table.object(player))


def test_what_is_set_right_again_is_seen_and_play_goes_on(table):
    table.position(D3)
    table.keeper.hear(table.show.tracker.set_cells({"a1": ".", "h1": "."}, table.show.time))
    assert table.position(D3) == []
    assert "move" in kinds(table.position(C3))


def test_what_lies_as_it_was_set_may_fall_later(table):
    lying = table.show.tracker.position
    assert table.position(lying) == []
    rows = list("".join(REVERSI.board_of(lying).rows))
    rows[0] = "."
    assert "fault" in kinds(table.still(tuple(rows)))


def test_nor_has_anybody_shifted_a_disc_that_was_set_beside_where_it_lies(table):
    table.show.tracker.set_cells({"h1": "."}, table.show.time)
    rows = list("".join(D3.board.rows))
    rows[1] = "B"
    (said,) = table.still(tuple(rows))
    assert (told.name_of(type(said)), said.cells) == ("out_of_step", ("a1", "b1"))


def test_a_move_that_was_made_meanwhile_is_told(table):
    position = table.show.tracker.position
    after = REVERSI.play(position, REVERSI.moves(position)[0])
    assert "move" in kinds(table.position(after))


def test_it_is_not_forgotten_by_a_restart(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    shown.position(D3)
    shown.sitting.set_cells({"a1": "B", "h1": "B"})
    shown.restart()
    assert [line.data["event"] for line in shown.position(D3)] == ["out_of_step"]
    shown.sitting.close()
