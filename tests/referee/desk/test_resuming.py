"""A desk that is started again goes on with the game of its journal."""

from __future__ import annotations

import io
import re
import threading
import time
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial

import numpy as np
import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, Waiting
from support.pdf import text_of
from support.reversi import D3, REVERSI
from support.sittings import Shown

from calibration.pose import BoardNotFound
from engines import InputError, new_game
from referee.desk.access import Access
from referee.desk.app import make_app
from referee.desk.desk import Desk
from referee.desk.trial import Trial
from referee.desk.unfinished import unfinished_in
from referee.desk.web import sayer
from referee.journal import JournalError, read_journal
from referee.orientation import turned_to_fit
from referee.sitting import Beginning, Sitting
from referee.table import Table
from vision.cameras.around import take
from vision.cameras.camera import Notice, Status
from vision.find import BoardFinder, outline


def test_a_game_is_taken_up_where_it_stood(tmp_path):
    path = tmp_path / "table.hakem"
    shown = Shown(path, names=("Elif", "Can"))
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(D3)
    number = shown.sitting.number
    shown.sitting.close()
    desk = Desk(tmp_path, Access("271828"))
    beginning = Beginning(REVERSI, REVERSI.start())
    desk.begin(beginning, "demo:reversi", path=path, resume=True, once_opened=True)
    sitting = desk.sitting()
    assert sitting.resumed
    assert sitting.beginning.names == ("Elif", "Can")
    assert sitting.tracker.position == D3
    assert [told for told, _ in desk.news(0)][:number] == list(range(1, number + 1))
    assert str(D3.side) == desk.players.shown.turn
    desk.close()


def test_a_game_goes_on_with_the_plates_it_was_begun_with(tmp_path):
    path, default = tmp_path / "table.hakem", new_game("kulami")
    begun = new_game("kulami", {"layout": "rulebook"})
    Shown(path, "kulami", rules={"layout": "rulebook"}).sitting.close()
    desk, beginning = Desk(tmp_path, Access("271828")), Beginning(default, default.start())
    with pytest.raises(InputError, match="in the middle of a game of kulami"):
        desk.begin(beginning, "demo:kulami", path=path, resume=True)
    desk.begin(beginning, "demo:kulami", path=path, resume=True, any_rules=True)
    assert desk.sitting().resumed
    assert desk.sitting().tracker.game.layout == begun.layout
    desk.close()


def test_no_journal_is_begun_where_there_is_no_camera(tmp_path):
    desk, path = Desk(tmp_path, Access("271828")), tmp_path / "table.hakem"
    with pytest.raises(InputError):
        desk.begin(Beginning(REVERSI, REVERSI.start()), "usb:87", path=path, resume=True)
    assert not path.exists()


def test_a_board_that_cannot_be_found_is_taken_up_where_a_person_has_put_it(tmp_path):
    frame, path = take("demo:reversi"), tmp_path / "table.hakem"
    pose = turned_to_fit(REVERSI, REVERSI.start(), frame, BoardFinder("reversi").find(frame))

    class Blind:
        def find(self, frame):
            raise BoardNotFound("no board is seen", "put it in the picture")

    def table(game, position, settings, where=None):
        return Table(game, position, settings=settings, finder=Blind(), pose=where)

    begun = Beginning(REVERSI, REVERSI.start())
    with Sitting.begin(path, begun, make_table=partial(table, where=pose)) as sitting:
        sitting.see(frame)
    with Sitting.resume(path, make_table=table) as sitting:
        sitting.see(frame)
        assert sitting.sight == "found"
        assert np.allclose(sitting.pose.project(outline(pose)), pose.project(outline(pose)))
    with Sitting.resume(path, make_table=table) as sitting:  # the camera shows something else now
        sitting.see(replace(frame, picture=np.ascontiguousarray(frame.picture[::-1, ::-1] // 2)))
        assert sitting.sight == "lost"


def test_a_signed_game_is_taken_up_with_its_sheet_as_it_was_signed(shown, referee):
    shown.position(D3)
    referee.post("/api/score/end", json={"why": "resigned", "by": "B"})
    for player in "AB":
        signed = {"by": player, "strokes": [[[0.1, 0.1], [0.9, 0.9]]]}
        assert referee.post("/api/score/sign", json=signed).is_success
    sheets = {lang: referee.get(f"/api/score.pdf?lang={lang}").content for lang in ("tr", "en")}
    shown.close()
    desk = Desk(shown.path.parent, Access(PIN))
    desk.begin(Beginning(REVERSI, REVERSI.start()), "demo:reversi", path=shown.path, resume=True)
    assert desk.sitting().keeper.round.phase == "signed"
    again = TestClient(make_app(desk), base_url="http://localhost")
    again.post("/api/login", json={"pin": PIN})
    for lang, sheet in sheets.items():
        assert again.get(f"/api/score.pdf?lang={lang}").content == sheet
    assert "agreed" not in text_of(io.BytesIO(sheets["en"])).lower()  # both are drawn
    desk.close()


def test_an_unfinished_game_of_the_folder_is_gone_on_with_from_the_page(shown, referee):
    other = shown.path.with_name("5-20260503-101500.hakem")
    Shown(other, "kulami", rules={"layout": "rulebook"}, names=("Ada", "Ece"),
          camera="demo:kulami").sitting.close()  # fmt: skip
    shown.path.with_name("broken.hakem").write_bytes(b"no journal")
    listed = referee.get("/desk/setup/unfinished").text
    assert re.findall(r'data-resume="([^"]+)"', listed) == [other.name]
    assert "Ada – Ece" in listed
    for name in (shown.path.name, "../table.hakem", "none.hakem"):
        assert referee.post("/api/setup/resume", json={"journal": name}).status_code == 404
    assert referee.post("/api/setup/resume", json={"journal": other.name}).status_code == 204
    assert shown.desk.sitting().journal.path == other
    assert shown.desk.sitting().beginning.names == ("Ada", "Ece")


def test_several_games_of_a_table_on_one_day_are_told_apart_by_their_time(shown):
    path = shown.path.with_name("5-20260503-101500.hakem")
    Shown(path, names=("Ada", "Ece"), table="5", camera="demo:reversi").sitting.close()
    (game,) = unfinished_in(path.parent, but=shown.path)
    begun = datetime.fromisoformat(read_journal(path)[0].time).astimezone()
    assert f"{begun:%d.%m.%Y %H:%M}" in game.words(sayer("tr"), "tr")
    assert f"{begun:%Y-%m-%d %H:%M}" in game.words(sayer("en"), "en")
    later = replace(game, begun=(begun + timedelta(hours=1)).isoformat())
    assert later.words(sayer("en"), "en") != game.words(sayer("en"), "en")


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


def test_a_game_that_is_refused_when_it_was_taken_up_leaves_the_one_that_runs(shown):
    other = shown.path.with_name("other.hakem")
    Shown(other, camera=shown.camera.source).sitting.close()

    def refuse(sitting):
        assert sitting.resumed
        raise InputError("with other rules")

    running, begun = shown.desk.running, Beginning(REVERSI, REVERSI.start())
    with pytest.raises(InputError, match="with other rules"):
        shown.desk.begin(begun, shown.camera.source, path=other, resume=True, check=refuse)
    assert shown.desk.running is running
    assert shown.camera.status is Status.LIVE
    Sitting.resume(other).close()  # nobody holds the journal any more


def test_a_new_game_on_the_same_camera_takes_it_over_open(shown):
    shown.desk.begin(Beginning(REVERSI, REVERSI.start(), ("Ada", "Ece")), shown.camera.source)
    assert shown.desk.sitting().beginning.names == ("Ada", "Ece")
    assert shown.desk.running.camera is shown.camera
    assert shown.camera.status is Status.LIVE
    shown.desk._hear_camera(Notice(Status.STALLED, shown.camera.source, "no picture", 0.0))
    assert shown.desk.running.notice == "no picture"


def test_a_game_of_a_camera_with_a_password_asks_for_its_address_again(shown, referee, monkeypatch):
    other, opened = shown.path.with_name("5-20260503-101500.hakem"), []
    whole, kept = "rtsp://me:secret@10.0.0.9/one", "rtsp://me:***@10.0.0.9/one"
    Shown(other, camera=whole).sitting.close()

    def open_camera(source, **_):
        opened.append(source)
        return Waiting()

    monkeypatch.setattr("vision.cameras.open", open_camera)
    for address in ("", kept, "rtsp://me:secret@10.0.0.8/one", "usb:0"):
        told = {"journal": other.name, "address": address}
        refused = referee.post("/api/setup/resume?lang=tr", json=told)
        assert refused.status_code == 409
        assert f"{kept} kamerasının parolası saklanmaz" in refused.json()["detail"]
    assert opened == []
    told = {"journal": other.name, "address": f" {whole} "}
    assert referee.post("/api/setup/resume", json=told).status_code == 204
    assert opened == [whole]
    assert shown.desk.sitting().journal.path == other
    assert b"secret" not in other.read_bytes()


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
