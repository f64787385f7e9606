"""What can go wrong with a journal, in one line that says what to do."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines import InputError


class JournalError(InputError):
    """A journal that cannot be written or read; nothing that was in it is lost."""


class JournalBusy(JournalError):  # noqa: N818 (a state of the table, often no error at all)
    """Another process writes this journal."""


_FULL = (
    "the disk is full; free some space and go on, the events written so far are safe",
    (sqlite3.SQLITE_FULL,),
)
_READ_ONLY = (
    "it cannot be written here; check the folder's rights, or that the card is not "
    "write-protected; to read it, copy it with its -wal file to another folder",
    (sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH),
)
_BROKEN = (
    "the file is broken or no journal; keep it, and start a new journal under another name",
    (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT),
)
_BUSY = (
    "another process holds it; close that one first",
    (sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED),
)
_DEVICE = (
    "the disk did not take or give the data (full, over a limit, or failing); "
    "the events written so far are safe",
    (sqlite3.SQLITE_IOERR,),
)


@contextmanager
def told_plainly(path: Path) -> Iterator[None]:
    """Turn what SQLite and the system raise into a `JournalError` that names the file."""
    try:
        yield
    except sqlite3.Error as error:
        raise JournalError(f"{path}: {_in_words(error)}") from error
    except OSError as error:
        raise JournalError(f"{path}: {error.strerror or error}") from error
    except (OverflowError, UnicodeError, MemoryError) as error:  # from a file made to harm
        raise JournalError(f"{path}: {_BROKEN[0]}") from error


def _in_words(error: sqlite3.Error) -> str:
    code = getattr(error, "sqlite_errorcode", None)
    if code is not None:
        for words, codes in (_FULL, _READ_ONLY, _BROKEN, _BUSY, _DEVICE):
            if code & 0xFF in codes:
                return words
    return _BROKEN[0]
