"""The hand-made Mangala cases, and the large generated sets."""

from __future__ import annotations

import pytest
from support.golden import golden_cases, large_set

from engines.contract import IllegalMove, InputError
from engines.mangala import Board, Mangala, Move, Position

GAME = Mangala()


def position_of(board: dict, side: str) -> Position:
    return Position.build(Board.from_json(board), side)


def move_of(side: str, pit: int) -> Move:
    return Move.parse(f"{side[0]}{pit}")


def next_side(position: Position) -> str | None:
    return position.side if GAME.outcome(position) is None else None


@pytest.mark.parametrize("case", golden_cases("mangala", "move"))
def test_move(case):
    expect = case["expect"]
    before = position_of(case["before"], case["side"])
    move = move_of(case["side"], case["pit"])
    sowing, after = GAME.sow(before, move), GAME.play(before, move)
    assert after.board.to_json() == expect["after"]
    assert next_side(after) == expect["next"]
    assert sowing.extra_turn == expect["extra_turn"]
    assert (sowing.capture.kind if sowing.capture else "none") == expect["capture"]
    assert (sowing.capture.count if sowing.capture else 0) == expect["captured"]
    outcome = GAME.outcome(after)
    assert (outcome is not None) == expect["set_over"]
    assert (outcome and (outcome.winner or "draw")) == expect["result"]
    if expect["sweep"] and expect["sweep"]["count"]:
        assert after.sweep is not None
        assert {"by": after.sweep.by, "count": after.sweep.count} == expect["sweep"]
    else:
        assert after.sweep is None


@pytest.mark.parametrize("case", golden_cases("mangala", "illegal"))
def test_illegal(case):
    before = position_of(case["before"], case["side"])
    if case["expect"]["reason"] == "no_such_pit":
        with pytest.raises(InputError, match="no such pit"):
            move_of(case["side"], case["pit"])
        return
    with pytest.raises(IllegalMove) as caught:
        GAME.play(before, move_of(case["side"], case["pit"]))
    assert caught.value.reasons == (case["expect"]["reason"],)


@pytest.mark.parametrize("case", golden_cases("mangala", "sequence"))
def test_sequence(case):
    position = position_of(case["before"], case["side"])
    for side, pit in case["moves"]:
        position = GAME.play(position, move_of(side, pit))
    assert position.board.to_json() == case["expect"]["after"]
    assert next_side(position) == case["expect"]["next"]


@pytest.mark.shared
def test_large_set_of_moves():
    for line in large_set("mangala_moves"):
        before = Position.build(Board.from_json(line["before"]), line["side"])
        move = move_of(line["side"], line["pit"])
        sowing, after = GAME.sow(before, move), GAME.play(before, move)
        assert list(after.stones) == line["after"]
        assert next_side(after) == line["next"]
        assert (sowing.capture.kind if sowing.capture else "none") == line["capture"]
        assert (sowing.capture.count if sowing.capture else 0) == line["captured"]
        assert (GAME.outcome(after) is not None) == line["over"]


@pytest.mark.shared
def test_large_set_of_sets():
    played = 0
    for line in large_set("mangala_sets"):
        position = GAME.start(line["first"])
        captures = []
        for number, word in enumerate(line["moves"], 1):
            move = Move.parse(word)
            capture = GAME.sow(position, move).capture
            if capture:
                captures.append([number, capture.kind, capture.count])
            position = GAME.play(position, move)
            assert sum(position.stones) == 48
            played += 1
        score, outcome = GAME.score(position), GAME.outcome(position)
        assert captures == line["captures"]
        assert {"south": score.south, "north": score.north} == line["treasury"]
        assert outcome is not None
        assert (outcome.winner or "draw") == line["result"]
        sweep = line["sweep"]
        if sweep and sweep["count"]:
            assert position.sweep is not None
            assert (position.sweep.by, position.sweep.count) == (sweep["by"], sweep["count"])
    assert played == 91_309
