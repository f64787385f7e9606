"""What happens at real tables, seen: each situation is a clip of a rendered table."""

from __future__ import annotations

import pytest

from datasets.covers import board_pose
from datasets.situations import GAME, SITUATIONS, smallest_scene
from engines.match import Correction
from referee import events as told
from referee.table import Table
from vision.settle import State

QUIET = (told.Learn, told.Forget, told.Ended, told.Sight)
WRONG = (told.FaultFound, told.Unsure, told.OutOfStep, told.Mended, told.Contradiction)


@pytest.fixture(scope="module")
def scene():
    """Small, so that frames are quickly made."""
    return smallest_scene()


def watch(name, scene, answer=None):
    """What was said, and when the board was in which state; `answer` may answer an event."""
    situation = SITUATIONS[name]
    table, said, states = None, [], []
    for moment in situation.moments(scene=scene):
        table = table or Table(GAME, situation.start, like=board_pose(scene, moment.pose))
        told_now = table.see(moment.frame)
        said += told_now
        for event in told_now if answer else ():
            said += answer(table, event)
        states.append((moment.frame.time, table.settled.state if table.settled else None))
    said += table.finish(moment.frame.time)
    return said, states, table.position


def moves(said):
    return [event.move for event in said if isinstance(event, told.Move)]


def wrong(said):
    return [event for event in said if isinstance(event, WRONG)]


def test_two_moves_in_one_settling_are_told_as_two(scene):
    said, _, _ = watch("fast_play", scene)
    assert moves(said) == ["d3", "c3"]
    assert not wrong(said)


def test_a_nudged_board_is_followed(scene):
    said, states, _ = watch("nudged_board", scene)
    assert State.BUMPED in {state for _, state in states}
    assert [event.state for event in said if isinstance(event, told.Sight)] == ["found", "moved"]
    assert moves(said) == ["d3", "c3"]
    assert not wrong(said)


def test_a_lamp_changes_nothing(scene):
    said, _, _ = watch("lamp", scene)
    assert moves(said) == ["d3", "c3"]
    assert not wrong(said)


def test_a_hand_may_rest_over_a_corner_for_a_minute(scene):
    said, states, _ = watch("resting_hand", scene)
    covered = [time for time, state in states if state is State.COVERED]
    assert covered[-1] - covered[0] > 55
    assert moves(said) == ["d3", "c3"]
    assert not wrong(said)


def test_a_disc_on_an_illegal_square_may_be_taken_back_in_time(scene):
    said, _, _ = watch("taken_back", scene)
    kinds = [type(event) for event in said if not isinstance(event, QUIET)]
    assert kinds == [told.UnderWay, told.TakenBack, told.Move]
    assert moves(said) == ["d3"]


def test_flips_may_be_made_slowly(scene):
    said, _, position = watch("slow_flips", scene)
    assert moves(said) == ["e6"]
    assert not wrong(said)
    assert any(isinstance(event, told.UnderWay) for event in said)
    assert position.board.white.bit_count() < 4


def test_a_disc_that_fell_on_the_floor_is_put_back(scene):
    said, _, _ = watch("dropped_piece", scene)
    (fault,) = (event for event in said if isinstance(event, told.FaultFound))
    assert [(f.code, f.cells) for f in fault.faults] == [("disc_removed", ("e5",))]
    (back,) = (event for event in said if isinstance(event, told.Restored))
    assert back.cells == ("e5",)
    assert moves(said) == ["d3", "c3"]
    assert wrong(said) == [fault]


def test_an_accepted_report_is_put_right(scene):
    def report(table, event):
        if not isinstance(event, told.FaultFound):
            return []
        due = Correction("A", "finish", 1, "A", "d3", str(SITUATIONS["objection"].start))
        return table.tracker.await_correction(due, event.time)

    said, _, _ = watch("objection", scene, report)
    (fault,) = (event for event in said if isinstance(event, told.FaultFound))
    assert [(f.code, f.cells) for f in fault.faults] == [("missing_flip", ("d4",))]
    (done,) = (event for event in said if isinstance(event, told.Corrected))
    assert (done.n, done.move, done.faults) == (1, "d3", ())
    assert any(isinstance(event, told.Awaiting) for event in said)
    assert moves(said) == ["c3"]
    assert wrong(said) == [fault]
