"""Laws that hold for every game, every reachable position and every blindness of the camera."""

from __future__ import annotations

import random
from itertools import islice, pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.playing import hide, random_game, reached

from engines import GAMES, new_game
from engines.mangala import Mangala

ALL = pytest.mark.parametrize("name", GAMES)
PLACES = {"plies": st.integers(0, 70), "seed": st.integers(0, 2**32)}
QUICK = settings(max_examples=60)


def check_transition(game, before, move, after, rng):
    """The laws of one legal transition."""
    board = game.board_of(after)
    verdict = game.judge(before, board)
    assert verdict.legal
    assert len(verdict.best.moves) == 1
    # At the end of a set two pits of Mangala may lead to one and the same board, perhaps by another
    # sweep; both are then told first.
    first = {e.moves: e.standing for e in verdict.explanations if e.cost == verdict.best.cost}
    assert first[(move,)] == after
    assert len(first) == 1 or (game.name == "mangala" and game.outcome(after))
    assert all(game.board_of(standing) == board for standing in first.values())

    blind = game.judge(before, hide(board, rng, rng.choice((0.1, 0.4, 0.8))))
    assert blind.legal
    assert any(e.moves == (move,) for e in blind.explanations)

    assert game.parse_position(str(after)) == after
    assert game.parse_board(str(board)) == board
    assert game.parse_move(str(move)) == move
    if isinstance(game, Mangala):
        assert sum(after.stones) == 48


def check_faults(game, position, most, rng):
    """The laws of the likely faults of one position."""
    found = list(islice(game.faults(position), 3000))
    for explanation in rng.sample(found, min(most, len(found))):
        verdict = game.judge(position, explanation.board)
        assert not explanation.legal
        assert explanation in verdict.explanations
        assert not any(e.legal for e in verdict.explanations)
        costs = [e.cost for e in verdict.explanations]
        assert costs == sorted(costs)
        check_writing(game, verdict)


def check_writing(game, verdict):
    """Every position a verdict speaks of can be written down and read again."""
    for explanation in verdict.explanations:
        for position in (explanation.standing, explanation.pending):
            if position is not None:
                assert game.parse_position(str(position)) == position
                assert game.position_from_json(position.to_json()) == position
        assert game.parse_board(str(explanation.board)) == explanation.board
        assert game.board_from_json(explanation.board.to_json()) == explanation.board


def check_games(name, count, seed, options=None):
    game, rng = new_game(name, options), random.Random(seed)
    transitions = 0
    for _ in range(count):
        played = list(random_game(game, rng))
        for before, move, after in played:
            check_transition(game, before, move, after, rng)
            transitions += 1
        check_faults(game, rng.choice(played)[0], 40, rng)
    assert transitions > 20 * count


@ALL
def test_laws_over_200_random_games(name):
    check_games(name, 200, 19)


VARIANTS = [
    ("reversi", {"start": "black_d4e5"}),
    ("kulami", {"closed_plates": 1}),
    ("kulami", {"marbles": 17, "layout": "rulebook"}),
    ("mangala", {"single_stone_treasury_extra_turn": False, "single_stone_captures": False}),
    ("mangala", {"sweep": "owner"}),
    ("mangala", {"early_stop": True}),
]


@pytest.mark.parametrize(("name", "options"), VARIANTS)
def test_laws_under_other_options(name, options):
    check_games(name, 25, 7, options)


@pytest.mark.slow
@ALL
def test_laws_over_2000_random_games(name):
    check_games(name, 2000, 1453)


@ALL
@QUICK
@given(**PLACES)
def test_a_legal_move_is_judged_legal_with_that_move_first(name, plies, seed):
    game = new_game(name)
    before = reached(game, plies, seed)
    for move in game.moves(before):
        check_transition(game, before, move, game.play(before, move), random.Random(seed))


@ALL
@settings(max_examples=15)
@given(**PLACES)
def test_likely_faults_are_explained_and_never_legal(name, plies, seed):
    check_faults(new_game(name), reached(new_game(name), plies, seed), 60, random.Random(seed))


@ALL
@QUICK
@given(**PLACES, moves=st.integers(2, 3))
def test_quick_moves_in_one_look_are_a_legal_chain(name, plies, seed, moves):
    """Also when cells are hidden: hiding never turns a legal transition into a fault."""
    game, rng = new_game(name), random.Random(seed)
    before = after = reached(game, plies, seed)
    played = []
    for _ in range(moves):
        options = game.moves(after)
        if not options:
            break
        played.append(rng.choice(options))
        after = game.play(after, played[-1])
    if game.name == "mangala" and turns(before, played) > 2:
        return
    board = game.board_of(after)
    assert game.judge(before, board).legal
    assert game.judge(before, hide(board, rng, 0.3)).legal


def turns(before, played):
    """How often the turn went over in a line of Mangala moves."""
    sides = [before.side, *(move.side for move in played)]
    return 1 + sum(a != b for a, b in pairwise(sides))


@ALL
@QUICK
@given(**PLACES)
def test_any_board_at_all_gets_an_explanation(name, plies, seed):
    """Garbage from a camera is explained as a fault or as legal, and never crashes the judge."""
    game, rng = new_game(name), random.Random(seed)
    before = reached(game, plies, seed)
    board = hide(game.board_of(reached(game, rng.randrange(70), seed + 1)), rng, 0.1)
    verdict = game.judge(before, board)
    assert verdict.explanations
    check_writing(game, verdict)
    if game.name == "mangala":
        for explanation in verdict.explanations:
            assert sum(explanation.standing.stones) == 48


@QUICK
@given(**PLACES)
def test_turned_discs_can_be_turned_back(plies, seed):
    game = new_game("reversi")
    before = reached(game, plies, seed)
    for move in game.moves(before):
        if move.square is None:
            continue
        turned = game.flips(before, move.square)
        after = game.play(before, move)
        own, enemy = after.board.of(before.side)
        assert (own & ~turned & ~(1 << move.square), enemy | turned) == (before.own, before.enemy)


@QUICK
@given(**PLACES)
def test_kulami_scores_add_up(plies, seed):
    game = new_game("kulami")
    score = game.score(reached(game, plies, seed))
    for side in (score.black, score.red):
        assert side.total == side.row_points + side.area_points + side.plate_points
        assert side.row_points == sum(row.length for row in side.rows)
        assert all(row.length >= 5 for row in side.rows)
        assert side.area_points == len(side.area)
    assert sum(plate.points for plate in score.plates) == 64
    won = score.black.plate_points + score.red.plate_points
    assert won == sum(plate.points for plate in score.plates if plate.owner)
