"""Writing a journal: an event is on the disk for good before anybody is shown it."""

from __future__ import annotations

import logging
import os
import sqlite3
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from referee.journal import chain, schema
from referee.journal.errors import JournalError, told_plainly
from referee.journal.lock import Lock, lock_of
from referee.journal.pictures import BoardPicture, store, sync_folder
from referee.journal.places import SUFFIX, pictures_of
from referee.journal.reader import Entry, as_entry, guard, stored_in
from referee.journal.verify import chain_troubles

_log = logging.getLogger(__name__)


class Journal:
    """The journal of one table, open for writing; no second process can open it so.

    A failed `append` leaves the journal as it was and open: after space has been made on the disk
    the same event can be appended again. It may be used by several threads, one at a time.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        """The SQLite file; pictures lie in `NAME.pictures` beside it."""
        with told_plainly(path):
            if path.is_dir():
                raise JournalError(f"{path} is a folder; name a file in it")
            if path.exists() and not os.access(path, os.W_OK):  # SQLite would tell it later
                raise JournalError(f"{path}: it cannot be written here: the file is read-only")
            _check_empty(path)
            path.parent.mkdir(parents=True, exist_ok=True)
        self._lock = Lock(path)
        try:
            with told_plainly(path):
                self._base = _opened(path)
        except BaseException:
            self._lock.release()
            raise

    def append(
        self, event: Mapping[str, Any], pictures: Mapping[str, BoardPicture] | None = None
    ) -> Entry:
        """Write one event, its pictures first; when this returns, nothing can lose it."""
        return self.append_all([event], pictures)[0]

    def append_all(
        self,
        events: Sequence[Mapping[str, Any]],
        pictures: Mapping[str, BoardPicture] | None = None,
    ) -> tuple[Entry, ...]:
        """Write events that belong together, all or none; the pictures are named in each."""
        named = self.store(pictures or {})
        told = [chain.written({**event, "pictures": named} if named else event) for event in events]
        base = self._base
        with told_plainly(self.path):
            try:
                base.execute("BEGIN IMMEDIATE")
                entries = self._insert(told)
                base.execute("COMMIT")
            except BaseException:
                if base.in_transaction:
                    base.execute("ROLLBACK")
                raise
        return entries

    def store(self, pictures: Mapping[str, BoardPicture]) -> dict[str, Any]:
        """Keep pictures for good; gives what an event that is written later says of them."""
        folder = pictures_of(self.path)
        return {
            what: {"file": store(folder, shown.picture), "pose": shown.pose.to_json()}
            for what, shown in pictures.items()
        }

    def _insert(self, told: Sequence[str]) -> tuple[Entry, ...]:
        number, last = self._base.execute("SELECT number, hash FROM head").fetchone()
        entries = []
        for text in told:
            number, time = number + 1, chain.now()
            last = chain.link(last, number, time, text)
            self._base.execute("INSERT INTO events VALUES (?, ?, ?, ?)", (number, time, text, last))
            entries.append(Entry(number, time, text, last))
        self._base.execute("UPDATE head SET number = ?, hash = ?", (number, last))
        return tuple(entries)

    def entries(self) -> tuple[Entry, ...]:
        """All that is written so far, to rebuild the state of the table from."""
        with told_plainly(self.path):
            rows = stored_in(self._base, schema.VERSION).rows
            return tuple(as_entry(self.path, row) for row in rows)

    def __len__(self) -> int:
        with told_plainly(self.path):
            return int(self._base.execute("SELECT number FROM head").fetchone()[0])

    def close(self) -> None:
        """End writing; another process may go on."""
        try:
            with told_plainly(self.path):
                self._base.close()
        finally:
            self._lock.release()

    def __enter__(self) -> Journal:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def _check_empty(path: Path) -> None:
    """Refuse an empty file that nobody made for a journal.

    A crash in the first moment of a journal leaves one too: it is called like a journal, or its
    lock lies beside it, which is made before it.
    """
    if not path.is_file() or path.stat().st_size:
        return
    if path.suffix != SUFFIX and not lock_of(path).exists():
        raise JournalError(f"{path} is an empty file and no journal; name another file")
    _log.warning("%s was empty; a new journal begins in it", path)


def _opened(path: Path) -> sqlite3.Connection:
    new = not path.exists()
    base = sqlite3.connect(path, timeout=10, isolation_level=None, check_same_thread=False)
    try:
        try:
            _check(base)  # nothing is changed in a file that is not ours or was edited
            mode = base.execute("PRAGMA journal_mode = WAL").fetchone()[0]
            if mode != "wal":
                raise JournalError("this disk cannot keep a journal; take one of this computer")
            base.execute("PRAGMA synchronous = FULL")
            schema.migrate(base)
        except JournalError as error:
            raise JournalError(f"{path}: {error}") from None
        if new:
            sync_folder(path.absolute().parent)
    except BaseException:
        base.close()
        raise
    return base


def _check(base: sqlite3.Connection) -> None:
    """Refuse to go on from events that are not as they were written."""
    guard(base)
    version = schema.version_of(base)
    if version == 0:
        return
    trouble = next(chain_troubles(stored_in(base, version)), None)
    if trouble is not None:
        raise JournalError(
            f"{trouble.what}; keep the file for the head referee and go on in a new journal"
        )
