"""The watchdog: newest frame only, a stall is told in two seconds, a lost camera comes back."""

from __future__ import annotations

import threading
import time

import numpy as np
import pytest

from engines import InputError
from vision.cameras import watchdog
from vision.cameras.camera import CameraLost, Notice, Status
from vision.cameras.watchdog import Watched
from vision.frame import Frame


class Table:
    """A camera of our own that can be unplugged, plugged in again, and made to hang."""

    def __init__(self) -> None:
        self.plugged = threading.Event()
        self.plugged.set()
        self.flowing = threading.Event()
        self.flowing.set()
        self.tries: list[float] = []
        self.closed = 0
        self.number = 0

    def connect(self) -> Table:
        self.tries.append(time.monotonic())
        if not self.plugged.is_set():
            raise InputError("nothing is plugged in")
        return self

    def grab(self) -> Frame:
        time.sleep(0.01)
        self.flowing.wait()
        if not self.plugged.is_set():
            raise CameraLost("unplugged")
        self.number = self.number % 250 + 1
        picture = np.empty((48, 64, 3), np.uint8)
        for row in picture:  # written row by row: a half frame would have two numbers
            row[:] = self.number
        return Frame(picture, time.monotonic(), "table")

    def close(self) -> None:
        self.closed += 1


@pytest.fixture
def table():
    return Table()


@pytest.fixture
def notices():
    return []


@pytest.fixture
def camera(table, notices):
    before = set(threading.enumerate())
    with Watched("table", table.connect, notices.append) as camera:
        yield camera
    assert camera.status is Status.CLOSED
    assert set(threading.enumerate()) <= before
    assert table.closed >= 1


def until(true, seconds=5.0):
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_the_reader_gets_whole_frames_and_only_the_newest(camera):
    last = 0.0
    for _ in range(20):
        frame = next(camera)
        assert frame.picture.min() == frame.picture.max()
        assert frame.time > last
        last = frame.time
    time.sleep(0.3)
    next(camera)
    assert time.monotonic() - next(camera).time < 0.2


def test_an_unplugged_camera_is_told_at_once_and_comes_back(camera, table, notices):
    next(camera)
    table.plugged.clear()
    until(lambda: camera.status is Status.STALLED, 1.0)
    table.plugged.set()
    next(camera)
    frame = next(camera)
    until(lambda: len(notices) == 2)
    assert camera.status is Status.LIVE
    assert frame.picture.min() == frame.picture.max()
    assert [notice.status for notice in notices] == [Status.STALLED, Status.LIVE]
    assert notices[0].reason == "unplugged"
    assert notices[1].reason.startswith("pictures again after")
    assert all(isinstance(notice, Notice) and notice.source == "table" for notice in notices)


def test_a_camera_that_hangs_is_told_within_two_seconds(camera, table, notices):
    next(camera)
    began = time.monotonic()
    table.flowing.clear()
    until(lambda: notices, 2.0)
    assert notices[0].time - began < 2.0
    assert "no picture for 1." in notices[0].reason
    table.flowing.set()
    until(lambda: len(notices) == 2)
    assert notices[1].status is Status.LIVE


def test_a_camera_that_hangs_for_long_is_opened_anew_and_its_late_frame_dropped(
    table, notices, monkeypatch
):
    monkeypatch.setattr(watchdog, "HANGING", 2.0)
    hung = Table()
    opened = [hung, table]
    before = set(threading.enumerate())
    with Watched("table", lambda: opened.pop(0).connect(), notices.append) as camera:
        next(camera)
        hung.flowing.clear()
        until(lambda: [notice.status for notice in notices] == [Status.STALLED, Status.LIVE])
        assert (len(hung.tries), len(table.tries)) == (1, 1)
        hung.number = 250  # it would be 251 in what it gives at last
        hung.flowing.set()
        until(lambda: hung.closed == 1)
        table.number = 0
        assert all(next(camera).picture.max() < 250 for _ in range(20))
    assert table.closed == 1
    assert set(threading.enumerate()) <= before


def test_no_more_than_a_few_threads_hang_in_a_broken_driver(table, monkeypatch):
    monkeypatch.setattr(watchdog, "HANGING", 0.2)
    with Watched("table", table.connect):
        table.flowing.clear()
        until(lambda: len(table.tries) == 1 + watchdog.MOST_LEFT)
        time.sleep(0.8)
        assert len(table.tries) == 1 + watchdog.MOST_LEFT
        table.flowing.set()
    until(lambda: table.closed == 1 + watchdog.MOST_LEFT)


def test_pauses_between_tries_double_up_to_the_longest(table, monkeypatch):
    assert [watchdog.FIRST_PAUSE, watchdog.LONGEST_PAUSE] == [0.5, 10.0]
    monkeypatch.setattr(watchdog, "FIRST_PAUSE", 0.2)
    monkeypatch.setattr(watchdog, "LONGEST_PAUSE", 0.8)
    with Watched("table", table.connect):
        table.plugged.clear()
        until(lambda: len(table.tries) == 5, 8.0)
    assert np.diff(table.tries[1:]) == pytest.approx([0.4, 0.8, 0.8], abs=0.18)


def test_closing_wakes_a_reader_who_waits(table):
    camera = Watched("table", table.connect)
    next(camera)
    table.plugged.clear()
    seen = []
    reader = threading.Thread(target=lambda: seen.extend(camera))
    reader.start()
    time.sleep(0.2)
    camera.close()
    reader.join(2)
    assert not reader.is_alive()
    assert camera.status is Status.CLOSED
    camera.close()


def test_a_camera_that_gives_nothing_at_first_is_refused(table):
    table.plugged.clear()
    with pytest.raises(InputError, match="nothing is plugged in"):
        Watched("table", table.connect)
    table.connect = lambda: table
    with pytest.raises(InputError, match="table opens, but gives no pictures: unplugged"):
        Watched("table", table.connect)
    assert table.closed == 1

    def fail():
        raise RuntimeError("the driver's own words")

    table.grab = fail
    with pytest.raises(InputError, match="gives no pictures: the driver's own words"):
        Watched("table", table.connect)
    assert table.closed == 2


def test_a_listener_that_fails_stops_nothing(table, caplog):
    def fail(notice):
        raise RuntimeError("the desk is closed")

    with Watched("table", table.connect, fail) as camera:
        next(camera)
        table.plugged.clear()
        until(lambda: camera.status is Status.STALLED)
        table.plugged.set()
        next(camera)
        next(camera)
    assert "a notice of table was not taken" in caplog.text


def test_a_notice_may_close_the_camera(table):
    camera = Watched("table", table.connect, lambda notice: camera.close())
    next(camera)
    table.plugged.clear()
    list(camera)
    assert camera.status is Status.CLOSED
    until(lambda: table.closed == 1)
