"""A camera that has stalled: what it says and what people do is shown though no frame comes."""

from __future__ import annotations

import json
import time
from collections import deque
from threading import Event, Thread

import numpy as np
import pytest

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


class Telling(Camera):
    """Three pictures; with the second the table mends a move that nobody has made."""

    def __init__(self, sitting):
        super().__init__("game.mp4")
        self.sitting, self.given = sitting, 0

    @property
    def status(self):
        return Status.LIVE

    def __next__(self):
        self.given += 1
        if self.given == 2:
            start = str(self.sitting.tracker.game.start())
            mended = told.Mended(1, "B", "d3", ("B",), (), start, start, time=5.0)
            self.sitting.keeper.hear([mended])
        if self.given > 3:
            raise StopIteration
        return Frame(np.zeros((4, 4, 3), np.uint8), 5.0 + self.given, "game.mp4")

    def close(self):
        pass


@pytest.mark.parametrize("lang", ["tr", "en"])
def test_what_the_round_could_not_take_is_told_as_it_comes(tmp_path, capsys, monkeypatch, lang):
    monkeypatch.setattr(_Watched, "_check_recognised", lambda self: None)  # its table has no eyes
    game = new_game("reversi")
    beginning = Beginning(game, game.start())
    with Sitting.begin(tmp_path / "t.hakem", beginning, make_table=empty_table) as sitting:
        watched = _Watched(sitting, Telling(sitting), lang, deque(), Ending())
        watched.print_lines()
        lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
        watched.show()
        shown = capsys.readouterr().out
    (line,) = (line for line in lines if line["event"] == "untaken")
    assert line["frame"] == 2
    assert line["why"] == "Mended: player A has no unfinished move to mend"
    assert "number" not in line
    numbers = [line["number"] for line in lines if "number" in line]
    assert numbers == list(range(1, len(numbers) + 1))
    words = {
        "tr": "Turun kaydı eksik olabilir; skoru elle denetleyin.",
        "en": "The record of the round may be incomplete; check the score by hand.",
    }
    assert words[lang] in " ".join(shown.split())
    assert "Mended" not in shown
