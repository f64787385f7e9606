"""What is written is there whole or not at all, whoever interrupts."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest
from support import paper

from cli.main import main
from datasets.manifest import add_scenes, read_manifest
from datasets.whole import whole, write_whole
from datasets.yolo import write_yolo
from engines import InputError

ROOT = Path(__file__).resolve().parents[2]


def interrupted(path):
    with whole(path) as part:
        part.write_text("half of the ne")
        raise KeyboardInterrupt


def test_an_interrupted_file_leaves_the_old_one_and_nothing_else(tmp_path):
    path = tmp_path / "told.csv"
    write_whole(path, "old")
    with pytest.raises(KeyboardInterrupt):
        interrupted(path)
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("told.csv", "old")]
    write_whole(path, "new")
    assert [(each.name, each.read_text()) for each in tmp_path.iterdir()] == [("told.csv", "new")]


def test_an_interrupted_export_leaves_nothing(tmp_path):
    def samples():
        raise KeyboardInterrupt
        yield

    with pytest.raises(KeyboardInterrupt):
        write_yolo(tmp_path / "export", {"train": [], "test": samples()}, ["board"])
    assert not list(tmp_path.iterdir())


def test_of_two_equal_exports_at_once_the_second_is_told(tmp_path):
    target = tmp_path / "export"

    def samples():
        (target / "images").mkdir(parents=True)  # another process was faster
        yield from ()

    with pytest.raises(InputError, match="export exists already"):
        write_yolo(target, {"train": samples()}, ["board"])
    assert [each.name for each in tmp_path.iterdir()] == ["export"]


TERMINATED = """
import time
from pathlib import Path
from cli.ending import clean_up_when_terminated
from datasets.whole import whole
clean_up_when_terminated()
with whole(Path("told.csv")) as part:
    part.write_text("half")
    print("begun", flush=True)
    time.sleep(60)
"""


def test_a_terminated_command_leaves_nothing(tmp_path):
    words = [sys.executable, "-c", TERMINATED]
    paths = os.environ | {"PYTHONPATH": str(ROOT)}
    with subprocess.Popen(words, cwd=tmp_path, stdout=subprocess.PIPE, env=paths) as process:
        process.stdout.readline()
        process.terminate()
        assert process.wait(30) == 143
    assert not list(tmp_path.iterdir())


def test_folders_above_are_made(tmp_path):
    write_whole(tmp_path / "new" / "told.csv", "told")
    assert (tmp_path / "new" / "told.csv").read_text() == "told"


def test_two_packs_at_once_lose_no_scene(tmp_path, capsys):
    for seed in range(2):
        paper.write_raw(tmp_path / "raw", seed)
    paper.write_raw(tmp_path / "more", 2)
    scenes = tmp_path / "scenes"
    first = add_scenes(tmp_path / "raw", scenes)
    next(first)
    second = ["dataset", "pack", str(tmp_path / "more"), "--scenes", str(scenes)]
    with pytest.raises(SystemExit) as stopped:
        main(second)
    assert stopped.value.code == 2
    assert "another command is changing" in capsys.readouterr().err
    list(first)
    with pytest.raises(SystemExit) as stopped:
        main(second)
    assert stopped.value.code == 0
    assert len(read_manifest(scenes)) == 3
