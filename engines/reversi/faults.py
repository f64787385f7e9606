"""What goes wrong at a Reversi board: likely illegal successors (RULES.md 2.5, B-R3)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engines.grid import FULL, cells
from engines.reversi import bits
from engines.reversi.judge import Explanation, explain, legal_lines, out_of_turn, twice
from engines.reversi.values import Board, Move, Position, other

if TYPE_CHECKING:
    from engines.reversi.game import Reversi


def faults(game: Reversi, position: Position) -> Iterator[Explanation]:
    """Likely illegal successors, commonest kinds first, without what a legal line reaches."""
    side = position.side
    own, enemy = position.board.of(side)
    legal = bits.move_mask(own, enemy)
    empty = FULL & ~(own | enemy)
    for square in cells(legal):
        yield from _missed_flips(position, own, enemy, square)
    for square in cells(legal):
        yield from _extra_flips(position, own, enemy, square)
    for square in cells(empty & ~legal):
        after = Board.for_side(side, own | 1 << square, enemy)
        yield explain(position, after, square, side)
    if legal:
        yield from _other_side_moves(position, own, enemy)
    for square in cells(legal):
        due = bits.flips(own, enemy, square)
        after = Board.for_side(side, own | due, enemy ^ due | 1 << square)
        if not legal_lines(game, position, after):
            yield explain(position, after, square, side)
    yield from _lost_and_shifted(position, own, enemy, empty)
    yield from _two_discs(game, position, legal)


def _missed_flips(position: Position, own: int, enemy: int, square: int) -> Iterator[Explanation]:
    """A disc put with one, two or all flips missed."""
    due = bits.flips(own, enemy, square)
    single = [1 << cell for cell in cells(due)]
    missed = {*single, *(a | b for a, b in combinations(single, 2)), due}
    for left in sorted(missed, key=lambda mask: (mask.bit_count(), mask)):
        turned = due & ~left
        after = Board.for_side(position.side, own | turned | 1 << square, enemy ^ turned)
        yield explain(position, after, square, position.side)


def _extra_flips(position: Position, own: int, enemy: int, square: int) -> Iterator[Explanation]:
    """A legal move with one enemy disc too many turned."""
    due = bits.flips(own, enemy, square)
    for wrong in cells(enemy & ~due):
        turned = due | 1 << wrong
        after = Board.for_side(position.side, own | turned | 1 << square, enemy ^ turned)
        yield explain(position, after, square, position.side)


def _other_side_moves(position: Position, own: int, enemy: int) -> Iterator[Explanation]:
    """The other side moves although this one could: out of turn, or after a wrong pass."""
    for square in cells(bits.move_mask(enemy, own)):
        due = bits.flips(enemy, own, square)
        after = Board.for_side(other(position.side), enemy | due | 1 << square, own ^ due)
        yield from out_of_turn(position, after, square)


def _lost_and_shifted(
    position: Position, own: int, enemy: int, empty: int
) -> Iterator[Explanation]:
    """A disc knocked off the board, or onto a neighbouring square."""
    for cell in cells(own | enemy):
        bit = 1 << cell
        left_own, left_enemy = own & ~bit, enemy & ~bit
        after = Board.for_side(position.side, left_own, left_enemy)
        yield explain(position, after, None, position.side)
        for ray in bits.NEIGHBOURS[cell]:
            if ray & empty:
                moved = (left_own | ray, left_enemy) if own & bit else (left_own, left_enemy | ray)
                after = Board.for_side(position.side, *moved)
                yield explain(position, after, None, position.side)


def _two_discs(game: Reversi, position: Position, legal: int) -> Iterator[Explanation]:
    """The side to move plays twice in a row, both legally but for the turn."""
    for first in cells(legal):
        middle = game.play(position, Move(first))
        own, enemy = middle.board.of(position.side)
        for second in cells(bits.move_mask(own, enemy)):
            due = bits.flips(own, enemy, second)
            after = Board.for_side(position.side, own | due | 1 << second, enemy ^ due)
            if not legal_lines(game, position, after):
                yield twice(game, position, after, first, second)
