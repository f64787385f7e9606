"""`hakem read`: bad input is one clear line."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import zlib

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
        (["reversi", "PHOTO", "--corners", "1,1,9e99,1,9,9,1,9"], "takes numbers of pixels"),
        (["reversi", "PHOTO", "--corners", "9,9,9,9,200,200,9,200"], "do not go around a board"),
        (["mangala", "PHOTO", "--pits", "1,1,2,2,3,3"], "--pits takes 4 or 12 points"),
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


def png(kind, data):
    """A part of a PNG file."""
    sum_ = zlib.crc32(kind + data).to_bytes(4, "big")
    return len(data).to_bytes(4, "big") + kind + data + sum_


def test_a_png_whose_head_tells_of_more_than_it_holds_is_refused_in_one_line(tmp_path):
    """Its decoder would speak in a line of its own, which only a process of its own shows."""
    head = (20000).to_bytes(4, "big") * 2 + bytes((8, 2, 0, 0, 0))
    parts = png(b"IHDR", head), png(b"IDAT", zlib.compress(bytes(100))), png(b"IEND", b"")
    path = tmp_path / "huge.png"
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))
    words = [sys.executable, "-m", "cli.main", "read", "reversi", path, "--lang", "en"]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"hakem: {path} is damaged: copy or send it again\n"


@pytest.mark.parametrize("name", ["photo.png", "photo", "film.mp4"])
def test_an_empty_file_is_called_empty(hakem, tmp_path, name):
    (tmp_path / name).touch()
    status, _, err = hakem("read", "reversi", tmp_path / name)
    assert (status, err) == (2, f"hakem: {tmp_path / name} is empty\n")


@pytest.mark.timeout(30)
@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("read", "reversi", "PIPE"), "is neither a file nor a folder; valid are"),
        (("read", "reversi", "PHOTO", "--profile", "PIPE"), "is a pipe; a profile is a file"),
        (("calibrate", "lens", "PHOTO", "--out", "PIPE"), "is a pipe; a profile is a file"),
        (("journal", "PIPE"), "is no journal"),
        (("replay", "PIPE"), "is no journal"),
        (("bundle", "PIPE"), "is no journal"),
        (("forget", "PIPE", "--yes"), "is no journal"),
    ],
)
def test_nobody_waits_for_a_pipe(hakem, photo, tmp_path, words, told):
    os.mkfifo(tmp_path / "pipe")
    names = {"PIPE": tmp_path / "pipe", "PHOTO": photo}
    status, _, err = hakem(*(names.get(word, word) for word in words))
    assert (status, err.count("\n")) == (2, 1)
    assert told in err
    assert (tmp_path / "pipe").is_fifo()


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("read", "reversi", "PHOTO", "--profile", "PIPE"), "boru (pipe). Profil bir dosyadır."),
        (("forget", "PIPE", "--yes"), "bir tutanak değil. Hiçbir şey silinmedi."),
    ],
)
def test_that_a_pipe_is_none_of_our_files_is_told_in_turkish(hakem, photo, tmp_path, words, told):
    os.mkfifo(tmp_path / "pipe")
    names = {"PIPE": tmp_path / "pipe", "PHOTO": photo}
    err = hakem(*(names.get(word, word) for word in words), "--lang", "tr")[2]
    assert told in err


@pytest.fixture
def locked(tmp_path):
    """A photo that nobody may read, and one in a folder into which nobody may look."""
    if shutil.which("setpriv") is None or os.geteuid():
        pytest.skip("needs root, who becomes somebody who may read nothing, and setpriv")
    for name in ("locked.png", "folder/photo.png"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        cv2.imwrite(str(tmp_path / name), np.full((300, 400, 3), 90, np.uint8))
    (tmp_path / "locked.png").chmod(0)
    (tmp_path / "folder").chmod(0)
    yield tmp_path
    (tmp_path / "folder").chmod(0o700)


@pytest.mark.parametrize("name", ["locked.png", "folder/photo.png"])
@pytest.mark.parametrize("words", [("read", "reversi"), ("score", "reversi")])
def test_a_photo_that_may_not_be_read_is_not_called_missing(locked, words, name):
    may_nothing = ["setpriv", "--bounding-set=-all", "--inh-caps=-all"]
    words = [*may_nothing, sys.executable, "-m", "cli.main", *words, name]
    told = {}
    for lang in ("en", "tr"):
        done = subprocess.run([*words, "--lang", lang], capture_output=True, text=True, cwd=locked)
        told[lang] = done.returncode, done.stderr
    assert told["en"] == (2, f"hakem: cannot read {name}: Permission denied\n")
    assert told["tr"] == (2, f"hakem: {name} okunamıyor: izin yok.\n")


@pytest.mark.parametrize(
    ("words", "option"),
    [
        (("read", "mangala", "PHOTO"), "its pits: --pits x,y,x,y,x,y,x,y"),
        (("score", "mangala", "PHOTO"), "its pits: --pits x,y,x,y,x,y,x,y"),
        (("read", "kulami", "PHOTO"), "its corners: --corners x,y,x,y,x,y,x,y"),
        (("calibrate", "board", "PHOTO", "--out", "p.json"), "its corners: --corners x,y,x,y"),
    ],
)
def test_the_option_that_tells_where_the_board_lies_is_named(hakem, photo, words, option):
    words = [photo if word == "PHOTO" else word for word in words]
    status, _, err = hakem(*words)
    assert status == 3
    assert f"or give {option}" in err
    assert option in json.loads(hakem(*words, "--json")[1])["hint"]
    turkish = hakem(*words, "--lang", "tr")[2]
    assert option.partition(": ")[2] in turkish
    assert "ya da" in turkish.lower()


def test_an_unknown_game_is_refused_in_turkish(hakem, photo):
    _, _, err = hakem("read", "satranç", photo, "--lang", "tr")
    assert "'satranç' diye bir oyun yok. Oyunlar: reversi, kulami, mangala." in err
    assert err.endswith(" read --help`.\n")
    _, _, err = hakem("read", "reversy", photo, "--lang", "tr")
    assert err.endswith("Yoksa reversi mi demek istediniz?\n")


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
