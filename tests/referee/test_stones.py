"""Mangala has 48 stones: what a person says of some places, and what follows for the others."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.noisy_games import NoisyEyes, Show
from engines import InputError, new_game
from engines.mangala import Board, Position
from referee.tracker import Tracker
from referee.tracker.views import view_of

MANGALA = new_game("mangala")
MIDDLE = Position.build(Board((4, 4, 0, 4, 4, 4, 4, 4, 4, 4, 4, 1, 4, 3)), "south")


@pytest.fixture
def show():
    eyes = NoisyEyes("mangala", np.random.default_rng(0), wrong=0)
    show = Show(Tracker(MANGALA, MIDDLE), eyes)
    show.position(MIDDLE, seconds=1.0)
    return show


@pytest.mark.parametrize(
    ("cells", "makes"), [({"ST": 7}, 51), ({"NT": 1}, 46), ({"N1": 5, "S1": 4}, 49)]
)
def test_nobody_guesses_where_stones_came_from(show, cells, makes):
    with pytest.raises(InputError, match=f"that makes {makes} stones of 48; say where the others"):
        show.tracker.set_cells(cells, show.time)
    assert show.tracker.position == MIDDLE


def test_a_place_that_alone_can_have_lost_them_follows(show):
    cells = {"S3": 6, "S1": 0, "S2": 2, "ST": 4}
    (told_,) = show.tracker.set_cells(cells, show.time)
    assert told_.detail == "S3=6,S1=0,S2=2,ST=4"
    named = dict(zip(show.tracker.view.names, show.tracker.position.stones, strict=True))
    named |= {"S1": 3}
    del named["NT"]
    (told_,) = show.tracker.set_cells(named, show.time)
    assert told_.detail.endswith(",NT=0")
    assert sum(show.tracker.position.stones) == 48


def test_what_is_accepted_as_it_was_read_names_what_was_made_up(show):
    lying = list(MIDDLE.stones)
    lying[0] += 2  # two stones that were under the board
    show.still(tuple(lying), seconds=1.0)
    told_ = show.tracker.accept(show.time)[0]
    made_up = [word for word in told_.detail.split(",") if "=" in word]
    assert made_up
    assert sum(show.tracker.position.stones) == 48


def test_whoever_plays_with_a_stone_missing_plays_with_what_lies_there():
    """Four stones of N4 end in the treasury; the five that should lie there would capture S1."""
    before = Position.parse("5 5 1 5 1 4 / 0 0 6 5 5 2 / 8 1 N")
    view = view_of(new_game("mangala"))
    lying = view.cells(before.board)
    lying[9] -= 1
    made = {str(told.moves[0]): (told, cells) for told, cells in view.on_the_table(before, lying)}
    told, cells = made["N4"]
    assert str(told.board) == "5 5 1 5 1 4 / 0 0 6 1 6 3 / 8 2"
    assert str(told.standing) == "5 5 1 5 1 4 / 0 0 6 2 6 3 / 8 2 N +1"
    assert cells.sum() == 47
