"""How well a referee follows a game: move by move, fault by fault, and the score at the end."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from datasets.shares import Share, share_of, share_of_parts
from engines import AnyGame

TOLD = ("move", "fault")
"""The events that tell of a turn."""
DOUBT = ("unsure", "out_of_step")
"""The events that ask for help."""
CERTAIN = ("move", "fault", "under_way", "taken_back", "mended", "restored", "resync", "end")
"""The events by which it is known again what stands on the board."""


@dataclass(frozen=True, slots=True)
class MoveRow:
    """One move of a game, or one that was told though nobody made it."""

    game: str
    """Which game."""
    clip: str
    """Which clip."""
    scene: str
    """The scene it was made from."""
    number: int
    """Its number in the clip, from 1; 0 for a move that nobody made."""
    side: str
    """Who moved."""
    move: str
    """What was played; empty where pieces changed without a move."""
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
    cells: str = ""
    """Its faults with their cells, `code@cell,cell`, `+` between several."""
    told_cells: str = ""
    """The same as the referee said it."""

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
    def placed(self) -> bool:
        """A fault that was called what it is, with just the cells it concerns."""
        return self.named and self.told_cells == self.cells

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
    """Moves that were played, passes left out."""
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
    """Moves that were told though nobody made them."""
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
    faults_placed: int = 0
    """Faults called by their names and with the right cells."""
    mended: int = 0
    """How often a move that had been told was told otherwise later."""
    astray: int = 0
    """How often the referee was out of step."""
    doubt: float = 0.0
    """Seconds from a question, or from being out of step, to the next thing that was told."""
    final: bool = False
    """Whether the game was called over."""
    final_right: bool = False
    """Whether it was, and with the right totals."""
    lawful: bool = True
    """Whether at all times as many stones, or cells, were told as there are."""

    @property
    def clean(self) -> bool:
        """Every move right at once and in order, without help, question or second thoughts."""
        return self.perfect and not (self.mended or self.astray)

    @property
    def perfect(self) -> bool:
        """Every move, every fault, board and score, and nobody was asked for help."""
        return (
            self.moves_right == self.moves
            and not (self.invented or self.false_alarms or self.unsure)
            and self.board_right
            and self.score_right
        )


def game_row(
    game: AnyGame,
    clip: str,
    scene: str,
    moves: Sequence[MoveRow],
    events: Sequence[Mapping[str, Any]],
    told: Any,
    end: Any,
    frames: int = 0,
    ms: float = math.nan,
    lawful: bool = True,
    until: float = 0.0,
) -> GameRow:
    """A whole game from its judged moves: `told` is the last position told, `end` the true one.

    `until`: when the last frame was seen.
    """
    made = [row for row in moves if row.number]
    ends = [event for event in events if event.get("event") == "end"]
    score = game.score(end)
    return GameRow(
        game=game.name,
        clip=clip,
        scene=scene,
        moves=len(made),
        moves_right=sum(r.right for r in made),
        faults=sum(r.faulty for r in made),
        faults_caught=sum(r.caught for r in made),
        faults_named=sum(r.named for r in made),
        false_alarms=sum(r.false_alarm for r in moves),
        invented=len(moves) - len(made),
        unsure=sum(event.get("event") == "unsure" for event in events),
        board_right=game.board_of(told) == game.board_of(end),
        score_right=game.score(told) == score,
        frames=frames,
        ms=ms,
        faults_placed=sum(r.placed for r in made),
        mended=sum(event.get("event") == "mended" for event in events),
        astray=sum(event.get("event") == "out_of_step" for event in events),
        doubt=doubt_of(events, until),
        final=bool(ends),
        final_right=bool(ends) and list(ends[-1]["score"]) == [score.total(s) for s in game.sides],
        lawful=lawful,
    )


def doubt_of(events: Sequence[Mapping[str, Any]], until: float) -> float:
    """Seconds in which the referee did not know what stands on the board, and had said so."""
    total, since = 0.0, None
    for event in events:
        kind, now = event.get("event"), float(event.get("time", 0.0))
        if kind in DOUBT and since is None:
            since = now
        elif kind in CERTAIN and since is not None:
            total, since = total + now - since, None
    return total if since is None else total + max(0.0, until - since)


PASS = "pass"
"""A move that shows nothing; whoever tells it or leaves it out is right."""


@dataclass(frozen=True, slots=True)
class Ply:
    """One move of one player as it is compared: who, what, and which faults."""

    side: str
    """Who moved; empty where that is not told."""
    move: str
    """What was played; empty where pieces changed without a move."""
    faults: str
    """The codes of its faults, `+` between several."""
    time: float = math.nan
    """Truth: when the hand left; told: when it was said."""
    cells: str = ""
    """The faults with their cells, as in `MoveRow.cells`."""

    @classmethod
    def made(cls, told: Mapping[str, Any], time: float) -> list[Ply]:
        """From an explanation's JSON form."""
        moves = [str(move) for move in told["moves"]]
        movers = [str(mover) for mover in told["movers"]]
        return _plies(moves, movers, told["faults"], time)

    @classmethod
    def said(cls, event: Mapping[str, Any]) -> list[Ply]:
        """From an event, which may tell several moves at once; its side made the last of them."""
        moves = str(event.get("move") or "").split()
        side = str(event.get("side") or "")
        movers = [str(mover) for mover in event.get("movers") or ()]
        if len(movers) != len(moves):
            movers = [*[""] * (len(moves) - 1), side]
        time = float(event.get("time", math.nan))
        return _plies(moves, movers, event.get("faults") or (), time)

    def matches(self, other: Ply) -> bool:
        """The same move, and something wrong with both or with neither."""
        return (
            self.move == other.move
            and (self.side == other.side or not (self.side and other.side))
            and bool(self.faults) == bool(other.faults)
        )


def _plies(
    moves: Sequence[str],
    movers: Sequence[str],
    wrong: Sequence[Mapping[str, Any]],
    time: float,
) -> list[Ply]:
    """A chain as single moves without passes; what is wrong with it is wrong with its last."""
    faults, cells = _codes(wrong), _cells(wrong)
    pairs = list(zip(moves, movers, strict=False))
    kept = [(move, mover) for move, mover in pairs if move != PASS]
    if not kept:
        side = movers[-1] if movers else ""
        return [Ply(side, "", faults, time, cells)] if faults or not moves else []
    plies = [Ply(mover, move, "", time) for move, mover in kept]
    return [*plies[:-1], replace(plies[-1], faults=faults, cells=cells)]


def _codes(faults: Iterable[Mapping[str, Any]]) -> str:
    return "+".join(sorted({str(fault["code"]) for fault in faults}))


def _cells(faults: Iterable[Mapping[str, Any]]) -> str:
    told = {
        f"{fault['code']}@{','.join(sorted(map(str, fault['cells'])))}"
        for fault in faults
        if fault.get("cells")
    }
    return "+".join(sorted(told))


def align(truth: Sequence[Ply], said: Sequence[Ply]) -> list[tuple[int | None, int | None]]:
    """Which told move answers which true one; the fewest mismatches, in order."""
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


def _change(truth: Ply, said: Ply) -> float:
    if truth.matches(said):
        return 0.0
    return 0.5 if truth.move == said.move else 1.2


def judge_game(
    game: str,
    clip: str,
    scene: str,
    truth: Sequence[Ply],
    events: Sequence[Mapping[str, Any]],
) -> list[MoveRow]:
    """A row for every move that was made and for every invented one."""
    said = [ply for e in events if e.get("event") in TOLD for ply in Ply.said(e)]
    rows = []
    for i, j in align(truth, said):
        true = truth[i] if i is not None else Ply("", "", "")
        told = said[j] if j is not None else Ply("", "", "")
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
                true.cells,
                told.cells,
            )
        )
    return rows


def game_shares(moves: Iterable[MoveRow], games: Iterable[GameRow]) -> list[Share]:
    """The table's lines over clips."""
    every, whole = list(moves), list(games)
    made = [row for row in every if row.number]
    faulty = [row for row in made if row.faulty]

    def over(what: str, rows: Sequence[MoveRow], hit: Callable[[MoveRow], bool]) -> Share:
        return share_of_parts(what, [(row.scene, int(hit(row)), 1) for row in rows])

    sound = [row for row in made if not row.faulty]
    told = [row for row in every if row.told or row.told_faults or not row.number]
    return [
        over("moves right", made, lambda r: r.right),
        over("faults caught", faulty, lambda r: r.caught),
        over("faults missed", faulty, lambda r: not r.caught),
        over("faults named", faulty, lambda r: r.named),
        over("faults named, with the right cells", faulty, lambda r: r.placed),
        over("false alarms among moves without fault", sound, lambda r: r.false_alarm),
        over("moves told that nobody made", told, lambda r: not r.number),
        share_of("final boards right", whole, lambda r: r.board_right),
        share_of("final scores right", whole, lambda r: r.score_right),
        share_of("games called over", whole, lambda r: r.final),
        share_of(
            "of these with the right totals", [r for r in whole if r.final], lambda r: r.final_right
        ),
        share_of("games in which nobody was asked for help", whole, lambda r: not r.unsure),
        share_of("games without any error or question", whole, lambda r: r.perfect),
        share_of("clean games: right at once, in order, without help", whole, lambda r: r.clean),
    ]
