"""`hakem print` and `hakem calibrate`, run as a teacher would."""

from __future__ import annotations

import itertools
import json

import av
import cv2
import numpy as np
import pytest
from support.sheets import WIDE, markers_drawing, markers_picture, sheet_views, without

from calibration.corners import LATTICE
from calibration.profile import Profile
from vision.cameras import Camera, Status
from vision.frame import Frame


@pytest.fixture
def folder(tmp_path):
    """Pictures of the calibration sheet, and one of something else."""
    pictures = tmp_path / "pictures"
    pictures.mkdir()
    for i, picture in enumerate(sheet_views()):
        cv2.imwrite(str(pictures / f"{i:02}.jpg"), picture)
    cv2.imwrite(str(pictures / "90.png"), np.full((720, 960, 3), 90, np.uint8))
    (pictures / "notes.txt").write_text("not a picture")
    return pictures


def test_the_lens_is_measured_and_shown(hakem, folder, tmp_path):
    profile = tmp_path / "table.json"
    status, out, err = hakem("calibrate", "lens", folder, "--out", profile)
    assert (status, err) == (0, "")
    assert "00.jpg: taken" in out
    assert "90.png: no part of the calibration sheet can be seen" in out
    assert "Pictures: 13, taken: 12; nothing is missing" in out
    lens = Profile.load(profile).lens
    assert abs(lens.matrix[0, 0] / WIDE.matrix[0, 0] - 1) < 0.01
    status, out, _ = hakem("calibrate", "show", profile, "--lang", "tr")
    assert status == 0
    assert "960 x 720" in out
    assert "Sapma: 0." in out
    assert json.loads(hakem("calibrate", "show", profile, "--json")[1])["size"] == [960, 720]


def test_a_video_does_as_well_as_pictures(hakem, tmp_path):
    video = tmp_path / "sheet.mp4"
    with av.open(str(video), "w") as film:
        stream = film.add_stream("mpeg4", rate=4)
        stream.width, stream.height, stream.pix_fmt = 960, 720, "yuv420p"
        stream.bit_rate = 8_000_000
        for picture in sheet_views():
            frame = av.VideoFrame.from_ndarray(picture, format="bgr24")
            film.mux(stream.encode(frame))
        film.mux(stream.encode())
    status, out, err = hakem("calibrate", "lens", video, "--out", tmp_path / "p.json", "--json")
    assert (status, err) == (0, "")
    told = json.loads(out)
    assert told["views"] >= 10
    assert told["error"] < 0.6


class Endless(Camera):
    """A live camera before which the sheet is shown again and again."""

    live = True
    status = Status.LIVE

    def __init__(self):
        super().__init__("rtsp://table")
        self._views = itertools.cycle(sheet_views())
        self._times = itertools.count()

    def __next__(self):
        return Frame(next(self._views), float(next(self._times)), self.source)

    def close(self):
        self._views = iter(())


@pytest.mark.timeout(60)
def test_a_camera_is_looked_at_until_nothing_is_missing(hakem, tmp_path, monkeypatch):
    monkeypatch.setattr("vision.cameras.open", lambda source, speed: Endless())
    profile = tmp_path / "table.json"
    status, out, err = hakem("calibrate", "lens", "rtsp://me:secret@table", "--out", profile)
    assert (status, err) == (0, "")
    assert "nothing is missing" in out
    assert Profile.load(profile).camera == "rtsp://table"


def test_the_board_is_found_by_its_markers_and_kept_beside_the_lens(hakem, tmp_path):
    profile, photo = tmp_path / "table.json", tmp_path / "photo.png"
    picture, true, cell = markers_picture()
    cv2.imwrite(str(photo), picture)
    Profile("usb:0", WIDE.size, WIDE, colours={"white": [1, 2, 3]}).save(profile)
    status, out, _ = hakem("calibrate", "board", photo, "--out", profile)
    assert status == 0
    assert "found, quality" in out
    kept = Profile.load(profile)
    assert kept.lens is not None
    assert kept.colours == {"white": [1, 2, 3]}
    corners = true.project(LATTICE * (*cell, 1))
    assert np.abs(kept.pose.project(LATTICE) - corners).max() < 1
    for between in ",; ":  # as `hakem read` takes them
        given = between.join(f"{x:.1f},{y:.1f}" for x, y in corners)
        status, out, _ = hakem(
            "calibrate", "board", photo, "--out", profile, "--corners", given, "--json"
        )
        assert status == 0
        assert json.loads(out)["found"] is True


def test_each_picture_is_told_of_in_the_language_of_the_command(hakem, folder, tmp_path):
    (folder / "91.png").write_bytes((folder / "90.png").read_bytes()[:-9])
    profile = tmp_path / "p.json"
    status, out, err = hakem("calibrate", "lens", folder, "--out", profile, "--lang", "tr")
    assert (status, err) == (0, "")
    assert "90.png: ayar sayfasının hiçbir yeri görünmüyor\n" in out
    assert "91.png eksik, sonu yok" in out
    assert " can be seen" not in out
    for picture in folder.glob("*.jpg"):
        picture.unlink()
    err = hakem("calibrate", "lens", folder, "--out", profile, "--lang", "tr")[2]
    assert "Ayar sayfasının hiçbir yeri görünmüyor. Daha çoğunu" in err


def test_a_missing_marker_is_told_in_turkish(hakem, tmp_path):
    photo = tmp_path / "photo.png"
    cv2.imwrite(str(photo), markers_picture(without(markers_drawing(), 2))[0])
    words = "calibrate", "board", photo, "--out", tmp_path / "p.json", "--lang", "tr"
    err = hakem(*words)[2]
    assert "2 numaralı işaret (8. sıranın sağ ucu) görünmüyor. Her işaret düz durmalı" in err
    assert err.endswith("Ya da köşelerini verin: --corners x,y,x,y,x,y,x,y\n")


def test_a_new_lens_does_not_keep_a_board_found_through_another(hakem, folder, tmp_path):
    profile = tmp_path / "table.json"
    old = Profile("usb:0", WIDE.size, pose=markers_picture()[1], colours={"white": [1]})
    old.save(profile)
    status, said, _ = hakem("calibrate", "lens", folder, "--out", profile)
    assert (status, "The board's place is dropped" in said) == (0, True)
    kept = Profile.load(profile)
    assert kept.pose is None
    assert kept.colours == {"white": [1]}
    told = json.loads(hakem("calibrate", "lens", folder, "--out", profile, "--json")[1])
    assert told["dropped"] == []
    old.save(profile)
    told = json.loads(hakem("calibrate", "lens", folder, "--out", profile, "--json")[1])
    assert told["dropped"] == ["pose"]


@pytest.mark.parametrize("name", ["00.jpg", "03.jpg"])
def test_a_broken_picture_does_not_cost_the_views_of_all_others(hakem, folder, tmp_path, name):
    broken = folder / name
    broken.write_bytes(broken.read_bytes()[:-99])
    status, out, err = hakem("calibrate", "lens", folder, "--out", tmp_path / "p.json")
    assert (status, err) == (0, "")
    assert f"{name} is incomplete, its end is missing" in out
    assert "Pictures: 13, taken: 11" in out


@pytest.mark.parametrize("what", ["lens", "board"])
def test_what_was_learnt_is_not_thrown_away_for_pictures_of_another_size(
    hakem, folder, tmp_path, what
):
    profile = tmp_path / "table.json"
    Profile("usb:0", (1600, 1200), colours={"white": [1]}).save(profile)
    before = profile.read_bytes()
    source = folder if what == "lens" else folder / "00.jpg"
    status, out, err = hakem("calibrate", what, source, "--out", profile)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "table.json is for pictures of 1600 x 1200" in err
    assert "the camera gives 960 x 720; set the camera back or name another file to write" in err
    assert profile.read_bytes() == before


@pytest.mark.parametrize("what", [("lens",), ("board",), ("colours", "reversi")])
def test_a_profile_that_cannot_be_written_is_told_before_any_work(hakem, folder, tmp_path, what):
    profile = folder / "00.jpg" / "p.json"
    status, out, err = hakem("calibrate", *what, tmp_path / "nowhere", "--out", profile)
    assert (status, out) == (2, "")
    assert err.startswith(f"hakem: cannot write {profile}")


def test_no_board_is_status_3_with_reason_and_hint(hakem, tmp_path):
    photo, out_file = tmp_path / "photo.png", tmp_path / "p.json"
    cv2.imwrite(str(photo), markers_picture(without(markers_drawing(), 2))[0])
    status, out, err = hakem("calibrate", "board", photo, "--out", out_file)
    assert (status, out) == (3, "")
    assert err.startswith(
        "hakem: marker 2 (row 8's right end) cannot be seen; every marker must lie flat"
    )
    assert err.count("\n") == 1
    status, out, _ = hakem("calibrate", "board", photo, "--out", out_file, "--json")
    assert status == 3
    assert json.loads(out)["found"] is False
    status, _, err = hakem("calibrate", "lens", photo, "--out", out_file)
    assert status == 3
    assert "no part of the calibration sheet can be seen; show more of it" in err
    assert not out_file.exists()


def test_bad_input_is_one_line_and_status_2(hakem, folder, tmp_path):
    text, broken, out = tmp_path / "x.mp4", tmp_path / "x.jpg", tmp_path / "p.json"
    text.write_text("no video")
    broken.write_bytes(b"no picture")
    (tmp_path / "empty").mkdir()
    for path in sorted(folder.iterdir())[4:]:
        path.unlink()
    cases = [
        (("calibrate", "lens", tmp_path / "none", "--out", out), "no camera, file or folder"),
        (("calibrate", "lens", tmp_path / "empty", "--out", out), "holds no pictures"),
        (("calibrate", "lens", text, "--out", out), "is not a video"),
        (("calibrate", "lens", broken, "--out", out), "is not a picture that can be read"),
        (("calibrate", "lens", folder, "--out", out, "--json"), "4 different views"),
        (("calibrate", "lens", folder, "--out", text), "not JSON, so no profile"),
        (("calibrate", "lens", folder), "Missing option '--out'"),
        (("calibrate", "board", folder / "00.jpg", "--out", out, "--corners", "1,2"), "4 points"),
        (("calibrate", "board", tmp_path / "none.jpg", "--out", out), "no camera"),
        (("calibrate", "show", broken), "not JSON, so no profile"),
        (("calibrate", "show", tmp_path / "none.json"), "cannot read"),
        (("print", "markers", "--size", "100"), "20 to 60 mm"),
        (("print", "charuco", "--size", "large"), "Invalid value"),
        (("print", "charuco", "--out", tmp_path / "sheet.doc"), "must end in"),
        (("print", "chess"), "No such command"),
    ]
    for words, told in cases:
        status, _, err = hakem(*words)
        assert (status, err.count("\n")) == (2, 1), (words, err)
        assert told in err, (words, err)
    assert not out.exists()


def test_a_picture_of_another_size_than_the_profile_is_refused(hakem, tmp_path):
    profile, photo = tmp_path / "table.json", tmp_path / "photo.png"
    Profile("usb:0", (640, 480)).save(profile)
    cv2.imwrite(str(photo), markers_picture()[0])
    status, _, err = hakem("calibrate", "board", photo, "--out", profile)
    assert status == 2
    assert "for pictures of 640 x 480, the camera gives 960 x 720" in err


@pytest.mark.parametrize("what", ["markers", "charuco"])
def test_sheets_are_printed_to_the_file_asked_for(hakem, what, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert hakem("print", what)[0] == 0
    assert (tmp_path / f"{what}.pdf").read_bytes().startswith(b"%PDF")
    status, out, _ = hakem("print", what, "--size", "22", "--out", "s.svg", "--lang", "tr")
    assert status == 0
    assert "22 mm" in out
    assert (tmp_path / "s.svg").read_text(encoding="utf-8").startswith("<svg")
