"""Videos, demos and folders of pictures as cameras."""

from __future__ import annotations

import subprocess
import sys
import time
from pathlib import Path

import cv2
import numpy as np
import pytest
from support.films import film, number

from engines import InputError
from vision import cameras
from vision.cameras import Status, demos

ROOT = Path(__file__).resolve().parents[3]


def test_a_video_gives_every_frame_with_its_own_time(tmp_path):
    path = film(tmp_path / "game.mp4", 12, rate=10)
    with cameras.open(str(path), speed=0) as camera:
        frames = list(camera)
    assert [number(frame.picture) for frame in frames] == list(range(12))
    assert [frame.time for frame in frames] == pytest.approx([n / 10 for n in range(12)], abs=2e-3)
    assert {frame.source for frame in frames} == {str(path)}
    assert {frame.size for frame in frames} == {(96, 64)}


def test_a_phones_uneven_video_keeps_its_times(tmp_path):
    times = [0.0, 0.1, 0.5, 0.6, 1.4]
    path = film(tmp_path / "phone.mp4", 5, times=times)
    with cameras.open(str(path), speed=0) as camera:
        assert [frame.time for frame in camera] == pytest.approx(times, abs=2e-3)


@pytest.mark.parametrize(("speed", "seconds"), [(1.0, 0.9), (3.0, 0.3)])
def test_a_video_plays_in_real_time_or_faster(tmp_path, speed, seconds):
    path = film(tmp_path / "game.mp4", 10, rate=10)
    with cameras.open(str(path), speed=speed) as camera:
        next(camera)
        began = time.monotonic()
        list(camera)
        assert seconds - 0.1 < time.monotonic() - began < seconds + 1.0


def test_a_film_waits_for_a_slow_reader(tmp_path):
    path = film(tmp_path / "game.mp4", 25, rate=25)
    with cameras.open(str(path), speed=50) as camera:
        seen = []
        for frame in camera:
            seen.append(number(frame.picture))
            if len(seen) in (3, 9, 20):
                time.sleep(0.4)
        assert seen == list(range(25))
        assert camera.behind > 1.0


def test_a_film_that_waited_goes_on_at_its_own_pace(tmp_path):
    path = film(tmp_path / "game.mp4", 10, rate=10)
    with cameras.open(str(path)) as camera:
        next(camera)
        time.sleep(1.0)
        next(camera)
        began = time.monotonic()
        list(camera)
    assert time.monotonic() - began > 0.7  # 0.8, which it did not hurry through to catch up


def test_a_video_ends_and_says_so(tmp_path):
    camera = cameras.open(str(film(tmp_path / "game.mp4", 3)), speed=0)
    assert camera.status is Status.LIVE
    assert not camera.live
    assert len(list(camera)) == 3
    assert camera.status is Status.CLOSED
    assert list(camera) == []
    camera.close()


def test_a_closed_video_gives_nothing_more(tmp_path):
    with cameras.open(str(film(tmp_path / "game.mp4", 5)), speed=0) as camera:
        next(camera)
    assert list(camera) == []


def test_a_demo_is_named_by_its_game(tmp_path, monkeypatch):
    monkeypatch.setattr(demos, "DEMOS", tmp_path)
    film(tmp_path / "reversi.mp4", 4)
    with cameras.open("demo:Reversi", speed=0) as camera:
        frames = list(camera)
    assert [number(frame.picture) for frame in frames] == [0, 1, 2, 3]
    assert frames[0].source == "demo:Reversi"
    with pytest.raises(InputError, match=r"no demo of 'chess'; there are: demo:reversi$"):
        cameras.open("demo:chess")


def test_a_demo_leads_nowhere_else(tmp_path, monkeypatch):
    (tmp_path / "demos").mkdir()
    monkeypatch.setattr(demos, "DEMOS", tmp_path / "demos")
    film(tmp_path / "other.mp4", 1)
    with pytest.raises(InputError, match="none is installed"):
        cameras.open("demo:../other")


def test_a_folder_is_read_in_natural_order(tmp_path):
    for n in (10, 2, 1, 33):
        cv2.imwrite(str(tmp_path / f"move{n}.png"), np.full((40, 60, 3), n, np.uint8))
    (tmp_path / "notes.txt").write_text("not a picture")
    (tmp_path / ".hidden.png").write_bytes(b"")
    with cameras.open(f"{tmp_path}/") as camera:
        frames = list(camera)
    assert [int(frame.picture[0, 0, 0]) for frame in frames] == [1, 2, 10, 33]
    assert [frame.time for frame in frames] == [0, 1, 2, 3]
    assert frames[2].source == str(tmp_path / "move10.png")


def test_one_picture_is_a_folder_of_one(tmp_path):
    path = tmp_path / "board.JPG"
    cv2.imwrite(str(path), np.zeros((40, 60, 3), np.uint8))
    assert [frame.size for frame in cameras.open(str(path))] == [(60, 40)]


def test_a_broken_picture_is_named_and_the_first_one_before_anything_begins(tmp_path):
    cv2.imwrite(str(tmp_path / "2.png"), np.zeros((40, 60, 3), np.uint8))
    (tmp_path / "3.jpg").write_bytes(b"no picture at all")
    with cameras.open(str(tmp_path)) as camera:
        next(camera)
        with pytest.raises(InputError, match=r"3\.jpg is not"):
            next(camera)
    (tmp_path / "1.jpg").write_bytes(b"no picture at all")
    with pytest.raises(InputError, match=r"1\.jpg is not"):
        cameras.open(str(tmp_path))


def test_a_video_whose_pictures_are_spoilt_is_refused_when_it_is_opened(tmp_path):
    path = film(tmp_path / "game.mp4", 5)
    data = path.read_bytes()
    begin = data.index(b"mdat") + 4
    length = int.from_bytes(data[begin - 8 : begin - 4], "big") - 8
    path.write_bytes(data[:begin] + bytes(length) + data[begin + length :])
    with pytest.raises(InputError, match="without a picture"):
        cameras.open(str(path))


@pytest.mark.parametrize(
    ("source", "message"),
    [
        ("", "valid are picamera2:0"),
        ("game.mp5", "no camera, file or folder 'game.mp5'; valid are picamera2:0"),
        (
            "webcam:0",
            "rtsp://HOST/PATH, demo:GAME, a video file, a photo, a folder of pictures",
        ),
        ("x" * 5000, "valid are"),
        ("null\0byte", "valid are"),
        ("usb:", "names no USB camera; give usb:0"),
        ("usb:front", "names no USB camera; give usb:0"),
        ("usb:/dev/video99", "no camera at /dev/video99; `hakem cameras` lists"),
        ("usb:99", "no camera at /dev/video99"),
        ("usb:/dev/null", "/dev/null does not open"),
        ("rtsp://", "names no host; give rtsp://HOST:554/PATH"),
        ("rtsp://table:port/x", "the camera's address cannot be read"),
        ("rtsp://me:secret@127.0.0.1:9/x", r"no pictures from rtsp://me:\*\*\*@127.0.0.1:9/x"),
    ],
)
def test_a_bad_source_is_refused_in_one_line(source, message):
    with pytest.raises(InputError, match=message) as refused:
        cameras.open(source)
    assert "\n" not in str(refused.value)
    assert "secret" not in str(refused.value)


def test_an_empty_folder_and_a_text_are_refused(tmp_path):
    with pytest.raises(InputError, match="holds no pictures"):
        cameras.open(str(tmp_path))
    (tmp_path / "game.mp4").write_text("no video")
    with pytest.raises(InputError, match="not a video that can be played"):
        cameras.open(str(tmp_path / "game.mp4"))


@pytest.mark.parametrize("name", ["board.txt", "info.nfo"])
def test_a_text_is_no_video(tmp_path, name):
    path = tmp_path / name
    path.write_text("line 1 f5d6c3\n" * 500)  # FFmpeg would play it
    with pytest.raises(InputError, match="is a text, neither a video nor a picture"):
        cameras.open(str(path))


@pytest.mark.parametrize("options", [{"speed": -1}, {"size": (10, 10)}, {"size": (640, 99999)}])
def test_bad_options_are_refused(tmp_path, options):
    path = film(tmp_path / "game.mp4", 1)
    with pytest.raises(InputError, match=r"speed must be|between 64 and 8192"):
        cameras.open(str(path), **options)


CLOSED_MEANWHILE = """
import threading, time
from vision import cameras
for number in range(40):
    camera = cameras.open("demo:reversi", speed=0)
    reader = threading.Thread(target=lambda: [None for _ in camera])
    reader.start()
    time.sleep(number / 1000)
    camera.close()
    reader.join()
print("all closed")
"""


def test_a_video_may_be_closed_while_another_thread_reads_it():
    """A desk that ends while its table looks: in a process of its own, which it once killed."""
    done = subprocess.run(
        [sys.executable, "-c", CLOSED_MEANWHILE],
        cwd=ROOT, capture_output=True, text=True, timeout=120,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "all closed\n"), done.stderr
