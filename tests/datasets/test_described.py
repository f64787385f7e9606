"""A malformed description is told in one line, whichever command meets it."""

from __future__ import annotations

import json
import shutil

import cv2
import numpy as np
import pytest
from support import paper

from cli.main import main
from datasets.manifest import add_scenes, check_scenes

HAND = {"format": 1, "game": "hands", "kind": "hand", "tip": [20, 5], "scale": 1.0, "held": None}


def write_hand(raw, seed):
    folder = raw / f"hands-{seed:04d}"
    folder.mkdir(parents=True)
    picture = np.full((60, 40, 4), 200, np.uint8)
    cv2.imwrite(str(folder / "hand.png"), picture)
    (folder / "scene.json").write_text(json.dumps({**HAND, "seed": seed}), encoding="utf-8")


@pytest.fixture(scope="module")
def stored(tmp_path_factory):
    """A scene and a hand for test, stored."""
    folder = tmp_path_factory.mktemp("stored")
    paper.write_raw(folder / "raw", 2)
    write_hand(folder / "raw", 2)
    assert len(list(add_scenes(folder / "raw", folder / "scenes"))) == 2
    return folder / "scenes"


@pytest.fixture
def scenes(stored, tmp_path):
    """A copy to spoil."""
    return shutil.copytree(stored, tmp_path / "scenes")


def run(capsys, *words):
    with pytest.raises(SystemExit) as stopped:
        main([str(word) for word in words])
    return stopped.value.code, capsys.readouterr().err


def spoil(path, key, value):
    """Set one thing in a description, `layers.1.box` by its way there."""
    told = json.loads(path.read_text(encoding="utf-8"))
    place = told
    *way, last = [int(word) if word.isdecimal() else word for word in key.split(".")]
    for step in way:
        place = place[step]
    place[last] = value
    path.write_text(json.dumps(told), encoding="utf-8")


def one_line_each(capsys, scenes, tmp_path, *games):
    commands = {
        "sheet": ("dataset", "sheet", "reversi", tmp_path / "sheet.png", "--split", "test"),
        "export": ("dataset", "export", "reversi", tmp_path / "yolo", "--each", "1"),
        "film": ("dataset", "film", "reversi", "--out", tmp_path / "film.mp4"),
    }
    for command in games:
        status, err = run(capsys, *commands[command], "--scenes", scenes)
        assert (status, err.count("\n")) == (2, 1), (command, err)
        assert err.startswith("hakem: ")
        assert "scene.json" in err or "manifest.json" in err
    assert not list(tmp_path.glob("*.mp4"))
    assert not (tmp_path / "yolo").exists()


@pytest.mark.parametrize(
    "text", ["[]", "7", '{"format": 1}', '{"format": 1, "game": "reversi"}', "[" * 100_000]
)
def test_a_scene_that_says_nothing_is_refused(capsys, scenes, tmp_path, text):
    (scenes / "reversi-layers-0002" / "scene.json").write_text(text, encoding="utf-8")
    one_line_each(capsys, scenes, tmp_path, "sheet", "export", "film")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("game", 5),
        ("seed", "two"),
        ("camera", {}),
        ("camera.size", [0, 360]),
        ("camera.matrix", [[1, 2]]),
        ("board", []),
        ("board.pitch", "wide"),
        ("board.corners", [[1, 2, 3]]),
        ("layers", {}),
        ("layers", []),
        ("layers.1", None),
        ("layers.1.pieces", 3),
        ("layers.1.pieces.0.top", [1]),
        ("layers.1.pieces.0.cell", 64),
        ("layers.1.box", [300, 300, 400, 400]),
        ("layers.1.variant", "first"),
    ],
)
def test_a_scene_that_says_something_wrongly_is_refused(capsys, scenes, tmp_path, key, value):
    spoil(scenes / "reversi-layers-0002" / "scene.json", key, value)
    one_line_each(capsys, scenes, tmp_path, "sheet")


@pytest.mark.parametrize("text", ["{}", "[]", '{"format": 1, "game": "hands", "kind": "hand"}'])
def test_a_hand_that_says_nothing_is_refused(capsys, scenes, tmp_path, text):
    (scenes / "hands-0002" / "scene.json").write_text(text, encoding="utf-8")
    one_line_each(capsys, scenes, tmp_path, "film")


@pytest.mark.parametrize(("key", "value"), [("tip", [1]), ("scale", 0), ("held", ["red"])])
def test_a_hand_that_says_something_wrongly_is_refused(capsys, scenes, tmp_path, key, value):
    spoil(scenes / "hands-0002" / "scene.json", key, value)
    one_line_each(capsys, scenes, tmp_path, "film")


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("scenes", {}),
        ("scenes.0", "hands-0002"),
        ("scenes.0.bytes", "many"),
        ("scenes.0.split", "exam"),
        ("scenes.0.scene", "../hands-0002"),
    ],
)
def test_a_manifest_that_says_something_wrongly_is_refused(capsys, scenes, tmp_path, key, value):
    spoil(scenes / "manifest.json", key, value)
    one_line_each(capsys, scenes, tmp_path, "sheet", "film")
    assert run(capsys, "dataset", "check", "--scenes", scenes)[0] == 2


@pytest.mark.parametrize("file", ["v0B0.webp", "v0B0.png"])
def test_a_picture_of_another_size_is_refused(capsys, scenes, tmp_path, file):
    path = scenes / "reversi-layers-0002" / file
    cv2.imwrite(str(path), np.zeros((5, 7), np.uint8))
    status, err = run(
        capsys, "dataset", "export", "reversi", tmp_path / "y", "--scenes", scenes, "--each", "1"
    )
    assert (status, err.count("\n")) == (2, 1)
    assert "got 7 x 5" in err


@pytest.mark.parametrize("text", ["[]", "{}", '{"format": 1}', '{"format": 1, "game": "hands"}'])
def test_a_malformed_raw_scene_is_left_out_by_name(capsys, tmp_path, text):
    raw = tmp_path / "raw" / "reversi-layers-0009"
    raw.mkdir(parents=True)
    (raw / "scene.json").write_text(text, encoding="utf-8")
    paper.write_raw(tmp_path / "raw", 2)
    told = dict(add_scenes(tmp_path / "raw", tmp_path / "scenes"))
    assert "scene.json" in str(told["reversi-layers-0009"]) or "format" in str(
        told["reversi-layers-0009"]
    )
    assert [entry.scene for entry, _ in check_scenes(tmp_path / "scenes")] == [
        "reversi-layers-0002"
    ]


def test_a_raw_scene_with_a_seed_that_is_no_number_is_left_out(tmp_path):
    raw = paper.write_raw(tmp_path / "raw", 2)
    spoil(raw / "scene.json", "seed", "two")
    told = dict(add_scenes(tmp_path / "raw", tmp_path / "scenes"))
    assert "seed must be a whole number" in str(told["reversi-layers-0002"])
    assert not (tmp_path / "scenes" / "reversi-layers-0002").exists()


def test_a_folder_within_a_scene_is_told_by_name(scenes):
    (scenes / "reversi-layers-0002" / "old").mkdir()
    wrong = {entry.scene: why for entry, why in check_scenes(scenes) if why}
    assert wrong == {"reversi-layers-0002": "holds a folder, old; a scene is files only"}


def test_filming_never_overwrites_unasked(capsys, scenes, tmp_path, monkeypatch):
    filmed = []

    def write_demo(clip, video, progress):
        filmed.append(video)
        video.write_bytes(b"film")
        return 1

    monkeypatch.setattr("cli.dataset.write_demo", write_demo)
    monkeypatch.chdir(tmp_path)
    words = "dataset", "film", "reversi", "--scenes", scenes
    assert run(capsys, *words)[0] == 0
    assert [path.absolute() for path in filmed] == [tmp_path / "reversi.mp4"]
    status, err = run(capsys, *words)
    assert status == 2
    assert "reversi.mp4 exists already" in err
    assert run(capsys, *words, "--force")[0] == 0
    (tmp_path / "other.json").write_text("{}")
    status, err = run(capsys, *words, "--out", "other.mp4")
    assert status == 2
    assert "other.json exists already" in err
    assert len(filmed) == 2
