"""What ended a set off the board holds, whatever becomes of the moves before it."""

from __future__ import annotations

import pytest
from support.refereed import after
from support.reversi import D3, REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt

from engines import new_game
from engines.clock import Clock
from engines.grid import cell_index
from referee import events as told
from referee.desk.scoring import Said, sheet_of

MANGALA = new_game("mangala")


@pytest.fixture
def begun(tmp_path):
    """A table at which one move of Reversi was made."""
    made = []

    def begin(**more):
        made.append(Shown(tmp_path / "table.hakem", clock=Clock.of(60), **more))
        made[-1].position(REVERSI.start(), seconds=1.0)
        made[-1].position(D3)
        return made[-1]

    yield begin
    for each in made:
        assert not each.sitting.keeper.troubles
        same_as_rebuilt(each)
        each.sitting.close()


def test_a_flag_that_fell_stays_down_when_the_move_before_it_is_taken_back(begun):
    shown = begun()
    shown.sitting.now += 70
    shown.sitting.flag_fell("B")
    clock = shown.sitting.keeper.round.clock
    shown.sitting.undo()
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.decision.result) == ("over", "A")
    assert (round_.decision.reason, round_.clock) == ("time_out", clock)
    shown.restart()
    assert shown.sitting.keeper.round == round_


def test_and_when_the_tracker_finds_back_into_step(begun):
    shown = begun()
    shown.sitting.now += 70
    shown.sitting.flag_fell("B")
    back = told.Resync((), 0, str(REVERSI.start()), time=shown.sitting.now)
    shown.sitting.hear([back])
    assert shown.sitting.keeper.round.decision.reason == "time_out"


def test_a_flag_that_was_not_down_does_not_fall_later(begun):
    shown = begun()
    shown.sitting.flag_fell("A")  # there is time left
    shown.sitting.now += 59
    shown.sitting.undo()
    assert shown.sitting.keeper.round.phase == "play"


def test_who_gave_up_has_lost_whichever_moves_are_taken_back(begun):
    shown = begun()
    shown.sitting.end_early("resigned", "B")
    shown.sitting.sign("A")
    shown.sitting.undo()
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.decision.result, round_.signed) == ("over", "A", ())


def test_a_game_that_the_referee_stopped_is_counted_anew(begun):
    shown = begun()
    shown.position(after(REVERSI, "d3", "c5"))
    shown.sitting.end_early("stopped", because="the hall closes")
    assert shown.sitting.keeper.round.results[-1].score == (3, 3)
    shown.sitting.undo()
    (result,) = shown.sitting.keeper.round.results
    assert (result.score, result.reason) == ((4, 1), "stopped: the hall closes")
    assert shown.sitting.keeper.round.phase == "over"


def test_what_the_referee_decided_about_the_time_is_asked_once(begun):
    shown = begun(rules={"timeout": "referee"})
    shown.sitting.now += 70
    shown.sitting.flag_fell("B")
    sheet = sheet_of(shown.sitting, Said())
    assert not sheet.final
    assert "decision" in [point.what for point in sheet.counted.open]
    shown.sitting.decide("draw")
    assert sheet_of(shown.sitting, Said()).final
    shown.sitting.undo()
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.decision.result) == ("over", "draw")


def test_who_gave_up_before_a_report_was_accepted_plays_on_whatever_is_taken_back(begun):
    shown = begun()
    shown.position(after(REVERSI, "d3", "c3"))
    c4 = after(REVERSI, "d3", "c3", "c4")
    unturned = list("".join(c4.board.rows))
    unturned[cell_index("d4")] = "W"
    shown.still(tuple(unturned))
    shown.sitting.end_early("resigned", "B")
    shown.sitting.object("B")
    assert shown.sitting.keeper.round.phase == "correction"
    shown.position(c4)
    shown.position(REVERSI.play(c4, REVERSI.moves(c4)[0]))
    shown.sitting.undo(2)
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.results) == ("play", ())


def test_a_set_of_mangala_that_was_lost_by_time_stays_lost(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala", clock=Clock.of(60))
    shown.position(MANGALA.start(), seconds=1.0)
    shown.position(after(MANGALA, "S2"))
    shown.sitting.now += 80
    shown.sitting.flag_fell("B", 0)
    shown.sitting.undo()
    assert [each.reason for each in shown.sitting.keeper.round.results] == ["time_out"]
    shown.sitting.next_set()
    assert shown.sitting.keeper.round.set_number == 2
    same_as_rebuilt(shown)
    shown.sitting.close()


@pytest.mark.parametrize("why", [("resigned", "A", ""), ("stopped", None, "the hall closes")])
def test_a_move_that_was_under_way_is_no_move_of_a_game_that_has_ended(tmp_path, why):
    shown = Shown(tmp_path / "table.hakem")
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(D3)
    wrong = next(
        each
        for each in REVERSI.faults(D3)
        if [fault.code for fault in each.faults] == ["missing_flip"]
    )
    shown.still(tuple("".join(wrong.board.rows)), seconds=1.5)
    sitting = shown.sitting
    assert sitting.standing().open["faults"] == ["missing_flip"]
    sitting.end_early(*why)
    assert sitting.standing().open is None
    assert not any(isinstance(line.event, told.FaultFound) for line in sitting.finish())
    assert sitting.tracker.position == D3
    assert sheet_of(sitting, Said()).totals == (4, 1)
    assert not sitting.keeper.troubles
    same_as_rebuilt(shown)
    for player in "AB":
        sitting.sign(player)
    sitting.close()


def test_nobody_is_asked_any_more_whether_the_mover_has_finished(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    shown.position(REVERSI.start(), seconds=1.0)
    shown.still(UNTURNED, seconds=1.5)
    shown.sitting.object("B")
    assert shown.sitting.keeper.asks == "B"
    shown.sitting.end_early("resigned", "A")
    assert shown.sitting.keeper.asks is None
    same_as_rebuilt(shown)
    shown.sitting.close()


def test_what_was_taken_back_after_the_end_is_not_awaited(begun):
    shown = begun()
    shown.sitting.end_early("resigned", "B")
    shown.sitting.undo()
    assert shown.sitting.tracker.awaited is None
    assert shown.sitting.ended_early
