"""A match in one file: packed whole or not at all, opened without trust."""

from __future__ import annotations

import errno
import io
import json
import random
import re
import sqlite3
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest
from support.journals import write_game

from calibration.corners import pose_from_corners
from calibration.profile import Profile
from engines import InputError
from referee import bundle as bundles
from referee.bundle import BadBundle, is_bundle, opened, pack
from referee.journal import Journal, read_journal, verify
from referee.journal.frames import Ring, read_frames
from referee.journal.pictures import cut_out
from referee.journal.places import frames_of, pictures_of
from vision.frame import Frame

POSE = pose_from_corners([(80, 40), (240, 40), (240, 200), (80, 200)], (320, 240))


@pytest.fixture
def table(tmp_path):
    """A journal with a picture, frames and a profile."""
    path = write_game(tmp_path / "table5.hakem", "mangala")
    picture = np.random.default_rng(3).integers(0, 255, (240, 320, 3), np.uint8)
    with Journal(path) as journal:
        journal.append({"event": "fault", "time": 99}, {"after": cut_out(picture, POSE)})
    Ring(frames_of(path)).keep(Frame(picture, 98.0), POSE)
    (pictures_of(path) / "notes.txt").write_text("nobody asked for this")
    Profile("usb:0", (320, 240)).save(tmp_path / "profile.json")
    return path


@pytest.fixture
def packed(table, tmp_path):
    out = tmp_path / "out" / "bundle.zip"
    pack(table, out, tmp_path / "profile.json")
    return out


def test_what_is_packed_comes_out_again(table, packed):
    assert is_bundle(packed)
    assert not is_bundle(table)
    with opened(packed) as bundle:
        assert read_journal(bundle.journal) == read_journal(table)
        assert verify(bundle.journal).good
        assert verify(bundle.journal).pictures == 1
        assert [kept.frame.time for kept in read_frames(frames_of(bundle.journal))] == [98.0]
        assert Profile.load(bundle.profile).camera == "usb:0"
        assert bundle.manifest["versions"]["hakem"]
        assert bundle.manifest["journal"]["good"] is True
        assert not [name for name in bundle.manifest["files"] if "notes" in name]
        folder = bundle.folder
    assert not folder.exists()


def test_a_table_can_be_packed_while_it_is_written(table, tmp_path):
    with Journal(table) as journal:
        journal.append({"event": "end", "time": 100})
        pack(table, tmp_path / "live.zip")
    with opened(tmp_path / "live.zip") as bundle:
        assert read_journal(bundle.journal)[-1].event["event"] == "end"


def test_what_it_says_of_the_journal_is_said_of_the_one_in_it(table, tmp_path, monkeypatch):
    """A move is made at the table while it is packed."""
    plain = bundles._copy

    def copy(source, target):
        with Journal(table) as journal:
            journal.append({"event": "end", "time": 100})
        plain(source, target)
        with Journal(table) as journal:
            journal.append({"event": "sight", "time": 101})

    monkeypatch.setattr(bundles, "_copy", copy)
    pack(table, tmp_path / "live.zip")
    with opened(tmp_path / "live.zip") as bundle:
        assert bundle.manifest["journal"] == verify(bundle.journal).to_json()
        assert read_journal(bundle.journal)[-1].event["event"] == "end"


def test_what_cannot_be_packed_is_named_as_people_know_it(tmp_path):
    path = tmp_path / "table5.hakem"
    with sqlite3.connect(path) as base:
        base.execute("CREATE TABLE notes (text)")
    with pytest.raises(InputError, match=re.escape(str(path))):
        pack(path, tmp_path / "out.zip")
    assert not (tmp_path / "out.zip").exists()


def test_frames_that_give_way_while_they_are_packed_are_left_out(table, tmp_path, monkeypatch):
    folder, picture = frames_of(table), np.full((240, 320, 3), 90, np.uint8)
    ring, read = Ring(folder, most=3), Path.read_bytes
    for time in (99.0, 100.0):
        ring.keep(Frame(picture, time), POSE)
    kept = []

    def watched(path):
        """The table goes on while the first frame is read: that one gives way."""
        if not kept and path.parent == folder:
            kept.append(path)
            ring.keep(Frame(picture, 101.0), POSE)
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", watched)
    pack(table, tmp_path / "live.zip")
    monkeypatch.undo()
    with opened(tmp_path / "live.zip") as bundle:
        frames = frames_of(bundle.journal)
        assert [each.frame.time for each in read_frames(frames)] == [99.0, 100.0]
        assert len(list(frames.iterdir())) == 4  # no picture without its words


def test_what_cannot_be_read_is_named(table, tmp_path, monkeypatch):
    read = Path.read_bytes

    def broken(path):
        if path.parent == pictures_of(table):
            raise OSError(errno.EIO, "Input/output error")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", broken)
    with pytest.raises(InputError, match=re.escape(str(pictures_of(table)))):
        pack(table, tmp_path / "out.zip")


def test_what_cannot_be_packed_leaves_nothing(table, tmp_path, monkeypatch):
    out = tmp_path / "bundle.zip"
    out.write_bytes(b"the old one")
    (tmp_path / "bad.json").write_text("{}")
    with pytest.raises(InputError, match="profile"):
        pack(table, out, tmp_path / "bad.json")
    monkeypatch.setattr(bundles, "MOST_BYTES", 1000)
    with pytest.raises(BadBundle, match="too much"):
        pack(table, out)
    monkeypatch.setattr(bundles, "MOST_BYTES", 1 << 30)
    monkeypatch.setattr(bundles, "now", lambda: 1 / 0)
    with pytest.raises(ZeroDivisionError):
        pack(table, out)
    assert out.read_bytes() == b"the old one"
    assert not list(tmp_path.glob(".*"))


def changed(packed, tmp_path, change):
    """The bundle with some of its files changed: `change` gets and gives {name: bytes}."""
    with zipfile.ZipFile(packed) as old:
        files = {name: old.read(name) for name in old.namelist()}
    files = change(files)
    out = tmp_path / "changed.zip"
    with zipfile.ZipFile(out, "w") as new:
        for name, data in files.items():
            new.writestr(name, data)
    return out


def refused(path, words):
    with pytest.raises(BadBundle, match=words), opened(path):
        pytest.fail("it was opened")


@pytest.mark.parametrize(
    "name",
    [
        "../evil",
        "/etc/evil",
        "journal.hakem.pictures/../../evil.jpg",
        "journal.hakem.pictures/" + "0" * 64 + ".jpg/x",
        "journal.hakem.frames\\..\\evil",
        "C:evil",
        "evil.py",
        "profile.json/",
    ],
)
def test_names_that_no_bundle_has_are_refused(packed, tmp_path, name):
    refused(changed(packed, tmp_path, lambda files: {**files, name: b"x"}), "which no bundle has")
    assert not (tmp_path / "evil").exists()


def test_a_file_that_is_in_it_twice_is_refused(packed, tmp_path):
    with zipfile.ZipFile(packed, "a") as twice, pytest.warns(UserWarning, match="Dup"):
        twice.writestr("profile.json", b"{}")
    refused(packed, "twice")


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda files: {n: d for n, d in files.items() if n != "journal.hakem"}, "lacks"),
        (lambda files: {n: d for n, d in files.items() if n != "manifest.json"}, "lacks"),
        (lambda files: {n: d for n, d in files.items() if n != "profile.json"}, "other files"),
        (lambda files: {**files, "journal.hakem": b"x"}, "changed after it was packed"),
        (lambda files: {**files, "manifest.json": b"[]"}, "not that of a bundle"),
        (lambda files: {**files, "manifest.json": b"\xff"}, "not JSON"),
        (lambda files: {**files, "manifest.json": b"[" * 100000}, "not JSON"),
        (lambda files: {**files, "manifest.json": b'{"hakem_bundle": 9}'}, "newer Hakem"),
        (lambda files: {**files, "manifest.json": b'{"hakem_bundle": 1, "files": {}}'}, "when"),
    ],
)
def test_a_bundle_that_is_not_as_packed_is_refused(packed, tmp_path, change, words):
    refused(changed(packed, tmp_path, change), words)


def test_a_zip_bomb_is_refused(packed, tmp_path, monkeypatch):
    bomb = tmp_path / "bomb.zip"
    with zipfile.ZipFile(bomb, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("manifest.json", b"{}")
        new.writestr("journal.hakem", b"\0" * (1 << 24))
    assert bomb.stat().st_size < 100_000
    monkeypatch.setattr(bundles, "MOST_BYTES", 1 << 20)
    refused(bomb, "larger than")


def test_a_bomb_that_lies_about_its_size_is_refused(packed, tmp_path, monkeypatch):
    """A manifest that unpacks to 32 MB and claims 10 bytes, in both headers."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as new:
        new.writestr("manifest.json", b" " * (1 << 25))
        new.writestr("journal.hakem", b"")
    raw = data.getvalue().replace(struct.pack("<L", 1 << 25), struct.pack("<L", 10))
    path = tmp_path / "liar.zip"
    path.write_bytes(raw)
    refused(path, "no bundle, or a broken one|not JSON|too large")


def test_other_files_are_refused(tmp_path):
    for name, data in (("a.zip", b""), ("b.zip", b"PK\x03\x04 and no more"), ("c", b"GIF89a")):
        (tmp_path / name).write_bytes(data)
        refused(tmp_path / name, "no bundle")
    refused(tmp_path / "nowhere", "cannot read")
    refused(tmp_path, "cannot read")


def test_five_hundred_mutated_bundles_are_opened_right_or_refused(packed, table, tmp_path):
    good, rng = packed.read_bytes(), random.Random(7)
    wanted, path = read_journal(table), tmp_path / "mutated.zip"
    survived, told = 0, []
    for _ in range(500):
        data = bytearray(good)
        if rng.random() < 0.3:
            del data[rng.randrange(len(data)) :]
        # The directory at the end is where it hurts.
        low = len(data) - 1500 if rng.random() < 0.5 else 0
        for _ in range(rng.choice((1, 1, 2, 8))):
            if data:
                data[rng.randrange(max(0, low), len(data))] = rng.randrange(256)
        path.write_bytes(bytes(data))
        try:
            with opened(path) as bundle:
                assert read_journal(bundle.journal) == wanted
                survived += 1
        except BadBundle as error:
            told.append(str(error))
    assert survived + len(told) == 500
    assert all(len(line.splitlines()) == 1 for line in told)
    assert len(told) > 100


def test_the_manifest_is_plain_json(packed):
    with zipfile.ZipFile(packed) as zipped:
        manifest = json.loads(zipped.read("manifest.json"))
    assert manifest["hakem_bundle"] == 1
