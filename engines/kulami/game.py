"""Kulami as the federation plays it (RULES.md 3)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import ClassVar

from engines.contract import Explanation, Game, IllegalMove, InputError, Outcome, Verdict
from engines.grid import FULL, NAMES, cells
from engines.kulami.faults import faults as likely_faults
from engines.kulami.judge import judge as judge_transition
from engines.kulami.layout import Layout
from engines.kulami.score import Score
from engines.kulami.score import score as score_marbles
from engines.kulami.values import BLACK, SIDE_NAMES, SIDES, Board, Move, Position, Rules, other
from engines.options import read_rules

LINE = tuple((0xFF << 8 * (i // 8)) | (0x0101010101010101 << i % 8) for i in range(64))
"""For each hole the holes of its row and its column."""


class Kulami(Game[Position, Board, Move]):
    """The rules of Kulami with one set of options and one layout."""

    name: ClassVar[str] = "kulami"
    sides: ClassVar[tuple[str, str]] = SIDES
    side_names: ClassVar[Mapping[str, str]] = SIDE_NAMES
    board_type = Board
    position_type = Position
    move_type = Move

    def __init__(self, rules: Rules | None = None) -> None:
        self.rules: Rules = rules or Rules()
        self.layout = Layout.parse(self.rules.layout)

    @classmethod
    def with_options(cls, options: Mapping[str, object]) -> Kulami:
        """A game from named options; raises `InputError` that lists the valid ones."""
        return cls(read_rules(Rules, options, cls.name))

    def start(self, first: str | None = None) -> Position:
        """The empty board, black to move (RULES.md 3.1, 3.2)."""
        if first is not None and self.parse_side(first) != BLACK:
            raise InputError("black always starts in Kulami (art. 3)")
        return Position(0, 0, BLACK)

    def moves(self, position: Position) -> tuple[Move, ...]:
        """Every permitted hole; none ends the game (RULES.md 3.2-3.5, B-K6, B-K11)."""
        return tuple(Move(hole) for hole in cells(self.open_holes(position)))

    def open_holes(self, position: Position) -> int:
        """The holes where the side to move may put a marble (RULES.md 3.3, 3.4)."""
        own = position.black if position.side == BLACK else position.red
        if own.bit_count() >= self.rules.marbles:
            return 0
        empty = FULL & ~(position.black | position.red)
        return empty & self.line(position) & ~self.closed(position)

    def line(self, position: Position) -> int:
        """The row and column of the opponent's last marble; all holes at the start (3.2, 3.3)."""
        target = position.last(other(position.side))
        return FULL if target is None else LINE[target]

    def closed(self, position: Position) -> int:
        """The holes of the plates that carry a token (RULES.md 3.4, B-K5)."""
        closed = 0
        for marble in self.closing_marbles(position):
            closed |= self.layout.plate_at[marble]
        return closed

    def closing_marbles(self, position: Position) -> tuple[int, ...]:
        """The marbles whose tokens close their plates (RULES.md 3.4, B-K5).

        A token that was left behind closes none of which anybody can be accused: its owner may
        set it at any moment. No board told here shows that: whoever has seen it says so in the
        position (`Position.loosened`).
        """
        sides = SIDES if self.rules.closed_plates == 2 else (other(position.side),)
        last = (position.last(side) for side in sides if side not in position.loose)
        return tuple(marble for marble in last if marble is not None)

    def wrong_with(self, position: Position, hole: int) -> tuple[str, ...]:
        """Every reason why the side to move may not use this hole (RULES.md 3.3-3.5)."""
        bit = 1 << hole
        own = position.black if position.side == BLACK else position.red
        reasons = []
        if (position.black | position.red) & bit:
            reasons.append("occupied")
        if not self.line(position) & bit:
            reasons.append("not_in_line")
        if self.closed(position) & bit:
            reasons.append("plate_closed")
        if own.bit_count() >= self.rules.marbles:
            reasons.append("no_marble_left")
        return tuple(reasons)

    def play(self, position: Position, move: Move) -> Position:
        """Put the marble and set the token on it (RULES.md 3.3, 3.4)."""
        reasons = self.wrong_with(position, move.hole)
        if reasons:
            raise IllegalMove(self.name, move, reasons)
        return self.put(position, move.hole)

    def put(self, position: Position, hole: int) -> Position:
        """The position after the side to move put a marble, be it legal or not (RULES.md 2.6)."""
        black, red, side = position.black, position.red, position.side
        loose = position.loose and tuple(each for each in position.loose if each != side)
        if side == BLACK:
            return Position(black | 1 << hole, red, other(side), hole, position.last_red, loose)
        return Position(black, red | 1 << hole, other(side), position.last_black, hole, loose)

    def outcome(self, position: Position) -> Outcome | None:
        """Over when the side to move has no permitted hole or no marble (RULES.md 3.5, 3.10)."""
        if self.open_holes(position):
            return None
        own = position.black if position.side == BLACK else position.red
        placed = own.bit_count() >= self.rules.marbles
        winner = self.score(position).winner
        decided = winner is not None or self.rules.tie == "draw"
        reason = "marbles_placed" if placed else "no_hole"
        return Outcome(winner, reason, "Kulami art. 9", decided)

    def score(self, position: Position) -> Score:
        """Rows, largest area and plates of both colours (RULES.md 3.7-3.10)."""
        return score_marbles(position.black, position.red, self.layout, self.rules)

    def judge(self, before: Position, after: Board) -> Verdict[Position, Board, Move]:
        """Every explanation of `after`, legal lines if there are any (RULES.md 3.3-3.6)."""
        return judge_transition(self, before, after)

    def faults(self, position: Position) -> Iterator[Explanation[Position, Board, Move]]:
        """Holes out of line or on closed plates, moved marbles, ... (RULES.md 3.3, 3.4)."""
        return likely_faults(self, position)

    def position(self, board: Board, side: str, last: tuple[str, ...] = ()) -> Position:
        """A position from a board, the side to move and the last marbles (RULES.md 3.3, 3.4)."""
        position = self._counted(Position.build(board, side, last))
        for colour, marbles in zip(SIDES, (position.black, position.red), strict=True):
            if marbles and position.last(colour) is None:
                raise InputError(
                    f"the last marble of {colour} must be told (it carries the token); "
                    f"for example {NAMES[marbles.bit_length() - 1]}"
                )
        return position

    def for_scoring(self, board: Board) -> Position:
        """A position for counting a board; which marbles were last does not matter for that."""
        side = BLACK if board.black.bit_count() <= board.red.bit_count() else other(BLACK)
        return self._counted(Position.build(board, side))

    def _counted(self, position: Position) -> Position:
        """Refuse a position with more marbles of a colour than there are (B-K3)."""
        for side, marbles in zip(SIDES, (position.black, position.red), strict=True):
            if marbles.bit_count() > self.rules.marbles:
                raise InputError(
                    f"{marbles.bit_count()} marbles of {side}; each side has {self.rules.marbles}"
                )
        return position
