"""How well a referee follows a game: move by move, fault by fault, and the score at the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from datasets.measures import Share

TOLD = ("move", "fault")
"""The events that tell of a turn."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One turn of a game, or one that was told though nobody made it."""

    game: str
    """Which game."""
    clip: str
    """Which clip."""
    scene: str
    """The scene it was made from."""
    number: int
    """Its number in the clip, from 1; 0 for a turn that nobody made."""
    side: str
    """Who moved."""
    move: str
    """What was played, ` ` between several."""
    faults: str
    """The codes of its faults, `+` between several."""
    told: str
    """What the referee said was played."""
    told_faults: str
    """What the referee said was wrong."""
    right: bool
    """The same move, and faults where there are some and only there."""
    delay: float = math.nan
    """Seconds from the hand's leaving to the event."""

    @property
    def faulty(self) -> bool:
        """Whether a fault was made."""
        return bool(self.faults)

    @property
    def caught(self) -> bool:
        """A fault that was noticed as one, and in the move in which it was made."""
        return self.faulty and bool(self.told_faults) and self.told == self.move

    @property
    def named(self) -> bool:
        """A fault that was called what it is."""
        return self.caught and self.told_faults == self.faults

    @property
    def false_alarm(self) -> bool:
        """A fault that nobody made, or not in this move."""
        return bool(self.told_faults) and not self.caught


@dataclass(frozen=True, slots=True)
class GameRow:
    """One whole game."""

    game: str
    """Which game."""
    clip: str
    """Which clip."""
    scene: str
    """The scene it was made from."""
    moves: int
    """Turns that were played."""
    moves_right: int
    """Of these, told rightly."""
    faults: int
    """Faults that were made."""
    faults_caught: int
    """Of these, noticed."""
    faults_named: int
    """Of these, called by their names."""
    false_alarms: int
    """Faults that nobody made."""
    invented: int
    """Turns that were told though nobody made them."""
    unsure: int
    """How often the referee was asked for help."""
    board_right: bool
    """Whether the last board is the true one."""
    score_right: bool
    """Whether the final score is."""
    frames: int
    """Length of the clip."""
    ms: float
    """Milliseconds a frame."""

    @property
    def perfect(self) -> bool:
        """Every move, every fault, board and score, and nobody was asked for help."""
        return (
            self.moves_right == self.moves
            and not (self.invented or self.false_alarms or self.unsure)
            and self.board_right
            and self.score_right
        )


@dataclass(frozen=True, slots=True)
class Turning:
    """A turn as it is compared: who, what, and which faults."""

    side: str
    move: str
    faults: str
    time: float = math.nan
    """Truth: when the hand left; told: when it was said."""

    @classmethod
    def true(cls, told: Mapping[str, Any], time: float) -> Turning:
        """From an explanation's JSON form."""
        movers = told["movers"]
        return cls(
            str(movers[-1]) if movers else "", " ".join(told["moves"]), _codes(told["faults"]), time
        )

    @classmethod
    def said(cls, event: Mapping[str, Any]) -> Turning:
        """From an event."""
        return cls(
            str(event.get("side") or ""),
            str(event.get("move") or ""),
            _codes(event.get("faults") or ()),
            float(event.get("time", math.nan)),
        )

    def matches(self, other: Turning) -> bool:
        """The same move, and something wrong with both or with neither."""
        return (
            self.move == other.move
            and (self.side == other.side or not (self.side and other.side))
            and bool(self.faults) == bool(other.faults)
        )


def _codes(faults: Iterable[Mapping[str, Any]]) -> str:
    return "+".join(sorted({str(fault["code"]) for fault in faults}))


def align(truth: Sequence[Turning], said: Sequence[Turning]) -> list[tuple[int | None, int | None]]:
    """Which told turn answers which true one; the fewest mismatches, in order."""
    rows, columns = len(truth) + 1, len(said) + 1
    cost = [[0.0] * columns for _ in range(rows)]
    for i in range(rows):
        for j in range(columns):
            if i == 0 or j == 0:
                cost[i][j] = float(i + j)
                continue
            change = _change(truth[i - 1], said[j - 1])
            cost[i][j] = min(cost[i - 1][j - 1] + change, cost[i - 1][j] + 1, cost[i][j - 1] + 1)
    pairs: list[tuple[int | None, int | None]] = []
    i, j = rows - 1, columns - 1
    while i or j:
        if i and j and cost[i][j] == cost[i - 1][j - 1] + _change(truth[i - 1], said[j - 1]):
            i, j = i - 1, j - 1
            pairs.append((i, j))
        elif i and cost[i][j] == cost[i - 1][j] + 1:
            i -= 1
            pairs.append((i, None))
        else:
            j -= 1
            pairs.append((None, j))
    return pairs[::-1]


def _change(truth: Turning, said: Turning) -> float:
    if truth.matches(said):
        return 0.0
    return 0.5 if truth.move == said.move else 1.2


def judge_game(
    game: str,
    clip: str,
    scene: str,
    truth: Sequence[Turning],
    events: Sequence[Mapping[str, Any]],
) -> list[MoveRow]:
    """A row for every true turn and for every invented one."""
    said = [Turning.said(event) for event in events if event.get("event") in TOLD]
    rows = []
    for i, j in align(truth, said):
        true = truth[i] if i is not None else Turning("", "", "")
        told = said[j] if j is not None else Turning("", "", "")
        rows.append(
            MoveRow(
                game,
                clip,
                scene,
                i + 1 if i is not None else 0,
                true.side or told.side,
                true.move,
                true.faults,
                told.move,
                told.faults,
                i is not None and j is not None and true.matches(told),
                told.time - true.time,
            )
        )
    return rows


def game_shares(moves: Iterable[MoveRow], games: Iterable[GameRow]) -> list[Share]:
    """The table's lines over clips."""
    every, whole = list(moves), list(games)
    made = [row for row in every if row.number]
    faulty = [row for row in made if row.faulty]

    def over(what: str, rows: Sequence[Any], hit: Callable[[Any], bool]) -> Share:
        scenes = len({row.scene for row in rows})
        return Share(what, sum(hit(row) for row in rows), len(rows), scenes)

    sound = [row for row in made if not row.faulty]
    told = [row for row in every if row.told or row.told_faults or not row.number]
    return [
        over("moves right", made, lambda r: r.right),
        over("faults caught", faulty, lambda r: r.caught),
        over("faults missed", faulty, lambda r: not r.caught),
        over("faults named", faulty, lambda r: r.named),
        over("false alarms among moves without fault", sound, lambda r: r.false_alarm),
        over("turns told that nobody made", told, lambda r: not r.number),
        over("final boards right", whole, lambda r: r.board_right),
        over("final scores right", whole, lambda r: r.score_right),
        over("games in which nobody was asked for help", whole, lambda r: not r.unsure),
        over("games without any error or question", whole, lambda r: r.perfect),
    ]
