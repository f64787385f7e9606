"""The composer puts pieces where they belong, with their shadows, and the same way every time."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from support import paper

from calibration.pose import bent_map
from datasets.compose import GridComposer
from datasets.optics import Optics, photograph
from datasets.pack import check_stones, fingerprint, pack_all, pack_scene
from datasets.scenes import BadScene, Scene
from datasets.shadows import long_shadow

START = {27: "W", 28: "B", 35: "B", 36: "W"}


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scenes")
    line = pack_scene(paper.write_raw(folder / "raw"), folder / "packed")
    return Scene.load(folder / "packed" / line["scene"])


def test_a_composed_position_looks_like_the_drawn_one(scene):
    composed = GridComposer(scene).compose(START)
    drawn, index = paper.draw(START)
    compression = np.abs(scene.empty.astype(int) - paper.draw({})[0]).mean()
    difference = np.abs(composed.astype(int) - drawn)
    assert difference.mean() < compression + 0.3
    assert difference[index > 0].mean() < 4
    x, y = paper.centre(36, off=13)  # beside the disc, in its shadow
    assert composed[y, x].sum() < 0.8 * scene.empty[y, x].sum()


def test_short_shadows_are_left_as_they_were_rendered(scene):
    assert long_shadow(scene) is None


def test_every_label_projects_onto_its_piece(scene):
    composer = GridComposer(scene)
    for (cell, content, _), sprite in composer.sprites.items():
        x, y = np.round(scene.pose.project([sprite.piece.top])[0]).astype(int)
        assert (x, y) == pytest.approx(paper.centre(cell), abs=1)
        picture = composer.compose({cell: content})
        assert np.abs(picture[y, x].astype(int) - paper.COLOURS[content]).max() < 12


def test_an_empty_board_is_the_empty_table(scene):
    assert np.array_equal(GridComposer(scene).compose({}), scene.empty)


def test_the_same_seed_gives_the_same_picture(scene):
    clean = GridComposer(scene).compose(START)
    pictures = []
    for _ in range(2):
        rng = np.random.default_rng(42)
        picture, _ = photograph(clean, scene.pose, Optics.random(rng), rng)
        pictures.append(picture)
    assert np.array_equal(*pictures)
    rng = np.random.default_rng(43)
    other, _ = photograph(clean, scene.pose, Optics.random(rng), rng)
    assert not np.array_equal(pictures[0], other)


def test_the_lens_bends_picture_and_pose_alike(scene):
    clean = GridComposer(scene).compose({0: "W", 63: "W"})
    rng = np.random.default_rng(1)
    picture, pose = photograph(clean, scene.pose, Optics(radial=-0.5), rng)
    for cell in (0, 63):
        top = GridComposer(scene).sprites[cell, "W", 0].piece.top
        x, y = pose.project([top])[0]
        assert np.linalg.norm(scene.pose.project([top])[0] - (x, y)) > 1
        near = cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY)
        ys, xs = np.nonzero(near > 225)
        mine = np.hypot(xs - x, ys - y) < 25
        assert np.hypot(xs[mine].mean() - x, ys[mine].mean() - y) < 0.7


def test_noise_gain_and_compression_do_what_they_say(scene):
    clean = GridComposer(scene).compose(START)
    rng = np.random.default_rng(3)
    noisy, _ = photograph(clean, scene.pose, Optics(noise=6.0), rng)
    assert 4 < (noisy.astype(float) - clean)[:20].std() < 8
    dark, _ = photograph(clean, scene.pose, Optics(gain=(0.5, 0.5, 0.5)), rng)
    assert dark.mean() == pytest.approx(clean.mean() / 2, rel=0.02)
    pressed, _ = photograph(clean, scene.pose, Optics(jpeg=40), rng)
    assert 0 < np.abs(pressed.astype(int) - clean).mean() < 6


def test_a_large_picture_gets_noise_everywhere(scene):
    rng = np.random.default_rng(4)
    grey = np.full((1700, 1600, 3), 128, np.uint8)
    noisy, _ = photograph(grey, scene.pose, Optics(noise=4.0), rng)
    assert noisy[-50:, -50:].std() > 2


def test_the_fingerprint_notices_a_changed_file(scene):
    before = fingerprint(scene.folder)
    path = scene.folder / "scene.json"
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("reversi", "Reversi"), encoding="utf-8")
    assert fingerprint(scene.folder) != before
    path.write_text(text, encoding="utf-8")
    assert fingerprint(scene.folder) == before


def change(raw, **values):
    path = raw / "scene.json"
    told = json.loads(path.read_text(encoding="utf-8"))
    told.update(values)
    path.write_text(json.dumps(told), encoding="utf-8")
    return told


def test_broken_scenes_are_told_and_not_stored(tmp_path):
    raw = paper.write_raw(tmp_path / "raw", 1)
    cv2.imwrite(str(raw / "empty.png"), np.zeros((360, 400, 3), np.uint8))
    raw = paper.write_raw(tmp_path / "raw", 2)
    told = change(raw)
    told["layers"][1]["pieces"][0]["top"] = told["layers"][1]["pieces"][1]["top"]
    change(raw, layers=told["layers"])
    raw = paper.write_raw(tmp_path / "raw", 3)
    cv2.imwrite(str(raw / "v0B0.index.png"), np.zeros((360, 400), np.uint16))
    raw = paper.write_raw(tmp_path / "raw", 4)
    (raw / "v0W2.png").write_bytes(b"not a picture")
    paper.write_raw(tmp_path / "raw", 5)
    results = dict(pack_all(tmp_path / "raw", tmp_path / "packed"))
    reasons = [str(r) for r in results.values() if isinstance(r, BadScene)]
    for word, reason in zip(
        ("badly exposed", "overlap", "is not seen", "cannot be read"), reasons, strict=True
    ):
        assert word in reason
    assert not isinstance(results["reversi-layers-0005"], BadScene)


def test_a_folder_that_is_no_scene_is_refused(tmp_path):
    with pytest.raises(BadScene, match=r"no readable scene\.json"):
        Scene.load(tmp_path)
    (tmp_path / "scene.json").write_text('{"format": 99}', encoding="utf-8")
    with pytest.raises(BadScene, match="format 99"):
        Scene.load(tmp_path)


def test_a_stone_outside_its_pit_is_refused():
    places = [{"centre": [0.0, 0.0], "size": [50.0, 50.0]}]
    stone = {"index": 1, "cell": 0, "content": "stone", "top": [24.0, 3.0, 9.0]}
    check_stones({"name": "fill01", "pieces": [stone]}, places, "scene")
    stone["top"] = [24.0, 31.0, 9.0]
    with pytest.raises(BadScene, match="outside place 0"):
        check_stones({"name": "fill01", "pieces": [stone]}, places, "scene")


def test_a_lens_never_bends_a_picture_back_over_itself(scene):
    clean = GridComposer(scene).compose(START)
    picture, pose = photograph(clean, scene.pose, Optics(radial=-50.0), np.random.default_rng(1))
    assert picture.shape == clean.shape
    assert -50 < pose.radial < 0
    with pytest.raises(ValueError, match="bends this picture back"):
        bent_map(scene.pose.with_lens(-50.0), scene.size)
