"""The table card: what a phone reads from it."""

from __future__ import annotations

import cv2
import pytest

from calibration.paper import write_sheet
from cli.main import main
from engines import InputError
from referee.desk.card import card_drawing
from referee.desk.notes import Note, desk_on, noted


def test_a_phone_reads_both_pages_from_the_card(tmp_path):
    path = tmp_path / "card.png"
    write_sheet(card_drawing("http://192.168.1.20:8000/", "271828", "5"), path)
    picture = cv2.resize(cv2.imread(str(path)), None, fx=0.4, fy=0.4)
    good, texts, _, _ = cv2.QRCodeDetector().detectAndDecodeMulti(picture)
    assert good
    assert sorted(texts) == [
        "http://192.168.1.20:8000/login#pin=271828",
        "http://192.168.1.20:8000/players",
    ]


def test_the_players_card_betrays_no_pin(tmp_path, capsys):
    words = ["print", "card", "--players", "--address", "http://192.168.1.20:8000", "--lang", "en"]
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--out", str(tmp_path / "card.svg")])
    assert stopped.value.code == 0
    drawn = (tmp_path / "card.svg").read_text(encoding="utf-8")
    assert "Players" in drawn
    assert "Referee" not in drawn
    assert "PIN" not in drawn
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--pin", "271828"])
    assert stopped.value.code == 2
    assert "--players leaves the PIN out" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("address", "pin", "table"),
    [("ftp://x", "271828", ""), ("http://x", "27", ""), ("http://x", "271828", "x" * 30)],
)
def test_what_cannot_be_a_card_is_refused(address, pin, table):
    with pytest.raises(InputError):
        card_drawing(address, pin, table)


def test_a_desk_is_known_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with noted(8123, Note("http://localhost:8123", "271828", "5")):
        assert desk_on(8123) == Note("http://localhost:8123", "271828", "5")
        (path,) = tmp_path.rglob("*.json")
        assert path.stat().st_mode & 0o077 == 0
    with pytest.raises(InputError, match="no desk runs on port 8123"):
        desk_on(8123)


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:8000", True),
        ("http://127.0.0.1:8000", True),
        ("http://[::1]:8000", True),
        ("http://192.168.1.20:8000", False),
        ("https://hakem.example", False),
    ],
)
def test_a_card_that_no_phone_can_open_says_so(address, here, tmp_path, capsys):
    assert ("opens on this computer only" in card_drawing(address, "271828")) is here
    words = ["print", "card", "--address", address, "--pin", "271828", "--lang", "en"]
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--out", str(tmp_path / "card.svg")])
    assert not stopped.value.code
    assert ("hakem desk --host 0.0.0.0" in capsys.readouterr().err) is here
