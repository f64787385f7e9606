"""Sittings that are shown readings instead of pictures."""

from __future__ import annotations

import numpy as np

from datasets.deeds import state_of
from datasets.noisy_games import STEP, NoisyEyes
from engines import new_game
from referee.journal import read_journal
from referee.sitting import Beginning, Sitting
from referee.sitting.rebuilding import rebuild
from referee.table import Table
from referee.tracker.memory import remember, told_json


def blind_table(game, position, settings):
    """A table without eyes: its tracker is given readings."""
    return Table(game, position, settings=settings, finder=object(), eyes=object())


class Shown:
    """A sitting whose board is shown as readings; each batch of events is checked."""

    def __init__(self, path, name="reversi", seed=0, wrong=0.0, position=None, rules=None, **more):
        self.path = path
        game = new_game(name, rules)
        start = game.start() if position is None else position
        self.sitting = Sitting.begin(path, Beginning(game, start, **more), make_table=blind_table)
        self.eyes = NoisyEyes(name, np.random.default_rng(seed), wrong=wrong)
        self.reference = None
        self.state = None

    @property
    def game(self):
        return self.sitting.tracker.game

    def still(self, state, seconds=4.5, covered=False, each=None):
        """The board lies so for some seconds; gives the events that were written."""
        look, said, self.state = self.eyes.look(state), [], state
        self.sitting.tracker.moved()
        self.sitting.now += 0.5
        for number in range(max(1, round(seconds / STEP))):
            self.sitting.now += STEP
            tracker = self.sitting.tracker
            events = tracker.see(
                look.reading(),
                self.sitting.now,
                changes=look.changes(self.reference),
                quiet=0.2 + number * STEP,
                covered=covered,
            )
            if tracker.fresh:
                self.reference = look
            written = self.sitting.hear(events)
            said += written
            if written and each:
                each()
        return said

    def position(self, position, **how):
        return self.still(state_of(self.game.name, position), **how)

    def restart(self):
        """Close the journal and take the game up from it."""
        self.sitting.close()
        self.sitting = Sitting.resume(self.path, make_table=blind_table)
        self.reference = None


def mind_of(tracker, keeper):
    """All that must be the same after a restart."""
    return {
        "mind": remember(tracker),
        "moves": [
            (
                told_json(r.told),
                str(r.before),
                r.lay.tolist(),
                r.asked,
                list(map(told_json, r.others)),
            )
            for r in tracker.state.ledger.records
        ],
        "round": keeper.round,
        "asks": keeper.asks,
        "happened": keeper._happened,
    }


def same_as_rebuilt(shown):
    """Whether the journal tells exactly what the sitting knows."""
    rebuilt = rebuild(read_journal(shown.path))
    live = mind_of(shown.sitting.tracker, shown.sitting.keeper)
    again = mind_of(rebuilt.tracker, rebuilt.keeper)
    for mind in (live, again):
        for record in mind["moves"]:  # of a move that was told, how it came about is past
            record[0].pop("pending", None)
            record[0].pop("cost", None)
    assert again == live
    assert [line.data for line in rebuilt.written] == [
        line.data for line in shown.sitting.events_after(0)
    ]
