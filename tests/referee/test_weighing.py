"""Which explanation leads: the benefit of the doubt where only a token speaks for a fault, or a
disc that is hardly seen."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from engines.contract import Explanation
from engines.grid import NAMES
from referee.events import FaultFound, Unsure
from referee.tracker import Tracker
from referee.tracker.kulami import IN_HAND
from referee.tracker.predictions import Prediction, Stack
from referee.tracker.reversi import TAKEN
from referee.tracker.views import view_of
from referee.tracker.weighing import Candidate, Ranking

GAME = new_game("kulami")
VIEW = view_of(GAME)
START = GAME.start()
NOT_MOVED = "token_not_moved"


def candidate(told, score):
    return Candidate(Prediction(told, VIEW.cells(told.board), None, 0.0), "other", score)


def marked(told, score, tokens):
    return Candidate(Prediction(told, VIEW.cells(told.board), tokens, 0.0), "other", score)


def rightly():
    move = GAME.parse_move("d4")
    after = GAME.play(START, move)
    return Explanation((move,), (START.side,), (), GAME.board_of(after), after)


def wrongly(code):
    for told in [*GAME.faults(START), *VIEW.extra(START)]:
        if [f.code for f in told.faults] == [code] and str(told.moves[-1]) == "d4":
            return told
    raise AssertionError(code)


@pytest.mark.parametrize(("lead", "legal"), [(0.2, True), (0.9, True), (1.2, False)])
def test_a_token_that_was_perhaps_overlooked_is_no_fault(lead, legal):
    ranking = Ranking(
        (candidate(wrongly("token_not_moved"), lead), candidate(rightly(), 0.0)), None
    )
    best = ranking.giving(VIEW.counted, 1.0).best
    assert (not best.told.faults) == legal
    assert best.score == lead


def test_in_which_order_two_marbles_were_put_is_no_question():
    two = [f for f in GAME.faults(START) if [c.code for c in f.faults] == ["two_marbles"]]
    first = two[0]
    turned = VIEW.game.judge(START, first.board).explanations
    other = next(t for t in turned if t.moves == first.moves[::-1])
    ranking = Ranking(
        (candidate(first, 3.0), marked(other, 2.0, 1), candidate(wrongly("wrong_side"), 0.0)), None
    )
    assert ranking.lead == 1.0
    assert ranking.lead_but_for_order == 3.0


def test_a_board_is_clear_when_it_leads_over_every_other_board():
    """Two explanations of one board do not keep it from being clear."""
    again, other = rightly(), wrongly("wrong_side")
    told = [again, replace(again, cost=1.0), other]
    stack = Stack.of(Prediction(each, VIEW.cells(each.board), None, 0.0) for each in told)
    clear = stack.clearest(np.array([5.0, 4.9, 3.0]), 2.0)
    assert clear is not None
    assert clear.told is again
    assert stack.clearest(np.array([5.0, 4.9, 3.1]), 2.0) is None
    assert Stack.of(stack.items[:1]).clearest(np.array([-9.0]), 2.0) is stack.items[0]


def test_other_faults_are_told_as_they_lead():
    ranking = Ranking((candidate(wrongly("wrong_side"), 0.2), candidate(rightly(), 0.0)), None)
    assert ranking.giving(VIEW.counted, 1.0) is ranking


@pytest.mark.parametrize(("lost", "less"), [("", IN_HAND), ("d4", 0.0), ("d1", IN_HAND)])
def test_a_token_that_went_with_its_marble_is_in_nobodys_hand(lost, less):
    """Black plays a marble and sets no token on it."""
    position = START
    for move in ("d4", "d1"):
        position = GAME.play(position, GAME.parse_move(move))
    lying = VIEW.cells(position.board)
    if lost:
        lying[NAMES.index(lost)] = 0
        position = GAME.judge(position, VIEW.board(lying)).best.standing
    assert VIEW.cells(position.board).tolist() == lying.tolist()
    bare = next(t for t in VIEW.extra(position) if [f.code for f in t.faults] == [NOT_MOVED])
    assert VIEW.far_fetched(position, bare) == less


REVERSI = new_game("reversi")


def without(position, move, gone):
    """The explanation that this disc was taken away with the move."""
    view = view_of(REVERSI)
    after = view.cells(REVERSI.play(position, REVERSI.parse_move(move)).board)
    after[NAMES.index(gone)] = 0
    told = REVERSI.judge(position, view.board(after)).explanations
    return next(
        t
        for t in told
        if [str(m) for m in t.moves] == [move] and [f.code for f in t.faults] == ["disc_removed"]
    )


@pytest.mark.parametrize(("gone", "less"), [("d4", TAKEN), ("e5", 0.0)])
def test_a_disc_that_the_move_turns_is_rather_overlooked_than_taken_away(gone, less):
    start, view = REVERSI.start(), view_of(REVERSI)
    told = without(start, "d3", gone)
    assert view.far_fetched(start, told) == less
    # The same in the other side's turn: d3 turns nothing of white's then.
    assert view.far_fetched(start, replace(told, movers=("W",))) == 0.0
    # After a move that turned it, it counts as turned, too.
    later = replace(told, moves=(*told.moves, REVERSI.parse_move("c3")), movers=("B", "W"))
    assert view.far_fetched(start, later) == less


def test_that_a_disc_is_gone_is_told_or_asked():
    """One that lay beside is plainly gone; one that was turned may be overlooked: that is asked."""
    for gone in ("e5", "d4"):
        show = Show(Tracker(REVERSI), NoisyEyes("reversi", np.random.default_rng(0), wrong=0.0))
        show.position(REVERSI.start(), seconds=1.0)
        after = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
        state = list(state_of("reversi", after))
        state[NAMES.index(gone)] = "."
        said = show.still(tuple(state))
        faults = [f.code for e in said if isinstance(e, FaultFound) for f in e.faults]
        asked = [e.cells for e in said if isinstance(e, Unsure)]
        assert (faults, asked) == ((["disc_removed"], []) if gone == "e5" else ([], [(gone,)]))
