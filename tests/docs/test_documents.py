"""The documents say what the code does."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import cv2
import pytest
from support import paper
from support.commands import calls, understand
from support.sheets import markers_picture, sheet_views

from cli.main import main
from datasets.manifest import add_scenes
from datasets.photos import load_photos
from engines import GAMES, new_game
from engines.articles import ARTICLES
from engines.match import RoundRules
from engines.options import describe_rules
from engines.records import read_record, replay

ROOT = Path(__file__).resolve().parents[2]
NUMBERS = [
    "no",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
]
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", [*GAMES, "round"])
def test_every_option_is_documented_with_its_default_and_clause(name):
    rules = RoundRules if name == "round" else type(new_game(name).rules)
    heading = "## The round" if name == "round" else f"## {name.capitalize()}"
    section = RULES.split(heading)[1].split("\n## ")[0]
    for option, default, _, doc in describe_rules(rules):
        clause = doc.split()[0].rstrip(",")
        row = re.search(rf"^\| `{option}` \| `{default}` \| .* \| {clause} \|$", section, re.M)
        assert row, f"{name} option {option} ({default}, {clause}) is not in docs/rules.md"


@pytest.mark.parametrize("name", GAMES)
def test_every_fault_code_is_documented(name):
    section = RULES.split(f"## {name.capitalize()}")[1].split("\n## ")[0]
    for code in ARTICLES[name]:
        assert f"`{code}`" in section, f"{code} is not in docs/rules.md"


def test_the_record_in_the_documents_replays_and_finds_its_fault():
    text = (ROOT / "docs" / "records.md").read_text(encoding="utf-8")
    record = read_record(re.search(r"```json\n(.*?)```", text, re.S).group(1))
    steps = list(replay(record))
    assert [step.fine for step in steps] == [True, True, False]
    assert [f.code for f in steps[2].explanation.faults] == ["missing_flip"]
    json.dumps(record.to_json())


def test_the_round_of_the_documents_runs(capsys):
    text = (ROOT / "docs" / "round.md").read_text(encoding="utf-8")
    exec(re.search(r"```python\n(.*?)```", text, re.S).group(1), {})
    out = capsys.readouterr().out
    assert "Objected False too_early (Reversi art. 17)" in out
    assert "Objected True correct_now" in out
    assert out.splitlines()[-1].startswith("correction 1 ......../......../...B..../...BB...")


def test_every_clause_that_the_code_cites_is_explained():
    clauses = (ROOT / "docs" / "clauses.md").read_text(encoding="utf-8")
    told = set(re.findall(r"\bB-[GMRK]\d+\b", clauses)) | set(re.findall(r"\b\d\.\d+\b", clauses))
    for path in (ROOT / "engines").rglob("*.py"):
        source = path.read_text(encoding="utf-8")
        cited = set(re.findall(r"\bB-[GMRK]\d+\b", source))
        for citation in re.findall(r"RULES\.md ([\d., a-d-]+)", source):
            cited |= set(re.findall(r"\b\d\.\d+\b", citation))
        assert cited <= told, f"{path.name}: {sorted(cited - told)}"


def test_the_picture_example_runs():
    text = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    names: dict[str, object] = {}
    exec(re.search(r"```python\n(.*?)```", text, re.S).group(1), names)
    assert names["picture"].shape == names["another"].shape
    assert not (names["picture"] == names["another"]).all()


def test_the_eyes_of_the_picture_page_can_be_measured(tmp_path, monkeypatch, capsys):
    text = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    (example,) = re.findall(r'```python\n("""mine\.py.*?)```', text, re.S)
    (tmp_path / "mine.py").write_text(example, encoding="utf-8")
    for seed in range(3):
        paper.write_raw(tmp_path / "raw", seed)
    list(add_scenes(tmp_path / "raw", tmp_path / "scenes"))
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", list(sys.path))
    commands = re.findall(r"^hakem (evaluate .*mine:.*)$", text, re.M)
    assert len(commands) == 3
    told = ""
    for command in commands:
        few = ["--cut-off", "2"] if "negatives" in command else ["--each", "2"]
        with pytest.raises(SystemExit) as stopped:
            main([*shlex.split(command), *few, "--scenes", "scenes"])
        assert not stopped.value.code, command
        told += capsys.readouterr().out
    monkeypatch.delitem(sys.modules, "mine")
    assert "boards found: 2 of 2" in told
    assert "boards exact: 2 of 2" in told


def test_the_photo_label_of_the_picture_page_loads(tmp_path):
    text = (ROOT / "docs" / "datasets.md").read_text(encoding="utf-8")
    (tmp_path / "kulami").mkdir()
    example = re.search(r"```json\n(.*?)```", text, re.S).group(1)
    (tmp_path / "kulami" / "labels.json").write_text(example, encoding="utf-8")
    (photo,) = load_photos(tmp_path, "kulami")
    assert photo.tokens == ("e4", "g6")


PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")])


@pytest.mark.parametrize("page", PAGES, ids=lambda path: path.name)
def test_every_command_of_the_documents_is_understood(page):
    for words in calls(page.read_text(encoding="utf-8")):
        understand(words)


def test_a_wrong_command_would_not_be_understood():
    (words,) = calls("```sh\nhakem desk --nope  # a comment\n```")
    with pytest.raises(Exception, match="--nope"):
        understand(words)
    with pytest.raises(AssertionError, match="no hakem nope"):
        understand(["nope"])


def test_the_pages_know_how_many_networks_there_are():
    models = [*(ROOT / "vision" / "models").glob("*.onnx")]
    count = {9: "nine", 10: "ten", 11: "eleven", 12: "twelve"}[len(models)]
    train, reading = (
        (ROOT / "docs" / f"{name}.md").read_text("utf-8") for name in ("train", "reading")
    )
    assert f"The {count} networks of" in train
    assert f"`vision/models/` has {count} small" in reading


def test_every_link_in_the_documents_leads_somewhere():
    for page in PAGES:
        for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8")):
            if not target.startswith("http"):
                assert (page.parent / target).exists(), f"{page.name} links to {target}"


def test_a_page_links_the_pages_of_its_own_language():
    texts = {page: page.read_text(encoding="utf-8") for page in PAGES}
    twins: dict[Path, Path] = {}
    for page, text in texts.items():
        for target in re.findall(r"\[(?:English|Türkçe)\]\(([^)]+)\)", text):
            twins[page] = page.parent / target
    assert len(twins) >= 12
    for page, twin in twins.items():
        assert twins[twin] == page, f"{twin.name} does not lead back to {page.name}"
    turkish = {page for page, text in texts.items() if "[English](" in text}
    for page, text in texts.items():
        plain = re.sub(r"\[(?:English|Türkçe)\]\([^)]+\)", "", text)
        for target in re.findall(r"\]\(([^)#]+)\)", plain):
            linked = page.parent / target
            if linked in twins and linked not in (page, twins.get(page)):
                right = (linked in turkish) == (page in turkish)
                assert right, f"{page.name} links {linked.name}, not {twins[linked].name}"


CALIBRATION = (ROOT / "docs" / "calibration.md").read_text(encoding="utf-8")


def test_the_commands_of_the_calibration_page_run_one_after_the_other(
    tmp_path, monkeypatch, capsys
):
    monkeypatch.chdir(tmp_path)
    Path("pictures").mkdir()
    for i, picture in enumerate(sheet_views()):
        cv2.imwrite(f"pictures/{i:02}.jpg", picture)
    cv2.imwrite("photo.png", markers_picture()[0])
    commands = re.findall(r"^hakem (.+)$", CALIBRATION, re.M)
    assert len(commands) == 8
    for command in commands:
        if "colours" in command or command.startswith("read"):
            continue  # these want a board: tests/cli/test_colours.py
        with pytest.raises(SystemExit) as stopped:
            main(shlex.split(command))
        assert not stopped.value.code, command
        assert capsys.readouterr().out


def test_the_python_example_of_the_calibration_page_runs(capsys):
    exec(re.search(r"```python\n(.*?)```", CALIBRATION, re.S).group(1), {})
    assert capsys.readouterr().out.count("[[") == 2
