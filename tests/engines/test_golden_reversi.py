"""The hand-made Reversi cases, and the large generated sets."""

from __future__ import annotations

import pytest
from support.golden import SHARED, golden_cases, large_set

from engines.contract import IllegalMove
from engines.grid import cell_index, cell_names
from engines.reversi import PASS, Board, Move, Position, Reversi
from engines.reversi.bits import perft
from engines.reversi.transcript import with_passes
from engines.reversi.wthor import read_wthor

GAME = Reversi()


def position_of(case):
    return Position(Board.from_json(case["board"]), case.get("side", "B"))


@pytest.mark.parametrize("case", golden_cases("reversi", "moves"))
def test_moves(case):
    assert {str(m) for m in GAME.moves(position_of(case))} == set(case["expect"]["moves"])


@pytest.mark.parametrize("case", golden_cases("reversi", "place"))
def test_place(case):
    position, square = position_of(case), cell_index(case["square"])
    expect = case["expect"]
    assert sorted(cell_names(GAME.flips(position, square))) == sorted(expect["flips"])
    if expect["legal"]:
        after = GAME.play(position, Move(square))
        for name in [*expect["flips"], case["square"]]:
            assert after.board.of(position.side)[0] >> cell_index(name) & 1
    else:
        with pytest.raises(IllegalMove) as caught:
            GAME.play(position, Move(square))
        assert caught.value.reasons == (expect["reason"],)


@pytest.mark.parametrize("case", golden_cases("reversi", "check_flips"))
def test_check_flips_is_what_judge_says(case):
    position, square = position_of(case), cell_index(case["square"])
    own, enemy = position.board.of(position.side)
    for name in case["flipped"]:
        own, enemy = own | 1 << cell_index(name), enemy & ~(1 << cell_index(name))
    verdict = GAME.judge(position, Board.for_side(position.side, own | 1 << square, enemy))
    assert verdict.legal == case["expect"]["ok"]
    assert verdict.best.moves == (Move(square),)
    found = {fault.code: sorted(fault.cells) for fault in verdict.best.faults}
    assert found.get("missing_flip", []) == sorted(case["expect"]["missing"])
    assert found.get("extra_flip", []) == sorted(case["expect"]["extra"])


@pytest.mark.parametrize("case", golden_cases("reversi", "pass"))
def test_pass(case):
    moves = GAME.moves(position_of(case))
    assert (PASS in moves) == case["expect"]["pass_allowed"]
    assert {str(m) for m in moves if m != PASS} == set(case["expect"]["moves"])
    if not case["expect"]["pass_allowed"]:
        with pytest.raises(IllegalMove, match=r"art\. 9"):
            GAME.play(position_of(case), PASS)


@pytest.mark.parametrize("case", golden_cases("reversi", "end"))
def test_end(case):
    expect = case["expect"]
    position = position_of(case)
    outcome, score = GAME.outcome(position), GAME.score(position)
    assert (outcome is not None) == expect["over"]
    assert (score.black, score.white) == (expect["black"], expect["white"])
    if outcome:
        assert {"B": "black", "W": "white", None: "draw"}[outcome.winner] == expect["winner"]
    for word, counts in expect.get("by_option", {}).items():
        name, _, value = word.partition("=")
        score = Reversi.with_options({name: value}).score(position)
        assert (score.black, score.white) == (counts["black"], counts["white"])


@pytest.mark.parametrize("case", golden_cases("reversi", "sequence"))
def test_sequence(case):
    position = position_of(case)
    for side, name in case["moves"]:
        assert position.side == side
        position = GAME.play(position, Move.parse(name))
    assert list(position.board.rows) == case["expect"]["board"]
    assert position.side == case["expect"]["next"]


@pytest.mark.parametrize("case", golden_cases("reversi", "perft"))
def test_perft(case):
    position = position_of(case)
    assert perft(position.own, position.enemy, case["depth"]) == case["expect"]["leaves"]


@pytest.mark.slow
@pytest.mark.parametrize(("depth", "leaves"), [(8, 390_216), (9, 3_005_288)])
def test_perft_deep(depth, leaves):
    start = GAME.start()
    assert perft(start.own, start.enemy, depth) == leaves


def test_perft_counts_a_forced_pass_as_a_ply_and_an_end_as_a_leaf():
    pass_first = Position(Board.parse("WB....../" + "/".join(["........"] * 7)), "B")
    assert perft(pass_first.own, pass_first.enemy, 2) == 1
    over = Position(Board.parse("B......./" + "/".join(["........"] * 7)), "B")
    assert perft(over.own, over.enemy, 5) == 1


@pytest.mark.shared
def test_large_set_of_games():
    played = 0
    for line in large_set("reversi_games"):
        position = GAME.start()
        for word in line["moves"]:
            position = GAME.play(position, Move.parse(word))
            played += 1
        assert list(position.board.rows) == line["board"]
        assert GAME.outcome(position) is not None
        score = GAME.score(position)
        assert [score.black, score.white] == line["count"]
    assert played == 24_148


@pytest.mark.shared
def test_large_set_of_perft():
    for line in large_set("reversi_perft"):
        position = position_of(line)
        assert perft(position.own, position.enemy, line["depth"]) == line["leaves"]


@pytest.mark.shared
@pytest.mark.parametrize("year", [1997, 2009, 2021])
def test_tournament_games_replay_and_finished_ones_have_the_stored_score(year):
    path = SHARED / "games" / f"WTH_{year}.wtb"
    if not path.exists():
        pytest.skip("the tournament games are not beside this checkout")
    game = Reversi.with_options({"empties_to_winner": True})
    finished = 0
    for entry in read_wthor(path.read_bytes()):
        position = game.start()
        for move in with_passes(game, position, entry.moves):
            position = game.play(position, move)  # raises if it is illegal
        if game.outcome(position) is not None:
            finished += 1
            assert game.score(position).black == entry.black_discs, entry.number
    assert finished > 300
