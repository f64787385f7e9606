"""One writer a journal: a lock of the system that ends with the process, so none is left over.

The lock is on a file of its own. On the SQLite file it would get in the way of SQLite's own locks,
which a process loses when it closes any other handle on that file.
"""

from __future__ import annotations

import fcntl
import os
from pathlib import Path

from referee.journal.errors import JournalBusy, JournalError


class Lock:
    """The right to write a journal, until `release` or the end of the process."""

    def __init__(self, journal: Path) -> None:
        path = lock_of(journal)
        self._handle = _locked(journal, path)
        while not _is_at(path, self._handle):  # `hakem forget` took the file away meanwhile
            os.close(self._handle)
            self._handle = _locked(journal, path)
        try:  # only to say who holds it; on a full disk it goes unsaid
            os.ftruncate(self._handle, 0)
            os.pwrite(self._handle, str(os.getpid()).encode(), 0)
        except OSError:
            pass

    def release(self) -> None:
        """Let others write; the lock's file stays, and goes only with the whole journal."""
        if self._handle >= 0:
            os.close(self._handle)
            self._handle = -1


def lock_of(journal: Path) -> Path:
    """The file that is locked for a journal."""
    return journal.with_name(journal.name + ".lock")


def _locked(journal: Path, path: Path) -> int:
    """The lock's file, open and locked."""
    try:
        handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
    except OSError as error:
        raise JournalError(f"{journal} cannot be written here: {error.strerror}") from None
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError as error:
        holder = _holder(handle)
        os.close(handle)
        if isinstance(error, BlockingIOError):
            raise JournalBusy(
                f"{journal}: another process{holder} writes this journal; end that one first"
            ) from None
        raise JournalError(f"{journal}: cannot be locked: {error.strerror}") from None
    return handle


def _is_at(path: Path, handle: int) -> bool:
    """Whether the file that is locked is the one that others will find."""
    try:
        return os.path.samestat(path.stat(), os.fstat(handle))
    except FileNotFoundError:
        return False


def _holder(handle: int) -> str:
    text = os.pread(handle, 20, 0).decode(errors="replace")
    return f" (number {text})" if text.isdecimal() else ""
