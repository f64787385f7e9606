"""A camera that has stalled: what it says and what people do is shown though no frame comes."""

from __future__ import annotations

import time
from collections import deque
from threading import Event, Thread

import numpy as np

from calibration.pose import BoardNotFound
from cli.ending import Ending
from cli.watching import _Watched
from engines import new_game
from referee import events as told
from referee.sitting import Beginning, Sitting
from referee.table import Table
from vision.cameras.camera import Camera, Status
from vision.frame import Frame


class Stalling(Camera):
    """Gives one picture, and no further one until it is let go."""

    live = True
    status = Status.STALLED

    def __init__(self):
        super().__init__("usb:0")
        self.asked, self.free = Event(), Event()
        self.left = [Frame(np.zeros((4, 4, 3), np.uint8), 5.0, "usb:0")]

    def __next__(self):
        if self.left:
            return self.left.pop()
        self.asked.set()
        self.free.wait(120)
        raise StopIteration

    def close(self):
        self.free.set()


class NoBoard:
    def find(self, frame):
        raise BoardNotFound("there is no board")


def empty_table(game, position, settings):
    return Table(game, position, settings=settings, finder=NoBoard(), eyes=object())


def test_a_stall_and_what_people_do_are_told_without_a_frame(tmp_path, capsys):
    game, camera, notices = new_game("reversi"), Stalling(), deque()
    beginning = Beginning(game, game.start())
    seen = ""

    def shows(word):
        nonlocal seen
        until = time.monotonic() + 50  # a busy machine is no fault
        while word not in seen and time.monotonic() < until:
            time.sleep(0.05)
            seen += capsys.readouterr().out
        return word in seen

    with Sitting.begin(tmp_path / "t.hakem", beginning, make_table=empty_table) as sitting:
        watch = Thread(target=_Watched(sitting, camera, "en", notices, Ending()).show)
        watch.start()
        try:
            assert camera.asked.wait(50)
            notices.append("usb:0: no picture for 1.6 s")
            assert shows("no picture for 1.6 s")
            sitting.warn("A", "misconduct")
            assert shows(sitting.last_of(told.Replied).en)
        finally:
            camera.close()
            watch.join(20)
    assert not watch.is_alive()
