"""Copies of tables that lie about: bundles and score sheets; forgetting leaves them where they are.

A bundle tells by its last hash of which journal it is; of a sheet only its kind is seen.
"""

from __future__ import annotations

import json
import sqlite3
import zipfile
import zlib
from collections.abc import Iterable
from pathlib import Path

from referee.bundle import MANIFEST, is_bundle
from referee.journal.errors import JournalError
from referee.journal.reader import reading
from referee.languages import LANGUAGES
from referee.sheet.words import say

MOST_BYTES = 1 << 24
"""No manifest and no sheet is larger."""
_TITLES = tuple(say(language, "title", game="").strip().encode() for language in LANGUAGES)


def bundles_of(journal: Path, folders: Iterable[Path]) -> tuple[Path, ...]:
    """The bundles in these folders, not below them, that were packed from a journal."""
    try:
        with reading(journal) as base:
            known = {row[0] for row in base.execute("SELECT hash FROM events")}
    except (sqlite3.Error, JournalError, OSError):  # broken, or gone: nobody can tell
        return ()
    found = _named(folders, ".zip")
    return tuple(path for path in found if is_bundle(path) and _last_hash(path) in known)


def sheets_in(folders: Iterable[Path]) -> tuple[Path, ...]:
    """The score sheets in these folders, not below them."""
    return tuple(path for path in _named(folders, ".pdf") if _is_sheet(path))


def _named(folders: Iterable[Path], end: str) -> list[Path]:
    found = {path.absolute(): path for folder in folders for path in folder.glob("*")}
    return sorted(path for path in found.values() if path.suffix.lower() == end and path.is_file())


def _last_hash(bundle: Path) -> str | None:
    """The hash of the last event in a bundle; None for any other file."""
    try:
        with zipfile.ZipFile(bundle) as packed, packed.open(MANIFEST) as file:
            told = json.loads(file.read(MOST_BYTES))
        return str(told["journal"]["last"])
    except (OSError, KeyError, TypeError, ValueError, EOFError, RuntimeError, RecursionError,
            zipfile.BadZipFile, zlib.error, NotImplementedError):  # fmt: skip
        return None


def _is_sheet(path: Path) -> bool:
    """Whether a PDF has the title of a score sheet."""
    try:
        if path.stat().st_size > MOST_BYTES:
            return False
        data = path.read_bytes()
    except OSError:
        return False
    return data.startswith(b"%PDF") and any(title in data for title in _TITLES)
