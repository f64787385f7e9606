"""Mangala: only stones of one's own that lie in a pit bind who touches them (RULES.md B-M12)."""

from __future__ import annotations

import pytest
from support.refereed import after
from support.sittings import Shown, same_as_rebuilt

from datasets.deeds import state_of
from engines import InputError, new_game
from referee import events as told

MANGALA = new_game("mangala")
WITHOUT_S1 = MANGALA.parse_position("0 5 5 5 5 4 / 4 4 4 4 4 4 / 0 0 S")
ACCEPTED = ["report_accepted", "warned", "correct_now"]


@pytest.fixture
def begin(tmp_path):
    tables = []

    def make(position=None):
        shown = Shown(tmp_path / "table.hakem", "mangala", position=position)
        shown.position(position or MANGALA.start(), seconds=1.0)
        tables.append(shown)
        return shown

    yield make
    for shown in tables:
        shown.sitting.close()


def codes(lines):
    return [line.event.code for line in lines if isinstance(line.event, told.Replied)]


@pytest.mark.parametrize(
    ("pit", "why"), [("ST", "no such pit"), ("S9", "no such pit"), ("S1", "S1 is empty")]
)
def test_what_is_no_pit_with_stones_binds_nobody(begin, pit, why):
    shown = begin(WITHOUT_S1)
    with pytest.raises(InputError, match=why):
        shown.sitting.touched("A", pit)
    shown.position(after(MANGALA, "S2", position=WITHOUT_S1))
    assert codes(shown.sitting.object("B")) == ["legal_move"]
    same_as_rebuilt(shown)


def test_a_pit_binds_however_it_is_written(begin):
    shown = begin()
    assert codes(shown.sitting.touched("A", " s2")) == ["touch_binds"]
    shown.position(after(MANGALA, "S2"))
    assert codes(shown.sitting.object("B")) == ["legal_move"]


def test_stones_that_are_taken_up_wrongly_lay_in_their_pit_when_they_were_touched(begin):
    position = MANGALA.parse_position("1 4 4 4 4 4 / 4 4 4 4 4 4 / 0 3 S")
    shown = begin(position)
    gone = list(state_of("mangala", position))
    gone[0], gone[2] = gone[0] - 1, gone[2] + 1  # the only stone of S1, sown into S3
    said = shown.still(tuple(gone), seconds=1.5)
    assert [line.data["event"] for line in said] == ["under_way"]
    assert "S1" in shown.sitting.pits_to_touch()
    assert codes(shown.sitting.touched("A", "S1")) == ["touch_binds"]


def test_who_touched_stones_that_are_gone_by_hand_is_bound_no_more(begin):
    shown = begin()
    shown.sitting.touched("A", "S2")
    shown.sitting.set_cells({"S2": 0, "S3": 8})
    lying = shown.sitting.tracker.position
    shown.position(after(MANGALA, "S4", position=lying))
    assert codes(shown.sitting.object("B")) == ["legal_move"]
    same_as_rebuilt(shown)


def test_that_another_pit_was_played_is_told_to_the_referee_when_the_move_has_ended(begin):
    shown = begin()
    shown.sitting.touched("A", "S2")
    said = shown.position(after(MANGALA, "S5"), seconds=1.5)
    assert not any(isinstance(line.event, told.Breach) for line in said)  # it may go back yet
    said = shown.position(after(MANGALA, "S5"))
    (breach,) = (line for line in said if isinstance(line.event, told.Breach))
    assert (breach.event.n, breach.event.side, breach.event.move) == (1, "south", "S5")
    (fault,) = breach.event.faults
    assert (fault.code, fault.cells, fault.article) == ("touch_move", ("S2",), "Mangala notes d, g")
    same_as_rebuilt(shown)
    shown.restart()
    assert codes(shown.sitting.object("B")) == ACCEPTED


def test_who_plays_the_touched_pit_breaks_nothing(begin):
    shown = begin()
    shown.sitting.touched("A", "S2")
    said = shown.position(after(MANGALA, "S2"))
    assert not any(isinstance(line.event, told.Breach) for line in said)
