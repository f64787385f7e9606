"""Pictures that are larger than need be are read smaller; places in them stay those of the file."""

from __future__ import annotations

import json
import subprocess
import sys
import zlib
from pathlib import Path

import cv2
import numpy as np
import pytest

from cli.main import main
from engines import InputError
from vision import cameras
from vision.cameras import picture_file
from vision.cameras.around import take
from vision.cameras.picture_file import CUT_OFF, fault_of, jpeg_size, read_picture, reduction
from vision.frame import Frame

ROOT = Path(__file__).resolve().parents[3]


@pytest.mark.parametrize(
    ("size", "by"),
    [
        ((4000, 6000), 1),
        ((4032, 6048), 2),
        ((9000, 12000), 4),
        ((30000, 30000), 8),
        ((65535, 65535), 8),
    ],
)
def test_what_is_too_large_is_reduced(size, by):
    assert reduction(*size) == by


@pytest.mark.parametrize("kind", ["jpg", "png", "webp", "bmp", "tif"])
def test_a_large_picture_of_any_kind_is_read_smaller(kind, tmp_path, monkeypatch):
    path = tmp_path / f"board.{kind}"
    left_half = np.zeros((90, 123, 3), np.uint8)
    left_half[:, :60] = 200
    cv2.imwrite(str(path), left_half)
    assert read_picture(path)[0].shape == left_half.shape
    monkeypatch.setattr(picture_file, "MOST", 90 * 123 / 5)
    picture, by = read_picture(path)
    assert by == 4
    assert picture.shape[0] in (22, 23)
    assert picture.shape[1] in (30, 31)
    assert (picture[:, :14] > 190).all()
    assert (picture[:, 16:] < 10).all()


def test_the_size_of_a_jpeg_is_told_by_its_header(tmp_path, monkeypatch):
    path = tmp_path / "photo.jpg"
    cv2.imwrite(str(path), np.zeros((90, 123, 3), np.uint8), [cv2.IMWRITE_JPEG_PROGRESSIVE, 1])
    data = path.read_bytes()
    path.write_bytes(data[:2] + b"\xff\xe1\x00\x06Exif\xff" + data[2:])  # and a byte to fill up
    assert jpeg_size(path) == (90, 123)
    asked = []
    read = cv2.imread
    monkeypatch.setattr(cv2, "imread", lambda name, flag: asked.append(flag) or read(name, flag))
    monkeypatch.setattr(picture_file, "MOST", 90 * 123 / 3)
    read_picture(path)
    assert asked == [cv2.IMREAD_REDUCED_COLOR_2]  # never decoded in full


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xd8", b"\xff\xd8\xff", b"\xff\xd8\xff\xe0\x00", b"\xff\xd8\xff\xda\x00\x02",
     b"\xff\xd8\xff\xc0\x00\x03\x08", b"\xff\xd8" + b"\xff" * 99, b"a text"],
)  # fmt: skip
def test_a_broken_header_tells_nothing(data, tmp_path):
    path = tmp_path / "photo.jpg"
    path.write_bytes(data)
    assert jpeg_size(path) is None
    assert fault_of(path) == (CUT_OFF if data.startswith(b"\xff\xd8") else "")
    if data and not fault_of(path):
        assert read_picture(path) is None
    assert jpeg_size(Path("/nowhere.jpg")) is None


def test_a_file_that_is_empty_or_gone_is_called_so(tmp_path):
    path = tmp_path / "photo.jpg"
    with pytest.raises(InputError, match=r"cannot read .*photo\.jpg: No such file or directory"):
        read_picture(path)
    path.touch()
    with pytest.raises(InputError, match=r"photo\.jpg is empty"):
        read_picture(path)


@pytest.mark.parametrize("progressive", [0, 1])
def test_a_jpeg_whose_end_is_missing_is_told_and_not_half_read(tmp_path, capfd, progressive):
    path, part = tmp_path / "photo.jpg", tmp_path / "part.jpg"
    picture = np.random.default_rng(1).integers(0, 255, (300, 400, 3), np.uint8)
    cv2.imwrite(str(path), picture, [cv2.IMWRITE_JPEG_PROGRESSIVE, progressive])
    data = path.read_bytes()
    small = cv2.imencode(".jpg", picture[:8, :8])[1].tobytes()
    thumbnail = b"\xff\xe1" + (len(small) + 2).to_bytes(2, "big") + small
    whole = data[:2] + thumbnail + data[2:]
    for end in (b"", b"\x00more of the phone's\xff\xda\xff"):
        path.write_bytes(whole + end)
        assert not fault_of(path)
        assert read_picture(path)[0].shape == picture.shape
    for length in (len(whole) // 3, len(whole) // 2, len(whole) - 2):
        part.write_bytes(whole[:length])
        assert fault_of(part) == CUT_OFF
    with pytest.raises(SystemExit) as stopped:
        main(["read", "reversi", str(part), "--no-picture"])
    err = capfd.readouterr().err  # libjpeg would write there itself
    assert (stopped.value.code, len(err.splitlines())) == (2, 1)
    assert "part.jpg is incomplete, its end is missing" in err


def in_a_process(*words):
    """What the command says: decoders write past Python's own standard error."""
    command = [sys.executable, "-m", "cli.start", *map(str, words)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.returncode, done.stdout, done.stderr


@pytest.mark.parametrize(
    ("kind", "damage", "said"),
    [
        ("jpg", lambda data: data[:4], "is incomplete, its end is missing"),
        ("png", lambda data: data[: len(data) // 2], "is incomplete, its end is missing"),
        ("png", lambda data: data[:-4], "is incomplete, its end is missing"),
        ("png", lambda data: data[:3000] + b"damaged" + data[3007:], "is damaged"),
        ("bmp", lambda data: data[: len(data) // 2], "is not a picture that can be read"),
        ("tif", lambda data: data[: len(data) // 2], "is not a picture that can be read"),
    ],
)
def test_a_broken_picture_is_one_line(kind, damage, said, tmp_path):
    path = tmp_path / f"photo.{kind}"
    cv2.imwrite(str(path), np.random.default_rng(1).integers(0, 255, (90, 120, 3), np.uint8))
    assert not fault_of(path)
    path.write_bytes(damage(path.read_bytes()))
    status, out, err = in_a_process("read", "reversi", path, "--json")
    assert (status, out, len(err.splitlines())) == (2, "", 1), err
    assert f"photo.{kind} {said}" in err


@pytest.mark.parametrize("name", ["photo.jfif", "photo", "photo.jpg", ".photo.JPG"])
def test_a_picture_is_known_by_what_it_holds_not_by_its_name(name, tmp_path):
    path = tmp_path / name
    picture = np.zeros((30, 40, 3), np.uint8)
    picture[:, :20] = 200
    data = cv2.imencode(".jpg", picture)[1].tobytes()
    turn = (*b"Exif\0\0II*\0\x08\0\0\0", 1, 0, 0x12, 1, 3, 0, 1, 0, 0, 0, 6, 0, 0, 0, 0, 0, 0, 0)
    exif = b"\xff\xe1" + (len(turn) + 2).to_bytes(2, "big") + bytes(turn)
    path.write_bytes(data[:2] + exif + data[2:])  # the camera was turned by a quarter
    frame = take(str(path))
    assert frame.size == (30, 40)
    assert frame.picture[:18].min() > 150
    path.write_bytes(data[:-9])
    with pytest.raises(InputError, match="is incomplete"):
        take(str(path))


@pytest.mark.parametrize("kind", ["avif", "jp2", "webp"])
def test_every_kind_that_can_be_read_is_also_taken_from_a_folder(kind, tmp_path):
    picture = np.full((48, 64, 3), 120, np.uint8)
    cv2.imwrite(str(tmp_path / f"1.{kind}"), picture)
    (tmp_path / "notes.txt").write_text("no picture")
    for source in (tmp_path, tmp_path / f"1.{kind}"):
        with cameras.open(str(source), speed=0) as camera:
            assert [frame.size for frame in camera] == [(64, 48)]


def test_a_moving_gif_is_a_film(tmp_path):
    film = cv2.Animation()
    film.frames = [np.full((48, 64, 3), shade, np.uint8) for shade in (0, 90, 180)]
    film.durations = [100, 100, 100]
    cv2.imwriteanimation(str(tmp_path / "film.gif"), film)
    with cameras.open(str(tmp_path / "film.gif"), speed=0) as camera:
        assert len(list(camera)) == 3


def too_large(path):
    """A PNG of a few bytes whose header tells 3600 million pixels."""

    def chunk(kind, data):
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")

    header = (60000).to_bytes(4, "big") * 2 + bytes((8, 2, 0, 0, 0))
    parts = chunk(b"IHDR", header), chunk(b"IDAT", zlib.compress(bytes(99))), chunk(b"IEND", b"")
    path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(parts))


@pytest.mark.parametrize(
    "words",
    [
        ("read", "reversi", "in/big.png"),
        ("score", "reversi", "in/big.png"),
        ("calibrate", "lens", "in", "--out", "table.json"),
        ("watch", "reversi", "--camera", "in", "--journal", "t.hakem"),
    ],
)
def test_a_picture_too_large_to_be_read_is_one_line(words, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "in").mkdir()
    too_large(tmp_path / "in/big.png")
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    said = capsys.readouterr().err
    assert stopped.value.code == 2
    assert said.startswith("hakem: in/big.png tells a size too large for a picture")
    assert len(said.splitlines()) == 1


def test_places_go_to_the_file_and_back():
    frame = Frame(np.zeros((30, 40, 3), np.uint8), 0.0, reduced=4)
    assert frame.to_original([(0, 0), (39, 29)]).tolist() == [[1.5, 1.5], [157.5, 117.5]]
    assert frame.from_original([(1.5, 117.5)]).tolist() == [[0, 29]]


def told(capsys, *words):
    with pytest.raises(SystemExit) as stopped:
        main(["read", "reversi", *words, "--json"])
    assert not stopped.value.code
    return json.loads(capsys.readouterr().out)


def test_corners_are_those_of_the_file(tmp_path, monkeypatch, capsys):
    path = tmp_path / "photo.png"
    cv2.imwrite(str(path), take("demo:reversi").picture)
    whole = told(capsys, str(path))
    monkeypatch.setattr(picture_file, "MOST", 300_000)
    half = told(capsys, str(path))
    assert take(str(path)).size == (480, 360)
    assert np.abs(np.array(half["corners"]) - whole["corners"]).max() < 6
    words = ",".join(str(v) for corner in whole["corners"] for v in corner)
    given = told(capsys, str(path), "--corners", words)
    assert given["rows"] == whole["rows"]
