"""Eyes that know the truth and see it badly: noise, misreadings, hidden cells, miscounted pits."""

from __future__ import annotations

import math
from dataclasses import dataclass, field

import numpy as np

from datasets.deeds import state_of, turns_of
from datasets.game_measures import GameRow, Ply, judge_game
from datasets.play import Played
from referee.events import Event
from referee.tracker import Tracker
from vision.reading import CONTENTS, Reading

STEP = 0.3
"""Seconds between two settled readings."""
MISSED = {"reversi": 0.02, "kulami": 0.25, "mangala": 0.002}
"""How often a change is not noticed, about as measured on composed pictures."""


@dataclass
class Eyes:
    """Readings of true states, each stillness with errors of its own."""

    game: str
    rng: np.random.Generator
    wrong: float = 0.0005
    """How often a cell is misread for a whole stillness."""
    miscount: float = 0.3
    """How often a pit with more than six stones is read one off."""
    compares: bool = True

    def look(self, state, hidden=()):
        """A stillness: gives readings of this state."""
        letters = [str(content).removeprefix("t") for content in state]
        columns = CONTENTS[self.game]
        truth = np.array([columns.index(letter) for letter in letters])
        tokens = np.array([str(content).startswith("t") for content in state])
        read, sure = truth.copy(), self.rng.uniform(0.97, 0.9999, len(truth))
        if self.game == "mangala":
            return self._pits(truth, hidden)
        for i in np.flatnonzero(self.rng.random(len(truth)) < self.wrong):
            read[i] = (truth[i] + self.rng.integers(1, 3)) % 3
            sure[i] = self.rng.uniform(0.5, 0.95)
        probabilities = np.repeat((1 - sure)[:, None] / 2, 3, axis=1)
        probabilities[np.arange(len(truth)), read] = sure
        blind = np.full(len(truth), 0.002)
        blind[list(hidden)] = 0.99
        seen = np.where(tokens, 0.98, 0.01) if self.game == "kulami" else None
        return _Still(self, truth, tokens, probabilities, blind, seen)

    def _pits(self, truth, hidden):
        numbers = np.arange(49)
        rows = []
        for place, stones in enumerate(truth):
            read, wide = float(stones), 0.25
            if place >= 12:
                wide = 0.4 + 0.08 * stones
                read += self.rng.normal(0, wide)
            elif stones > 6:
                wide = 0.5 + 0.03 * stones
                if self.rng.random() < self.miscount:
                    read += self.rng.choice([-1, 1])
            odds = np.exp(-0.5 * ((numbers - read) / wide) ** 2) + 1e-6
            rows.append(odds / odds.sum())
        blind = np.full(14, 0.002)
        blind[list(hidden)] = 0.99
        return _Still(self, truth, np.zeros(14, bool), np.stack(rows), blind, None)


@dataclass
class _Still:
    eyes: Eyes
    truth: np.ndarray
    tokens: np.ndarray
    probabilities: np.ndarray
    hidden: np.ndarray
    seen_tokens: np.ndarray | None
    drawn: list = field(default_factory=list)

    def reading(self):
        rng = self.eyes.rng
        noise = np.exp(rng.normal(0, 0.1, self.probabilities.shape))
        told = self.probabilities * noise
        told /= told.sum(1, keepdims=True)
        return Reading(self.eyes.game, told, self.hidden, self.seen_tokens)

    def changes(self, before):
        """How likely each cell changed since another stillness, errors drawn once."""
        if before is None or not self.eyes.compares:
            return None
        told = next((told for seen, told in self.drawn if seen is before), None)
        if told is None:
            rng = self.eyes.rng
            changed = (self.truth != before.truth) | (self.tokens != before.tokens)
            told = np.where(changed, rng.uniform(0.9, 1, len(changed)), 0.01)
            told[changed & (rng.random(len(changed)) < MISSED[self.eyes.game])] = 0.05
            told[~changed & (rng.random(len(changed)) < 0.0005)] = 0.9
            self.drawn.append((before, told))
        return told


@dataclass
class Show:
    """Shows a tracker one stillness after the other."""

    tracker: Tracker
    eyes: Eyes
    time: float = 0.0
    events: list[Event] = field(default_factory=list)
    reference: _Still | None = None

    def still(self, state, seconds=3.6, hidden=(), covered=False):
        """The board lies so for some seconds; gives what was said."""
        look = self.eyes.look(state, hidden)
        self.tracker.moved()
        self.time += 0.5
        said: list[Event] = []
        for number in range(max(1, round(seconds / STEP))):
            self.time += STEP
            said += self.tracker.see(
                look.reading(),
                self.time,
                changes=look.changes(self.reference),
                quiet=0.2 + number * STEP,
                covered=covered,
            )
            if self.tracker.fresh:
                self.reference = look
        self.events += said
        return said

    def position(self, position, **how):
        """The board of a position lies there."""
        return self.still(state_of(self.eyes.game, position), **how)


def rows_of(state):
    """Rows of letters as a state."""
    return tuple("".join(state.split()).replace("/", ""))


def show_game(
    played: Played, seed: int, seconds: float = 3.6, **eyes
) -> tuple[GameRow, list, Show]:
    """A whole game shown to a tracker, and what is to be said of it."""
    game = played.game
    tracker = Tracker(game, played.start)
    show = Show(tracker, Eyes(game.name, np.random.default_rng(seed), **eyes))
    show.still(state_of(game.name, played.start), 1.0)
    truth = []
    for step, turn in zip(played.steps, turns_of(played), strict=True):
        show.still(turn.deeds[-1].state, seconds)
        truth += Ply.made(step.told.to_json(), show.time)
    show.events += tracker.finish(show.time)
    events = [event.to_json() for event in show.events]
    moves = judge_game(game.name, "game", "table", truth, events)
    made = [row for row in moves if row.number]
    row = GameRow(
        game.name,
        "game",
        "table",
        len(made),
        sum(r.right for r in made),
        sum(r.faulty for r in made),
        sum(r.caught for r in made),
        sum(r.named for r in made),
        sum(r.false_alarm for r in moves),
        len(moves) - len(made),
        sum(event["event"] == "unsure" for event in events),
        game.board_of(tracker.position) == game.board_of(played.end),
        game.score(tracker.position) == game.score(played.end),
        0,
        math.nan,
    )
    return row, moves, show
