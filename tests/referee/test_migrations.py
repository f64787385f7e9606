"""A journal of an older Hakem becomes one of today, and a newer one is refused."""

from __future__ import annotations

import json
import sqlite3

import pytest

from referee.journal import Journal, JournalError, chain, read_journal, schema, verify


@pytest.fixture
def old(tmp_path):
    """A journal as version 1 wrote it: the events alone."""
    path = tmp_path / "old.hakem"
    base = sqlite3.connect(path)
    base.execute("PRAGMA journal_mode = WAL")
    base.execute(
        "CREATE TABLE events (number INTEGER PRIMARY KEY, time TEXT NOT NULL, "
        "event TEXT NOT NULL, hash TEXT NOT NULL)"
    )
    base.execute(f"PRAGMA application_id = {schema.APPLICATION}")
    base.execute("PRAGMA user_version = 1")
    last = chain.BEFORE_ALL
    for number in (1, 2, 3):
        text = json.dumps({"event": "move", "n": number, "time": number}, separators=(",", ":"))
        time = f"2026-05-03T09:30:0{number}.000+00:00"
        last = chain.link(last, number, time, text)
        base.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (number, time, text, last))
    base.commit()
    base.close()
    return path


def version(path):
    base = sqlite3.connect(path)
    try:
        return base.execute("PRAGMA user_version").fetchone()[0]
    finally:
        base.close()


def test_an_old_journal_can_be_read_and_verified_as_it_is(old):
    assert [entry.event["n"] for entry in read_journal(old)] == [1, 2, 3]
    assert verify(old).good
    assert version(old) == 1


def test_writing_brings_it_to_today_with_the_same_events_and_hashes(old):
    before = read_journal(old)
    with Journal(old) as journal:
        journal.append({"event": "move", "n": 4, "time": 4})
    assert version(old) == schema.VERSION
    assert read_journal(old)[:3] == before
    assert verify(old).good
    base = sqlite3.connect(old)
    base.execute("DROP TRIGGER no_delete")
    base.execute("DELETE FROM events WHERE number = 4")  # what version 1 would not have noticed
    base.commit()
    base.close()
    assert [trouble.code for trouble in verify(old).troubles] == ["tail"]


def test_a_migration_that_fails_leaves_the_old_journal(old, monkeypatch):
    def fails(base):
        schema._add_head(base)
        raise JournalError("cut short")

    monkeypatch.setattr(schema, "STEPS", (schema._create_events, fails))
    with pytest.raises(JournalError, match="cut short"):
        Journal(old)
    assert version(old) == 1
    assert verify(old).good
    monkeypatch.undo()
    Journal(old).close()
    assert version(old) == schema.VERSION


def test_an_old_journal_that_was_edited_is_not_brought_over(old):
    base = sqlite3.connect(old)
    base.execute("UPDATE events SET time = '' WHERE number = 2")
    base.commit()
    base.close()
    with pytest.raises(JournalError, match="event 2 was edited"):
        Journal(old)
    assert version(old) == 1


def test_a_newer_journal_is_refused_and_left_as_it_is(journal):
    base = sqlite3.connect(journal)
    base.execute(f"PRAGMA user_version = {schema.VERSION + 1}")
    base.close()
    for deed in (Journal, read_journal):
        with pytest.raises(JournalError, match="update Hakem"):
            deed(journal)
    assert version(journal) == schema.VERSION + 1
