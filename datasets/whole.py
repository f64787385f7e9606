"""Files and folders that are there whole or not at all."""

from __future__ import annotations

import fcntl
import os
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engines import InputError


@contextmanager
def whole(path: Path) -> Iterator[Path]:
    """A name beside `path` to write a file or a folder to; at the end it becomes `path`.

    Folders above it are made. What fails or is interrupted leaves nothing behind, and an older
    file as it was; an older folder is never replaced, unless it is empty.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    part = path.with_name(f".{path.stem}.{os.getpid()}.part{path.suffix}")
    try:
        yield part
        try:
            part.replace(path)
        except OSError:
            if part.is_dir() and path.exists():  # somebody else was faster
                raise InputError(f"{path} exists already") from None
            raise
    finally:
        if part.is_dir():
            shutil.rmtree(part, ignore_errors=True)
        else:
            part.unlink(missing_ok=True)


def write_whole(path: Path, text: str) -> None:
    """Write a text file; a reader sees the old one or the new one, never a piece."""
    with whole(path) as part:
        part.write_text(text, encoding="utf-8")


@contextmanager
def alone(folder: Path) -> Iterator[None]:
    """Keep other processes from changing a folder; raises `InputError` when one does already.

    The lock is the system's and ends with the process, so none is ever left over.
    """
    handle = os.open(folder, os.O_RDONLY)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InputError(
                f"another command is changing {folder}; run this again when it has finished"
            ) from None
        yield
    finally:
        os.close(handle)
