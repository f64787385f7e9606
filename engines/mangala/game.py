"""Mangala, the Turkish one, as the federation plays it (RULES.md 1)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engines.contract import Explanation, Game, IllegalMove, InputError, Outcome, Verdict
from engines.mangala.faults import faults as likely_faults
from engines.mangala.judge import judge as judge_transition
from engines.mangala.sowing import Sowing, due_sweep, sow, swept
from engines.mangala.values import (
    PITS,
    SIDE_NAMES,
    SIDES,
    SOUTH,
    START,
    STONES,
    Board,
    Move,
    Position,
    Rules,
    Score,
    other,
)
from engines.options import read_rules


class Mangala(Game[Position, Board, Move]):
    """The rules of one set of Mangala with one set of options."""

    name: ClassVar[str] = "mangala"
    sides: ClassVar[tuple[str, str]] = SIDES
    side_names: ClassVar[Mapping[str, str]] = SIDE_NAMES
    board_type = Board
    position_type = Position
    move_type = Move

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules: Rules = rules or Rules()

    @classmethod
    def with_options(cls, options: Mapping[str, object]) -> Mangala:
        """A game from named options; raises `InputError` that lists the valid ones."""
        return cls(read_rules(Rules, options, cls.name))

    def start(self, first: str | None = None) -> Position:
        """Four stones in every pit; either side may start the set (RULES.md 1.1, 1.2)."""
        side = SOUTH if first is None else self.parse_side(first)
        return Position(START, side)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Every own pit with a stone in it (RULES.md 1.3)."""
        if self.is_over(position):
            return ()
        return tuple(Move(pit) for pit in PITS[position.side] if position.stones[pit])

    def is_over(self, position: Position) -> bool:
        """Whether a side has run out, or option `early_stop` ends it (RULES.md 1.11, B-M10)."""
        if position.side_empty(SIDES[0]) or position.side_empty(SIDES[1]):
            return True
        return self.rules.early_stop and max(position.stones[12:]) > STONES // 2

    def sow(self, position: Position, move: Move) -> Sowing:
        """What a move does, part by part; raises `IllegalMove` (RULES.md 1.3-1.11)."""
        if self.is_over(position):
            raise IllegalMove(self.name, move, ("set_over",))
        if move.side != position.side:
            raise IllegalMove(self.name, move, ("enemy_pit",))
        if not position.stones[move.place]:
            raise IllegalMove(self.name, move, ("empty_pit",))
        return sow(position.stones, move.place, move.side, self.rules)

    def play(self, position: Position, move: Move) -> Position:
        """Sow, capture, sweep (RULES.md 1.4-1.11)."""
        return self.after(position, self.sow(position, move), move.side)

    def after(self, position: Position, sowing: Sowing, side: str) -> Position:
        """The position that a sowing leads to: the same side again, or the other (RULES.md 1.7)."""
        if sowing.extra_turn and not sowing.sweep:
            extra = position.extra + 1 if position.side == side else 1
            return Position(sowing.stones, side, extra)
        return Position(sowing.stones, other(side), 0, sowing.sweep)

    def outcome(self, position: Position) -> Outcome | None:
        """Over when a side has run out; the fuller treasury wins (RULES.md 1.11, 1.12)."""
        if not self.is_over(position):
            return None
        emptied = any(position.side_empty(side) for side in SIDES)
        return Outcome(
            self.score(position).winner,
            "side_empty" if emptied else "majority",
            "Mangala basic rule 4",
        )

    def score(self, position: Position) -> Score:
        """Treasuries and sweep, also while the sweep is still to be made (RULES.md 1.11, 1.12)."""
        due = due_sweep(position.stones, self.rules)
        stones = swept(position.stones, due)
        return Score(stones[12], stones[13], position.sweep or due, due is not None)

    def judge(self, before: Position, after: Board) -> Verdict[Position, Board, Move]:
        """Every explanation of `after`, legal lines if there are any (RULES.md 1.3-1.11)."""
        return judge_transition(self, before, after)

    def faults(self, position: Position) -> Iterator[Explanation[Position, Board, Move]]:
        """Slips in sowing, missed and wrong captures, ... (RULES.md 1.4-1.11)."""
        return likely_faults(self, position)

    def position(self, board: Board, side: str, last: tuple[str, ...] = ()) -> Position:
        """A position from a board of 48 stones and the side to move."""
        if last:
            raise InputError("Mangala does not need the last moves; leave them out")
        return Position.build(board, side)

    def for_scoring(self, board: Board) -> Position:
        """A position for counting a board, whoever's turn it is."""
        return Position.build(board, SOUTH)
