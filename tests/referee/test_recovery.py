"""Back in step after the end of the game was told wrongly: the game goes on."""

from __future__ import annotations

import numpy as np

from datasets.noisy_games import NoisyEyes, Show
from engines import match, new_game
from referee import events as told
from referee.rounds import RoundKeeper
from referee.tracker import Tracker

REVERSI = new_game("reversi")
WIPE_OUT = ("e6", "f4", "e3", "f6", "g5", "d6", "e7", "f5", "c5")
"""After the last of these moves no white disc is left."""


def after(*moves):
    position = REVERSI.start()
    for move in moves:
        position = REVERSI.play(position, REVERSI.parse_move(move))
    return position


def over():
    """A tracker, and its round, that believe the game to be over."""
    before = after(*WIPE_OUT[:-1])
    show = Show(Tracker(REVERSI, before), NoisyEyes("reversi", np.random.default_rng(0), wrong=0))
    keeper = RoundKeeper(show.tracker)
    keeper.begin(0.0)
    keeper.hear(show.position(before, seconds=1.0))
    said = keeper.hear(show.position(after(*WIPE_OUT)))
    assert any(isinstance(event, told.End) for event in said)
    assert show.tracker.state.over
    assert keeper.round.phase == "over"
    return show, keeper, before


def test_going_back_takes_the_end_back():
    show, keeper, before = over()
    other = next(m for m in REVERSI.moves(before) if str(m) != WIPE_OUT[-1])
    then = REVERSI.play(before, other)
    then = REVERSI.play(then, REVERSI.moves(then)[0])
    said = keeper.hear(show.position(then))
    assert any(isinstance(event, told.Resync) for event in said)
    assert show.tracker.position == then
    assert not show.tracker.state.over
    assert keeper.round.phase == "play"


def test_two_clear_boards_a_move_apart_take_the_end_back():
    show, _, _ = over()
    position = after("d3", "c3", "c4", "e3")
    while position.board.pieces.bit_count() < 20:
        position = REVERSI.play(position, REVERSI.moves(position)[0])
    then = REVERSI.play(position, REVERSI.moves(position)[0])
    show.position(position)
    show.position(then)
    assert show.tracker.position == then
    assert not show.tracker.state.over


def test_but_a_new_game_on_the_same_board_does_not():
    show, keeper, _ = over()
    show.position(after("d3", "c3", "c4", "e3"))
    assert keeper.hear(show.position(after("d3", "c3", "c4", "e3", "f4"))) == []
    assert keeper.round.phase == "over"


def test_another_name_for_the_last_move_takes_the_end_back():
    show, keeper, before = over()
    other = next(m for m in REVERSI.moves(before) if str(m) != WIPE_OUT[-1])
    renamed = REVERSI.judge(before, REVERSI.board_of(REVERSI.play(before, other))).best
    keeper.hear(show.tracker.state.rename(renamed, show.time))
    assert not show.tracker.state.over
    assert keeper.round.phase == "play"
    assert not any(isinstance(what, match.SetFinished) for _, what in keeper._happened)
    assert not keeper.troubles
