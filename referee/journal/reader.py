"""Reading a journal, also while another process writes it."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote

from referee.journal import chain, schema
from referee.journal.errors import JournalError, told_plainly
from referee.journal.places import SUFFIX

_BASE = b"SQLite format 3\0"
"""How every base of SQLite's begins."""


@dataclass(frozen=True, slots=True)
class Entry:
    """One line of a journal."""

    number: int
    """From 1, without gaps."""
    time: str
    """When it was written, UTC in the form of ISO 8601."""
    text: str
    """The event as JSON, exactly as stored."""
    hash: str
    """SHA-256 over the hash before, number, time and text; see `referee.journal.chain`."""

    @property
    def event(self) -> dict[str, Any]:
        """The event; raises `JournalError` for a text that nobody wrote as an event."""
        try:
            return chain.parsed(self.text)
        except ValueError as error:
            raise JournalError(f"event {self.number} cannot be read: {error}") from None

    def to_json(self) -> dict[str, Any]:
        """A plain object; a text that is no event is told as `text`, and `event` is null."""
        told: dict[str, Any] = {"number": self.number, "time": self.time}
        try:
            told["event"] = self.event
        except JournalError:
            told |= {"event": None, "text": self.text}
        return told | {"hash": self.hash}


@dataclass(frozen=True, slots=True)
class Stored:
    """All that a journal's file holds, at one moment, unchecked."""

    version: int
    """The version of its tables."""
    rows: tuple[tuple[Any, Any, Any, Any], ...]
    """Number, time, text and hash of each event as SQLite gives them, by number."""
    head: tuple[Any, Any] | None
    """Number and hash of the last event; None before version 2."""


def is_journal(path: Path) -> bool:
    """Whether a file is to be read as a journal: it is a base of SQLite's, or is named like one."""
    if path.suffix == SUFFIX or not path.is_file():  # a broken one is told as such
        return True
    with told_plainly(path), path.open("rb") as file:
        return file.read(len(_BASE)) in (_BASE, b"")


def read_journal(path: Path) -> tuple[Entry, ...]:
    """All events of a journal; raises `JournalError` for a file that is none or is broken.

    Whether somebody edited it is another question: see `referee.journal.verify`.
    """
    return tuple(as_entry(path, row) for row in stored(path).rows)


def as_entry(path: Path, row: tuple[Any, Any, Any, Any]) -> Entry:
    """An entry of a row, whose values must be of the right kinds."""
    if [type(value) for value in row] != [int, str, str, str]:
        raise JournalError(f"{path}: event {row[0]!r} is not written as events are")
    return Entry(*row)


def stored(path: Path) -> Stored:
    """The rows of a journal at one moment."""
    with told_plainly(path), reading(path) as base:
        try:
            version = schema.version_of(base)
        except JournalError as error:
            raise JournalError(f"{path}: {error}") from None
        if version == 0:
            raise JournalError(f"{path} is empty, no journal")
        base.execute("BEGIN")  # both questions are answered from the same moment
        return stored_in(base, version)


def stored_in(base: sqlite3.Connection, version: int) -> Stored:
    """The rows of an open journal."""
    rows = base.execute("SELECT number, time, event, hash FROM events ORDER BY number")
    found = tuple(rows.fetchall())
    head = None
    if version >= 2:
        head = base.execute("SELECT number, hash FROM head").fetchone() or (None, None)
    return Stored(version, found, head)


def guard(base: sqlite3.Connection) -> None:
    """Trust nothing in the file: no functions of its schema, no values larger than events are."""
    base.execute("PRAGMA trusted_schema = OFF")
    base.setlimit(sqlite3.SQLITE_LIMIT_LENGTH, 4 * chain.MOST_BYTES)
    base.text_factory = text_or_bytes


def text_or_bytes(data: bytes) -> str | bytes:
    """A text of the file; as bytes where it is none, so that the event can be named."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        return data


@contextmanager
def reading(path: Path) -> Iterator[sqlite3.Connection]:
    """The file open for reading only."""
    if path.is_dir() or not path.exists():
        raise JournalError(f"{path} is a folder" if path.is_dir() else f"there is no file {path}")
    if not path.is_file():  # a pipe would be waited for
        raise JournalError(f"{path} is no journal")
    with path.open("rb") as file:  # says plainly when it may not be read
        begin = file.read(len(_BASE))
    if not begin:
        raise JournalError(f"{path} is empty, no journal")
    if begin != _BASE and path.suffix != SUFFIX:  # a broken one is told as such
        raise JournalError(f"{path} is no journal")
    # Where nothing may be written and no writer left its log, SQLite could not make the files by
    # which readers and writers agree; nobody can write there, so none are needed.
    log = path.with_name(path.name + "-wal")
    frozen = not os.access(path.absolute().parent, os.W_OK) and not log.exists()
    ways = "mode=ro&immutable=1" if frozen else "mode=ro"
    base = sqlite3.connect(
        f"file:{quote(str(path.absolute()))}?{ways}", uri=True, timeout=10, isolation_level=None
    )
    try:
        guard(base)
        yield base
    finally:
        base.close()
