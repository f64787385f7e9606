"""Forgetting a table: its journal and all that lies beside it, and nothing else.

Only files whose names Hakem gives are deleted, one by one. A journal that is being written is
refused. The journal's own file goes after its pictures, so that a deletion that was cut short is
found and finished the next time; its lock goes last of all, still held.
"""

from __future__ import annotations

import re
import sqlite3
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from referee.journal import frames, pictures, schema
from referee.journal.errors import JournalError, told_plainly
from referee.journal.lock import Lock
from referee.journal.places import SUFFIX, frames_of, pictures_of, sheets_of
from referee.journal.reader import reading

LOG_FILES = ("-wal", "-shm", "-journal")
"""What SQLite keeps beside its file."""
LOCK = ".lock"
SHEET = re.compile(r"\d{8}-(?:tr|en)\.pdf")
"""A signed sheet."""
_PART = re.compile(
    r"\.(?:[0-9a-f]{64}\.jpg|\d{8}\.(?:jpg|json)|\d{8}-(?:tr|en)\.pdf)(?:\.\d+)?\.part"
)
"""A picture or sheet whose writing was cut short."""


@dataclass(frozen=True, slots=True)
class Kept:
    """What is kept of one table."""

    journal: Path
    """The journal's file, be it there or not."""
    files: tuple[Path, ...]
    """All files, in the order in which they go."""
    folders: tuple[Path, ...]
    """The folders that hold nothing else, and go too."""
    foreign: tuple[Path, ...]
    """What lies in those folders and is not Hakem's; it stays."""
    pictures: int
    """How many of the files are pictures of the board."""
    bytes: int
    """Their size together."""
    last: datetime | None
    """When the table was last written of."""


def kept_of(journal: Path) -> Kept:
    """What is kept of a table; raises `JournalError` where nothing is, or it is no journal."""
    with told_plainly(journal):
        if journal.is_symlink():
            raise JournalError(f"{journal} is a link; name the journal that it leads to")
        _refuse_others(journal)
        files, folders, foreign = [], [], []
        for folder, name in (
            (pictures_of(journal), pictures.NAME),
            (frames_of(journal), frames.NAME),
            (sheets_of(journal), SHEET),
        ):
            ours, others = _sorted_out(folder, name)
            files += ours
            foreign += others
            if folder.is_dir() and not others:
                folders.append(folder)
        shown = sum(path.suffix == ".jpg" for path in files)
        files += [path for path in _own(journal) if path.exists()]
        if not files and not folders:
            raise JournalError(f"there is no journal {journal}, nor anything left of one")
        size = sum(path.stat().st_size for path in files)
        last = last_written(journal, files)
    return Kept(journal, tuple(files), tuple(folders), tuple(foreign), shown, size, last)


def forget(journal: Path) -> Kept:
    """Delete all that is kept of a table; gives what is gone.

    Raises `JournalBusy` while it is being written.
    """
    kept_of(journal)  # refuses before a lock's file is made
    lock = Lock(journal)
    try:
        kept = kept_of(journal)
        with told_plainly(journal):
            for path in (*kept.files, *_own(journal)):  # SQLite's log may have come by looking
                path.unlink(missing_ok=True)
            for folder in kept.folders:
                folder.rmdir()
            pictures.sync_folder(journal.absolute().parent)
    finally:
        lock.release()
    return kept


def journals_in(folder: Path) -> Iterator[Path]:
    """The journals in a folder and below it, also those of which only pictures are left."""
    found: set[Path] = set()
    with told_plainly(folder):
        for path in folder.rglob("*"):
            journal = _belongs_to(path)
            if journal is not None and not journal.is_symlink():
                found.add(journal)
    yield from sorted(found)


def last_written(journal: Path, files: list[Path]) -> datetime | None:
    """When a table was last written of: its last event, else its newest file."""
    try:
        with told_plainly(journal), reading(journal) as base:
            row = base.execute("SELECT time FROM events ORDER BY number DESC LIMIT 1").fetchone()
        if row is not None:
            told = datetime.fromisoformat(row[0])
            return told if told.tzinfo else told.replace(tzinfo=UTC)
    except (JournalError, ValueError, TypeError):  # broken, empty or gone: it must go all the same
        pass
    newest = max((path.stat().st_mtime for path in files), default=None)
    return None if newest is None else datetime.fromtimestamp(newest, UTC)


def _own(journal: Path) -> list[Path]:
    """The journal's file and what belongs to it, the lock last."""
    beside = [journal.with_name(journal.name + end) for end in LOG_FILES]
    return [*beside, journal, journal.with_name(journal.name + LOCK)]


def _sorted_out(folder: Path, name: re.Pattern[str]) -> tuple[list[Path], list[Path]]:
    """The files of ours in a folder, and what else is there."""
    if folder.is_symlink():
        raise JournalError(f"{folder} is a link; delete by hand what it leads to, then the link")
    if not folder.is_dir():
        return [], []
    ours: list[Path] = []
    others: list[Path] = []
    for path in sorted(folder.iterdir()):
        plain = path.is_file() and not path.is_symlink()
        mine = name.fullmatch(path.name) or _PART.fullmatch(path.name)
        (ours if plain and mine else others).append(path)
    return ours, others


def _belongs_to(path: Path) -> Path | None:
    """The journal that a file or folder is, or belongs to, going by its name."""
    for end in (*LOG_FILES, LOCK, ".pictures", ".frames", ".sheets"):
        whole = path.name.removesuffix(end)
        if whole != path.name and whole.endswith(SUFFIX):
            return path.with_name(whole)
    return path if path.suffix == SUFFIX and path.is_file() else None


def _refuse_others(journal: Path) -> None:
    """Refuse what is plainly something else than a journal, so that a slip deletes nothing."""
    if journal.is_dir():
        raise JournalError(f"{journal} is a folder")
    if journal.exists() and not journal.is_file():  # a pipe, which holds nothing either
        raise JournalError(f"{journal} is no journal; nothing was deleted")
    if not journal.exists() or journal.stat().st_size == 0:
        return
    try:
        with reading(journal) as base:
            application = int(base.execute("PRAGMA application_id").fetchone()[0])
    except (sqlite3.DatabaseError, JournalError):  # broken; its name must tell
        application = 0
    ours = application == schema.APPLICATION or (application == 0 and journal.suffix == SUFFIX)
    if not ours:
        raise JournalError(f"{journal} is no journal; nothing was deleted")
