"""The first minutes of the clips that `make run` shows: each move told, nobody out of step."""

from __future__ import annotations

import json
from itertools import takewhile

import pytest

from engines import GAMES, new_game
from referee import events as told
from referee.table import Table
from vision import cameras
from vision.cameras.demos import demo_options, demo_path

SECONDS = 62.0
"""Of each clip; one of Mangala's faults, and a board that a hand has nudged, lie within."""


@pytest.mark.parametrize("name", GAMES)
def test_the_demo_is_followed(name):
    game = new_game(name, demo_options(name))
    turns = json.loads(demo_path(name).with_suffix(".json").read_text(encoding="utf-8"))["turns"]
    truth = [move for turn in turns for move in turn["moves"]]
    table, said = Table(game), []
    with cameras.open(f"demo:{name}", speed=0) as clip:
        for frame in takewhile(lambda frame: frame.time < SECONDS, clip):
            said += table.see(frame)
    assert not [event for event in said if isinstance(event, told.OutOfStep)]
    moves = [
        event.move
        for event in said
        if isinstance(event, told.Move | told.FaultFound) and event.move is not None
    ]
    assert len(moves) >= 8
    if name == "reversi" and moves[0] != truth[0]:
        truth = [_from_the_other_end(move) for move in truth]  # its start looks the same from both
    # Where stones are counted wrongly one move may be told that nobody made.
    assert sum(move in truth for move in moves) >= len(moves) - 1
    assert moves[:8] == truth[:8]


def _from_the_other_end(move):
    return f"{'hgfedcba'['abcdefgh'.index(move[0])]}{9 - int(move[1])}"
