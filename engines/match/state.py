"""A round as one frozen value: what has happened so far, and nothing that can be worked out."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Literal, TypeVar

from engines.clock import Clock
from engines.contract import BoardLike, Fault, Game, IllegalMove, InputError, PositionLike
from engines.jsonform import from_json, to_json
from engines.match.conduct import Conduct, Task, conduct_of
from engines.match.results import Result, points, starters
from engines.match.rules import RoundRules
from engines.players import PLAYERS, Player

Phase = Literal["between", "play", "correction", "halted", "referee", "over", "signed"]
"""`between` sets (and before the first); `play`; `correction` is awaited; `halted` while a piece
is off the board; `referee` must decide; `over` but not yet signed by both; `signed`."""

P = TypeVar("P", bound=PositionLike)
B = TypeVar("B", bound=BoardLike)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class MadeMove:
    """A move that may still be reported."""

    number: int
    """Its number in the set, from 1."""
    by: Player
    """Who made it."""
    turn: Player
    """Whose turn it was."""
    move: str | None
    """The move in text form; None: pieces changed without one."""
    faults: tuple[Fault, ...]
    """What is wrong with it."""
    before: str | None
    """The position before it, in text form."""
    doubling_pit: str | None
    """Mangala: the enemy pit where the last stone fell."""
    bound_to: str | None = None
    """Mangala: the pit that had to be played."""
    correction: bool = False
    """Whether it was made to correct an earlier one."""
    ended: bool = False
    """Whether its end was signalled."""
    ruled: bool = False
    """Whether a report about it was accepted already and the board stands (`on_breach`)."""


@dataclass(frozen=True, slots=True)
class Correction:
    """What an accepted report asks for (RULES.md 2.5, B-R3, B-K8, B-M13)."""

    by: Player
    """Who must put it right."""
    task: Task
    """How."""
    number: int
    """The number of the move it is about."""
    turn: Player
    """Whose turn it was at that move."""
    move: str | None
    """The move to finish or to replay, which need not be the one that was played: a touched pit,
    the square on which a disc was put first; None where another is made or only pieces go back."""
    before: str | None
    """The position before the faulty move, in text form."""

    def target(self, game: Game[P, B, M]) -> P | None:
        """Where the correction leads: the move played in full, or the position before it.

        For the tracker only, never shown (RULES.md 2.6). None when `before` was not recorded, or
        when the move that is due cannot be played there: a touched pit that proved to be empty.
        """
        if self.before is None:
            return None
        before = game.parse_position(self.before)
        try:
            return before if self.move is None else game.play(before, game.parse_move(self.move))
        except (IllegalMove, InputError):
            return None


@dataclass(frozen=True, slots=True)
class GivenWarning:
    """A warning that was given (RULES.md 0.9, 1.15, 2.5, 3.6)."""

    player: Player
    """Who was warned."""
    cause: str
    """Why, as a code of the game's rulings."""
    article: str
    """The article that was breached."""
    set_number: int
    """In which set."""
    counts: bool
    """Whether it counts towards the one that loses."""


@dataclass(frozen=True, slots=True)
class SetResult:
    """How a set ended."""

    result: Result
    """Who won it."""
    reason: str
    """Why it ended."""
    score: tuple[int, int] | None = None
    """The counts of A and B, where there are any."""


@dataclass(frozen=True, slots=True)
class Question:
    """What the rules in force leave to the referee (B-G2, B-R5, B-K9)."""

    about: Literal["tie", "time_out"]
    """What is to be decided."""
    player: Player | None = None
    """Whose flag fell."""
    score: tuple[int, int] | None = None
    """The level counts."""


@dataclass(frozen=True, slots=True)
class Decision:
    """How the round ended."""

    result: Result
    """Who won it."""
    reason: Literal["sets", "third_warning", "time_out", "disqualified"]
    """Why."""
    article: str
    """The article behind it."""


@dataclass(frozen=True, slots=True)
class Round:
    """A round of two players over one or more sets; changed only by `step`."""

    conduct: Conduct
    """What the game asks of the round."""
    rules: RoundRules
    """The options of the round."""
    first: Player = "A"
    """Who starts the first set, and so has black in Reversi and Kulami (RULES.md 1.2, 2.1, 3.1)."""
    impaired: tuple[Player, ...] = ()
    """The visually impaired players (RULES.md 1.18, 2.13)."""
    full_clock: Clock | None = None
    """The clock as it is set before play; None when none is used."""
    clock: Clock | None = None
    """The clock as it stands."""
    paused: bool = False
    """Whether the referee has stopped the clock: until he lets it run on nobody's time runs."""
    set_number: int = 0
    """The set that is on or was last on; 0 before the first."""
    results: tuple[SetResult, ...] = ()
    """The sets that are over."""
    turn: Player = "A"
    """Whose turn it is."""
    movers: tuple[Player, ...] = ()
    """Who made each move of the set, corrected moves once."""
    open: tuple[MadeMove, ...] = ()
    """The moves that may still be reported or counted, oldest first."""
    bound_to: str | None = None
    """Mangala: the pit that the player to move has touched."""
    awaiting: Correction | None = None
    """The correction that is awaited."""
    off_board: tuple[str, ...] = ()
    """Where the pieces stood that left the board and wait for the referee."""
    warnings: tuple[GivenWarning, ...] = ()
    """All warnings of the round, in order."""
    question: Question | None = None
    """What the referee must decide."""
    decision: Decision | None = None
    """How the round ended; may still be undone by a report about the last move."""
    signed: tuple[Player, ...] = ()
    """Who has signed the sheet of the set or round that is over."""

    @classmethod
    def new(
        cls,
        game: Game[Any, Any, Any],
        rules: RoundRules | None = None,
        *,
        first: Player = "A",
        impaired: Iterable[Player] = (),
        clock: Clock | None = None,
    ) -> Round:
        """A round before its first set."""
        named = set(impaired)
        unknown = {first, *named} - set(PLAYERS)
        if unknown:
            raise InputError(f"the players are A and B, not {', '.join(map(repr, unknown))}")
        return cls(
            conduct_of(game),
            rules or RoundRules(),
            first=first,
            impaired=tuple(player for player in PLAYERS if player in named),
            full_clock=clock,
            clock=clock,
            turn=first,
        )

    @property
    def phase(self) -> Phase:
        """What the round is waiting for."""
        if self.decision is not None:
            return "signed" if len(self.signed) == len(PLAYERS) else "over"
        if self.question is not None:
            return "referee"
        if len(self.results) == self.set_number:
            return "between"
        if self.off_board:
            return "halted"
        return "play" if self.awaiting is None else "correction"

    @property
    def starters(self) -> tuple[Player, ...]:
        """Who starts each set (RULES.md 1.2)."""
        return starters(self.first, self.conduct.sets)

    @property
    def points(self) -> dict[Player, float] | None:
        """Match points; None while the round is undecided (RULES.md 0.6)."""
        return None if self.decision is None else points(self.decision.result)

    @property
    def to_act(self) -> Player:
        """Whose time runs: who corrects, who has not ended the move, or whose turn it is."""
        if self.awaiting is not None:
            return self.awaiting.by
        unfinished = self.open and not self.open[-1].ended
        return self.open[-1].by if unfinished else self.turn

    def side_of(self, player: Player) -> str:
        """The colour or seat of a player in the set that is on, or in the first one."""
        starter = self.starters[max(0, self.set_number - 1)]
        first_side = "A" if self.conduct.seats == "stay" else starter
        return self.conduct.sides[player != first_side]

    def player_of(self, side: str) -> Player:
        """Who has this colour or seat."""
        for player in PLAYERS:
            if self.side_of(player) == side:
                return player
        raise InputError(f"no side {side!r}; valid are: {', '.join(self.conduct.sides)}")

    def warnings_of(self, player: Player) -> int:
        """The warnings of a player that count towards the one that loses (B-G6)."""
        return sum(
            warning.player == player
            and warning.counts
            and (self.rules.warnings_scope == "round" or warning.set_number == self.set_number)
            for warning in self.warnings
        )

    def is_exempt(self, player: Player, code: str) -> bool:
        """Whether a visually impaired player is free of a rule (RULES.md 1.18, 2.13)."""
        return player in self.impaired and code in self.conduct.exempt

    def is_ripe(self, move: MadeMove) -> bool:
        """Whether a report about a move is not too early (RULES.md 2.11, B-G9)."""
        return move.ended or self.rules.objection_window == "any_time_to_own_move"

    def to_json(self) -> dict[str, Any]:
        """A plain object that holds everything, the rules in force included."""
        data: dict[str, Any] = to_json(self)
        return data

    @classmethod
    def from_json(cls, data: object) -> Round:
        """A round from its JSON form; raises `InputError`."""
        return from_json(cls, data)
