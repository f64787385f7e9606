"""The guides say what the program does: their commands exist, and most are run as written."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import cv2
import pytest
from support.commands import calls
from support.journals import write_game

from cli.main import main
from datasets.train import __path__ as training
from referee.journal.frames import MOST
from vision.cameras.demos import demo_path

ROOT = Path(__file__).resolve().parents[2]
GUIDES = {
    name: (ROOT / "docs" / f"{name}.md").read_text(encoding="utf-8")
    for name in (
        "raspberry-pi", "referee-a-match", "disputes", "score-a-photo", "add-a-game",
        "add-a-detector", "train", "security", "privacy", "mac-yonetmek", "itirazlar",
        "gizlilik", "fotograftan-puan", "raspberry-pi-kurulum",
    )
}  # fmt: skip


def commands(page):
    """The calls of `hakem` that a page shows."""
    found = calls(GUIDES[page])
    assert found, f"{page} shows no command"
    return found


def run(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(words)
    return int(stopped.value.code or 0), capsys.readouterr().out


@pytest.mark.parametrize("page", GUIDES)
def test_the_make_targets_and_scripts_of_a_guide_exist(page):
    text = GUIDES[page]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    for target in re.findall(r"(?:^|`)make ([a-z-]+)", text, re.M):
        assert re.search(rf"^{target}:", makefile, re.M), f"{page}: make {target}"
    for script in re.findall(r"scripts/[\w@.-]+\w", text):
        assert (ROOT / script).exists(), f"{page}: {script}"
    for path in re.findall(r"`((?:engines|vision|referee|datasets|cli|tests)/[\w./-]+)`", text):
        assert "NAME" in path or (ROOT / path).exists(), f"{page}: {path}"


@pytest.mark.parametrize(
    ("turkish", "english"),
    [
        ("mac-yonetmek", "referee-a-match"),
        ("itirazlar", "disputes"),
        ("gizlilik", "privacy"),
        ("fotograftan-puan", "score-a-photo"),
        ("raspberry-pi-kurulum", "raspberry-pi"),
    ],
)
def test_the_turkish_guides_show_the_same_commands(turkish, english):
    same = [[{"tr": "en"}.get(word, word) for word in words] for words in commands(turkish)]
    assert same == commands(english)


@pytest.fixture
def desk_folder(tmp_path, monkeypatch):
    """A folder with what the guides speak of: a journal, some tables, a photo of a Kulami game."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HAKEM_LANG", "en")
    write_game(tmp_path / "table5.hakem", "reversi", 1, 6)
    write_game(tmp_path / "tables" / "5-20261118-143000.hakem", "reversi", 1, 6)
    photograph("kulami")
    return tmp_path


def photograph(game):
    """The end of a demo game as `photo.jpg`."""
    shown = cv2.VideoCapture(str(demo_path(game)))
    shown.set(cv2.CAP_PROP_POS_FRAMES, shown.get(cv2.CAP_PROP_FRAME_COUNT) - 2)
    good, picture = shown.read()
    assert good
    cv2.imwrite("photo.jpg", picture)


@pytest.mark.parametrize("page", ["disputes", "security", "itirazlar"])
def test_the_commands_of_these_guides_run_one_after_the_other(page, desk_folder, capsys):
    for words in commands(page):
        if words == ["doctor"]:
            continue  # whether this machine has a camera is no matter here
        status, out = run(words, capsys)
        assert (status, bool(out)) == (0, True), words


def test_a_photo_is_scored_as_the_guide_says(desk_folder, capsys):
    for words in commands("score-a-photo"):
        status, out = run(words, capsys)
        assert (status, bool(out)) == (0, True), words
    assert Path("sheet.pdf").read_bytes().startswith(b"%PDF")
    assert cv2.imread("seen.png") is not None


@pytest.mark.parametrize("page", ["sheets", "reading"])
def test_the_commands_that_take_a_photo_run(page, desk_folder, capsys):
    text = (ROOT / "docs" / f"{page}.md").read_text(encoding="utf-8")
    shown = [words for words in calls(text) if "photo.jpg" in words]
    assert len(shown) >= 2
    for words in shown:
        photograph(words[1])
        status, out = run(words, capsys)
        assert (status, bool(out)) == (0, True), words


def test_the_privacy_guide_deletes(desk_folder, capsys):
    one, days, before, every = commands("privacy")
    shutil.copytree("tables", "again")
    assert run(one, capsys)[0] == 0
    assert list(Path("tables").iterdir()) == []
    shutil.copytree("again", "tables", dirs_exist_ok=True)
    for words in (days, before):
        assert run(words, capsys)[0] == 0
    assert Path("tables/5-20261118-143000.hakem").exists(), "it was written just now"
    assert run(every, capsys)[0] == 0
    assert list(Path("tables").iterdir()) == []


def test_the_privacy_guide_tells_how_many_frames_are_kept():
    assert f"the last {MOST} settled frames" in GUIDES["privacy"]


def test_the_doctor_of_the_pi_guide_runs(capsys, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    (words,) = [words for words in commands("raspberry-pi") if words[0] == "doctor"]
    status, out = run(["demo:kulami" if w == "picamera2:0" else w for w in words], capsys)
    assert status in (0, 1)
    assert "960 × 720" in out


def test_the_other_height_of_the_pi_guide_is_computed_too():
    (line,) = re.findall(
        r"`/opt/hakem/bin/python (scripts/mount_heights\.py [^`]+)`", GUIDES["raspberry-pi"]
    )
    done = subprocess.run(
        [sys.executable, *line.split()], cwd=ROOT, capture_output=True, text=True, timeout=60,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )  # fmt: skip
    assert re.fullmatch(r"this board: \d+ cm\n", done.stdout)


@pytest.mark.parametrize("page", ["add-a-game", "add-a-detector"])
def test_the_python_examples_run(page, capsys):
    for example in re.findall(r"```python\n(.*?)```", GUIDES[page], re.S):
        exec(example, {})
    out = capsys.readouterr().out
    assert "False" not in out
    assert out.strip()


def test_every_training_command_of_the_guide_exists():
    told = set(re.findall(r"datasets\.train\.(\w+)", GUIDES["train"]))
    runnable = {
        path.stem
        for path in Path(training[0]).glob("*.py")
        if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
    }
    assert told <= runnable
    assert runnable <= told, "a network whose training nobody is told of"


@pytest.mark.parametrize("page", ["score-a-photo", "fotograftan-puan"])
def test_the_photo_guides_tell_how_the_sheets_language_is_chosen(page):
    assert {"tr", "en"} == set(re.findall(r"`--language (\w\w)`", GUIDES[page]))
