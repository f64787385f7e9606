"""`hakem cameras`: the list, and a picture from any source."""

from __future__ import annotations

import json
import sys
from functools import partial

import cv2
import pytest
from support.films import film, number

from vision.cameras import demos
from vision.cameras.usb import UsbCamera


@pytest.fixture
def hakem(hakem, monkeypatch, tmp_path):
    """Run the command beside two demos, without picamera2 and USB cameras, on no Raspberry Pi."""
    monkeypatch.setenv("COLUMNS", "200")
    monkeypatch.setitem(sys.modules, "picamera2", None)
    monkeypatch.setattr("cli.cameras.pi_model", lambda: "")
    monkeypatch.setattr("vision.cameras.around.found_usb", list)
    monkeypatch.setattr(demos, "DEMOS", tmp_path / "demos")
    (tmp_path / "demos").mkdir()
    for game in ("kulami", "reversi"):
        film(tmp_path / "demos" / f"{game}.mp4", 3)

    return partial(hakem, "cameras")


def test_a_computer_without_a_camera_is_told_so_and_nothing_of_a_raspberry_pi(hakem):
    status, out, err = hakem()
    assert (status, err) == (0, "")
    assert "demo:kulami" in out
    assert "demo:reversi" in out
    assert "No camera was found. Plug in a USB camera and look again" in out
    assert "picamera2" not in out


def test_a_raspberry_pi_is_told_what_its_own_camera_needs(hakem, monkeypatch):
    monkeypatch.setattr("cli.cameras.pi_model", lambda: "Raspberry Pi 5 Model B")
    assert "apt install python3-picamera2" in hakem()[1]
    assert "Raspberry Pi kamerası için picamera2 gerekir" in hakem("--lang", "tr")[1]


def test_the_cameras_that_are_there_are_named(hakem, monkeypatch):
    plugged = [UsbCamera(0, "C920"), UsbCamera(2, "Brio")]
    monkeypatch.setattr("vision.cameras.around.found_usb", lambda: plugged)
    out = hakem()[1]
    assert "C920" in out
    assert "Cameras found: usb:0, usb:2." in out
    assert "hakem cameras --snapshot usb:0 board.jpg" in out
    assert "No camera" not in out


def test_the_list_in_json(hakem):
    status, out, _ = hakem("--json")
    told = json.loads(out)
    assert status == 0
    assert {"source": "demo:kulami", "kind": "demo", "name": "Kulami"} in told["cameras"]
    assert "apt install python3-picamera2" in told["picamera2"]


def test_the_list_speaks_turkish(hakem):
    assert "kaynak" in hakem("--lang", "tr")[1]


def test_a_snapshot_is_a_picture_of_the_source(hakem, tmp_path):
    file = tmp_path / "board.png"
    status, out, _ = hakem("--snapshot", "demo:kulami", str(file))
    assert status == 0
    assert out == f"demo:kulami: 96×64, saved as {file}\n"
    assert number(cv2.imread(str(file))) == 0


def test_a_snapshot_in_json(hakem, tmp_path):
    file = tmp_path / "board.jpg"
    _, out, _ = hakem("--snapshot", "demo:reversi", str(file), "--json")
    told = {"source": "demo:reversi", "file": str(file), "width": 96, "height": 64}
    assert json.loads(out) == told


@pytest.mark.parametrize(
    ("source", "file", "message"),
    [
        ("demo:chess", "a.jpg", "no demo of 'chess'; there are: demo:kulami, demo:reversi"),
        ("camera1", "a.jpg", "valid are picamera2:0"),
        ("picamera2:0", "a.jpg", "apt install python3-picamera2"),
        ("demo:kulami", "a.text", "must end in .png, .jpg or .webp"),
        ("demo:kulami", "/proc/a.jpg", "cannot write"),
    ],
)
def test_bad_words_are_told_in_one_line(hakem, tmp_path, source, file, message):
    status, out, err = hakem("--snapshot", source, str(tmp_path / file))
    assert (status, out) == (2, "")
    assert err.startswith("hakem: ")
    assert message in err
    assert err.count("\n") == 1
