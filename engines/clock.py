"""A chess clock as a frozen value: two times, of which at most one runs.

The rules leave the timer to the referee board (RULES.md 1.17, 2.11, 3.11); what a fallen flag
means is the game's matter and lives in `engines.match`. Times are seconds on any one scale, given
by whoever saw the event; the clock never looks at the real time itself.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace
from typing import Any

from engines.contract import InputError
from engines.jsonform import check_fields, from_json, to_json
from engines.players import PLAYERS, Player, opponent


@dataclass(frozen=True, slots=True)
class Clock:
    """The seconds left to A and B when the clock last changed, and whose time runs since then."""

    left: tuple[float, float]
    """Seconds left to A and to B at `since`."""
    increment: float = 0.0
    """Seconds a player gains by pressing in time; 0 for a plain sudden-death clock."""
    running: Player | None = None
    """Whose time runs; None while the clock stands."""
    since: float = 0.0
    """When the clock last changed."""

    def __post_init__(self) -> None:
        check_fields(self)
        if min(*self.left, self.increment) < 0:
            raise InputError("a clock cannot hold negative seconds")

    @classmethod
    def of(cls, seconds: float, increment: float = 0.0, *, b: float | None = None) -> Clock:
        """A standing clock with the same time for both, or with another one for B."""
        if seconds <= 0 or (b is not None and b <= 0):
            raise InputError("a clock needs more than 0 seconds for each player")
        return cls((float(seconds), float(seconds if b is None else b)), float(increment))

    def remaining(self, player: Player, at: float) -> float:
        """The seconds left to a player at a time; never less than 0."""
        self._check_time(at)
        left = self.left[PLAYERS.index(player)]
        if player == self.running:
            left -= at - self.since
        return max(0.0, left)

    def flag(self, at: float) -> Player | None:
        """Whose flag is down at a time; None while both have seconds left."""
        fallen = [player for player in PLAYERS if self.remaining(player, at) == 0.0]
        return fallen[0] if fallen else None

    def start(self, player: Player, at: float) -> Clock:
        """Let a player's time run from now on; the other one's stands."""
        return replace(self._settled(at), running=player)

    def pause(self, at: float) -> Clock:
        """Stop both times, as the referee does while play is halted."""
        return replace(self._settled(at), running=None)

    def press(self, player: Player, at: float) -> Clock:
        """The player ends a move: gains the increment, and the opponent's time runs.

        A flag that is down stays down: no increment brings it up again. Pressing a clock that
        stands does not start it; that is the referee's to do.
        """
        if self.running is None:
            return self
        if self.running != player:
            raise InputError(f"player {player} cannot press: the time of {self.running} runs")
        clock = self._settled(at)
        gained = [
            left + self.increment if who == player and left > 0.0 else left
            for who, left in zip(PLAYERS, clock.left, strict=True)
        ]
        return replace(clock, left=(gained[0], gained[1]), running=opponent(player))

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        data: dict[str, Any] = to_json(self)
        return data

    @classmethod
    def from_json(cls, data: object) -> Clock:
        """A clock from its JSON form; raises `InputError`."""
        return from_json(cls, data)

    def _settled(self, at: float) -> Clock:
        """The same clock with the time used so far taken off."""
        a, b = (self.remaining(player, at) for player in PLAYERS)
        return replace(self, left=(a, b), since=float(at))

    def _check_time(self, at: float) -> None:
        if not math.isfinite(at) or at < self.since:
            raise InputError(f"the clock changed at {self.since} s; {at} s cannot come after that")
