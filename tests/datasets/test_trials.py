"""Referees whose mistakes are known, watching clips whose truth is known."""

from __future__ import annotations

import csv
import json
import math
import sys
from types import SimpleNamespace

import cv2
import numpy as np
import pytest
from support import paper

from cli.main import main
from datasets.game_measures import Ply, align, game_shares, judge_game
from datasets.manifest import add_scenes
from datasets.scenes import BadScene
from datasets.trials import clips, watch


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Three paper scenes and three paper hands, one of each for test."""
    target = tmp_path_factory.mktemp("trials")
    for seed in range(3):
        paper.write_raw(target / "raw", seed)
        hand = target / "raw" / f"hands-{seed:04d}"
        hand.mkdir()
        picture = np.zeros((600, 200, 4), np.uint8)
        picture[50:, 80:120] = (150, 170, 230, 255)
        cv2.imwrite(str(hand / "hand.png"), picture)
        told = {"format": 1, "game": "hands", "kind": "hand", "seed": seed, "tip": [100, 50],
                "scale": 1.0, "pose": "point", "layers": []}  # fmt: skip
        (hand / "scene.json").write_text(json.dumps(told), encoding="utf-8")
    list(add_scenes(target / "raw", target / "scenes"))
    return target / "scenes"


def clip_of(folder, faults=1, plies=8):
    (clip,) = clips("reversi", "test", 1, faults, plies, folder)
    return clip


class Told:
    """Says what it was told to say, each at its time; believes in the position it was given."""

    def __init__(self, events, position):
        self.events, self.position = list(events), position

    def see(self, frame):
        while self.events and self.events[0]["time"] <= frame.time:
            yield self.events.pop(0)

    def finish(self):
        return self.events


def truth_of(clip):
    """What a perfect referee says: each turn a second after its hand has left."""
    left = {}
    for moment in clip.moments():
        if not moment.moving and moment.turn:
            left.setdefault(moment.turn, moment.frame.time)
    return [
        {
            "event": "fault" if step.told.faults else "move",
            "side": step.told.movers[-1] if step.told.movers else None,
            "move": " ".join(map(str, step.told.moves)),
            "faults": [fault.to_json() for fault in step.told.faults],
            "time": left[number] + 1.0,
        }
        for number, step in enumerate(clip.played.steps, 1)
    ]


def table(moves, games):
    return {share.what: share for share in game_shares(moves, games)}


def test_a_perfect_referee_is_perfect(folder):
    clip = clip_of(folder)
    moves, game = watch(clip, lambda _game, _start: Told(truth_of(clip), clip.played.end))
    assert game.perfect
    assert (game.moves, game.moves_right, game.faults, game.faults_caught) == (8, 8, 1, 1)
    assert game.board_right
    assert game.frames == len(list(clip.moments()))
    shares = table(moves, [game])
    assert shares["moves right"].value == shares["faults caught"].value == 1
    assert shares["games without any error or question"].value == 1
    assert all(row.delay == pytest.approx(1.0, abs=0.11) for row in moves[:-1])


def test_every_mistake_is_counted_where_it_belongs(folder):
    clip = clip_of(folder)
    events = truth_of(clip)
    faulty = next(i for i, event in enumerate(events) if event["faults"])
    sound = [i for i in range(8) if i != faulty]
    events[faulty] = {**events[faulty], "event": "move", "faults": []}
    events[sound[0]] = {**events[sound[0]], "faults": [{"code": "missing_flip", "cells": []}]}
    events[sound[1]] = {**events[sound[1]], "move": "a1"}
    extra = {**events[-1], "move": "h8", "time": events[-1]["time"] + 0.1}
    lost = sound[2]
    told = [event for i, event in enumerate(events) if i != lost]
    told += [extra, {"event": "unsure", "time": extra["time"]}]
    moves, game = watch(clip, lambda _game, start: Told(told, start))
    assert not game.perfect
    assert (game.moves, game.moves_right) == (8, 4)
    assert (game.faults, game.faults_caught, game.false_alarms) == (1, 0, 1)
    assert (game.invented, game.unsure) == (1, 1)
    assert not game.board_right
    assert not game.score_right
    shares = table(moves, [game])
    assert shares["faults missed"].hits == 1
    assert shares["false alarms among moves without fault"].hits == 1
    assert shares["false alarms among moves without fault"].n == 7
    assert [row.number for row in moves if not row.told and row.number] == [lost + 1]


def test_a_fault_under_a_wrong_name_is_caught_but_not_named():
    truth = [Ply("B", "d3", "missing_flip", 1.0)]
    said = {"event": "fault", "side": "B", "move": "d3", "faults": [{"code": "extra_flip"}]}
    (row,) = judge_game("reversi", "clip", "scene", truth, [said])
    assert row.right
    assert row.caught
    assert not row.named
    assert math.isnan(row.delay)


def test_a_fault_told_for_another_move_is_a_false_alarm():
    truth = [Ply("B", "d3", "", 1.0), Ply("W", "e6", "missing_flip", 2.0)]
    said = {"event": "fault", "side": "W", "move": "c4", "faults": [{"code": "missing_flip"}]}
    rows = judge_game("reversi", "clip", "scene", truth, [said])
    assert not any(row.caught or row.named or row.right for row in rows)
    assert sum(row.false_alarm for row in rows) == 1


def test_told_turns_are_matched_in_order():
    turns = [Ply("B", move, "") for move in ("a1", "b2", "c3", "d4")]
    said = [turns[0], turns[2], Ply("B", "x", ""), turns[3]]
    assert align(turns, said) == [(0, 0), (1, None), (2, 1), (None, 2), (3, 3)]
    assert align([], []) == []
    assert align(turns[:1], []) == [(0, None)]


def said(move, side="N", **more):
    return {"event": "move", "side": side, "move": move, "time": 1.0, **more}


def test_a_chain_is_told_as_well_as_its_single_moves():
    truth = [Ply("S", "S3", "", 1.0), Ply("S", "S4", "", 2.0), Ply("N", "N1", "", 3.0)]
    for events in (
        [said("S3 S4", "S"), said("N1")],
        [said("S3 S4 N1")],
        [said("S3 S4 N1", movers=["S", "S", "N"])],
    ):
        rows = judge_game("mangala", "clip", "scene", truth, events)
        assert [row.right for row in rows] == [True] * 3, events
        assert [row.told for row in rows] == ["S3", "S4", "N1"]


def test_a_pass_may_be_told_or_left_out():
    truth = [Ply("B", "a1", "", 1.0), Ply("B", "b1", "", 2.0)]
    for events in (
        [said("a1", "B"), said("pass", "W"), said("b1", "B")],
        [said("a1", "B"), said("pass b1", "B")],
        [said("a1", "B"), said("b1", "B")],
    ):
        rows = judge_game("reversi", "clip", "scene", truth, events)
        assert [row.right for row in rows] == [True] * 2, events
    made = {"moves": ["pass", "b1"], "movers": ["W", "B"], "faults": [{"code": "missing_flip"}]}
    assert Ply.made(made, 2.0) == [Ply("B", "b1", "missing_flip", 2.0)]
    taken = {"moves": [], "movers": [], "faults": [{"code": "moved_marble"}]}
    assert Ply.made(taken, 2.0) == [Ply("", "", "moved_marble", 2.0)]


def test_a_wrong_side_in_a_chain_is_noticed():
    truth = [Ply("S", "S3", "", 1.0), Ply("N", "N1", "", 2.0)]
    rows = judge_game("mangala", "clip", "scene", truth, [said("S3 N1", movers=["S", "S"])])
    assert [row.right for row in rows] == [True, False]


def test_without_hands_there_are_no_clips(folder, tmp_path):
    paper.write_raw(tmp_path / "raw", 2)
    list(add_scenes(tmp_path / "raw", tmp_path / "scenes"))
    with pytest.raises(BadScene, match="no test hands"):
        list(clips("reversi", "test", 1, 0, 4, tmp_path / "scenes"))


def test_the_command_writes_a_row_a_move_and_a_row_a_game(folder, tmp_path, capsys):
    clip = clip_of(folder)
    sys.modules["some_referee"] = SimpleNamespace(
        watch=lambda _game, _start: Told(truth_of(clip), clip.played.end)
    )
    moves, games = tmp_path / "moves.csv", tmp_path / "games.csv"
    arguments = ["evaluate", "clips", "reversi", "--watcher", "some_referee:watch", "--faults", "1"]
    arguments += ["--plies", "8", "--pace", "quick", "--csv", str(moves), "--games-csv", str(games)]
    with pytest.raises(SystemExit) as status:
        main([*arguments, "--scenes", str(folder)])
    assert status.value.code == 0
    assert "moves right: 8 of 8" in capsys.readouterr().out
    assert len(list(csv.DictReader(moves.open(encoding="utf-8")))) == 8
    (row,) = csv.DictReader(games.open(encoding="utf-8"))
    assert row["score_right"] == "1"


@pytest.mark.parametrize(
    "words",
    [
        ("--watcher", "some_referee:watch", "--pace", "hasty"),
        ("--watcher", "os:path"),
        ("--watcher", "nowhere:watch"),
        ("--watcher", "json:loads", "--csv", "/proc/moves.csv"),
    ],
)
def test_bad_input_is_one_clear_line(folder, capsys, words):
    sys.modules["some_referee"] = SimpleNamespace(watch=lambda _game, _start: None)
    with pytest.raises(SystemExit) as status:
        main(["evaluate", "clips", "reversi", *words, "--scenes", str(folder)])
    err = capsys.readouterr().err
    assert status.value.code == 2
    assert err.startswith("hakem: ")
    assert err.count("\n") == 1
