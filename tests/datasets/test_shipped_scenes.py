"""Every scene that ships: its labels fall on its pieces, and composing hides little.

The figures that `docs/datasets.md` states come from here.
"""

from __future__ import annotations

import json
from collections import Counter

import cv2
import numpy as np
import pytest

from calibration.pose import Pose
from datasets.compose import GridComposer, PitComposer
from datasets.hands import Hand
from datasets.manifest import SCENES, check_scenes, read_manifest
from datasets.negatives import negative_stills
from datasets.scenes import Scene

ENTRIES = read_manifest()


def stored(kind: str, *games: str):
    found = [e for e in ENTRIES if e.kind == kind and e.game in games]
    return [pytest.param(e.scene, id=e.scene) for e in found]


def layered(*games: str):
    return stored("layers", *games)


def test_nothing_was_changed_since_it_was_stored():
    assert {problem for _, problem in check_scenes()} == {""}


def test_the_set_is_small():
    assert sum(e.bytes for e in ENTRIES) <= 90e6


def test_there_are_enough_scenes():
    counts = Counter((e.game, e.kind) for e in ENTRIES)
    assert counts["reversi", "layers"] >= 24
    assert counts["kulami", "layers"] >= 24
    assert counts["mangala", "layers"] >= 16
    for game in ("reversi", "kulami", "mangala"):
        assert counts[game, "whole"] >= 60
        layers = [e for e in ENTRIES if (e.game, e.kind) == (game, "layers")]
        test = [e for e in layers if e.split == "test"]
        assert 0.3 <= len(test) / len(layers) <= 0.37


def test_there_are_two_hundred_negatives():
    entries = [e for e in ENTRIES if e.game == "negatives" and e.split == "test"]
    assert len(entries) >= 100
    kinds = Counter(
        json.loads((SCENES / e.scene / "scene.json").read_text())["board"]["kind"] for e in entries
    )
    assert {"chess", "draughts", "tray", "bare"} <= set(kinds)
    some = list(negative_stills("test", cut_off=3))
    assert len(some) == len(entries) + 3


def test_every_hand_covers_something_and_comes_from_below():
    hands = [Hand.load(SCENES / e.scene) for e in ENTRIES if e.game == "hands"]
    assert len(hands) >= 24
    for hand in hands:
        x, y = hand.tip
        assert hand.alpha[-1].max() > 0.9, "the arm leaves by the lower edge"
        assert (
            hand.alpha[max(0, int(y) - 5) : int(y) + 60, max(0, int(x) - 40) : int(x) + 40].max()
            > 0.9
        )
    assert len({hand.told["pose"] for hand in hands}) > 1


@pytest.mark.parametrize("name", layered("reversi"))
def test_a_white_disc_is_brighter_than_its_square_and_a_black_one_than_neither(name):
    scene = Scene.load(SCENES / name)
    grey = {}
    for colour in "BW":
        for quarter in range(4):
            layer = scene.layers[f"v0{colour}{quarter}"]
            picture = cv2.cvtColor(scene.picture(layer.name), cv2.COLOR_BGR2GRAY)
            index = scene.index(layer.name)
            for piece in layer.pieces:
                x, y = np.round(scene.pose.project([piece.top])[0]).astype(int)
                assert index[y, x] == piece.index, "the label's middle shows the piece itself"
                grey[piece.cell, colour] = float(np.median(picture[index == piece.index]))
    # A lamp mirrored in a glossy black disc burns it out; that happens, to a few of them.
    burnt = {cell for cell in range(64) if grey[cell, "B"] > 240}
    assert len(burnt) <= 8
    brighter = [grey[cell, "W"] > grey[cell, "B"] for cell in range(64) if cell not in burnt]
    assert np.mean(brighter) > 0.95


@pytest.mark.parametrize("name", layered("kulami"))
def test_marbles_and_tokens_lie_where_the_labels_say(name):
    scene = Scene.load(SCENES / name)
    for layer in (scene.layers[n] for n in scene.layers if n[:-1] in ("B", "R")):
        index = scene.index(layer.name)
        for piece in layer.pieces:
            x, y = np.round(scene.pose.project([piece.top])[0]).astype(int)
            assert index[y, x] == piece.index


@pytest.mark.parametrize("name", layered("reversi", "kulami"))
def test_a_composed_picture_is_nearly_the_rendered_one(name):
    scene = Scene.load(SCENES / name)
    layer = scene.layers["same"]
    composed = GridComposer(scene).show(layer.state).astype(int)
    left, top, width, height = layer.box
    board = np.s_[top : top + height, left : left + width]
    difference = np.abs(composed - scene.picture("same").astype(int))[board]
    assert difference.mean() < 5
    assert np.percentile(difference, 99) < 45


def test_a_low_sun_gives_a_marble_its_own_long_shadow_and_no_neighbours():
    scene = Scene.load(SCENES / "kulami-layers-0010")  # sunrise: shadows of three squares
    picture = GridComposer(scene).compose({35: "B"}).astype(float).sum(2)
    ratio = picture / (scene.empty.astype(float).sum(2) + 1)
    x, y, _ = GridComposer(scene).sprites[35, "B", 0].piece.top

    def around(turn, far):
        step = far * float(scene.board["pitch"])
        place = (x + step * np.cos(turn), y + step * np.sin(turn), 0.0)
        column, row = np.round(scene.pose.project([place])[0]).astype(int)
        return ratio[row - 1 : row + 2, column - 1 : column + 2].mean()

    away = np.radians(160)
    assert around(away, 1.2) < 0.9
    assert around(away, 2.4) < 0.9
    assert around(away + np.pi, 1.0) > 0.97
    assert around(np.pi, 2.4) > 0.97, "there a neighbour two squares on would have its shadow"


@pytest.mark.parametrize("name", layered("mangala"))
def test_every_fill_has_its_stones_in_their_places(name):
    scene = Scene.load(SCENES / name)
    composer = PitComposer(scene)
    for layer in scene.layers.values():
        if not layer.name.startswith("fill"):
            continue
        counts = np.bincount([piece.cell for piece in layer.pieces], minlength=14)
        assert list(counts) == [layer.notes["stones"]] * 12 + [3 * layer.notes["stones"]] * 2
    start = composer.compose([4] * 12 + [0, 0])
    assert np.abs(start.astype(int) - scene.empty).mean() > 0.5


@pytest.mark.parametrize("name", layered("kulami"))
def test_red_marbles_are_redder_than_black_ones(name):
    scene = Scene.load(SCENES / name)
    redness = {}
    for colour in "BR":
        for quarter in range(4):
            layer = scene.layers[f"{colour}{quarter}"]
            picture = scene.picture(layer.name).astype(int)
            index = scene.index(layer.name)
            for piece in layer.pieces:
                mine = picture[index == piece.index]
                redness[piece.cell, colour] = float(np.median(mine[:, 2] - mine[:, 0]))
    assert np.mean([redness[c, "R"] > redness[c, "B"] for c in range(64)]) > 0.95


def stones_in_their_places(scene, index):
    """The share of stones whose pixels lie within the place that their label names."""
    right = []
    for piece in scene.layers["whole"].pieces:
        ys, xs = np.nonzero(index == piece.index)
        if not xs.size:
            continue  # it lies under others
        place = scene.board["places"][piece.cell]
        (x, y), (wide, long) = place["centre"], place["size"]
        u, v = wide / 2, long / 2
        corners = [(x - u, y + v, 0), (x + u, y + v, 0), (x + u, y - v, 0), (x - u, y - v, 0)]
        outline = scene.pose.project(corners).astype(np.float32)
        middle = float(np.median(xs)), float(np.median(ys))
        right.append(cv2.pointPolygonTest(outline, middle, True) > -0.15 * np.ptp(outline[:, 0]))
    assert len(right) > 0.5 * len(scene.layers["whole"].pieces)
    return np.mean(right)


@pytest.mark.parametrize("name", stored("whole", "reversi", "kulami", "mangala"))
def test_whole_renders_show_what_their_labels_say(name):
    scene = Scene.load(SCENES / name)
    layer = scene.layers["whole"]
    index = scene.index("whole")
    if scene.game == "mangala":
        counts = np.bincount([piece.cell for piece in layer.pieces], minlength=14)
        assert list(counts) == list(layer.notes["stones"])
        assert stones_in_their_places(scene, index) > 0.97
        return
    letters = "".join(layer.notes["rows"])
    carrying = layer.notes.get("tokens", ())
    tokens = {piece.index for piece in layer.pieces if piece.content == "token"}
    assert len(tokens) == len(carrying)
    right = []
    for piece in layer.pieces:
        if piece.content in "BWR":
            assert letters[piece.cell] == piece.content
        if piece.content != "token" and piece.cell not in carrying:
            x, y = np.round(scene.pose.project([piece.top])[0]).astype(int)
            right.append(index[y, x] == piece.index or index[y, x] in tokens)  # one stands before
    assert sum(letter != "." for letter in letters) == sum(p.content in "BWR" for p in layer.pieces)
    assert np.mean(right or [bool(tokens)]) > 0.9


LOOKS = [e.scene for e in ENTRIES if e.kind == "layers"]


@pytest.mark.parametrize("name", LOOKS)
def test_a_second_look_at_the_start_has_another_camera_and_the_whole_board(name):
    scene = Scene.load(SCENES / name)
    other = Pose.from_json(scene.layers["again"].notes["camera"])
    at = other.project(empty_spots(scene))
    assert (at >= 0).all()
    assert (at < scene.size).all()
    moved = np.linalg.norm(at - scene.pose.project(empty_spots(scene)), axis=1)
    assert np.median(moved) > 2


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
def test_the_second_looks_show_other_light(game):
    """Empty places of the board, found by both cameras, have other colours in nearly all scenes."""
    differences = []
    for name in (name for name in LOOKS if name.startswith(game)):
        scene = Scene.load(SCENES / name)
        other = Pose.from_json(scene.layers["again"].notes["camera"])
        colours = []
        for picture, pose in ((scene.empty, scene.pose), (scene.picture("again"), other)):
            at = np.round(pose.project(empty_spots(scene))).astype(int)
            smooth = cv2.GaussianBlur(picture, (0, 0), 2).astype(float)
            colours.append(smooth[at[:, 1], at[:, 0]])
        differences.append(np.abs(colours[0] - colours[1]).mean())
    assert np.mean(np.array(differences) > 1.5) > 0.9, differences


def empty_spots(scene):
    """Places on the board on which nothing lies at the start, in millimetres."""
    if scene.game == "mangala":
        return [(*place["centre"], 0.0) for place in scene.board["places"][12:]]
    pitch = float(scene.board["pitch"])
    far = [cell for cell in range(64) if cell // 8 not in (3, 4)]
    return [((cell % 8 - 3.5) * pitch, (3.5 - cell // 8) * pitch, 0.0) for cell in far]
