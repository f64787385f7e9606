"""Where a running desk notes its address and PIN, so that `hakem print card` knows them.

Only the user who started the desk can read the note; it goes when the desk ends.
"""

from __future__ import annotations

import contextlib
import json
import os
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from engines import InputError


class Note(NamedTuple):
    """A desk that runs."""

    address: str
    pin: str
    table: str = ""


def _folder() -> Path:
    base = os.environ.get("XDG_RUNTIME_DIR") or tempfile.gettempdir()
    return Path(base) / f"hakem-{os.getuid()}"


@contextlib.contextmanager
def noted(port: int, note: Note) -> Iterator[None]:
    """While this lasts, the desk on this port is known."""
    folder = _folder()
    path = folder / f"desk-{port}.json"
    try:
        folder.mkdir(mode=0o700, exist_ok=True)
        if folder.stat().st_uid != os.getuid():
            raise PermissionError
        handle = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC | os.O_NOFOLLOW, 0o600)
        with os.fdopen(handle, "w", encoding="utf-8") as file:
            json.dump(note._asdict(), file)
    except OSError:  # a card can still be printed with --address and --pin
        yield
        return
    try:
        yield
    finally:
        path.unlink(missing_ok=True)


def desk_on(port: int) -> Note:
    """The desk that runs on a port; raises `InputError`."""
    path = _folder() / f"desk-{port}.json"
    try:
        told = json.loads(path.read_text(encoding="utf-8"))
        return Note(str(told["address"]), str(told["pin"]), str(told.get("table", "")))
    except (OSError, ValueError, KeyError, TypeError):
        raise InputError(
            f"no desk runs on port {port} here; start `hakem desk`, or give --address and --pin"
        ) from None
