"""Whole games at the level of settled readings: the truth, seen badly, and shown to a tracker.

Noise, cells misread, hidden cells, miscounted pits, missed changes. What is misread stays misread
as long as nobody touches it: the same stones lie there. The same seed gives the same readings. No
picture is made, so that thousands of moves take minutes.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from datasets.clips import State
from datasets.deeds import state_of, turns_of
from datasets.game_measures import GameRow, MoveRow, Ply, game_row, judge_game
from datasets.play import Played
from referee.events import Event
from referee.tracker import Settings, Tracker
from vision.reading import CONTENTS, Reading

STEP = 0.3
"""Seconds between two settled readings."""
CALM = 3.6
"""Seconds between two moves, enough for a quiet board to end the move."""
MISSED = {"reversi": 0.02, "kulami": 0.02, "mangala": 0.002}
"""How often a change is not noticed, about as measured on composed pictures."""
TOKEN_MISSED = 0.25
"""How often it is not noticed that a token alone has come or gone."""
ALARMS = 0.0005
"""How often an unchanged cell is said to have changed."""


@dataclass
class NoisyEyes:
    """Readings of true states, each stillness with errors of its own."""

    game: str
    """Which game."""
    rng: np.random.Generator
    """What the errors are drawn from."""
    wrong: float = 0.0005
    """How often a square or hole is misread."""
    miscount: float = 0.3
    """How often a pit with more than six stones is read one off."""
    veiled: float = 0.0
    """Kulami: how often the colour of a marble under its token is misread."""
    compares: bool = True
    """Whether changes are told as well."""
    _state: State = ()
    _rows: list[NDArray[np.float64]] = field(default_factory=list)

    def look(self, state: State, hidden: Sequence[int] = ()) -> Stillness:
        """A stillness in which this stands on the board."""
        letters = [str(content).removeprefix("t") for content in state]
        columns = CONTENTS[self.game]
        truth = np.array([columns.index(letter) for letter in letters])
        tokens = np.array([str(content).startswith("t") for content in state])
        blind = np.full(len(truth), 0.002)
        blind[list(hidden)] = 0.99
        fresh = [self._row(place, content) for place, content in enumerate(state)]
        for place, content in enumerate(self._state):
            if content == state[place]:
                fresh[place] = self._rows[place]
        self._state, self._rows = tuple(state), fresh
        return Stillness(self, truth, tokens, np.stack(fresh), blind)

    def _row(self, place: int, content: str | int) -> NDArray[np.float64]:
        """How likely each content seems in one cell."""
        letter = str(content).removeprefix("t")
        if self.game == "mangala":
            return self._pit(place, int(content))
        read, sure = CONTENTS[self.game].index(letter), self.rng.uniform(0.97, 0.9999)
        veiled = letter != str(content) and self.rng.random() < self.veiled
        if veiled:
            read = 3 - read
        elif self.rng.random() < self.wrong:
            read = (read + int(self.rng.integers(1, 3))) % 3
            sure = self.rng.uniform(0.5, 0.95)
        row = np.full(3, (1 - sure) / 2)
        row[read] = sure
        return row

    def _pit(self, place: int, stones: int) -> NDArray[np.float64]:
        read, wide = float(stones), 0.25
        if place >= 12:
            wide = 0.4 + 0.08 * stones
            read += float(self.rng.normal(0, wide))
        elif stones > 6:
            wide = 0.5 + 0.03 * stones
            if self.rng.random() < self.miscount:
                read += float(self.rng.choice([-1, 1]))
        odds = np.exp(-0.5 * ((np.arange(49) - read) / wide) ** 2) + 1e-6
        return np.asarray(odds / odds.sum())


@dataclass(eq=False)
class Stillness:
    """A board at rest, read again and again with the same errors and fresh noise."""

    eyes: NoisyEyes
    truth: NDArray[np.int64]
    tokens: NDArray[np.bool_]
    probabilities: NDArray[np.float64]
    hidden: NDArray[np.float64]
    _told: list[tuple[Stillness, NDArray[np.float64]]] = field(default_factory=list)

    def reading(self) -> Reading:
        """One more reading."""
        noise = np.exp(self.eyes.rng.normal(0, 0.1, self.probabilities.shape))
        told = self.probabilities * noise
        told /= told.sum(1, keepdims=True)
        tokens = np.where(self.tokens, 0.98, 0.01) if self.eyes.game == "kulami" else None
        return Reading(self.eyes.game, told, self.hidden, tokens)

    def changes(self, before: Stillness | None) -> NDArray[np.float64] | None:
        """How likely each cell changed since another stillness; errors are drawn once."""
        if before is None or not self.eyes.compares:
            return None
        for seen, told in self._told:
            if seen is before:
                return told
        rng = self.eyes.rng
        other = self.truth != before.truth
        changed = other | (self.tokens != before.tokens)
        told = np.where(changed, rng.uniform(0.9, 1, len(changed)), 0.01)
        missed = np.where(other, MISSED[self.eyes.game], TOKEN_MISSED)
        told[changed & (rng.random(len(changed)) < missed)] = 0.05
        told[~changed & (rng.random(len(changed)) < ALARMS)] = 0.9
        self._told.append((before, told))
        return told


@dataclass
class Show:
    """Shows a tracker one stillness after the other."""

    tracker: Tracker
    eyes: NoisyEyes
    time: float = 0.0
    events: list[Event] = field(default_factory=list)
    reference: Stillness | None = None

    def still(
        self,
        state: State,
        seconds: float = CALM,
        hidden: Sequence[int] = (),
        covered: bool = False,
    ) -> list[Event]:
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

    def position(self, position: Any, **how: Any) -> list[Event]:
        """The board of a position lies there."""
        return self.still(state_of(self.eyes.game, position), **how)


def show_game(
    played: Played,
    name: str,
    eyes: NoisyEyes,
    settings: Settings | None = None,
    seconds: float = CALM,
) -> tuple[list[MoveRow], GameRow, Show]:
    """A whole game shown to a tracker, and what is to be said of it."""
    game = played.game
    tracker = Tracker(game, played.start, settings)
    show = Show(tracker, eyes)
    show.position(played.start, seconds=1.0)
    truth: list[Ply] = []
    for step, turn in zip(played.steps, turns_of(played), strict=True):
        show.still(turn.deeds[-1].state, seconds)
        truth += Ply.made(step.told.to_json(), show.time - seconds)
    show.events += tracker.finish(show.time)
    events = [event.to_json() for event in show.events]
    moves = judge_game(game.name, name, "readings", truth, events)
    where = name, "readings"
    row = game_row(game, *where, moves, events, tracker.position, played.end, until=show.time)
    return moves, row, show
