"""Where a table's journal lies, and what lies beside it."""

from __future__ import annotations

import os
import re
from pathlib import Path

from engines import InputError

DESK_FOLDER = Path("tables")
"""Where a desk writes the journals of new games unless told otherwise: where it was started."""
SUFFIX = ".hakem"
"""How the names of journals end by custom."""
_NAME = re.compile(r"\w[\w .-]{0,63}")


def journal_of(table: str) -> Path:
    """Where the journal of a table lies unless another place is named: the user's data folder."""
    if not _NAME.fullmatch(table):
        raise InputError(f"a table's name is letters, digits, blanks, - and . , not {table!r}")
    return tables_folder() / f"{table.strip()}{SUFFIX}"


def tables_folder() -> Path:
    """Where journals lie unless another place is named."""
    told = os.environ.get("XDG_DATA_HOME", "")
    home = Path(told) if Path(told).is_absolute() else Path.home() / ".local" / "share"
    return home / "hakem" / "tables"


def pictures_of(journal: Path) -> Path:
    """The folder of the pictures that events name."""
    return journal.with_name(journal.name + ".pictures")


def frames_of(journal: Path) -> Path:
    """The folder of the last settled frames."""
    return journal.with_name(journal.name + ".frames")


def sheets_of(journal: Path) -> Path:
    """The folder of the sheets that were signed on a screen."""
    return journal.with_name(journal.name + ".sheets")
