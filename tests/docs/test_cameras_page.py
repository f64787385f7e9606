"""What docs/cameras.md shows is run."""

from __future__ import annotations

import inspect
import re
import shlex
from pathlib import Path

import cv2
import pytest
from support.films import film

from cli.main import main
from vision import cameras

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "cameras.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^hakem (.+)$", PAGE, re.M)


@pytest.fixture
def table(tmp_path, monkeypatch):
    """A folder with the video the page speaks of."""
    monkeypatch.chdir(tmp_path)
    film(tmp_path / "game.mp4", 3)
    return tmp_path


@pytest.mark.parametrize("command", COMMANDS)
def test_the_commands_run(command, table, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(shlex.split(command))
    assert not stopped.value.code
    assert capsys.readouterr().out


def test_the_snapshot_is_there_afterwards(table):
    with pytest.raises(SystemExit):
        main(shlex.split(next(each for each in COMMANDS if "--snapshot" in each)))
    assert cv2.imread(str(table / "board.jpg")).shape == (64, 96, 3)


def test_the_python_example_runs_wherever_it_is_pasted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    exec(re.search(r"```python\n(.*?)```", PAGE, re.S).group(1), {})
    assert capsys.readouterr().out.splitlines()[0] == "0.0 (960, 720) demo:reversi"


def test_every_option_is_in_the_table():
    for option in list(inspect.signature(cameras.open).parameters)[1:]:
        assert f"\n| `{option}` |" in PAGE


def test_the_scripts_it_names_are_there():
    for script in re.findall(r"scripts/\w+\.sh", PAGE):
        assert (ROOT / script).stat().st_mode & 0o100
