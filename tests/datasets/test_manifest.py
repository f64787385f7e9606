"""The set that ships: splits, hashes, packing, and the command around it."""

from __future__ import annotations

import json
import shutil

import cv2
import pytest
from support import paper

from cli.main import main
from datasets.manifest import (
    SCENES,
    add_scenes,
    check_scenes,
    load_scenes,
    read_manifest,
    summary,
)
from datasets.scenes import BadScene
from datasets.splits import split_of


@pytest.fixture
def stored(tmp_path):
    """Six scenes drawn on paper, stored."""
    for seed in range(6):
        paper.write_raw(tmp_path / "raw", seed)
    list(add_scenes(tmp_path / "raw", tmp_path / "scenes"))
    return tmp_path / "scenes"


def test_a_third_is_for_test_and_the_splits_never_change():
    splits = [split_of("reversi", "layers", seed) for seed in range(24)]
    assert splits.count("test") == 8
    assert splits.count("validation") == 4
    assert split_of("kulami", "whole", 0) == "test"
    assert split_of("kulami", "whole", 1000) == "train"
    assert split_of("kulami", "whole", 1007) == "validation"
    assert splits[:6] == ["train", "validation", "test", "train", "train", "test"]


def test_every_scene_is_in_the_split_of_its_seed_and_in_no_other(stored):
    names = {
        split: [scene.name[-4:] for scene in load_scenes("reversi", split, folder=stored)]
        for split in ("train", "validation", "test")
    }
    assert names == {
        "train": ["0000", "0003", "0004"],
        "validation": ["0001"],
        "test": ["0002", "0005"],
    }


def test_no_table_that_ships_was_stored_twice_under_two_seeds():
    """A split is by seed; the same table under another seed would leak from train into test."""
    tables = {}
    for entry in read_manifest():
        told = json.loads((SCENES / entry.scene / "scene.json").read_text(encoding="utf-8"))
        kept = {key: told.get(key) for key in ("camera", "board", "surroundings", "tip", "pose")}
        tables.setdefault(json.dumps(kept, sort_keys=True), []).append(entry.scene)
    assert [names for names in tables.values() if len(names) > 1] == []


def test_packing_again_adds_only_what_is_new(stored, tmp_path):
    paper.write_raw(tmp_path / "raw", 7)
    added = [name for name, _ in add_scenes(tmp_path / "raw", stored)]
    assert added == ["reversi-layers-0007"]
    assert len(read_manifest(stored)) == 7


def test_changed_and_missing_scenes_are_noticed(stored):
    assert all(not why for _, why in check_scenes(stored))
    (stored / "reversi-layers-0001" / "empty.webp").write_bytes(b"other")
    shutil.rmtree(stored / "reversi-layers-0002")
    (stored / "reversi-layers-0003" / "v0B1.png").unlink()
    (stored / "reversi-layers-0004" / "scene.json").unlink()
    (stored / "reversi-layers-0005" / "note.txt").write_text("mine")
    wrong = {entry.scene: why for entry, why in check_scenes(stored) if why}
    assert wrong == {
        "reversi-layers-0001": "changed since it was stored",
        "reversi-layers-0002": "missing",
        "reversi-layers-0003": "missing: v0B1.png",
        "reversi-layers-0004": "missing: scene.json",
        "reversi-layers-0005": "changed since it was stored",
    }


def test_an_unknown_split_is_refused(stored):
    with pytest.raises(ValueError, match="train, validation, test"):
        list(load_scenes("reversi", "testing", folder=stored))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("[]", 'expected an object with "format" and "scenes"'),
        ("{}", 'expected an object with "format" and "scenes"'),
        ('{"format": 9, "scenes": []}', "format 9, expected 1"),
        ('{"format": 1}', 'expected an object with "format" and "scenes"'),
        ('{"format": 1, "scenes": {}}', "must be a list"),
        ('{"format": 1, "scenes": [3]}', "scene 1: expected an object with scene, game"),
    ],
)
def test_a_broken_manifest_is_refused(tmp_path, text, message):
    (tmp_path / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadScene, match=message):
        read_manifest(tmp_path)


def run(capsys, *words):
    with pytest.raises(SystemExit) as stopped:
        main(list(words))
    out, err = capsys.readouterr()
    return int(stopped.value.code or 0), out, err


def test_the_command_packs_checks_and_shows(capsys, tmp_path):
    for seed in range(3):
        paper.write_raw(tmp_path / "raw", seed)
    scenes = str(tmp_path / "scenes")
    status, out, _ = run(capsys, "dataset", "pack", str(tmp_path / "raw"), "--scenes", scenes)
    assert status == 0
    assert "reversi-layers-0002: stored for test" in out
    status, out, _ = run(capsys, "dataset", "check", "--scenes", scenes)
    assert status == 0
    assert out.endswith("3 scenes, all as stored\n")
    sheet = tmp_path / "new" / "sheet.png"
    status, out, _ = run(capsys, "dataset", "sheet", "reversi", str(sheet), "--scenes", scenes)
    assert status == 0
    assert out.endswith("sheet.png: 1 scene\n")
    assert cv2.imread(str(sheet)) is not None
    (tmp_path / "scenes" / "reversi-layers-0000" / "scene.json").write_text("{}")
    status, out, _ = run(capsys, "dataset", "check", "--scenes", scenes, "--json")
    assert status == 1
    told = json.loads(out)
    assert told["scenes"] == 3
    assert [each["scene"] for each in told["wrong"]] == ["reversi-layers-0000"]
    status, _, err = run(
        capsys, "dataset", "film", "reversi", "--scene", "reversi-layers-0000",
        "--out", str(tmp_path / "film.mp4"), "--scenes", scenes,
    )  # fmt: skip
    assert status == 2
    assert "0000 is a train scene; the test scenes are reversi-layers-0002" in err


@pytest.mark.parametrize(
    "words",
    [
        ("pack", "nowhere"),
        ("check", "--scenes", "nowhere"),
        ("sheet", "reversi", "out.png", "--scenes", "nowhere"),
        ("sheet", "reversi", "out.txt"),
        ("sheet", "reversi", "out.png", "--split", "some"),
        ("sheet", "chess", "out.png"),
        ("film", "reversi", "--out", "game.json"),
        ("film", "reversi", "--out", "/proc/game.mp4"),
        ("sheet", "reversi", "/proc/none/out.png"),
        ("export", "reversi", "/proc/none"),
        ("export", "reversi", "out", "--seed", "-1"),
        ("export", "reversi", "out", "--each", "1000000000"),
    ],
)
def test_bad_input_is_one_clear_line(capsys, words):
    status, _, err = run(capsys, "dataset", *words)
    assert status == 2
    assert err.startswith("hakem: ")
    assert err.count("\n") == 1


def test_the_scenes_that_ship_are_as_they_were_stored():
    wrong = [(entry.scene, why) for entry, why in check_scenes() if why]
    assert not wrong
    assert sum(size for _, size in summary(read_manifest()).values()) < 90e6
