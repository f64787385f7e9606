"""`hakem read`: bad input is one clear line."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest

from cli.main import main
from vision.network import Network, network


@pytest.fixture
def photo(tmp_path):
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), np.full((300, 400, 3), 90, np.uint8))
    return str(path)


def run(capsys, *arguments):
    with pytest.raises(SystemExit) as stopped:
        main(["read", *arguments])
    told = capsys.readouterr()
    return stopped.value.code, told.err.strip()


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["reversi", "nowhere.png"], "a video file, a photo, a folder"),
        (["chess", "PHOTO"], "unknown game 'chess'"),
        (["reversi", "PHOTO", "--corners", "1,2,3"], "4 points, got 3 numbers"),
        (["reversi", "PHOTO", "--corners", "a,b"], "takes numbers"),
        (["reversi", "PHOTO", "--corners", "1,1,nan,1,9,9,1,inf"], "takes numbers of pixels"),
        (["reversi", "PHOTO", "--corners", ""], "--corners takes 4 points, got 0 numbers"),
        (["mangala", "PHOTO", "--pits", ""], "--pits takes 4 or 12 points, got 0 numbers"),
        (["reversi", "PHOTO", "--pits", "1,2,3,4,5,6,7,8"], "--pits is for Mangala"),
        (["mangala", "PHOTO", "--corners", "1,1,2,1,2,2,1,2"], "give --pits"),
        (["reversi", "PHOTO", "--corners", "9,9,9,200,200,200,200,9"], "anticlockwise"),
        (["reversi", "PHOTO", "--profile", "nowhere.json"], "nowhere.json"),
    ],
)
def test_bad_input_is_one_line_and_status_2(photo, capsys, arguments, words):
    status, line = run(capsys, *(photo if word == "PHOTO" else word for word in arguments))
    assert status == 2
    assert words in line
    assert len(line.splitlines()) == 1


def test_a_file_that_is_no_picture_is_told(tmp_path, capsys):
    path = tmp_path / "notes.png"
    path.write_text("no picture")
    status, line = run(capsys, "reversi", str(path))
    assert status == 2
    assert "is not a picture that can be read" in line


@pytest.mark.parametrize(
    "words",
    [
        ("read", "reversi", "PHOTO"),
        ("score", "reversi", "PHOTO"),
        ("calibrate", "lens", "PHOTO", "--out", "table.json"),
        ("calibrate", "board", "PHOTO", "--out", "table.json"),
        ("calibrate", "colours", "reversi", "PHOTO", "--out", "table.json"),
    ],
)
def test_where_no_board_is_found_every_command_says_so_alike(
    words, photo, hakem, tmp_path, monkeypatch
):
    monkeypatch.chdir(tmp_path)
    words = [photo if word == "PHOTO" else word for word in words]
    status, out, err = hakem(*words, "--json")
    assert (status, err) == (3, "")
    told = json.loads(out)
    assert (told.pop("found"), [*told]) == (False, ["reason", "hint"])
    status, out, err = hakem(*words)
    assert (status, err.count("\n")) == (3, 1)
    assert told["reason"] in err


@pytest.mark.parametrize(
    "words",
    [
        ("read", "reversi", "in.png", "--out", "in.png"),
        ("read", "reversi", "in.png", "--out", "other/../link.png"),
        ("score", "reversi", "in.png", "--overlay", "in.png"),
        ("score", "reversi", "in.png", "--sheet", "link.png"),
        ("cameras", "--snapshot", "in.png", "in.png"),
    ],
)
def test_a_photo_is_never_overwritten_by_what_is_made_of_it(words, hakem, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    (tmp_path / "link.png").symlink_to("in.png")
    cv2.imwrite("in.png", np.full((300, 400, 3), 90, np.uint8))
    before = (tmp_path / "in.png").read_bytes()
    status, _, said = hakem(*words)
    assert (status, said.count("\n")) == (2, 1)
    assert "is what is read; name another file" in said
    assert (tmp_path / "in.png").read_bytes() == before


@pytest.mark.parametrize(
    ("command", "message"),
    [("replay", "not a text file"), ("score", "is incomplete, its end is missing")],
)
def test_a_photo_is_known_as_one_whatever_it_is_called(hakem, tmp_path, command, message):
    path = tmp_path / "file.json"
    path.write_bytes(b"\xff\xd8\xff\xe0")
    status, _, err = hakem(command, "reversi", str(path))
    assert (status, err.count("\n")) == (2, 1)
    assert message in err


def test_a_demo_is_read_into_a_file_that_every_system_can_name(hakem, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = hakem("read", "reversi", "demo:reversi")
    assert status == 0
    assert "demo-reversi-read.png" in out
    assert [path.name for path in tmp_path.iterdir()] == ["demo-reversi-read.png"]


def test_kulami_is_shown_with_its_plates(hakem, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    status, out, _ = hakem("read", "kulami", "demo:kulami", "--lang", "en")
    assert status == 0
    rows = [line.split() for line in out.splitlines() if line.strip()[:1].isdigit()]
    letters = [letter for row in rows for letter in row if letter.isalpha()]
    assert len(letters) == 64
    assert len(set(letters)) == 17


def test_a_missing_model_is_told(photo, capsys, tmp_path, monkeypatch):
    monkeypatch.setattr("vision.network.network", lambda name: Network(name, tmp_path))
    monkeypatch.setattr("vision.find.guess.network", lambda name: Network(name, tmp_path))
    network.cache_clear()
    status, line = run(capsys, "reversi", photo)
    assert status == 2
    assert "whereabouts.onnx is missing" in line
