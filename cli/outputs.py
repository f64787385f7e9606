"""Files that a command writes: tried before the work, written whole or not at all.

Folders above them are made; an older file is overwritten.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from pathlib import Path
from tempfile import TemporaryFile
from typing import Any

import cv2

from datasets.rows import write_rows
from datasets.whole import whole
from engines import InputError
from vision.frame import Picture
from vision.naming import as_utf8


def check_apart(*paths: Path | None) -> None:
    """Refuse two outputs of the same name: the second would overwrite the first."""
    seen: set[Path] = set()
    for path in paths:
        if path is None:
            continue
        if path.resolve() in seen:
            raise InputError(f"two outputs cannot both be written to {path}; name another file")
        seen.add(path.resolve())


def check_not_input(given: str | Path, *outputs: Path | None) -> None:
    """Refuse an output that is the very file the command reads: it would be gone."""
    for path in outputs:
        if path is not None and _same(Path(given), path):
            raise InputError(f"{path} is what is read; name another file to write to")


def _same(one: Path, other: Path) -> bool:
    """Whether both names lead to one file, be it by a link."""
    try:
        return one.samefile(other)
    except (OSError, ValueError):  # a camera, a text, or nothing there yet
        return False


def check_rows(*paths: Path | None) -> None:
    """Refuse a path to which nothing can be written."""
    for path in paths:
        if path is not None:
            _check(path)


def check_picture(*paths: Path | None) -> None:
    """Refuse a path to which no picture can be written."""
    for path in paths:
        if path is None:
            continue
        _check(path)
        try:
            known = cv2.haveImageWriter(as_utf8(path))
        except cv2.error:
            known = False
        if not known:
            raise InputError(f"cannot write {path}; it must end in .png, .jpg or .webp")


def _check(path: Path) -> None:
    if path.is_dir():
        raise InputError(f"cannot write {path}: it is a folder")
    folder = path.absolute().parent
    while not folder.exists():
        folder = folder.parent
    try:
        with TemporaryFile(dir=folder):
            pass
    except OSError as error:
        raise InputError(f"cannot write {path}: {folder}: {error.strerror}") from None
    if path.exists() and not os.access(path, os.W_OK):
        raise InputError(f"cannot write {path}: the file is write-protected")


def save_rows(path: Path | None, rows: Sequence[Any], kind: type) -> None:
    """A CSV of rows, where one is wanted."""
    if path is None:
        return
    try:
        write_rows(path, rows, kind)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def save_picture(path: Path | None, picture: Picture) -> None:
    """A picture, where one is wanted."""
    if path is None:
        return
    try:
        with whole(path) as part:
            if not cv2.imwrite(as_utf8(part), picture):
                raise InputError(f"cannot write {path}")
    except cv2.error:
        raise InputError(f"cannot write {path}; it must end in .png, .jpg or .webp") from None
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None
