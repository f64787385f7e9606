"""How settlers are counted, on paper clips."""

from __future__ import annotations

import csv
import json

import cv2
import numpy as np
import pytest
from support import paper

from cli.main import main
from datasets import evaluate_settle
from datasets.evaluate_settle import (
    SettleRow,
    judge_settling,
    random_bump,
    settle_clips,
    settle_shares,
)
from datasets.manifest import add_scenes
from vision.settle import Settled, State


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """A paper scene and a paper hand for test."""
    target = tmp_path_factory.mktemp("settle")
    paper.write_raw(target / "raw", 2)
    hand = target / "raw" / "hands-0002"
    hand.mkdir()
    picture = np.zeros((600, 200, 4), np.uint8)
    picture[50:, 70:130] = (150, 170, 230, 255)
    cv2.imwrite(str(hand / "hand.png"), picture)
    told = {"format": 1, "game": "hands", "kind": "hand", "seed": 2, "tip": [100, 50],
            "scale": 1.0, "pose": "point", "layers": []}  # fmt: skip
    (hand / "scene.json").write_text(json.dumps(told), encoding="utf-8")
    list(add_scenes(target / "raw", target / "scenes"))
    return target / "scenes"


class Careless:
    """Calls every frame the same."""

    state = State.STILL

    def __init__(self, pose, size):
        pass

    def see(self, frame):
        return Settled(self.state, np.zeros(64, bool), 0.0)


def table(rows):
    return {share.what: share for share in settle_shares(rows)}


@pytest.mark.parametrize("state", [State.STILL, State.BUMPED])
def test_a_settler_that_always_says_the_same_is_right_and_wrong_where_it_must(
    folder, state, monkeypatch
):
    monkeypatch.setattr(evaluate_settle, "Settler", Careless)
    monkeypatch.setattr(Careless, "state", state)
    (clip, rests), _ = settle_clips("reversi", "test", 1, 4, folder)
    rows = judge_settling(clip, rests, 3)
    shares, still = table(rows), float(state is State.STILL)
    hidden = sum(bool(moment.hidden) for moment in clip.moments())
    assert shares["frames with a hand called still"].n == hidden > 8
    assert shares["frames with a hand called still"].value == still
    assert shares["settled frames called still"].value == still
    assert shares["frames called bumped without a bump"].value == 1 - still
    assert shares["bumps of a free board noticed"].value == 1 - still
    assert shares["darker light: still within a second"].n == 5, "before and after four moves"


def test_hands_rest_in_the_clips_made_for_it(folder, monkeypatch):
    monkeypatch.setattr(evaluate_settle, "REST", 30)
    _, (clip, rests) = settle_clips("reversi", "test", 1, 4, folder)
    assert rests
    (row,) = judge_settling(clip, rests, 3)
    assert row.trial == "rest"
    assert row.hidden > 80
    assert row.hidden_still == 0


def test_bumps_are_as_large_as_they_should_be():
    rng = np.random.default_rng(0)
    corners = np.array([(0, 0), (960, 0), (960, 720), (0, 720)], float)
    for _ in range(200):
        warp = random_bump((960, 720), rng)
        away = np.linalg.norm(corners @ warp[:, :2].T + warp[:, 2] - corners, axis=1)
        assert 2.9 < away.max() < 32


def test_shares_count_each_trial_where_it_belongs():
    rows = [
        SettleRow("reversi", "a", "s1", "play", frames=10, hidden=4, hidden_still=1),
        SettleRow("reversi", "a", "s1", "bump", bumps=3, bumps_noticed=2),
        SettleRow("reversi", "b", "s2", "rest", frames=10, hidden=6),
    ]
    shares = table(rows)
    hands = shares["frames with a hand called still"]
    assert (hands.hits, hands.n, hands.scenes) == (1, 10, 2)
    assert (shares["of these with a resting hand"].hits, hands.hits) == (0, 1)
    assert shares["bumps of a free board noticed"].hits == 2


def test_the_command_prints_shares_and_writes_a_row_a_trial(folder, tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(evaluate_settle, "REST", 5)
    path = tmp_path / "settle.csv"
    words = ["evaluate", "settle", "reversi", "--plies", "4", "--csv", str(path)]
    with pytest.raises(SystemExit) as stopped:
        main([*words, "--scenes", str(folder)])
    assert not stopped.value.code
    out = capsys.readouterr().out
    assert "frames with a hand called still: 0 of" in out
    assert "frames called bumped without a bump: 0 of" in out
    rows = list(csv.DictReader(path.open(encoding="utf-8")))
    trials = [row["trial"] for row in rows]
    assert trials == ["play", "flicker", "slow", "brighter", "darker", "bump", "rest"]


def test_what_a_frame_costs_is_measured(folder, capsys, monkeypatch):
    monkeypatch.setattr("cli.benchmarks.settle.SIZE", (480, 360))
    with pytest.raises(SystemExit) as stopped:
        main(["bench", "settle", "--repeat", "1", "--json", "--scenes", str(folder)])
    assert not stopped.value.code
    measures = json.loads(capsys.readouterr().out)
    assert measures[0]["what"].startswith("settle")
    assert all(measure["value"] > 0 and measure["n"] > 20 for measure in measures)
