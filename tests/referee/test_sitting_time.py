"""The clock of a table: it runs with the camera, and stands still while nothing is watched."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pose import BoardNotFound
from engines import new_game
from engines.clock import Clock
from referee.sitting import Beginning, Sitting
from referee.table import Table
from vision.frame import Frame


class NoBoard:
    """A finder over an empty table."""

    def find(self, frame):
        raise BoardNotFound("there is no board")


def empty_table(game, position, settings):
    return Table(game, position, settings=settings, finder=NoBoard(), eyes=object())


def frame(time, source):
    return Frame(np.zeros((4, 4, 3), np.uint8), time, source)


@pytest.fixture
def path(tmp_path):
    return tmp_path / "table1.hakem"


def begun(path):
    game = new_game("reversi")
    beginning = Beginning(game, game.start(), clock=Clock.of(600))
    return Sitting.begin(path, beginning, make_table=empty_table)


def left(sitting):
    return sitting.standing().round["clocks"]["A"]


def test_a_live_camera_that_has_run_for_long_takes_no_time_from_a_player(path):
    with begun(path) as sitting:
        sitting.see(frame(80_000.0, "usb:0"))
        assert (sitting.now, left(sitting)) == (0.0, 600.0)
        sitting.see(frame(80_010.0, "usb:0"))
        assert (sitting.now, left(sitting)) == (10.0, 590.0)
        assert sitting.frame.time == 10.0


@pytest.mark.parametrize("later", [90_000.0, 3.0])  # an outage; a machine that was started again
def test_an_outage_takes_no_time_from_a_player(path, later):
    with begun(path) as sitting:
        sitting.see(frame(80_000.0, "rtsp://table/1"))
        sitting.see(frame(80_010.0, "rtsp://table/1"))
        sitting.warn("A", "misconduct")
    with Sitting.resume(path, make_table=empty_table) as sitting:
        sitting.see(frame(later, "rtsp://table/1"))
        assert left(sitting) == 590.0
        sitting.see(frame(later + 5, "rtsp://table/1"))
        assert left(sitting) == 585.0


def test_a_recording_keeps_its_own_times_over_a_restart(path):
    with begun(path) as sitting:
        sitting.see(frame(2.0, "game.mp4"))
        assert sitting.now == 2.0
        sitting.see(frame(10.0, "game.mp4"))
        sitting.warn("A", "misconduct")
    with Sitting.resume(path, make_table=empty_table) as sitting:
        sitting.see(frame(10.5, "game.mp4"))
        assert sitting.now == 10.5
    with Sitting.resume(path, make_table=empty_table) as sitting:
        sitting.see(frame(0.0, "game.mp4"))  # from its beginning: the clock never goes back
        assert sitting.now == 10.5
