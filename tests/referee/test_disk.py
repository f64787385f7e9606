"""A full disk and a read-only folder: one clear line, and nothing lost."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from referee.journal import Journal, JournalError, read_journal, verify

ROOT = Path(__file__).resolve().parents[2]
NOBODY = 65534


@pytest.fixture
def small_disk(tmp_path):
    """A disk of half a megabyte."""
    folder = tmp_path / "disk"
    folder.mkdir()
    mount = shutil.which("mount")
    done = mount and subprocess.run(
        [mount, "-t", "tmpfs", "-o", "size=512k", "tmpfs", str(folder)], capture_output=True
    )
    if not done or done.returncode:
        pytest.skip("a small disk cannot be mounted here")
    yield folder
    subprocess.run(["umount", str(folder)], check=True)


def event(number, size=2000):
    return {"event": "move", "time": number, "n": number, "pad": "x" * size}


def test_a_full_disk_is_told_and_the_journal_goes_on_when_there_is_room(small_disk):
    path, filler = small_disk / "table1.hakem", small_disk / "filler"
    filler.write_bytes(b"x" * 200_000)
    with Journal(path) as journal:
        written = 0
        with pytest.raises(JournalError, match="disk"):  # noqa: PT012 (until it is full)
            while True:
                written = journal.append(event(written + 1)).number
        assert written > 5
        assert len(journal) == written
        assert [e.event["n"] for e in read_journal(path)] == list(range(1, written + 1))
        filler.unlink()
        journal.append(event(written + 1))
    assert verify(path).good
    assert len(read_journal(path)) == written + 1


def test_a_journal_that_cannot_be_begun_on_a_full_disk(small_disk):
    (small_disk / "filler").write_bytes(b"x" * (512 * 1024 - 8192))
    with pytest.raises(JournalError, match="disk"), Journal(small_disk / "table1.hakem"):
        pytest.fail("there was room")


LIMITED = """
import resource, sys
from pathlib import Path
from referee.journal import *
path = Path(sys.argv[1])
journal = Journal(path)
resource.setrlimit(resource.RLIMIT_FSIZE, (120_000, 120_000))
try:
    for number in range(1, 1000):
        journal.append({"event": "move", "time": number, "n": number, "pad": "x" * 2000})
        print(number, flush=True)
except JournalError as error:
    print(error)
"""


def test_a_file_that_may_not_grow_loses_nothing_shown(tmp_path):
    path = tmp_path / "table1.hakem"
    told = subprocess.run(
        [sys.executable, "-c", LIMITED, str(path)], cwd=ROOT, capture_output=True, text=True
    )
    assert told.stderr == ""
    *shown, refused = told.stdout.splitlines()
    assert "disk" in refused
    assert "safe" in refused
    assert [entry.event["n"] for entry in read_journal(path)] == [int(line) for line in shown]
    assert verify(path).good


def _as_nobody(deed):
    """What `deed` says in a process without a superuser's rights."""
    heard, said = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            if os.getuid() == 0:
                os.setgroups([])
                os.setgid(NOBODY)
                os.setuid(NOBODY)
            os.write(said, deed().encode())
        finally:
            os._exit(0)
    os.close(said)
    os.waitpid(child, 0)
    with os.fdopen(heard) as told:
        return told.read()


def _tried(path):
    told = f"{len(read_journal(path))} {verify(path).good}"
    try:
        Journal(path)
    except JournalError as error:
        return f"{told}\n{error}"
    return f"{told}\nit was opened"


@pytest.mark.parametrize("writable", [False, True])
def test_a_read_only_folder_can_be_read_and_is_refused_for_writing(journal, writable):
    folder = Path(tempfile.mkdtemp())
    try:
        copy = Path(shutil.copy(journal, folder / "table1.hakem"))
        copy.chmod(0o666 if writable else 0o444)
        folder.chmod(0o555)
        seen, refused = _as_nobody(lambda: _tried(copy)).splitlines()
        assert seen == "10 True"
        assert "cannot be written here: " in refused
        assert [path.name for path in folder.iterdir()] == ["table1.hakem"]
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_file_that_is_read_only_in_a_folder_that_is_not(journal):
    folder = Path(tempfile.mkdtemp())
    try:
        copy = Path(shutil.copy(journal, folder / "table1.hakem"))
        copy.chmod(0o444)
        folder.chmod(0o777)
        seen, refused = _as_nobody(lambda: _tried(copy)).splitlines()
        assert seen == "10 True"
        assert "it cannot be written here" in refused
    finally:
        shutil.rmtree(folder)
