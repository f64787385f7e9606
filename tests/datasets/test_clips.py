"""Clips: a hand comes, does one deed after the other, and leaves; every frame knows its truth."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise

import cv2
import numpy as np
import pytest
from support import paper

from datasets.clips import Pace, film
from datasets.compose import GridComposer
from datasets.deeds import (
    kulami_state,
    kulami_turn,
    mangala_turn,
    reversi_state,
    reversi_turn,
)
from datasets.hands import Hand
from datasets.pack import pack_scene
from datasets.scenes import BadScene, Scene
from engines.kulami import Kulami
from engines.mangala import Mangala
from engines.reversi import Reversi


@pytest.fixture(scope="module")
def scene(tmp_path_factory):
    folder = tmp_path_factory.mktemp("scenes")
    line = pack_scene(paper.write_raw(folder / "raw"), folder / "packed")
    return Scene.load(folder / "packed" / line["scene"])


TOLD = {
    "format": 1, "game": "hands", "kind": "hand", "seed": 0, "tip": [100, 50], "scale": 1.0,
    "pose": "point", "layers": [],
}  # fmt: skip
"""The description of a hand."""


@pytest.fixture(scope="module")
def hand(tmp_path_factory):
    """A pink bar with a tip at its upper end and a faint shadow beside it."""
    folder = tmp_path_factory.mktemp("hand")
    picture = np.zeros((600, 200, 4), np.uint8)
    picture[60:, 110:150] = (0, 0, 0, 90)
    picture[50:, 80:120] = (150, 170, 230, 255)
    cv2.imwrite(str(folder / "hand.png"), picture)
    (folder / "scene.json").write_text(json.dumps(TOLD), encoding="utf-8")
    return Hand.load(folder)


def game_of_two_moves():
    game = Reversi()
    position, turns = game.start(), []
    for word in ("d3", "c5"):
        after = game.play(position, game.parse_move(word))
        turns.append(reversi_turn(position, game.judge(position, after.board).best))
        position = after
    return reversi_state(game.start()), turns, reversi_state(position)


def test_a_clip_tells_the_truth_of_every_frame(scene, hand):
    start, turns, end = game_of_two_moves()
    moments = list(film(scene, GridComposer(scene), [hand], start, turns, seed=3))
    assert moments[0].state == start
    assert moments[-1].state == end
    assert [m.frame.time for m in moments[:3]] == [0.0, 0.1, 0.2]
    assert {m.turn for m in moments} == {0, 1, 2}
    for moment in moments:
        assert bool(moment.hidden) <= moment.moving, "only a hand hides anything"
    assert any(len(m.hidden) > 3 for m in moments)
    states = list(dict.fromkeys(m.state for m in moments))
    assert len(states) == 5, "start; d3 put, d4 turned; c5 put, d5 turned"
    changes = [m for a, m in pairwise(moments) if a.state != m.state]
    assert all(m.moving for m in changes), "nothing changes without a hand"


def test_a_hand_that_is_out_of_the_picture_is_not_moving_in_it(scene, hand):
    start, turns, _ = game_of_two_moves()
    composer = GridComposer(scene)
    moments = list(film(scene, composer, [hand], start, turns, 3, Pace(come=12, still=2)))
    pink = [
        bool((np.abs(m.frame.picture.astype(int) - (150, 170, 230)).max(2) < 25).sum() > 40)
        for m in moments
    ]
    moving = [m.moving for m in moments]
    assert all(m for m, p in zip(moving, pink, strict=True) if p)
    quiet = sum(not m for m in moving)
    assert quiet > 3 * 2 + 5 * 2, "far out, the hand is not in the picture yet or any more"
    for a, b in pairwise(moments):
        if b.turn > a.turn:
            assert a.moving, "a move is complete when its hand has left the picture"
            assert not b.moving


def test_what_is_said_to_be_visible_shows_its_disc(scene, hand):
    start, turns, _ = game_of_two_moves()
    for moment in list(film(scene, GridComposer(scene), [hand], start, turns, seed=4))[::3]:
        grey = cv2.GaussianBlur(cv2.cvtColor(moment.frame.picture, cv2.COLOR_BGR2GRAY), (9, 9), 0)
        for cell, content in enumerate(moment.state):
            if content == "." or cell in moment.hidden:
                continue
            middle = ((cell % 8 - 3.5) * paper.CELL, (3.5 - cell // 8) * paper.CELL, 0)
            x, y = np.round(moment.pose.project([middle])[0]).astype(int)
            assert (grey[y, x] > 128) == (content == "W")


def test_the_same_seed_gives_the_same_clip(scene, hand):
    start, turns, _ = game_of_two_moves()
    pace = Pace(come=2, deed=2, still=2)
    clips = [
        [m.frame.picture for m in film(scene, GridComposer(scene), [hand], start, turns, s, pace)]
        for s in (1, 1, 2)
    ]
    assert all(np.array_equal(a, b) for a, b in zip(clips[0], clips[1], strict=True))
    assert not np.array_equal(clips[0][0], clips[2][0])


def test_a_hand_may_rest_over_its_last_deed(scene, hand):
    start, turns, _ = game_of_two_moves()
    short, long = (
        list(film(scene, GridComposer(scene), [hand], start, turns, 1, Pace(rest=rest)))
        for rest in (0, 20)
    )
    first = [m for m in long if m.moving and m.turn == 0]
    assert len(first) == len([m for m in short if m.moving and m.turn == 0]) + 20
    rests = [m for m in first if m.hidden == first[-4].hidden and m.state == first[-1].state]
    assert len(rests) >= 20
    assert rests[0].hidden


def test_a_hand_covers_from_its_tip_to_the_edge_and_its_shadow_only_darkens(hand):
    grey = np.full((400, 400, 3), 200, np.uint8)
    covered, solid = hand.over(grey, (200, 200), np.pi / 2, 1.0)
    assert solid[300, 200]
    assert solid[399, 200]
    assert not solid[150, 200]
    assert tuple(covered[300, 200]) == (150, 170, 230)
    shadow = covered[300, 240]
    assert not solid[300, 240]
    assert 100 < shadow.mean() < 180
    turned, away = hand.over(grey, (200, 200), 0.0, 1.0)
    assert away[200, 300]
    assert not away[300, 200]
    assert turned.shape == grey.shape


def test_a_hand_outside_the_picture_changes_nothing(hand):
    grey = np.full((100, 100, 3), 200, np.uint8)
    picture, solid = hand.over(grey, (5000, 5000), 0.0, 1.0)
    assert np.array_equal(picture, grey)
    assert not solid.any()


def test_a_folder_without_a_hand_is_refused(tmp_path):
    with pytest.raises(BadScene):
        Hand.load(tmp_path)
    (tmp_path / "scene.json").write_text(json.dumps(TOLD), encoding="utf-8")
    with pytest.raises(BadScene, match="alpha"):
        Hand.load(tmp_path)


# How moves are made by hand ----------------------------------------------------------------------


def test_discs_are_put_first_and_then_turned_nearest_first():
    game = Reversi()
    position = game.position_from_json({"board": ["BWWW....", *["........"] * 7], "side": "B"})
    after = game.play(position, game.parse_move("e1"))
    turn = reversi_turn(position, game.judge(position, after.board).best)
    assert [deed.cell for deed in turn.deeds] == [4, 3, 2, 1]
    assert turn.deeds[-1].state == reversi_state(after)


def test_a_missed_flip_is_never_made():
    game = Reversi()
    fault = next(e for e in game.faults(game.start()) if e.faults[0].code == "missing_flip")
    turn = reversi_turn(game.start(), fault)
    assert len(turn.deeds) == 1
    assert turn.told["faults"][0]["code"] == "missing_flip"


def test_the_token_follows_the_marble():
    game = Kulami()
    position = game.start()
    for word in ("d4", "d8"):
        position = game.play(position, game.parse_move(word))
    after = game.play(position, game.parse_move("h8"))
    turn = kulami_turn(position, game.judge(position, after.board).best)
    assert [deed.state[deed.cell] for deed in turn.deeds] == ["B", "B", "tB"]
    assert turn.deeds[-1].state == kulami_state(after)


def test_the_token_of_a_kulami_marble_that_is_gone_lies_nowhere():
    game = Kulami()
    position = game.start()
    for text in ("d4", "d8"):
        position = game.play(position, game.parse_move(text))
    hole = game.parse_move("d8").hole
    gone = replace(position, red=position.red & ~(1 << hole))
    assert kulami_state(position)[hole] == "tR"
    assert kulami_state(gone)[hole] == "."


def test_stones_are_sown_one_by_one_and_then_captured():
    game = Mangala()
    position = game.parse_position("4 4 4 4 4 3 / 1 5 5 5 4 4 / 1 0 S")
    after = game.play(position, game.parse_move("S6"))
    turn = mangala_turn(game, position, game.judge(position, after.board).best)
    assert [deed.cell for deed in turn.deeds] == [5, 5, 12, 6, 6, 12]
    assert turn.deeds[3].state[6] == 2, "the last stone makes it even"
    assert turn.deeds[-1].state == after.stones


def test_every_fault_of_mangala_ends_as_it_was_seen():
    game = Mangala()
    position = game.parse_position("4 4 4 4 4 3 / 1 5 5 5 4 4 / 1 0 S")
    for explanation in game.faults(position):
        turn = mangala_turn(game, position, explanation)
        assert turn.deeds[-1].state == explanation.board.stones
