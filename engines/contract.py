"""The one contract that every game fulfils: the values that cross it and the class that carries it.

A game is a set of pure functions on frozen values. What the camera saw is a *board*; a board plus
what the rules need to remember is a *position*; the judgement of one transition is a *verdict*.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from engines.articles import REASONS


class InputError(ValueError):
    """Something from outside (text, file, option) that cannot be used; the message says why."""


class IllegalMove(ValueError):  # noqa: N818 (the contract's name; it is a verdict on a move)
    """A move the rules forbid, with every reason for it."""

    def __init__(self, game: str, move: object, reasons: tuple[str, ...]) -> None:
        self.game = game
        """The game whose rules forbid it."""
        self.move = move
        """The move that was refused."""
        self.reasons = reasons
        """Every reason as a code of `engines.articles.REASONS`, the weightiest first."""
        super().__init__(f"{move} is not legal: {self.why('en')}")

    def why(self, language: str) -> str:
        """All reasons in words, with their articles."""
        return "; ".join(REASONS[self.game][reason].say(language) for reason in self.reasons)


class BoardLike(Protocol):
    """What stands where, perhaps only in part."""

    def to_json(self) -> Any:
        """The JSON form, as in the golden cases."""


class PositionLike(Protocol):
    """A board plus what the rules must remember."""

    @property
    def board(self) -> Any:
        """What stands on the table."""

    @property
    def side(self) -> str:
        """Whose turn it is."""

    def to_json(self) -> dict[str, Any]:
        """The JSON form, as in the golden cases."""


class ScoreLike(Protocol):
    """A score that knows its parts."""

    def total(self, side: str) -> int:
        """The points of one side."""

    def to_json(self) -> dict[str, Any]:
        """All parts, so that a page can draw why."""


class RulesLike(Protocol):
    """The options of a game (RULES.md part B); those that the frame of a round asks for too."""

    __dataclass_fields__: ClassVar[dict[str, Any]]


B = TypeVar("B", bound=BoardLike)
P = TypeVar("P", bound=PositionLike)
M = TypeVar("M")


@dataclass(frozen=True, slots=True)
class Fault:
    """One breach of one article."""

    code: str
    """What went wrong, as a word of `engines.articles`."""
    cells: tuple[str, ...]
    """The cells it concerns, in the names of the game's text form."""
    article: str
    """The article it breaches."""
    amount: int = 0
    """Mangala: how many stones too many (+) or too few (-) lie in the first cell named; for
    stones missing or added, on the whole board."""

    def to_json(self) -> dict[str, Any]:
        """Code, cells, article and, where it means something, the amount."""
        data: dict[str, Any] = {
            "code": self.code,
            "cells": list(self.cells),
            "article": self.article,
        }
        if self.amount:
            data["amount"] = self.amount
        return data


@dataclass(frozen=True, slots=True)
class Explanation(Generic[P, B, M]):
    """One way in which the board may have come about."""

    moves: tuple[M, ...]
    """The moves made, in order; none when pieces changed without a move."""
    movers: tuple[str, ...]
    """Who made each of the moves."""
    faults: tuple[Fault, ...]
    """What is wrong with it; empty for a legal transition."""
    board: B
    """The whole board that then stands, hidden cells filled in by this explanation."""
    standing: P
    """The position from which play goes on if this is accepted as it stands (RULES.md 2.6)."""
    pending: P | None = None
    """Where unfinished hand-work leads when it is finished; None when nothing is under way."""
    cost: float = 0.0
    """How far-fetched this is; explanations are sorted by it, 0 is an ordinary move."""

    @property
    def legal(self) -> bool:
        """Whether no article is breached."""
        return not self.faults

    @property
    def unfinished(self) -> bool:
        """Whether the hands may still be at work, so that waiting may mend the faults."""
        return self.pending is not None

    def to_json(self) -> dict[str, Any]:
        """A plain object for `--json` and for the journal."""
        return {
            "legal": self.legal,
            "moves": [str(move) for move in self.moves],
            "movers": [str(side) for side in self.movers],
            "faults": [fault.to_json() for fault in self.faults],
            "unfinished": self.unfinished,
            "pending": self.pending.to_json() if self.pending is not None else None,
            "board": self.board.to_json(),
            "standing": self.standing.to_json(),
            "cost": round(self.cost, 2),
        }


@dataclass(frozen=True, slots=True)
class Verdict(Generic[P, B, M]):
    """The judgement of one transition: every explanation, likeliest first, never empty."""

    explanations: tuple[Explanation[P, B, M], ...]
    """Either all legal, or, when no legal one exists, all faulty."""

    @property
    def best(self) -> Explanation[P, B, M]:
        """The likeliest explanation."""
        return self.explanations[0]

    @property
    def legal(self) -> bool:
        """Whether the transition can be explained without a fault."""
        return self.best.legal

    @property
    def unfinished(self) -> bool:
        """Whether the likeliest explanation is hand-work still under way."""
        return self.best.unfinished

    def to_json(self) -> dict[str, Any]:
        """A plain object for `--json` and for the journal."""
        return {
            "legal": self.legal,
            "unfinished": self.unfinished,
            "explanations": [explanation.to_json() for explanation in self.explanations],
        }


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game or a set ended."""

    winner: str | None
    """The winning side; None for a tie."""
    reason: str
    """Why it ended, as a word (`no_moves`, `no_hole`, `marbles_placed`, `side_empty`, ...)."""
    article: str
    """The article that ends it."""
    decided: bool = True
    """False when the rules in force leave a tie to the referee (RULES.md B-G2)."""

    def to_json(self) -> dict[str, Any]:
        """A plain object."""
        return {
            "winner": str(self.winner) if self.winner is not None else "draw",
            "reason": self.reason,
            "article": self.article,
            "decided": self.decided,
        }


class Game(ABC, Generic[P, B, M]):
    """The rules of one game. One subclass a game; see `engines.GAMES` for all of them."""

    name: ClassVar[str]
    """The game's word in commands and files."""
    sides: ClassVar[tuple[str, str]]
    """Both sides, the one that usually starts first."""
    side_names: ClassVar[Mapping[str, str]]
    """What people call the sides, in both languages."""
    board_type: ClassVar[Any]
    """The class of the game's boards; like the two below it has `parse`."""
    position_type: ClassVar[Any]
    """The class of the game's positions."""
    move_type: ClassVar[Any]
    """The class of the game's moves."""
    rules: RulesLike
    """The options in force."""

    @abstractmethod
    def start(self, first: str | None = None) -> P:
        """The position before the first move; `first` names who starts where the rules vary it."""

    @abstractmethod
    def moves(self, position: P) -> tuple[M, ...]:
        """Every legal move; empty when the game is over."""

    @abstractmethod
    def play(self, position: P, move: M) -> P:
        """The position after a legal move; raises `IllegalMove` with the reasons otherwise."""

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """How the game ended; None while it goes on."""

    @abstractmethod
    def score(self, position: P) -> ScoreLike:
        """The score as it stands, with its parts."""

    @abstractmethod
    def judge(self, before: P, after: B) -> Verdict[P, B, M]:
        """Every explanation of how `before` became the (perhaps partly hidden) board `after`."""

    @abstractmethod
    def faults(self, position: P) -> Iterator[Explanation[P, B, M]]:
        """The likely illegal successors, lazily; no board that a legal line explains is among them.

        Each is among the explanations that `judge` gives for its board.
        """

    @abstractmethod
    def position(self, board: B, side: str, last: tuple[str, ...] = ()) -> P:
        """A position from a board, whose turn it is, and (Kulami) each side's last marble."""

    @abstractmethod
    def for_scoring(self, board: B) -> P:
        """A position for counting a board, whoever's turn it is. Raises `InputError`."""

    def board_of(self, position: P) -> B:
        """The board of a position."""
        board: B = position.board
        return board

    def parse_board(self, text: str) -> B:
        """A board from its text form; `?` is a hidden cell. Raises `InputError`."""
        board: B = self.board_type.parse(text)
        return board

    def board_from_json(self, data: Any) -> B:
        """A board from its JSON form. Raises `InputError`."""
        board: B = self.board_type.from_json(data)
        return board

    def parse_position(self, text: str) -> P:
        """A position from its text form. Raises `InputError`."""
        position: P = self.position_type.parse(text)
        return position

    def position_from_json(self, data: Any) -> P:
        """A position from its JSON form. Raises `InputError`."""
        position: P = self.position_type.from_json(data)
        return position

    def parse_move(self, text: str) -> M:
        """A move from its text form. Raises `InputError`."""
        move: M = self.move_type.parse(text)
        return move

    def parse_side(self, text: str) -> str:
        """A side from its letter or name. Raises `InputError`."""
        return one_of(text, self.side_names, "side")


def by_cost(explanations: list[Explanation[P, B, M]]) -> tuple[Explanation[P, B, M], ...]:
    """Likeliest first, each told once."""
    seen = set()
    kept = []
    for e in sorted(explanations, key=lambda e: e.cost):
        key = (e.moves, e.movers, e.faults, e.pending)
        if key not in seen:
            seen.add(key)
            kept.append(e)
    return tuple(kept)


def one_of(value: str, names: Mapping[str, str], what: str) -> str:
    """Look a word up in its spellings, in small or in capital letters, or say which there are."""
    word = value.strip()
    found = names.get(lower_in_turkish(word)) or names.get(word.casefold())
    if found is None:
        valid = ", ".join(sorted(set(names), key=lambda name: (len(name), name)))
        raise InputError(f"unknown {what} {value!r}; expected one of: {valid}")
    return found


def lower_in_turkish(text: str) -> str:
    """Small letters as Turkish has them: I is the capital of ı, and İ that of i."""
    return text.replace("I", "ı").replace("İ", "i").lower()
