"""Whole games from pictures: dealt out, cut to settled frames, judged, kept and gone on with."""

from __future__ import annotations

import random
from dataclasses import replace
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from cli.main import main
from datasets.cuts import LATER, STILL
from datasets.evaluate_games import Files, Refereed, left_over, orders
from datasets.game_measures import GameRow, MoveRow, doubt_of
from datasets.manifest import read_manifest
from datasets.misses import keep_misses, miss_sheets, misses_of
from datasets.play import play_badly
from datasets.rows import append_rows, read_rows
from datasets.trials import Minutes, watch
from engines import GAMES, InputError, new_game

GAME_ROW = GameRow(
    "reversi", "a/frames/0/0", "a", 3, 3, 1, 1, 1, 0, 0, 0, True, True, 27, 4.5, doubt=1.5
)
MOVE_ROW = MoveRow("reversi", "a/frames/0/0", "a", 1, "B", "d3", "", "d3", "", True, 0.3)


def of(clip):
    return replace(MOVE_ROW, clip=clip), replace(GAME_ROW, clip=clip)


def test_games_are_dealt_out_over_test_scenes_alone():
    some = orders("kulami", 20)
    split = {entry.scene: entry.split for entry in read_manifest()}
    assert {split[order.scene] for order in some} == {"test"}
    assert len({order.name for order in some}) == 20
    counts = [sum(o.scene == scene for o in some) for scene in {o.scene for o in some}]
    assert max(counts) - min(counts) <= 1


def test_whoever_mends_the_referee_looks_at_other_tables():
    split = {entry.scene: entry.split for entry in read_manifest()}
    some = orders("reversi", 4, split="validation")
    assert {split[order.scene] for order in some} == {"validation"}
    assert {order.split for order in some} == {"validation"}


@pytest.mark.parametrize("name", GAMES)
def test_one_move_in_ten_is_faulty_and_named_as_the_judge_names_it(name):
    game = new_game(name)
    games = [play_badly(game, random.Random(seed), 0.1) for seed in range(6)]
    steps = [step for played in games for step in played.steps]
    faulty = [step for step in steps if step.told.faults]
    assert 0.04 < len(faulty) / len(steps) < 0.2
    for step in faulty:
        best = game.judge(step.before, step.told.board).explanations[0]
        assert (best.moves, best.faults) == (step.told.moves, step.told.faults)
    assert not any(game.moves(played.end) for played in games)


@pytest.fixture(scope="module")
def clip():
    """Four moves on a rendered table, the hands cut out."""
    return orders("reversi", 1, plies=4)[0].clip()


class Deaf:
    """A referee that says nothing but that it does not know."""

    def __init__(self, game, start):
        self.position, self._asked = start, False

    def see(self, frame):
        asked, self._asked = self._asked, True
        return [] if asked else [{"event": "unsure", "cells": ["d4"], "answers": []}]

    def finish(self):
        return []


def test_settled_frames_end_every_move_by_a_quiet_board(clip):
    moments = list(clip.moments())
    assert len(moments) == (STILL + 1) * 5
    assert not any(moment.moving for moment in moments)
    assert [m.turn for m in moments] == sorted(m.turn for m in moments)
    first = moments[STILL + 1 : 2 * (STILL + 1)]
    assert first[-1].frame.time - first[0].frame.time >= 3.2
    assert LATER / 10 < first[-1].frame.time - first[-2].frame.time < 3
    assert not np.array_equal(first[0].frame.picture, first[1].frame.picture)


def test_every_miss_is_shown_with_what_is_true(clip, tmp_path):
    minutes = Minutes()
    moves, row = watch(clip, Deaf, minutes)
    assert (row.moves, row.moves_right, row.unsure) == (4, 0, 1)
    assert not row.clean
    misses = misses_of(clip, moves, minutes)
    assert len(misses) == 5
    keep_misses(tmp_path / "misses", misses)
    assert len(list((tmp_path / "misses").glob("*.jpg"))) == 5
    (sheet,) = miss_sheets(tmp_path / "misses")
    assert sheet.shape[1] == 4 * 420
    tile = cv2.imdecode(np.frombuffer(misses[0].jpeg, np.uint8), cv2.IMREAD_COLOR)
    assert tile.shape[1] == 2 * 420


def test_rows_come_back_as_they_were_written(tmp_path):
    path = tmp_path / "games.csv"
    append_rows(path, [GAME_ROW], GameRow)
    append_rows(path, [replace(GAME_ROW, clip="b", final=True)], GameRow)
    assert read_rows(path, GameRow) == [GAME_ROW, replace(GAME_ROW, clip="b", final=True)]
    with path.open("a", encoding="utf-8") as file:
        file.write("reversi,c,")
    assert len(read_rows(path, GameRow)) == 2
    with pytest.raises(InputError, match="not written by this version"):
        read_rows(path, MoveRow)


def test_a_run_that_was_cut_goes_on_where_it_was(tmp_path):
    files = Files(tmp_path / "moves.csv", tmp_path / "games.csv")
    assert files.begin(resume=False) == ([], [])
    for clip in ("a", "b"):
        move, game = of(clip)
        files.add(Refereed([move, move], game, []))
    append_rows(files.moves, [of("cut")[0]], MoveRow)  # cut before its game was whole
    moves, games = files.begin(resume=True)
    assert ([row.clip for row in moves], [row.clip for row in games]) == (list("aabb"), list("ab"))
    assert read_rows(files.moves, MoveRow) == moves
    waiting = [SimpleNamespace(name=name) for name in ("a", "cut")]
    assert [order.name for order in left_over(waiting, games)] == ["cut"]
    with pytest.raises(InputError, match="--games-csv"):
        Files(None, None).begin(resume=True)


def test_time_in_doubt_runs_from_the_question_to_the_next_answer():
    events = [
        {"event": "move", "time": 1.0},
        {"event": "unsure", "time": 2.0},
        {"event": "unsure", "time": 4.0},
        {"event": "move", "time": 5.0},
        {"event": "out_of_step", "time": 8.0},
    ]
    assert doubt_of(events, 10.0) == 5.0
    assert doubt_of([], 10.0) == 0.0


@pytest.mark.parametrize(
    "words",
    [("--level", "films"), ("--resume",), ("--jobs", "999"), ("--scenes", "nowhere")],
)
def test_what_cannot_be_evaluated_is_one_line(words, capsys):
    with pytest.raises(SystemExit) as stopped:
        main(["evaluate", "games", "reversi", *words])
    assert stopped.value.code == 2
    told = capsys.readouterr().err
    assert told.startswith("hakem: ")
    assert told.count("\n") == 1
