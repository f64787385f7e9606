"""What the detector may learn: only what was surely there, and nothing that was taken back."""

from __future__ import annotations

import numpy as np
from support.sittings import Shown

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from referee import events as told
from referee.tracker import Tracker
from referee.tracker.look import Look, same
from referee.tracker.predictions import spots
from referee.tracker.tokens import Confusion
from referee.tracker.views import view_of

KULAMI = new_game("kulami")


def boards_learnt(events):
    return [KULAMI.parse_board(e.board) for e in events if isinstance(e, told.Learn)]


def play(show, position, moves, seconds=1.0):
    """Legal moves, one after the other."""
    for text in moves:
        position = KULAMI.play(position, KULAMI.parse_move(text))
        show.position(position, seconds=seconds)
    return position


def show_of(position=None):
    start = KULAMI.start() if position is None else position
    show = Show(Tracker(KULAMI, start), NoisyEyes("kulami", np.random.default_rng(0), wrong=0.0))
    show.position(start, seconds=1.0)
    return show


def test_tokens_are_learnt_with_the_marbles_that_carry_them():
    show = show_of()
    play(show, KULAMI.start(), ("d4", "d8", "h8", "h1"))
    tokens = [board.tokens for board in boards_learnt(show.events)]
    holes = [KULAMI.parse_move(text).hole for text in ("d4", "d8")]
    assert tokens == [0, 1 << holes[0], 1 << holes[0] | 1 << holes[1]]


def test_near_a_fault_no_token_is_certain():
    show = show_of()
    before = play(show, KULAMI.start(), ("d4", "d8"))
    left = list(state_of("kulami", before))
    left[KULAMI.parse_move("h8").hole] = "B"  # its token stays on d4
    show.still(tuple(left), 4.5)
    assert [f.code for e in show.events if isinstance(e, told.FaultFound) for f in e.faults]
    play(show, show.tracker.position, ("h1", "b1"))
    assert [board.tokens for board in boards_learnt(show.events)][-1] is None


def test_where_nobody_knows_the_last_marbles_no_token_is_certain():
    position = KULAMI.start()
    for text in ("d4", "d8", "h8", "h1"):
        position = KULAMI.play(position, KULAMI.parse_move(text))
    view = view_of(KULAMI)
    board = KULAMI.board_of(position)
    assert view.to_learn(board, position, True).tokens == position.tokens
    assert view.to_learn(board, position, False).tokens is None
    unknown = KULAMI.parse_position(f"{board} B - -")
    assert view.to_learn(board, unknown, True).tokens is None


def test_what_a_person_takes_back_is_forgotten(tmp_path):
    shown = Shown(tmp_path / "t.hakem", "reversi")
    forgotten = []
    table = shown.sitting.table
    table.eyes = type("Eyes", (), {"forget": lambda self, count: forgotten.append(count)})()
    position = shown.game.start()
    shown.still(state_of("reversi", position), 1.0)
    for text in ("d3", "c3", "c4", "e3"):
        position = shown.game.play(position, shown.game.parse_move(text))
        shown.still(state_of("reversi", position), 4.5)
    table._lessons = [True] * len(shown.sitting.tracker.state.ledger.learnt)
    shown.sitting.undo(2)
    assert forgotten == [2]


def test_a_lifted_token_makes_another_look():
    cells = np.zeros(64, np.int16)
    one, other = (Look(cells, spots(mask)) for mask in (3, 1))
    assert same(one, Look(cells.copy(), spots(3)))
    assert not same(one, other)
    assert same(Look(cells, None), Look(cells.copy(), None))
    assert not same(Look(cells, None), one)


def test_the_colour_under_tokens_counts_as_it_proves_right():
    def looks(read_as):
        for hole in range(10):
            cells = np.zeros(64, np.int16)
            cells[hole] = 1
            read = np.zeros((64, 3))
            read[hole, read_as] = 5.0
            yield Look(cells, spots(1 << hole), read, np.zeros(64))

    clear, hidden = Confusion(), Confusion()
    first = clear.veil
    for look in looks(1):
        clear.note(look)
    for look in looks(2):
        hidden.note(look)
    assert clear.veil < 0.1 < first < 0.5 < hidden.veil
    contents = np.tile([0.1, 0.8, 0.1], (64, 1))
    assert np.allclose(clear.veiled(contents, np.zeros(64)), contents)
    assert hidden.veiled(contents, np.ones(64))[0, 1] < clear.veiled(contents, np.ones(64))[0, 1]
