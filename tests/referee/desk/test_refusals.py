"""What cannot be written, or is not there, is said in Turkish on the Turkish page."""

from __future__ import annotations

import ast
import errno
import os
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.desks import give_pictures
from support.reversi import D3

import referee.desk
from calibration.pits import pose_from_pits
from engines import InputError
from referee.desk.parts import eye_of
from referee.desk.refusals import refusal_words
from referee.desk.web import sayer
from referee.journal import Journal, JournalError, errors
from vision.cameras.around import take

HERE = Path(referee.desk.__file__).parent
TURKISH, ENGLISH = sayer("tr"), sayer("en")
SENTENCES = [
    told[0]
    for told in vars(errors).values()
    if isinstance(told, tuple) and told and isinstance(told[0], str)
]
"""What a journal that cannot be written is refused with."""


@contextmanager
def protected(sitting):
    """SQLite refuses to write meanwhile, as on a card that is write-protected."""
    sitting.journal._base.execute("PRAGMA query_only = ON")
    yield
    sitting.journal._base.execute("PRAGMA query_only = OFF")


def test_an_act_that_is_done_but_not_written_says_in_turkish_not_to_repeat_it(shown, referee):
    with protected(shown.sitting):
        wanted = {"who": "A", "cause": "misconduct"}
        answer = referee.post("/api/acts/warn?lang=tr", json=wanted)
        assert answer.status_code == 409
        said = answer.json()["detail"]
        assert said.startswith("bu işlem yapıldı ama henüz tutanağa yazılamadı; yeniden yapmayın: ")
        assert f"{shown.path}: buraya yazılamıyor; klasörün izinlerine bakın" in said
        card = referee.get("/desk/parts?lang=tr").json()["attention"]
        assert "Tutanak yazılamıyor" in card
        assert f"{shown.path}: buraya yazılamıyor" in card
        assert "cannot be written" not in card
    referee.post("/api/acts/pause", json={})
    assert "Tutanak yazılamıyor" not in referee.get("/desk/parts?lang=tr").json()["attention"]


def test_pits_and_pictures_that_cannot_be_used_are_refused_in_turkish(tmp_path):
    photo = tmp_path / "photo.png"
    photo.write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1][:-4])
    pits = [(250 + 150 * i, 460) for i in range(6)] + [(1000 - 150 * i, 300) for i in range(6)]
    pits[2:4] = pits[3:1:-1]
    with pytest.raises(InputError) as wrong_pits:
        pose_from_pits(pits, (1280, 720))
    with pytest.raises(InputError) as broken:
        take(str(photo))
    told = refusal_words(TURKISH, str(wrong_pits.value))
    assert told.startswith("hiçbir Mangala tahtasının kuyuları böyle değildir (S3, S4);")
    assert refusal_words(TURKISH, str(broken.value)).startswith(f"{photo} eksik, sonu yok:")


def test_every_sentence_about_a_journal_that_cannot_be_written_is_turkish():
    assert len(SENTENCES) == 5  # full, read-only, broken, busy, failing
    for sentence in SENTENCES:
        told = f"/home/hakem/tables/5-20261118.hakem: {sentence}"
        words = refusal_words(TURKISH, told)
        assert words.startswith("/home/hakem/tables/5-20261118.hakem: ")
        assert words != told
        assert refusal_words(ENGLISH, told) == told


@pytest.mark.parametrize("code", [errno.ENOSPC, errno.EACCES, errno.EROFS, errno.EIO, errno.EDQUOT])
def test_what_the_system_says_of_a_disk_is_turkish_too(code):
    told = f"t.hakem.pictures/a.jpg: {os.strerror(code)}"
    assert refusal_words(TURKISH, told) != told


def test_a_journal_that_another_program_writes_is_refused_in_turkish(tmp_path):
    path = tmp_path / "5.hakem"
    with Journal(path), pytest.raises(JournalError) as refused:
        Journal(path)
    said = refusal_words(TURKISH, str(refused.value))
    assert said.startswith(f"{path}: bu tutanağı başka bir program (işlem numarası ")


def test_what_the_camera_says_beside_the_picture_is_turkish(shown):
    shown.running.notice = "no camera at /dev/video0; `hakem cameras` lists those that are there"
    eye = eye_of(shown.running, shown.sitting.standing(), TURKISH)
    assert "/dev/video0 konumunda kamera yok" in eye.text


def test_what_is_not_there_is_said_in_the_readers_language(referee, anyone):
    answer = referee.get("/api/setup?lang=tr")
    assert answer.status_code == 404
    assert answer.json()["detail"] == "denenen kamera yok; önce bir kamera seçin"
    assert referee.get("/api/setup?lang=en").json()["detail"].startswith("no camera is tried")
    answer = anyone.get("/api/table?lang=tr")
    assert (answer.status_code, answer.json()["detail"]) == (401, "hakemin PIN'i gerekli")
    assert answer.headers["www-authenticate"] == "Bearer"


def test_a_browser_is_shown_a_page_where_there_is_none_and_a_program_is_told(anyone):
    browser = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}
    for language, words in (("tr", "Böyle bir sayfa yok"), ("en", "No such page")):
        answer = anyone.get(f"/nonsense?lang={language}", headers=browser)
        assert answer.status_code == 404
        assert f"<h1>{words}</h1>" in answer.text
        assert 'href="/"' in answer.text
    for path, headers in (
        ("/nonsense", {"accept": "application/json"}),
        ("/nonsense", {}),
        ("/api/nonsense", browser),
        ("/api", browser),
    ):
        answer = anyone.get(path, headers=headers)
        assert (answer.status_code, answer.json()) == (404, {"detail": "Not Found"})


def test_no_page_answers_with_a_text_that_has_no_turkish():
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "HTTPException":
                said = node.args[1]
                if isinstance(said, ast.Constant):
                    assert refusal_words(TURKISH, said.value) != said.value, said.value


def settled_frame(shown):
    """The board has settled, and its picture is to be kept for bug reports."""
    shown.position(shown.game.start(), seconds=0.1)
    give_pictures(shown)
    shown.sitting.table.read_at = shown.sitting.frame.time
    return shown.sitting.frame


def test_a_picture_that_is_not_kept_is_no_trouble_of_the_journal(shown, referee):
    frame = settled_frame(shown)
    pose = shown.sitting.table.pose
    beyond = pose.matrix.copy()
    beyond[:2] += 1e6 * beyond[2]
    shown.sitting.table.pose = replace(pose, matrix=beyond)
    shown.sitting._keep(frame)  # the board lies outside the picture
    assert shown.sitting.standing().trouble == ""
    assert shown.sitting.standing().unkept == ""
    shown.position(D3)
    assert "cannot be written" not in referee.get("/desk/parts").json()["attention"]


def test_a_disk_that_takes_no_more_pictures_is_told_as_what_it_is(shown, referee, monkeypatch):
    frame = settled_frame(shown)

    def full(*_):
        raise JournalError("t.hakem.frames: No space left on device")

    with monkeypatch.context() as patch:
        patch.setattr(shown.sitting._ring, "keep", full)
        shown.sitting._keep(frame)
    card = referee.get("/desk/parts?lang=tr").json()["attention"]
    assert "Hata bildirimi için resimler saklanamıyor" in card
    assert "diskte yer kalmadı" in card
    assert "Hamleler ve skor yine de yazılıyor." in card
    assert "Tutanak yazılamıyor" not in card
    shown.sitting._keep(frame)
    assert "saklanamıyor" not in referee.get("/desk/parts?lang=tr").json()["attention"]
