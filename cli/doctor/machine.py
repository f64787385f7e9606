"""Disk, clock, cameras and who may use them."""

from __future__ import annotations

import getpass
import os
import shutil
import sqlite3
import tempfile
from datetime import UTC, datetime
from pathlib import Path

from cli.doctor.finding import BROKEN, Finding

TOO_LITTLE, LITTLE = 200e6, 2e9
"""Bytes of free space: with less no match should begin; with less a day of matches may not fit."""
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")
"""Made by systemd when the network has set the clock."""
DARK = 12
"""A picture whose mean of 255 is below this shows nothing."""


def check_disk(folder: Path) -> Finding:
    """Is there room for pictures?"""
    free = shutil.disk_usage(_existing(folder)).free
    told = f"{free / 1e9:.1f} GB"
    if free < LITTLE:
        return Finding("disk", "mend" if free < TOO_LITTLE else "mind", told, "make_room")
    return Finding("disk", "good", told)


def check_folder(folder: Path) -> Finding:
    """Can a journal be kept there: made, written for good, in SQLite's WAL mode?"""
    existing = _existing(folder)
    try:
        with tempfile.TemporaryDirectory(dir=existing, prefix=".hakem-doctor-") as trial:
            base = sqlite3.connect(Path(trial) / "trial")
            try:
                mode = base.execute("PRAGMA journal_mode = WAL").fetchone()[0]
                base.execute("CREATE TABLE trial (one)")
                base.commit()
            finally:
                base.close()
    except (OSError, sqlite3.Error) as error:
        why = getattr(error, "strerror", None) or error  # no name of our own trial file
        return Finding("folder", "mend", f"{folder}: {why}", "other_folder")
    if mode != "wal":
        return Finding("folder", "mend", f"{folder}: {mode}", "other_folder")
    return Finding("folder", "good", str(folder.absolute()))


def _existing(folder: Path) -> Path:
    """The folder, or the one in which it would be made."""
    place = folder.absolute()
    while not place.exists():
        place = place.parent
    return place


def check_clock(installed: Path, now: datetime | None = None) -> Finding:
    """Is it later than Hakem's own files, and does the network set it?"""
    now = now or datetime.now(UTC)
    made = datetime.fromtimestamp(max(path.stat().st_mtime for path in installed.iterdir()), UTC)
    told = f"{now.astimezone():%Y-%m-%d %H:%M %Z}"
    if now < made:
        return Finding("clock", "mend", told, "set_clock")
    if SYNCHRONISED.parent.is_dir() and not SYNCHRONISED.exists():
        return Finding("clock", "mind", told, "check_clock")
    return Finding("clock", "good", told)


def check_rights(devices: Path) -> Finding:
    """May this user open the video devices? Where there is none, nobody needs to."""
    found = sorted(devices.glob("video[0-9]*")) + sorted(devices.glob("media[0-9]*"))
    if not found:
        return Finding("rights", "unneeded", "–")
    shut = [path.name for path in found if not os.access(path, os.R_OK | os.W_OK)]
    if shut:
        return Finding("rights", "mend", ", ".join(shut), "video_group", _user())
    return Finding("rights", "good", f"{len(found)} × {devices}/video…, media…")


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):  # a number without a name
        return str(os.getuid())


def check_cameras() -> Finding:
    """Which cameras are there?"""
    try:
        from vision.cameras.around import look_around

        found = [each for each in look_around()[0] if each.kind != "demo"]
    except BROKEN as error:  # told by the packages already
        return Finding("cameras", "mind", str(error))
    if not found:
        return Finding("cameras", "mind", "–", "plug_camera")
    return Finding("cameras", "good", ", ".join(f"{each.source} ({each.name})" for each in found))


def looks_at_the_world(source: str | None) -> bool:
    """Whether this is a camera, and no demo, film or picture."""
    try:
        from vision.cameras import is_live
    except BROKEN:
        return False
    return source is not None and is_live(source)


def check_picture(source: str) -> Finding:
    """Does this camera give a picture in which something can be seen?"""
    try:
        from engines import InputError
        from vision.cameras.around import take
    except BROKEN as error:
        return Finding("picture", "mend", str(error), "other_picture")
    try:
        frame = take(source)
    except InputError as error:
        return Finding("picture", "mend", str(error), "other_picture")
    width, height = frame.size
    light = float(frame.picture.mean())
    told = f"{frame.source}: {width} × {height}"
    if light < DARK:
        return Finding("picture", "mind", told, "more_light")
    return Finding("picture", "good", told)
