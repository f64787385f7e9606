"""The tables of a journal, their version, and how an older file becomes one of today.

Version 1 had the events alone. Version 2 also keeps the head, the number and hash of the last
event, so that a tail cut off is noticed, and refuses to change or delete an event.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Callable

from referee.journal.chain import BEFORE_ALL
from referee.journal.errors import JournalError

APPLICATION = 0x48414B45
"""SQLite's `application_id` of a journal: `HAKE`."""
TABLES = ("events", "head")
"""The tables, in the order of the versions that brought them."""
VERSION = 2
"""The version of today, kept as SQLite's `user_version`."""


def version_of(base: sqlite3.Connection) -> int:
    """The version of an opened file, 0 for an empty one; refuses one that is not ours."""
    application = int(base.execute("PRAGMA application_id").fetchone()[0])
    version = int(base.execute("PRAGMA user_version").fetchone()[0])
    tables = int(base.execute("SELECT count(*) FROM sqlite_master").fetchone()[0])
    if application == version == tables == 0:
        return 0
    if application != APPLICATION:
        raise JournalError("this is a database of another program, no journal; name another file")
    if version > VERSION:
        raise JournalError(
            f"a newer Hakem wrote this journal (version {version}, known is {VERSION}); "
            "update Hakem"
        )
    if version < 1:
        raise JournalError(f"a journal cannot have the version {version}; the file is broken")
    _check_tables(base, version)
    return version


def _check_tables(base: sqlite3.Connection, version: int) -> None:
    """Refuse a file whose names stand for something else than plain tables of ours.

    A view called `events` could compute for ever, or tell something new at every look.
    """
    found = dict(base.execute("SELECT name, type FROM sqlite_master").fetchall())
    wanted = {"events": ("number", "time", "event", "hash"), "head": ("one", "number", "hash")}
    for name in TABLES[:version]:
        plain = found.get(name) == "table"
        columns = base.execute(f"PRAGMA table_xinfo({name})").fetchall() if plain else []
        if tuple(column[1] for column in columns) != wanted[name] or any(c[6] for c in columns):
            raise JournalError("its tables are not those of a journal; the file is broken")


def migrate(base: sqlite3.Connection) -> int:
    """Bring a file to today's version, all steps or none; gives the version it had."""
    found = version_of(base)
    if found == VERSION:
        return found
    base.execute("BEGIN IMMEDIATE")
    try:
        for version in range(found, VERSION):
            STEPS[version](base)
        base.execute(f"PRAGMA application_id = {APPLICATION}")
        base.execute(f"PRAGMA user_version = {VERSION}")
        base.execute("COMMIT")
    except BaseException:
        if base.in_transaction:
            base.execute("ROLLBACK")
        raise
    return found


def _create_events(base: sqlite3.Connection) -> None:
    base.execute(
        "CREATE TABLE events (number INTEGER PRIMARY KEY, time TEXT NOT NULL, "
        "event TEXT NOT NULL, hash TEXT NOT NULL)"
    )


def _add_head(base: sqlite3.Connection) -> None:
    base.execute(
        "CREATE TABLE head (one INTEGER PRIMARY KEY CHECK (one = 1), "
        "number INTEGER NOT NULL, hash TEXT NOT NULL)"
    )
    last = base.execute("SELECT number, hash FROM events ORDER BY number DESC LIMIT 1").fetchone()
    base.execute("INSERT INTO head VALUES (1, ?, ?)", last or (0, BEFORE_ALL))
    for deed in ("UPDATE", "DELETE"):
        base.execute(
            f"CREATE TRIGGER no_{deed.lower()} BEFORE {deed} ON events "
            "BEGIN SELECT RAISE(ABORT, 'a journal is only appended to'); END"
        )


STEPS: tuple[Callable[[sqlite3.Connection], None], ...] = (_create_events, _add_head)
"""What leads from each version to the next."""
