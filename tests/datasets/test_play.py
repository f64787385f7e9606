"""Games as they are played at a table, and the hand-work they become."""

from __future__ import annotations

import random

import pytest

from datasets.deeds import state_of, turns_of
from datasets.play import play_game, reached
from engines import GAMES, new_game


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(4))
def test_a_game_goes_from_its_start_to_its_end_with_the_faults_asked_for(name, seed):
    game = new_game(name)
    played = play_game(game, random.Random(seed), faults=2)
    assert len(played.faulty) == 2
    assert not game.moves(played.end)
    position = played.start
    for step in played.steps:
        assert step.before.board != step.told.board, "every turn shows something"
        if not step.told.faults:
            assert game.judge(step.before, step.told.board).legal
        else:
            assert not game.judge(step.before, step.told.board).legal
        position = step.told.standing
    assert position == played.end


@pytest.mark.parametrize("name", GAMES)
def test_hand_work_leads_from_each_board_to_the_next(name):
    game = new_game(name)
    for seed in range(6):
        played = play_game(game, random.Random(seed), faults=3)
        for step, turn in zip(played.steps, turns_of(played), strict=True):
            assert turn.deeds, "a turn that changes the board needs a hand"
            seen = turn.deeds[-1].state
            if name == "mangala":
                assert seen == step.told.board.stones
            else:
                letters = "".join(str(cell)[-1] for cell in seen)
                assert letters == "".join(step.told.board.rows)
            assert len(seen) == len(state_of(name, step.before))


def test_a_token_that_was_left_behind_stays_there():
    game = new_game("kulami")
    position = reached(game, 6, random.Random(1))
    left = next(e for e in game.faults(position) if e.faults[0].code == "token_not_moved")
    from datasets.deeds import kulami_state, kulami_turn

    turn = kulami_turn(position, left)
    tokens = {i for i, cell in enumerate(turn.deeds[-1].state) if cell.startswith("t")}
    assert tokens == {i for i, cell in enumerate(kulami_state(position)) if cell.startswith("t")}


def test_and_lies_there_until_its_sides_next_move():
    """Nobody sets it meanwhile, since its plate counts as open."""
    game = new_game("kulami")
    played = play_game(game, random.Random(3), codes=("token_not_moved",))
    turns = turns_of(played)
    left = next(i for i, step in enumerate(played.steps) if step.told.faults)
    token = f"t{turns[left].side}"
    shown = [turn.deeds[-1].state for turn in turns[left - 1 : left + 3]]
    lies = [[i for i, cell in enumerate(state) if cell == token] for state in shown]
    old = played.steps[left].before.last(turns[left].side)
    assert lies == [[old], [old], [old], [played.steps[left + 2].told.moves[0].hole]]


def test_the_same_seed_plays_the_same_game():
    game = new_game("mangala")
    first, again = (play_game(game, random.Random(5), 1).to_json() for _ in range(2))
    assert first == again


def test_impossible_wishes_are_refused():
    with pytest.raises(ValueError, match="no game of reversi"):
        play_game(new_game("reversi"), random.Random(0), faults=3, most_plies=1)


@pytest.mark.parametrize("name", GAMES)
def test_faults_can_be_drawn_under_the_judges_first_name_only(name):
    game = new_game(name)
    for seed in range(4):
        played = play_game(game, random.Random(seed), faults=3, as_judged=True)
        assert len(played.faulty) == 3
        for step in played.faulty:
            first = game.judge(step.before, step.told.board).explanations[0]
            assert (first.moves, first.faults) == (step.told.moves, step.told.faults)
