"""A tracker and its round, shown boards as readings."""

from __future__ import annotations

import numpy as np

from datasets.noisy_games import NoisyEyes, Show
from engines.match import Round
from referee import events as told
from referee.rounds import RoundKeeper
from referee.tracker import Tracker
from support.reversi import REVERSI


class Referee:
    """A table in the middle of play; player A has black or sits south."""

    def __init__(self, game=REVERSI, seed=0, position=None, **options):
        eyes = NoisyEyes(game.name, np.random.default_rng(seed), wrong=0)
        self.show = Show(Tracker(game, position), eyes)
        self.keeper = RoundKeeper(self.show.tracker, Round.new(game, **options))
        self.keeper.begin(0.0)
        self.show.position(position or game.start(), seconds=1.0)

    @property
    def round(self):
        return self.keeper.round

    def still(self, state, seconds=4.5):
        return self.keeper.hear(self.show.still(state, seconds))

    def position(self, position, seconds=4.5):
        return self.keeper.hear(self.show.position(position, seconds=seconds))

    def happen(self, event):
        return self.keeper.happen(event, self.show.time)

    def object(self, by):
        return self.keeper.object(by, self.show.time)

    def end(self):
        """The mover says that the move is finished."""
        return self.keeper.hear(self.show.tracker.end(self.show.time))

    def undo(self, count=1):
        return self.keeper.hear(self.show.tracker.undo(self.show.time, count))


def codes(events):
    """What the rules answer."""
    return [event.code for event in events if isinstance(event, told.Replied)]


def only(events, kind):
    """The one event of a kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def after(game, *moves, position=None):
    """The position after moves."""
    position = position or game.start()
    for move in moves:
        position = game.play(position, game.parse_move(move))
    return position
