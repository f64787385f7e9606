"""What goes wrong at a Kulami board: likely illegal successors (RULES.md 3.3, 3.4)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from typing import TYPE_CHECKING

from engines.grid import FULL, cells, neighbours
from engines.kulami.judge import Explanation, explain
from engines.kulami.values import BLACK, Board, Position, other

if TYPE_CHECKING:
    from engines.kulami.game import Kulami


def faults(game: Kulami, position: Position) -> Iterator[Explanation]:
    """Likely illegal successors, commonest kinds first; no legal line reaches any of them.

    (Two marbles of one colour, a lost or a moved marble and a marble out of turn never are legal,
    because Kulami has no pass; a token left behind shows in the board's tokens.)
    """
    side, enemy = position.side, other(position.side)
    empty = FULL & ~(position.black | position.red)
    legal = game.open_holes(position)
    for hole in cells(empty & ~legal):
        yield explain(game, position, _with(position, hole, side), ((hole, side),))
    for hole in cells(legal):
        after = _with(position, hole, side, tokens=position.tokens)
        yield explain(game, position, after, ((hole, side),))
    for hole in cells(empty):
        yield explain(game, position, _with(position, hole, enemy), ((hole, enemy),))
    yield from _moved_and_removed(game, position, empty)
    for first, second in combinations(cells(legal), 2):
        after = _with(position, first, side)
        after = _add(after, second, side)
        yield explain(game, position, after, ((first, side), (second, side)))


def _moved_and_removed(game: Kulami, position: Position, empty: int) -> Iterator[Explanation]:
    """A marble taken off the board, or rolled into a neighbouring hole."""
    for cell in cells(position.black | position.red):
        bit = 1 << cell
        left = Board(position.black & ~bit, position.red & ~bit)
        yield explain(game, position, left, ())
        owner = BLACK if position.black & bit else other(BLACK)
        for target in cells(neighbours(bit) & empty):
            yield explain(game, position, _add(left, target, owner), ())


def _with(position: Position, hole: int, side: str, tokens: int | None = None) -> Board:
    return _add(Board(position.black, position.red, 0, tokens), hole, side)


def _add(board: Board, hole: int, side: str) -> Board:
    if side == BLACK:
        return Board(board.black | 1 << hole, board.red, 0, board.tokens)
    return Board(board.black, board.red | 1 << hole, 0, board.tokens)
