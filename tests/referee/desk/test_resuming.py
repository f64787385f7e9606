"""A desk that is started again goes on with the game of its journal."""

from __future__ import annotations

import threading
import time

import pytest
from support.desks import Waiting
from support.sittings import Shown

from engines import InputError, new_game
from referee.desk.access import Access
from referee.desk.desk import Desk
from referee.desk.trial import Trial
from referee.journal import JournalError
from referee.sitting import Beginning
from vision.cameras.camera import Notice, Status

REVERSI = new_game("reversi")
D3 = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))


def test_a_game_is_taken_up_where_it_stood(tmp_path):
    path = tmp_path / "table.hakem"
    shown = Shown(path, names=("Elif", "Can"))
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(D3)
    number = shown.sitting.number
    shown.sitting.close()
    desk = Desk(tmp_path, Access("271828"))
    beginning = Beginning(REVERSI, REVERSI.start())
    desk.begin(beginning, "demo:reversi", path=path, resume=True)
    sitting = desk.sitting()
    assert sitting.resumed
    assert sitting.beginning.names == ("Elif", "Can")
    assert sitting.tracker.position == D3
    assert [told for told, _ in desk.news(0)][:number] == list(range(1, number + 1))
    assert str(D3.side) == desk.players.shown.turn
    desk.close()


def test_a_game_that_cannot_be_begun_leaves_the_one_that_runs(shown, referee):
    running = shown.desk.running
    with pytest.raises(InputError):
        shown.desk.begin(Beginning(REVERSI, REVERSI.start()), "usb:87")
    assert shown.desk.running is running
    shown.desk.folder = shown.path  # a file, in which no journal can lie
    with pytest.raises(JournalError):
        shown.desk.begin(Beginning(REVERSI, REVERSI.start()), shown.camera.source)
    assert shown.desk.running is running
    shown.position(D3)
    assert referee.get("/api/table").json()["moves"] == 1
    assert shown.camera.status is Status.LIVE


def test_a_new_game_on_the_same_camera_takes_it_over_open(shown):
    shown.desk.begin(Beginning(REVERSI, REVERSI.start(), ("Ada", "Ece")), shown.camera.source)
    assert shown.desk.sitting().beginning.names == ("Ada", "Ece")
    assert shown.desk.running.camera is shown.camera
    assert shown.camera.status is Status.LIVE
    shown.desk._hear_camera(Notice(Status.STALLED, shown.camera.source, "no picture", 0.0))
    assert shown.desk.running.notice == "no picture"


def test_a_password_of_a_camera_is_not_written_down(tmp_path):
    beginning = Beginning(REVERSI, REVERSI.start(), camera="rtsp://me:secret@10.0.0.9/one")
    assert "secret" not in str(beginning.to_json({}))


def test_two_looks_at_once_leave_one_camera_open(tmp_path):
    desk = Desk(tmp_path, Access("271828"))
    tried = []

    def look():
        def make(_):
            time.sleep(0.2)  # a camera takes its time to open
            tried.append(Trial("usb:9", REVERSI, Waiting(), lambda: None))
            return tried[-1]

        desk.begin_trial(make)

    threads = [threading.Thread(target=look) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert [trial.camera.status for trial in tried if trial is not desk.trial] == [Status.CLOSED]
    desk.close()
    assert {trial.camera.status for trial in tried} == {Status.CLOSED}
