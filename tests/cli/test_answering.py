"""What `hakem score` asks on a terminal, answered as a referee would."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from support.boards import read_board

ROOT = Path(__file__).resolve().parents[2]
PITS = [2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 2, 0]
SCRIPT = """
import sys
from support.boards import read_board
import cli.score_sheet as sheets
sheets.is_picture = lambda given: True
sheets.take = lambda source: None
sheets.read_photo = lambda *given, **others: read_board({read})
from cli.start import start
start()
"""


def asked(read, answers, *words):
    """What is printed when a photo that was read so is scored, and these lines are typed."""
    master, slave = pty.openpty()
    run = subprocess.Popen(
        [sys.executable, "-c", SCRIPT.format(read=read), "score", *words],
        cwd=ROOT / "tests", stdin=slave, stdout=slave, stderr=slave,
        env={**os.environ, "PYTHONPATH": str(ROOT), "COLUMNS": "200"},
    )  # fmt: skip
    os.close(slave)
    os.write(master, "".join(f"{line}\n" for line in answers).encode() + b"\x04\x04")
    told = b""
    try:
        while chunk := os.read(master, 4096):
            told += chunk
    except OSError:  # the other end is closed: it has ended
        pass
    os.close(master)
    assert run.wait(60) == 0, told
    return told.decode().replace("\r", "")


def test_pressing_enter_makes_no_mangala_sheet_final(tmp_path):
    """Nine were read in the treasury, 27 in all: Enter is no count, and the game goes on."""
    read = f"'mangala', {[*PITS, 9, 7]}, doubtful=['ST']"
    sheet = tmp_path / "sheet.pdf"
    told = asked(read, [""] * 12, "mangala", "p.png", "--sheet", str(sheet), "--lang", "en")
    assert "read 9, taken as 30 so that 48 stones come out" in told
    assert "NOT FINAL" in told
    assert "Winner" not in told
    assert "--confirm ST=?,over --reason" in told
    assert "count the stones and put their number" in told


def test_mangala_is_final_when_its_stones_were_counted(tmp_path):
    read = f"'mangala', {[0] * 12 + [25, 22]}, doubtful=['ST']"
    words = ("mangala", "p.png", "--sheet", str(tmp_path / "sheet.pdf"), "--lang", "en")
    told = asked(read, ["26", "20,22", "26,22"], *words)
    assert "The sheet is final." not in told  # 20 and 22 were counted: that differs
    told = asked(read, ["26", "lots", "26,22"], *words)
    assert "--count takes two numbers" in told
    assert "The sheet is final." in told
    assert "--confirm ST=26 --count 26,22" in told


@pytest.mark.parametrize(
    ("lang", "answers", "words"),
    [
        ("en", ["B", "", "n"], "--confirm h4=B,h5=.,over --reason"),
        ("tr", ["b", "", "hayır"], "--confirm h4=B,h5=.,over --reason"),
        ("tr", ["b", "", "evet", "salon kapandı"], "h4=B,h5=.,over --reason 'salon kapandı'"),
        ("en", ["?", "", "n"], "--confirm h5=.,h4=?,over --reason"),
    ],
)
def test_the_words_for_the_same_line_hold_what_was_answered(tmp_path, lang, answers, words):
    contents = "B" * 30 + "W" + "." * 33
    read = f"'reversi', '{contents}', doubtful=['h5'], hidden=['h4']"
    out = str(tmp_path / "sheet.pdf")
    assert words in asked(read, answers, "reversi", "p.png", "--sheet", out, "--lang", lang)


def test_the_words_make_the_sheet_final_without_a_question(hakem, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    Path("p.png").touch()
    read = read_board("reversi", "B" * 30 + "W" + "." * 33)
    monkeypatch.setattr("cli.score_sheet.take", lambda source: None)
    monkeypatch.setattr("cli.score_sheet.read_photo", lambda *given, **others: read)
    words = ("score", "reversi", "p.png", "--sheet", "s.pdf", "--lang", "en")
    out = hakem(*words, "--confirm", "over")[1]
    assert "why the game has ended, which the board does not show" in out
    out = hakem(*words, "--confirm", "over,a1=W", "--reason", "the hall closes")[1]
    assert "Winner: Black · ended by the referee: the hall closes" in out
    assert "Mind, other than what the photo plainly shows: a1 white (seen: black)" in out
    assert "The sheet is final." in out
    status, _, err = hakem(*words, "--reason", "x")
    assert (status, "3 to 80 letters" in err) == (2, True)
