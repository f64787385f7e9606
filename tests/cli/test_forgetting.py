"""`hakem forget`: nothing stays of a table, and nothing else is touched."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import sqlite3
import subprocess
import sys
from datetime import datetime, timedelta
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from support.journals import write_game

from calibration.corners import pose_from_corners
from engines import new_game
from referee.bundle import pack
from referee.journal import Journal, JournalBusy, lock
from referee.journal.frames import Ring
from referee.journal.pictures import cut_out
from referee.journal.places import frames_of, pictures_of, sheets_of
from referee.sheet import Sheet, count_board, write_page
from vision.frame import Frame

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def hakem(hakem, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    return partial(hakem, "forget")


def table(path, days_ago=0):
    """A journal with pictures, frames and a write-ahead log, as a killed process leaves it."""
    write_game(path, "reversi", 1, 6)
    picture = np.random.default_rng(0).integers(0, 255, (120, 160, 3), dtype=np.uint8)
    pose = pose_from_corners([(40, 20), (120, 20), (120, 100), (40, 100)], (160, 120))
    with Journal(path) as journal:
        journal.append({"event": "told", "time": 1.0}, {"after": cut_out(picture, pose)})
    Ring(frames_of(path)).keep(Frame(picture, 1.0, "usb:0"), pose)
    path.with_name(path.name + "-wal").write_bytes(b"")
    (pictures_of(path) / f".{'0' * 64}.jpg.77.part").write_bytes(b"half a picture")
    sheets_of(path).mkdir()
    (sheets_of(path) / "00000012-tr.pdf").write_bytes(b"names and signatures")
    if days_ago:
        _age(path, days_ago)
    return path


def _age(path, days):
    """Let the last event be so old; a forger's deed, but no journal can be written in the past."""
    when = (datetime.now().astimezone() - timedelta(days=days)).isoformat()
    base = sqlite3.connect(path)
    base.execute("DROP TRIGGER no_update")
    base.execute("UPDATE events SET time = ?", (when,))
    base.commit()
    base.close()


def test_nothing_stays_of_a_table_and_its_neighbour_is_untouched(hakem, tmp_path):
    table(tmp_path / "table5.hakem")
    (tmp_path / "table.json").write_text("{}")
    neighbour = table(tmp_path / "table6.hakem")
    before = {path: path.read_bytes() for path in tmp_path.rglob("*6.hakem*") if path.is_file()}
    status, out, err = hakem(tmp_path / "table5.hakem", "--yes")
    assert (status, err) == (0, "")
    assert "Deleted: " in out
    assert "bundles" in out
    left = {path.name for path in tmp_path.iterdir()}
    assert left == {
        "table.json", "table6.hakem", "table6.hakem-wal", "table6.hakem.lock",
        "table6.hakem.frames", "table6.hakem.pictures", "table6.hakem.sheets",
    }  # fmt: skip
    assert {path: path.read_bytes() for path in before} == before
    assert neighbour.exists()


def test_a_journal_in_use_is_refused_whole(hakem, tmp_path):
    path = table(tmp_path / "table5.hakem")
    before = sorted(tmp_path.rglob("*"))
    with Journal(path) as journal:
        status, out, err = hakem(path, "--yes")
        assert status == 2
        assert "delete" not in out.casefold()
        assert f"another process (number {os.getpid()}) writes this journal" in err
        journal.append({"event": "move", "time": 9.0})
    assert [path for path in before if not path.exists() and path.suffix != ".hakem-wal"] == []


def test_one_table_in_use_does_not_save_the_others(hakem, tmp_path):
    busy, idle = table(tmp_path / "a.hakem"), table(tmp_path / "b.hakem")
    with Journal(busy):
        status, out, _ = hakem(tmp_path, "--all", "--yes", "--json")
    assert status == 2
    told = json.loads(out)
    assert [each["journal"] for each in told["forgotten"]] == [str(idle)]
    assert "another process" in told["refused"][0]
    assert busy.exists()
    assert not idle.exists()


def test_only_what_is_old_enough_goes(hakem, tmp_path):
    old, new = table(tmp_path / "old.hakem", days_ago=40), table(tmp_path / "new.hakem")
    assert hakem(tmp_path, "--days", "50", "--yes")[1] == "There is nothing to delete.\n"
    assert old.exists()
    status, out, _ = hakem(tmp_path, "--days", "30", "--yes")
    assert status == 0
    assert "old.hakem" in out
    assert not list(tmp_path.glob("old*"))
    assert new.exists()
    tomorrow = (datetime.now() + timedelta(days=1)).date()
    assert hakem(tmp_path, "--before", tomorrow, "--yes")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_without_a_path_the_data_folder_is_meant(hakem, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert hakem("--all", "--yes")[:2] == (0, "There is nothing to delete.\n")
    path = table(tmp_path / "hakem" / "tables" / "5.hakem")
    assert "say which" in hakem("--yes")[2]
    assert path.exists()
    assert hakem("--all", "--yes")[0] == 0
    assert list(path.parent.iterdir()) == []


def test_what_is_left_of_a_table_is_found_without_its_journal(hakem, tmp_path):
    path = table(tmp_path / "hall" / "table5.hakem")
    path.unlink()
    status, out, _ = hakem(tmp_path, "--all", "--yes")
    assert status == 0
    assert "table5.hakem" in out
    assert list((tmp_path / "hall").iterdir()) == []


def test_a_broken_journal_can_be_forgotten(hakem, tmp_path):
    path = table(tmp_path / "table5.hakem")
    path.write_bytes(b"not a database at all" * 100)
    assert hakem(path, "--yes")[0] == 0
    assert list(tmp_path.iterdir()) == []


def test_files_of_others_stay_and_are_named(hakem, tmp_path):
    path = table(tmp_path / "table5.hakem")
    mine = pictures_of(path) / "class photo.jpg"
    mine.write_bytes(b"mine")
    status, out, _ = hakem(path, "--yes")
    assert status == 0
    assert f"no file of Hakem's: {mine}" in out
    assert [each for each in tmp_path.rglob("*") if each.is_file()] == [mine]


def test_copies_in_the_folder_stay_and_are_named_with_what_deletes_them(hakem, tmp_path):
    one, other = table(tmp_path / "a.hakem"), table(tmp_path / "b.hakem")
    mine, others = tmp_path / "a dispute.zip", tmp_path / "b.zip"
    pack(one, mine)
    with Journal(one) as journal:  # and play went on
        journal.append({"event": "told", "time": 99.0})
    pack(other, others)
    game = new_game("mangala")
    board = game.parse_board("0 0 0 0 0 0 / 0 0 0 0 0 0 / 26 22")
    sheets = [tmp_path / "final.pdf", tmp_path / "son.PDF"]
    for path, language in zip(sheets, ("en", "tr"), strict=True):
        write_page(Sheet(count_board(game, board)), tmp_path / "made.pdf", language)
        (tmp_path / "made.pdf").rename(path)
    (tmp_path / "holiday.pdf").write_bytes(b"%PDF-1.7 of somebody's")
    (tmp_path / "holiday.zip").write_bytes(b"PK\x03\x04 of somebody's")
    before = sorted(path for path in tmp_path.iterdir() if path.suffix.lower() in (".zip", ".pdf"))
    told = json.loads(hakem(one, "--yes", "--json")[1])
    assert told["copies"] == [str(path) for path in (mine, *sheets)]
    status, out, _ = hakem(tmp_path, "--all", "--yes")
    assert status == 0
    assert f"Left there, a copy: {others}" in out
    assert f"rm {others} {sheets[0]} {sheets[1]}\n" in out
    assert str(mine) not in out
    assert "holiday" not in out
    assert sorted(tmp_path.iterdir()) == before


def _photo(path):
    path.write_bytes(b"\xff\xd8 a photo")


def _foreign_base(path):
    base = sqlite3.connect(path)
    base.execute("PRAGMA application_id = 42")
    base.execute("CREATE TABLE diary (day TEXT)")
    base.close()


def _link(path):
    path.with_name("real").mkdir()
    path.symlink_to(table(path.with_name("real") / "table5.hakem"))


@pytest.mark.parametrize(
    ("make", "why"),
    [
        (_photo, "is no journal; nothing was deleted"),
        (_foreign_base, "is no journal; nothing was deleted"),
        (_link, "is a link"),
        (lambda path: None, "there is no journal"),
        (lambda path: path.mkdir(), "say which: --days N, --before DATE or --all"),
    ],
)
def test_anything_else_than_a_journal_is_refused(hakem, tmp_path, make, why):
    path = tmp_path / "thing"
    make(path)
    before = sorted(tmp_path.rglob("*"))
    status, out, err = hakem(path, "--yes")
    assert (status, out) == (2, "")
    assert why in err
    assert sorted(tmp_path.rglob("*")) == before


@pytest.mark.parametrize(
    ("words", "why"),
    [
        (["--days", "3", "--before", "2026-01-01"], "not both"),
        (["--before", "yesterday"], "a day like 2026-06-30"),
        (["--all", "--days", "3"], "--all goes without"),
        (["--json"], "add --yes"),
        ([], "nobody is there to ask; add --yes"),
        (["--lang", "tr"], "hakem: Sorulacak kimse yok. Sormadan silmek için --yes ekleyin."),
        (["--json", "--lang", "tr"], "hakem: --json ile soru sorulamaz. --yes ekleyin"),
    ],
)
def test_unclear_orders_are_refused(hakem, tmp_path, words, why):
    path = table(tmp_path / "table5.hakem")
    status, _, err = hakem(path, *words)
    assert status == 2
    assert why in err
    assert path.exists()


@pytest.mark.parametrize(
    ("lang", "answer", "stays"),
    [
        ("en", "n\n", True),
        ("en", "\n", True),
        ("en", "y\n", False),
        ("tr", "HAYIR\n", True),
        ("tr", "y\nh\n", True),
        ("tr", "evet\n", False),
    ],
)
def test_a_person_is_asked_first_in_the_own_language(tmp_path, lang, answer, stays):
    path = table(tmp_path / "table5.hakem")
    person, terminal = pty.openpty()
    os.write(person, answer.encode())
    done = subprocess.run(
        [sys.executable, "-m", "cli.main", "forget", str(path), "--lang", lang],
        cwd=ROOT, stdin=terminal, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    os.close(person)
    os.close(terminal)
    assert {"en": "It cannot be undone. [y/N]", "tr": "Geri alınamaz. [e/H]"}[lang] in done.stdout
    assert (done.returncode, path.exists()) == ((1, True) if stays else (0, False))


def test_a_writer_that_comes_meanwhile_does_not_hold_a_lock_that_nobody_sees(tmp_path, monkeypatch):
    """The lock's file goes with the journal; one opened just before that locks nothing."""
    path, plain, taken = tmp_path / "table5.hakem", fcntl.flock, []

    def flock(handle, how):
        if not taken:  # between opening and locking, another process has forgotten the table
            taken.append(path.with_name("table5.hakem.lock").unlink())
        plain(handle, how)

    monkeypatch.setattr(lock.fcntl, "flock", flock)
    with Journal(path), pytest.raises(JournalBusy):
        Journal(path)
    assert taken


def test_what_a_desk_has_written_here_is_found_too(hakem, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.chdir(tmp_path)
    (tmp_path / "tables").mkdir()
    path = table(tmp_path / "tables" / "5-20261118-143000.hakem")
    status, _, _ = hakem("--all", "--yes")
    assert status == 0
    assert not path.exists()
