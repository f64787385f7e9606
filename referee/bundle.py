"""A match in one file, for a dispute or a bug report: journal, pictures, profile, last frames.

A bundle is a zip file. Packing it is all or nothing. Opening one trusts nothing: every name, size
and hash is checked before a file of it is used, and only names that bundles have are written.
"""

from __future__ import annotations

import hashlib
import json
import os
import platform
import re
import sqlite3
import tempfile
import zipfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path
from typing import IO, Any

import cv2
import numpy as np

from calibration.profile import Profile, hakem_version
from engines import InputError
from referee.journal.chain import now
from referee.journal.errors import JournalError, told_plainly
from referee.journal.frames import NAME as FRAME_NAME
from referee.journal.pictures import NAME as PICTURE_NAME
from referee.journal.places import frames_of, pictures_of
from referee.journal.reader import reading
from referee.journal.verify import Verified, verify

FORMAT = 1
"""The form of the file."""
MOST_FILES = 20_000
"""No bundle holds more files."""
MOST_BYTES = 1 << 30
"""No bundle is larger, packed or unpacked."""
MOST_OF_ONE = 1 << 28
"""No file in it is larger."""
MANIFEST, JOURNAL, PROFILE = "manifest.json", "journal.hakem", "profile.json"
_PICTURES, _FRAMES = pictures_of(Path(JOURNAL)).name, frames_of(Path(JOURNAL)).name
_NAMES = re.compile(
    rf"{re.escape(JOURNAL)}|{re.escape(PROFILE)}"
    rf"|{re.escape(_PICTURES)}/{PICTURE_NAME.pattern}|{re.escape(_FRAMES)}/{FRAME_NAME.pattern}"
)


class BadBundle(InputError):  # noqa: N818 (a file that must not be used)
    """A bundle that cannot be packed or opened, and why."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """An opened bundle, in a folder that lives as long as it is open."""

    folder: Path
    """Where it was unpacked to."""
    manifest: dict[str, Any]
    """When it was packed, by which versions, and what is in it."""

    @property
    def journal(self) -> Path:
        """The journal's file; its pictures and frames lie beside it as at the table."""
        return self.folder / JOURNAL

    @property
    def profile(self) -> Path | None:
        """The table's profile, if there was one."""
        path = self.folder / PROFILE
        return path if path.exists() else None


def versions() -> dict[str, str]:
    """What runs here."""
    return {
        "hakem": hakem_version(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "numpy": np.__version__,
        "opencv": cv2.__version__,
        "onnxruntime": metadata.version("onnxruntime"),
        "machine": f"{platform.system()} {platform.machine()}",
    }


def pack(journal: Path, out: Path, profile: Path | None = None) -> dict[str, Any]:
    """Write the bundle of a journal, whole or not at all; gives its manifest."""
    if profile is not None:
        Profile.load(profile)
    with tempfile.TemporaryDirectory() as made:
        copy = Path(made) / JOURNAL
        _copy(journal, copy)
        checked = _checked(copy, journal)
        files = {JOURNAL: copy}
        frames = _copy_frames(frames_of(journal), Path(made) / _FRAMES)
        files |= {f"{_FRAMES}/{path.name}": path for path in frames}
        if (folder := pictures_of(journal)).is_dir():
            with told_plainly(folder):
                found = sorted(p for p in folder.iterdir() if PICTURE_NAME.fullmatch(p.name))
            files |= {f"{_PICTURES}/{path.name}": path for path in found}
        if profile is not None:
            files[PROFILE] = profile
        with told_plainly(out):
            return _write(out, files, checked.to_json())


def _copy(journal: Path, copy: Path) -> None:
    """The journal as it stands at one moment, in a file of its own, also while it is written."""
    with told_plainly(journal), reading(journal) as base:
        target = sqlite3.connect(copy)
        try:
            base.backup(target)
            target.execute("PRAGMA journal_mode = DELETE")
        finally:
            target.close()


def _checked(copy: Path, journal: Path) -> Verified:
    """What `verify` says of the copy: the table may have written more since it was made."""
    try:
        return verify(copy, pictures_of(journal))
    except JournalError as error:  # told of the file that people know
        raise JournalError(str(error).replace(str(copy), str(journal))) from None


def _copy_frames(folder: Path, to: Path) -> list[Path]:
    """The frames of a ring in a folder of their own: a table that is watched deletes old ones.

    What goes meanwhile is left out, words and picture together.
    """
    if not folder.is_dir():
        return []
    to.mkdir()
    copied: list[Path] = []
    for number in sorted(path.stem for path in folder.glob("*.json")):
        names = [f"{number}.{kind}" for kind in ("json", "jpg")]
        if not all(FRAME_NAME.fullmatch(name) for name in names):
            continue
        try:
            with told_plainly(folder):
                both = [(folder / name).read_bytes() for name in names]
        except JournalError as error:
            if isinstance(error.__cause__, FileNotFoundError):
                continue
            raise
        for name, data in zip(names, both, strict=True):
            copied.append(to / name)
            copied[-1].write_bytes(data)
    return copied


def _write(out: Path, files: dict[str, Path], checked: dict[str, Any]) -> dict[str, Any]:
    size = 0
    for path in files.values():
        with told_plainly(path):
            size += path.stat().st_size
    if len(files) > MOST_FILES or size > MOST_BYTES:
        raise BadBundle(
            f"{len(files)} files of {size >> 20} MB are too much for a bundle "
            f"({MOST_FILES} files, {MOST_BYTES >> 20} MB)"
        )
    out.parent.mkdir(parents=True, exist_ok=True)
    part = out.with_name(f".{out.name}.{os.getpid()}.part")
    told: dict[str, dict[str, Any]] = {}
    try:
        with part.open("wb") as file:
            with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as packed:
                for name, path in files.items():
                    with told_plainly(path):  # what cannot be read is not the output
                        data = path.read_bytes()
                    told[name] = {"size": len(data), "sha256": hashlib.sha256(data).hexdigest()}
                    # Pictures are compressed already.
                    kind = zipfile.ZIP_STORED if name.endswith(".jpg") else zipfile.ZIP_DEFLATED
                    packed.writestr(name, data, kind)
                manifest = {
                    "hakem_bundle": FORMAT,
                    "created": now(),
                    "versions": versions(),
                    "journal": checked,
                    "files": told,
                }
                packed.writestr(MANIFEST, json.dumps(manifest, indent=1, ensure_ascii=False))
            file.flush()
            os.fsync(file.fileno())
        part.replace(out)
    finally:
        part.unlink(missing_ok=True)
    return manifest


@contextmanager
def opened(path: Path) -> Iterator[Bundle]:
    """A bundle unpacked and checked; raises `BadBundle`. The folder goes when it is closed."""
    with tempfile.TemporaryDirectory(prefix="hakem-") as folder:
        try:
            if path.stat().st_size > MOST_BYTES:
                raise BadBundle(f"{path} is larger than any bundle")
            with zipfile.ZipFile(path) as packed:
                bundle = _unpacked(packed, Path(folder))
        except BadBundle as error:
            raise BadBundle(f"{path}: {error}") from None
        except (zipfile.BadZipFile, zlib.error, EOFError, ValueError, NotImplementedError,
                RuntimeError, OverflowError, MemoryError) as error:  # fmt: skip
            raise BadBundle(f"{path} is no bundle, or a broken one: {error}") from None
        except OSError as error:
            raise BadBundle(f"cannot read {path}: {error.strerror or error}") from None
        yield bundle


def is_bundle(path: Path) -> bool:
    """Whether a file looks like a bundle (and not like a journal)."""
    try:
        if not path.is_file():  # a pipe would be waited for
            return False
        with path.open("rb") as file:
            return file.read(4) == b"PK\x03\x04"
    except OSError:
        return False


def _unpacked(packed: zipfile.ZipFile, folder: Path) -> Bundle:
    infos = packed.infolist()
    names = [info.filename for info in infos]
    if len(infos) > MOST_FILES + 1:
        raise BadBundle(f"it holds {len(infos)} files, {MOST_FILES} at most")
    if len(set(names)) < len(names):
        raise BadBundle("a file is in it twice")
    strange = [name for name in names if name != MANIFEST and not _NAMES.fullmatch(name)]
    if strange:
        raise BadBundle(f"it holds {strange[0][:80]!r}, which no bundle has")
    if sum(info.file_size for info in infos) > MOST_BYTES:
        raise BadBundle(f"unpacked it is larger than {MOST_BYTES >> 20} MB")
    if MANIFEST not in names or JOURNAL not in names:
        raise BadBundle("it lacks a manifest or a journal")
    manifest = _manifest(_read(packed, MANIFEST, 1 << 24))
    files = manifest["files"]
    if set(files) != set(names) - {MANIFEST}:
        raise BadBundle("its manifest tells other files than are in it")
    for name, told in files.items():
        data = _read(packed, name, MOST_OF_ONE)
        if not isinstance(told, dict) or told.get("sha256") != hashlib.sha256(data).hexdigest():
            raise BadBundle(f"{name} in it was changed after it was packed")
        target = folder / name
        target.parent.mkdir(exist_ok=True)
        target.write_bytes(data)
    return Bundle(folder, manifest)


def _read(packed: zipfile.ZipFile, name: str, most: int) -> bytes:
    """A file's bytes, never more than `most`, whatever size it claims."""
    info = packed.getinfo(name)
    if info.flag_bits & 1:
        raise BadBundle(f"{name} in it is encrypted")
    file: IO[bytes]
    with packed.open(info) as file:
        data = file.read(most + 1)
    if len(data) > most:
        raise BadBundle(f"{name} in it is too large")
    return data


def _manifest(data: bytes) -> dict[str, Any]:
    try:
        told = json.loads(data.decode())
    except (ValueError, RecursionError):
        raise BadBundle("its manifest is not JSON") from None
    form = told.get("hakem_bundle") if isinstance(told, dict) else None
    if type(form) is int and form > FORMAT:
        raise BadBundle(f"a newer Hakem packed it (form {form}); update Hakem")
    if form != FORMAT or not isinstance(told.get("files"), dict):
        raise BadBundle("its manifest is not that of a bundle")
    versions_told = told.get("versions")
    if not isinstance(versions_told, dict) or not isinstance(told.get("created"), str):
        raise BadBundle("its manifest does not tell when and by what it was packed")
    checked: dict[str, Any] = told
    return checked
