"""The hand-made Kulami cases, and the large generated sets."""

from __future__ import annotations

from functools import cache

import pytest
from support.golden import golden_cases, golden_layouts, large_set

from engines.contract import IllegalMove, InputError
from engines.grid import NAMES, cell_index
from engines.kulami import Board, Kulami, Move, Position, Rules

PARTS = ("rows", "area", "plates", "total")


@cache
def game_on(layout: str) -> Kulami:
    return Kulami(Rules(layout=golden_layouts()[layout]))


def after(game: Kulami, history: list[int]):
    """The position after these holes, black first, whether each was legal or not."""
    position = game.start()
    for hole in history:
        position = game.put(position, hole)
    return position


def check_score(game: Kulami, rows: list[str], expect: dict):
    board = Board.from_json(rows)  # some hold more marbles than there are
    score = game.score(Position(board.black, board.red, "B")).to_json()
    for colour in ("black", "red"):
        assert {part: score[colour][part] for part in PARTS} == expect[colour]
    assert score["winner"] == expect["winner"]
    return score


@pytest.mark.parametrize("case", golden_cases("kulami", "score"))
def test_score(case):
    check_score(game_on(case["layout"]), case["board"], case["expect"])


@pytest.mark.parametrize("case", golden_cases("kulami", "legal"))
def test_legal(case):
    game = game_on(case["layout"])
    position = after(game, [8 * r + c for r, c in case["history"]])
    expected = [8 * r + c for r, c in case["expect"]["legal"]]
    assert [move.hole for move in game.moves(position)] == expected
    assert (game.outcome(position) is None) == bool(expected)


@pytest.mark.parametrize("case", golden_cases("kulami", "placement"))
def test_placement(case):
    game = game_on(case["layout"])
    position = after(game, [8 * r + c for r, c in case["history"]])
    row, column = case["cell"]
    expect = case["expect"]
    if expect["reason"] == "off_board":
        with pytest.raises(InputError, match="a1"):
            Move.parse(f"{'abcdefghi'[column]}{row + 1}")
    elif expect["legal"]:
        game.play(position, Move(8 * row + column))
    else:
        with pytest.raises(IllegalMove) as caught:
            game.play(position, Move(8 * row + column))
        assert expect["reason"] in caught.value.reasons


@pytest.mark.shared
def test_large_set_of_games():
    plies = 0
    for line in large_set("kulami_games"):
        game = game_on(line["layout"])
        position = game.start()
        for count, cell in zip(line["legal_counts"], line["history"], strict=False):
            assert len(game.moves(position)) == count
            position = game.play(position, Move(8 * int(cell[0]) + int(cell[1])))
            plies += 1
        assert len(game.moves(position)) == line["legal_counts"][-1]
        assert list(position.board.rows) == line["board"]
        check_score(game, line["board"], line["score"])
    assert plies == 26_784


@pytest.mark.shared
def test_large_set_of_boards_with_every_row():
    boards = 0
    for line in large_set("kulami_boards"):
        score = check_score(game_on(line["layout"]), line["board"], line["score"])
        for colour, letter in (("black", "B"), ("red", "R")):
            found = [
                (row["direction"], sorted(row["cells"], key=cell_index)[0], row["length"])
                for row in score[colour]["row_list"]
            ]
            expected = [(d, NAMES[8 * r + c], n) for d, (r, c), n in line["runs"][letter]]
            assert sorted(found) == sorted(expected)
        boards += 1
    assert boards == 1_500
