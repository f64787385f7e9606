"""Reversi as the tracker sees it: 64 squares, empty, black or white."""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines import AnyExplanation
from engines.articles import REVERSI as ARTICLES
from engines.contract import Fault
from engines.grid import NAMES
from engines.reversi import Board
from engines.reversi.values import Position
from referee.tracker.view import Cells, View

TAKEN = 1.5
"""How much less likely it is that a disc which the move turns was taken away: rather it is
overlooked, black on a dark board."""


class ReversiView(View):
    """A disc may not be moved away from a legal square (RULES.md 2.9)."""

    missed: ClassVar[float] = 0.04
    dazzled: ClassVar[float] = 0.4
    shines: ClassVar[bool] = True
    alarm: ClassVar[float] = 0.0005
    old_news: ClassVar[float] = 0.7
    afresh: ClassVar[bool] = True
    apart: ClassVar[frozenset[str]] = frozenset({"disc_removed", "disc_shifted"})

    def cells(self, board: Any) -> Cells:
        """0 empty, 1 black, 2 white."""
        return grid_cells(board.black, board.white)

    def board(self, cells: Cells, hidden: NDArray[np.bool_] | None = None) -> Board:
        """The board that holds this."""
        return Board(*grid_masks(cells, hidden))

    def with_board(self, position: Any, board: Any) -> Position:
        """The position with other discs."""
        return Position.build(board, position.side)

    def with_side(self, position: Any, side: str) -> Position:
        """The position with another side to move."""
        return Position.build(position.board, side)

    def moved_away(self, before: Any, was: AnyExplanation, now: AnyExplanation) -> Fault | None:
        """A disc put on a legal square was played elsewhere (RULES.md 2.9)."""
        if not was.moves or not now.moves or was.moves[-1].square is None:
            return None
        old, new = was.moves[-1].square, now.moves[-1].square
        rightly_put = was.movers[-1] == before.side and was.moves[-1] in self.game.moves(before)
        if new in (None, old) or not rightly_put or now.movers[-1] != before.side:
            return None
        if now.board.pieces >> old & 1:
            return None
        return Fault("disc_shifted", (NAMES[old], NAMES[new]), ARTICLES["disc_shifted"].source)

    def far_fetched(self, before: Any, told: AnyExplanation) -> float:
        """Who turns discs hardly takes one of them away."""
        gone = {cell for f in told.faults if f.code == "disc_removed" for cell in f.cells}
        if not gone:
            return 0.0
        position = before
        for move, mover in zip(told.moves, told.movers, strict=True):
            position = self.with_side(position, mover)
            if move not in self.game.moves(position):
                break
            after = self.game.play(position, move)
            was, now = self.cells(position.board), self.cells(after.board)
            if gone & {NAMES[cell] for cell in np.flatnonzero((was > 0) & (now != was))}:
                return TAKEN
            position = after
        return 0.0


def grid_cells(first: int, second: int) -> Cells:
    """Two sets of cells as numbers of contents."""
    cells = np.zeros(64, np.int16)
    for content, mask in ((1, first), (2, second)):
        bits = np.frombuffer(mask.to_bytes(8, "little"), np.uint8)
        cells[np.unpackbits(bits, bitorder="little").astype(bool)] = content
    return cells


def grid_masks(cells: Cells, hidden: NDArray[np.bool_] | None) -> tuple[int, int, int]:
    """Numbers of contents as two sets of cells, and the set of those that were hidden."""
    unseen = np.zeros(64, bool) if hidden is None else hidden
    masks = ((cells == 1) & ~unseen, (cells == 2) & ~unseen, unseen)
    first, second, third = (mask_of(mask) for mask in masks)
    return first, second, third


def mask_of(cells: NDArray[np.bool_]) -> int:
    """A set of cells from one truth value a cell."""
    return int.from_bytes(np.packbits(cells, bitorder="little").tobytes(), "little")
