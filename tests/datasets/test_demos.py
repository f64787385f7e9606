"""A demo is a video that OpenCV plays, with the truth of each of its frames."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support import paper

from datasets.clips import Pace
from datasets.demos import DEMOS, FAULTS, Truth, write_demo
from datasets.hands import Hand
from datasets.pack import pack_scene
from datasets.scenes import Scene
from datasets.trials import make_clip
from engines import new_game


@pytest.fixture(scope="module")
def demo(tmp_path_factory):
    folder = tmp_path_factory.mktemp("demo")
    line = pack_scene(paper.write_raw(folder / "raw"), folder / "packed")
    scene = Scene.load(folder / "packed" / line["scene"])
    bar = np.zeros((600, 200, 3), np.uint8)
    bar[:] = (150, 170, 230)
    alpha = np.zeros((600, 200), np.float32)
    alpha[50:, 80:120] = 1
    hand = Hand("bar", bar, alpha, (100.0, 50.0), 1.0, {})
    pace = Pace(come=2, deed=1, still=6)
    clip = make_clip(scene, 0, [hand], most_plies=6, pace=pace, codes=("missing_flip",))
    video = folder / "reversi.mp4"
    return video, write_demo(clip, video), clip


def frames_of(video):
    player = cv2.VideoCapture(str(video))
    while True:
        there, picture = player.read()
        if not there:
            return
        yield picture


def test_every_frame_shows_what_the_truth_says(demo):
    video, count, _ = demo
    truth = Truth.load(video.with_suffix(".json"))
    frames = list(frames_of(video))
    states = list(truth.states())
    assert len(frames) == len(states) == count == truth.told["frames"]
    middles = truth.pose.project(
        [((c % 8 - 3.5) * paper.CELL, (3.5 - c // 8) * paper.CELL, 0) for c in range(64)]
    )
    for picture, (state, hidden, _moving, _turn) in list(zip(frames, states, strict=True))[::5]:
        grey = cv2.GaussianBlur(cv2.cvtColor(picture, cv2.COLOR_BGR2GRAY), (9, 9), 0)
        for cell, content in enumerate(state):
            if content != "." and cell not in hidden:
                x, y = np.round(middles[cell]).astype(int)
                assert (grey[y, x] > 128) == (content == "W")


def test_the_truth_tells_the_game(demo):
    video, _, clip = demo
    told = Truth.load(video.with_suffix(".json")).told
    assert told["game"] == "reversi"
    assert [turn["moves"] for turn in told["turns"]] == [
        [str(move) for move in step.told.moves] for step in clip.played.steps
    ]
    assert sum(bool(turn["faults"]) for turn in told["turns"]) == 1


@pytest.mark.parametrize("game", FAULTS)
def test_the_demos_that_ship_play_to_their_end(game):
    video = DEMOS / f"{game}.mp4"
    truth = Truth.load(video.with_suffix(".json"))
    player = cv2.VideoCapture(str(video))
    assert int(player.get(cv2.CAP_PROP_FRAME_COUNT)) == truth.told["frames"]
    assert player.read()[0]
    rules = new_game(game, truth.told["options"])
    codes = [turn["faults"][0]["code"] for turn in truth.told["turns"] if turn["faults"]]
    assert tuple(codes) == FAULTS[game]
    end = rules.position_from_json(truth.told["end"])
    assert not rules.moves(end)
    assert rules.score(end).to_json() == truth.told["score"]


def test_the_demos_are_small():
    assert sum(path.stat().st_size for path in DEMOS.iterdir()) <= 25e6
