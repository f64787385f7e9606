"""One move of Mangala in its parts: sowing, capture, extra turn, sweep (RULES.md 1.4-1.11)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from engines.mangala.values import HOME, NAMES, PITS, TRACK, TREASURY, Rules, Sweep, facing, other


@dataclass(frozen=True, slots=True)
class Capture:
    """Stones taken at the end of a sowing."""

    kind: str
    """`even`: an enemy pit made even (RULES.md 1.8); `opposite`: an own empty pit (1.9)."""
    places: tuple[int, ...]
    """The pits emptied."""
    count: int
    """How many stones go into the treasury."""


@dataclass(frozen=True, slots=True)
class Sowing:
    """Everything that one move does, in order."""

    side: str
    """Who sows."""
    sown: tuple[int, ...]
    """The stones after the last one fell, before anything is taken."""
    track: tuple[int, ...]
    """The places that got a stone, in order."""
    capture: Capture | None
    """What is then captured."""
    extra_turn: bool
    """Whether the last stone fell into the own treasury, so that the same side moves again."""
    taken: tuple[int, ...]
    """The stones after the capture, before the sweep."""
    sweep: Sweep | None
    """What is swept if the set ends here."""
    stones: tuple[int, ...]
    """The stones at the end of it all."""

    @property
    def last(self) -> int:
        """Where the last stone fell."""
        return self.track[-1]

    @property
    def doubling_pit(self) -> str | None:
        """The enemy pit the last stone fell into: its stones may be counted on request (1.14b)."""
        return NAMES[self.last] if self.last in PITS[other(self.side)] else None

    def to_json(self) -> dict[str, Any]:
        """The parts of the move, for a page or a log."""
        return {
            "track": [NAMES[place] for place in self.track],
            "capture": self.capture.kind if self.capture else "none",
            "captured": self.capture.count if self.capture else 0,
            "extra_turn": self.extra_turn,
            "sweep": self.sweep.to_json() if self.sweep else None,
        }


def sow(stones: tuple[int, ...], place: int, side: str, rules: Rules) -> Sowing:
    """Play a pit with stones in it, be it legal or not (RULES.md 1.4-1.11).

    `side` is who sows; only that side's treasury is on the way.
    """
    track = TRACK[side]
    count = stones[place]
    start = track.index(place)
    if count == 1:
        path: tuple[int, ...] = (track[(start + 1) % 13],)
    else:
        path = tuple(track[(start + k) % 13] for k in range(count))
    return finish(stones, place, path, side, rules)


def finish(
    stones: tuple[int, ...], place: int, path: tuple[int, ...], side: str, rules: Rules
) -> Sowing:
    """Empty `place`, drop a stone on each place of `path`, then capture and sweep as is due."""
    board = list(stones)
    board[place] = 0
    for target in path:
        board[target] += 1
    sown = tuple(board)
    capture = due_capture(sown, path[-1], side, rules, single=len(path) == 1)
    taken = take(sown, capture, side)
    extra = path[-1] == TREASURY[side]
    if len(path) == 1 and not rules.single_stone_treasury_extra_turn:
        extra = False
    sweep = due_sweep(taken, rules)
    return Sowing(side, sown, path, capture, extra, taken, sweep, swept(taken, sweep))


def due_capture(
    sown: Sequence[int], last: int, side: str, rules: Rules, *, single: bool
) -> Capture | None:
    """What the last stone captures (RULES.md 1.8, 1.9, B-M2, B-M4, B-M5)."""
    where = TRACK[side].index(last) if last in TRACK[side] else HOME
    if where == HOME:
        return None
    if where > HOME:
        if sown[last] % 2 == 0:
            return Capture("even", (last,), sown[last])
        return None
    enemy = facing(last)
    if sown[last] != 1 or not sown[enemy] or (single and not rules.single_stone_captures):
        return None
    return Capture("opposite", (last, enemy), sown[enemy] + 1)


def take(sown: tuple[int, ...], capture: Capture | None, side: str) -> tuple[int, ...]:
    """Move the captured stones into the treasury."""
    if capture is None:
        return sown
    board = list(sown)
    for place in capture.places:
        board[TREASURY[side]] += board[place]
        board[place] = 0
    return tuple(board)


def due_sweep(stones: tuple[int, ...], rules: Rules) -> Sweep | None:
    """What is left in the pits when a side has run out (RULES.md 1.11, B-M6, B-M8)."""
    south, north = any(stones[:6]), any(stones[6:12])
    if south == north:
        return None
    emptied, owner = ("north", "south") if south else ("south", "north")
    return Sweep(emptied if rules.sweep == "emptied_player" else owner, stones[:12])


def swept(stones: tuple[int, ...], sweep: Sweep | None) -> tuple[int, ...]:
    """The stones after the sweep."""
    if sweep is None:
        return stones
    treasuries = list(stones[12:])
    treasuries[TREASURY[sweep.by] - 12] += sweep.count
    return (0,) * 12 + tuple(treasuries)


def swept_wrongly(stones: tuple[int, ...], sweep: Sweep) -> tuple[int, ...]:
    """The stones after the sweep went to the wrong player."""
    return swept(stones, Sweep(other(sweep.by), sweep.pits))
