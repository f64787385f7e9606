"""Reversi as the federation plays it (RULES.md 2)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engines.contract import Explanation, Game, IllegalMove, InputError, Outcome, Verdict
from engines.grid import cell_index, cell_names, cells
from engines.options import read_rules
from engines.reversi import bits
from engines.reversi.faults import faults as likely_faults
from engines.reversi.judge import judge as judge_transition
from engines.reversi.values import (
    BLACK,
    PASS,
    SIDE_NAMES,
    SIDES,
    Board,
    Move,
    Position,
    Rules,
    Score,
    other,
)

_STARTS = {
    "white_d4e5": (cell_index("e4"), cell_index("d5"), cell_index("d4"), cell_index("e5")),
    "black_d4e5": (cell_index("d4"), cell_index("e5"), cell_index("e4"), cell_index("d5")),
}


class Reversi(Game[Position, Board, Move]):
    """The rules of Reversi with one set of options."""

    name: ClassVar[str] = "reversi"
    sides: ClassVar[tuple[str, str]] = SIDES
    side_names: ClassVar[Mapping[str, str]] = SIDE_NAMES
    board_type = Board
    position_type = Position
    move_type = Move

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules: Rules = rules or Rules()

    @classmethod
    def with_options(cls, options: Mapping[str, object]) -> Reversi:
        """A game from named options; raises `InputError` that lists the valid ones."""
        return cls(read_rules(Rules, options, cls.name))

    def start(self, first: str | None = None) -> Position:
        """Four discs in the centre, black to move (RULES.md 2.1, 2.2, B-R1)."""
        if first is not None and self.parse_side(first) != BLACK:
            raise InputError("black always starts in Reversi (art. 4)")
        b1, b2, w1, w2 = _STARTS[self.rules.start]
        return Position(Board(1 << b1 | 1 << b2, 1 << w1 | 1 << w2), BLACK)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Every square that captures; a pass only when there is none (RULES.md 2.3, 2.4)."""
        own, enemy = position.board.of(position.side)
        mask = bits.move_mask(own, enemy)
        if mask:
            return tuple(Move(square) for square in cells(mask))
        return (PASS,) if bits.move_mask(enemy, own) else ()

    def flips(self, position: Position, square: int) -> int:
        """The discs the side to move turns by a disc on `square` (RULES.md 2.3)."""
        own, enemy = position.board.of(position.side)
        return 0 if (own | enemy) >> square & 1 else bits.flips(own, enemy, square)

    def play(self, position: Position, move: Move) -> Position:
        """Put the disc and turn all that it encloses, or pass (RULES.md 2.3, 2.4)."""
        own, enemy = position.board.of(position.side)
        square = move.square
        if square is None:
            if bits.move_mask(own, enemy):
                raise IllegalMove(self.name, move, ("has_a_move",))
            if not bits.move_mask(enemy, own):
                raise IllegalMove(self.name, move, ("game_over",))
            return Position(position.board, other(position.side))
        if (own | enemy) >> square & 1:
            raise IllegalMove(self.name, move, ("occupied",))
        turned = bits.flips(own, enemy, square)
        if not turned:
            raise IllegalMove(self.name, move, ("captures_nothing",))
        board = Board.for_side(position.side, own | turned | 1 << square, enemy ^ turned)
        return Position(board, other(position.side))

    def outcome(self, position: Position) -> Outcome | None:
        """Over when neither side can move; more discs win (RULES.md 2.10)."""
        own, enemy = position.board.of(position.side)
        if bits.move_mask(own, enemy) or bits.move_mask(enemy, own):
            return None
        winner = self.score(position).winner
        decided = winner is not None or self.rules.tie == "draw"
        return Outcome(winner, "no_moves", "Reversi art. 14, 15", decided)

    def score(self, position: Position) -> Score:
        """Discs of each side; by option the winner gets the empty squares (RULES.md 2.10, B-R2).

        A tie shares them, as is usual where the winner gets them.
        """
        board = position.board
        black, white = board.black.bit_count(), board.white.bit_count()
        discs = (cell_names(board.black), cell_names(board.white))
        if self.rules.empties_to_winner and self._is_over(board):
            if black == white:
                black = white = 32
            elif black > white:
                black = 64 - white
            else:
                white = 64 - black
        return Score(black, white, *discs)

    def judge(self, before: Position, after: Board) -> Verdict[Position, Board, Move]:
        """Every explanation of `after`, legal lines if there are any (RULES.md 2.3-2.9)."""
        return judge_transition(self, before, after)

    def faults(self, position: Position) -> Iterator[Explanation[Position, Board, Move]]:
        """Missed and extra flips, illegal squares, wrong passes, ... (RULES.md 2.5, B-R3)."""
        return likely_faults(self, position)

    def position(self, board: Board, side: str, last: tuple[str, ...] = ()) -> Position:
        """A position from a board and the side to move."""
        if last:
            raise InputError("Reversi does not need the last moves; leave them out")
        return Position.build(board, side)

    def for_scoring(self, board: Board) -> Position:
        """A position for counting a board, whoever's turn it is."""
        return Position.build(board, BLACK)

    @staticmethod
    def _is_over(board: Board) -> bool:
        return not (
            bits.move_mask(board.black, board.white) or bits.move_mask(board.white, board.black)
        )
