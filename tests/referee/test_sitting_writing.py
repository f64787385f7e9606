"""Acts at a table whose journal cannot be written for a while: each is done once, or not at all."""

from __future__ import annotations

import pytest
from support.sittings import Shown, same_as_rebuilt

from referee.journal import JournalError, read_journal
from referee.sitting import NotYetWritten


@pytest.fixture
def shown(tmp_path):
    return Shown(tmp_path / "table1.hakem")


def protect(shown, yes):
    """SQLite refuses to write, as on a card that is write-protected."""
    shown.sitting.journal._base.execute(f"PRAGMA query_only = {'ON' if yes else 'OFF'}")


def warnings(shown):
    return [warning.cause for warning in shown.sitting.keeper.round.warnings]


def test_an_act_that_cannot_be_written_is_told_apart_and_done_once(shown):
    protect(shown, True)
    with pytest.raises(NotYetWritten, match="do not repeat"):
        shown.sitting.warn("A", "misconduct")
    assert warnings(shown) == ["misconduct"]
    with pytest.raises(JournalError, match="cannot be written") as refused:
        shown.sitting.warn("A", "misconduct")  # nothing new is done while something waits
    assert not isinstance(refused.value, NotYetWritten)
    assert warnings(shown) == ["misconduct"]
    assert shown.sitting.standing().trouble
    protect(shown, False)
    shown.sitting.pause()
    assert not shown.sitting.standing().trouble
    assert [entry.event["event"] for entry in read_journal(shown.path)][-3:] == [
        "happened", "replied", "told"]  # fmt: skip
    same_as_rebuilt(shown)


@pytest.mark.parametrize(
    "act",
    [
        lambda sitting: sitting.end_of_move(),
        lambda sitting: sitting.object("B"),
        lambda sitting: sitting.set_side("W"),
        lambda sitting: sitting.pause(),
        lambda sitting: sitting.piece_left("B", ["d4"]),
        lambda sitting: sitting.end_early("resigned", "A"),
    ],
)
def test_no_act_is_done_while_another_waits_to_be_written(shown, act):
    protect(shown, True)
    with pytest.raises(NotYetWritten):
        shown.sitting.warn("A", "misconduct")
    before = shown.sitting.standing()
    with pytest.raises(JournalError, match="cannot be written"):
        act(shown.sitting)
    assert shown.sitting.standing() == before
    protect(shown, False)
    act(shown.sitting)
    same_as_rebuilt(shown)
