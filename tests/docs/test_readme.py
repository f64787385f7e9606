"""Every command of the READMEs is run; what wants hardware or hours is held against the parser."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import cv2
import pytest
from support.commands import PARSER, blocks, calls, lines, understand

from cli.main import main
from vision.cameras.demos import demo_path

ROOT = Path(__file__).resolve().parents[2]
PAGES = {name: (ROOT / name).read_text(encoding="utf-8") for name in ("README.md", "README.tr.md")}
NOT_HERE = {
    "desk": "serves until it is stopped; tests/cli/test_desk.py runs it",
    "usb:0": "wants a USB camera",
    "make": "sets up an environment, serves, or runs these tests",
}
"""Words by which a command is known that is not run here, and why."""


HAKEM = {" ".join(words): words for page in PAGES.values() for words in calls(page)}
RUN = {told: words for told, words in HAKEM.items() if not NOT_HERE.keys() & {*words}}
MAKE = {line.split()[1] for page in PAGES.values() for line in lines(page) if line[:5] == "make "}


def test_no_command_is_of_a_kind_that_nobody_tries():
    assert len(HAKEM) >= 15
    assert len(RUN) >= 8
    for page in PAGES.values():
        tried = len(calls(page)) + sum(line.startswith("make ") for line in lines(page))
        assert tried == len([line for line in lines(page) if line])


def test_every_block_says_what_it_is():
    for page in PAGES.values():
        assert {kind for kind, _ in blocks(page)} <= {"sh", "text", "python"}


@pytest.mark.parametrize("told", RUN)
def test_a_command_runs(told, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    good, picture = cv2.VideoCapture(str(demo_path("reversi"))).read()
    assert good
    for name in ("board.jpg", "tahta.jpg"):
        cv2.imwrite(name, picture)
    with pytest.raises(SystemExit) as stopped:
        main(RUN[told])
    assert not stopped.value.code
    assert capsys.readouterr().out


@pytest.mark.parametrize("told", sorted(HAKEM.keys() - RUN.keys()))
def test_what_cannot_be_run_here_is_understood(told):
    understand(HAKEM[told])


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("target", sorted(MAKE))
def test_a_target_can_be_made(target, tmp_path):
    (tmp_path / "ready").touch()
    done = subprocess.run(
        ["make", "--dry-run", target, f"READY={tmp_path / 'ready'}"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert done.stdout


def test_the_output_shown_is_what_comes_out(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "100")
    (judged,) = [words for words in calls(PAGES["README.md"]) if words[0] == "judge"]
    (shown,) = [block for kind, block in blocks(PAGES["README.md"]) if kind == "text"]
    with pytest.raises(SystemExit):
        main(judged)
    printed = [line.rstrip() for line in capsys.readouterr().out.strip("\n").splitlines()]
    assert printed == shown


def test_the_python_example_runs(capsys):
    exec(re.search(r"```python\n(.*?)```", PAGES["README.md"], re.S).group(1), {})
    assert "not_in_line" in capsys.readouterr().out


def test_the_table_tells_of_every_command_and_of_no_other():
    rows = re.findall(r"^\| (`hakem .*?) \| ", PAGES["README.md"], re.M)
    told = {word for row in rows for word in re.findall(r"`hakem (\w+)", row)}
    assert told == set(PARSER.commands)


def test_the_options_of_the_table_exist():
    for row in re.findall(r"^\| `hakem .*$", PAGES["README.md"], re.M):
        command = PARSER.commands[re.match(r"\| `hakem (\w+)", row).group(1)]
        known = {option for each in command.params for option in (*each.opts, *each.secondary_opts)}
        for option in re.findall(r"`(--[a-z-]+)", row):
            assert option in known, f"{command.name} {option}"


def test_both_readmes_show_the_same_diagram_and_picture():
    pictures = [re.findall(r"!\[.*?\]\((.*?)\)", page) for page in PAGES.values()]
    assert pictures[0] == pictures[1]
    assert len(pictures[0]) == 2
