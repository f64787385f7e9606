"""The pages on the journal and on sheets say what the code does."""

from __future__ import annotations

import re
import shlex
import sqlite3
from pathlib import Path

import pytest
from support.journals import write_game

from calibration.profile import Profile
from cli.main import main
from referee.journal import schema, verify
from referee.sheet.counting import PLATES

ROOT = Path(__file__).resolve().parents[2]
JOURNAL = (ROOT / "docs" / "journal.md").read_text(encoding="utf-8")
SHEETS = (ROOT / "docs" / "sheets.md").read_text(encoding="utf-8")


def test_the_commands_of_the_journal_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    write_game(tmp_path / "table5.hakem", "reversi")
    Profile("usb:0", (320, 240)).save(tmp_path / "table.json")
    commands = re.findall(r"^hakem (.+?)(?:\s+#.*)?$", JOURNAL, re.M)
    assert len(commands) >= 7
    for command in commands:
        with pytest.raises(SystemExit) as stopped:
            main(shlex.split(command))
        assert not stopped.value.code, command
        assert capsys.readouterr().out, command


def test_the_examples_of_the_journal_page_run(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    check, library = re.findall(r"```python\n(.*?)```", JOURNAL, re.S)
    exec(library, {})
    assert capsys.readouterr().out == "2 True\n"
    exec(check, {})
    assert capsys.readouterr().out == "1 as written\n2 as written\n"
    assert verify(tmp_path / "table5.hakem").good


def test_the_check_of_the_journal_page_makes_no_journal(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(sqlite3.OperationalError):
        exec(re.findall(r"```python\n(.*?)```", JOURNAL, re.S)[0], {})
    assert list(tmp_path.iterdir()) == []


def test_the_journal_page_tells_version_and_codes():
    assert f"0x{schema.APPLICATION:X}" in JOURNAL
    assert f"`PRAGMA user_version` is {schema.VERSION}" in JOURNAL


def test_the_sheets_page_tells_every_option(capsys):
    with pytest.raises(SystemExit):
        main(["score", "--help"])
    options = set(re.findall(r"(--[a-z]+)", capsys.readouterr().out))
    for option in re.findall(r"`(--[a-z]+)", SHEETS):
        assert option in options, option
    assert f"--confirm {PLATES}" in SHEETS
