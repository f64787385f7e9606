"""The journal keeps what happened, in order, and says plainly what it cannot do."""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from referee.journal import Journal, JournalBusy, JournalError, read_journal, verify
from referee.journal.chain import BEFORE_ALL

ROOT = Path(__file__).resolve().parents[2]


def move(number):
    return {"event": "move", "time": number / 10, "n": number, "move": "f5", "name": "Şule Işığ"}


def test_events_come_back_as_they_were_written(tmp_path):
    path = tmp_path / "table1.hakem"
    with Journal(path) as journal:
        first = journal.append(move(1))
        both = journal.append_all([move(2), move(3)])
        assert len(journal) == 3
    entries = read_journal(path)
    assert entries == (first, *both)
    assert [entry.event for entry in entries] == [move(1), move(2), move(3)]
    assert [entry.number for entry in entries] == [1, 2, 3]
    assert verify(path).good


def test_the_hash_can_be_recomputed_without_hakem(journal):
    before = BEFORE_ALL
    for number, time, text, told in sqlite3.connect(journal).execute(
        "SELECT number, time, event, hash FROM events ORDER BY number"
    ):
        lines = f"{before}\n{number}\n{time}\n{len(text.encode())}\n{text}"
        before = hashlib.sha256(lines.encode()).hexdigest()
        assert before == told
    assert verify(journal).last == before


def test_a_journal_goes_on_where_it_stood(journal):
    with Journal(journal) as again:
        assert [entry.event["n"] for entry in again.entries()] == list(range(1, 11))
        assert again.append(move(11)).number == 11
    assert verify(journal).good


def test_the_settings_that_make_it_durable(journal):
    with Journal(journal) as open_journal:
        base = open_journal._base
        assert base.execute("PRAGMA journal_mode").fetchone()[0] == "wal"
        assert base.execute("PRAGMA synchronous").fetchone()[0] == 2


@pytest.mark.parametrize(
    ("event", "words"),
    [
        ({"time": 1}, "says what it is"),
        ({"event": "", "time": 1}, "says what it is"),
        ({"event": "move"}, "has a"),
        ({"event": "move", "time": float("nan")}, "has a"),
        ({"event": "move", "time": True}, "has a"),
        ({"event": "move", "time": 10**400}, "not so large a number"),
        ({"event": "move", "time": 10**5000}, "not so large a number"),
        ({"event": "move", "time": 1, "x": float("inf")}, "cannot be written as JSON"),
        ({"event": "move", "time": 1, "x": {1, 2}}, "cannot be written as JSON"),
        ({"event": "move", "time": 1, "x": "\ud800"}, "cannot be written as JSON"),
        ({"event": "move", "time": 1, "x": "y" * (1 << 20)}, "at most"),
    ],
)
def test_what_is_no_event_is_refused_and_nothing_is_written(journal, event, words):
    with Journal(journal) as open_journal:
        with pytest.raises(JournalError, match=words):
            open_journal.append_all([move(11), event])
        assert len(open_journal) == 10
    assert verify(journal).good


def test_events_cannot_be_changed_or_deleted_by_sql(journal):
    base = sqlite3.connect(journal)
    for order in ("UPDATE events SET time = ''", "DELETE FROM events"):
        with pytest.raises(sqlite3.IntegrityError, match="only appended to"):
            base.execute(order)


def test_a_second_writer_is_told_who_writes(journal):
    with Journal(journal), pytest.raises(JournalBusy, match="another process"):
        Journal(journal)
    Journal(journal).close()


def test_a_second_process_is_refused_and_a_reader_is_not(journal):
    code = (
        "import sys; from pathlib import Path; from referee.journal import *\n"
        "path = Path(sys.argv[1]); print(len(read_journal(path)), verify(path).good)\n"
        "try: Journal(path)\n"
        "except JournalBusy as error: print(error)\n"
    )
    with Journal(journal) as open_journal:
        open_journal.append(move(11))
        told = subprocess.run(
            [sys.executable, "-c", code, str(journal)],
            cwd=ROOT, capture_output=True, text=True, check=True,
        )  # fmt: skip
    seen, refused = told.stdout.splitlines()
    assert seen == "11 True"
    assert f"another process (number {os.getpid()}) writes this journal" in refused


def test_a_reader_sees_whole_batches_only(journal):
    with Journal(journal) as open_journal:
        for number in range(11, 40, 2):
            open_journal.append_all([move(number), move(number + 1)])
            assert len(read_journal(journal)) % 2 == 0
            assert verify(journal).good


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (b"GIF89a and more", "is no journal|broken or no journal"),
        (b"\0" * 5000, "is no journal|broken or no journal"),
        (b"SQLite format 3\0" + b"x" * 4000, "broken or no journal"),
    ],
)
def test_a_foreign_file_is_refused_and_left_as_it_was(tmp_path, content, words):
    path = tmp_path / "holiday.gif"
    path.write_bytes(content)
    for deed in (Journal, read_journal, verify):
        with pytest.raises(JournalError, match=words):
            deed(path)
    assert path.read_bytes() == content


def test_a_database_of_another_program_is_refused_and_left_as_it_was(tmp_path):
    path = tmp_path / "other.db"
    base = sqlite3.connect(path)
    base.execute("CREATE TABLE events (x)")
    base.commit()
    base.close()
    before = path.read_bytes()
    for deed in (Journal, read_journal):
        with pytest.raises(JournalError, match="another program"):
            deed(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    "order",
    [
        "CREATE VIEW events AS WITH RECURSIVE n(x) AS (SELECT 1 UNION ALL SELECT x FROM n) "
        "SELECT x AS number, '' AS time, '' AS event, '' AS hash FROM n",
        "CREATE TABLE events (number INTEGER PRIMARY KEY, time TEXT, "
        "event TEXT AS (hex(zeroblob(900000000))), hash TEXT)",
        "CREATE TABLE events (number INTEGER PRIMARY KEY, time TEXT)",
        "CREATE TABLE other (number INTEGER PRIMARY KEY)",
    ],
)
def test_a_file_made_to_look_like_a_journal_is_refused(journal, order):
    base = sqlite3.connect(journal)
    base.execute("DROP TABLE events")
    base.execute(order)
    base.commit()
    base.close()
    for deed in (Journal, read_journal, verify):
        with pytest.raises(JournalError, match="not those of a journal"):
            deed(journal)


def test_a_folder_an_empty_and_a_missing_file_are_told(tmp_path):
    empty = tmp_path / "empty"
    empty.touch()
    for path, words in ((tmp_path, "folder"), (empty, "empty"), (tmp_path / "no", "no file")):
        with pytest.raises(JournalError, match=words):
            read_journal(path)
    with pytest.raises(JournalError, match="folder"):
        Journal(tmp_path)


def test_an_empty_file_that_nobody_made_for_a_journal_is_refused(tmp_path):
    empty = tmp_path / "empty.jpg"
    empty.touch()
    with pytest.raises(JournalError, match="is an empty file and no journal"):
        Journal(empty)
    assert list(tmp_path.iterdir()) == [empty]
    assert empty.read_bytes() == b""


CRASHED = """
import os, sqlite3, sys
from pathlib import Path
from referee.journal import Journal, schema
schema.version_of = lambda base: os.kill(os.getpid(), 9)
Journal(Path(sys.argv[1]))
"""


@pytest.mark.parametrize("name", ["table.hakem", "table"])
def test_what_a_crash_in_the_first_moment_leaves_is_a_new_journal(tmp_path, name, caplog):
    path = tmp_path / name
    done = subprocess.run([sys.executable, "-c", CRASHED, str(path)], cwd=ROOT, check=False)
    assert done.returncode == -9
    assert path.read_bytes() == b""
    with Journal(path) as journal:
        journal.append(move(1))
    assert "was empty; a new journal begins in it" in caplog.text
    assert verify(path).good


def test_an_edited_journal_is_not_written_on(journal):
    base = sqlite3.connect(journal)
    base.execute("DROP TRIGGER no_update")
    base.execute("UPDATE events SET event = replace(event, 'f5', 'f6') WHERE number = 4")
    base.commit()
    base.close()
    with pytest.raises(JournalError, match="event 4 was edited"):
        Journal(journal)


def test_events_are_stored_as_plain_readable_json(journal):
    text = read_journal(journal)[0].text
    assert json.loads(text)["move"] == "f5"
    with Journal(journal) as open_journal:
        assert "Şule Işığ" in open_journal.append(move(11)).text
