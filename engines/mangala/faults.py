"""What goes wrong at a Mangala board: likely illegal successors (RULES.md 1.3-1.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from engines.mangala.irregular import Explanation, irregular, out_of_turn, without_move
from engines.mangala.judge import lines
from engines.mangala.values import PITS, Position, other

if TYPE_CHECKING:
    from engines.mangala.game import Mangala


def faults(game: Mangala, position: Position) -> Iterator[Explanation]:
    """Likely illegal successors, without any board that a legal line reaches too."""
    legal = {reached.stones for level in lines(game, position) for _, reached in level}
    told = set()
    for explanation in _all(game, position):
        key = (explanation.board, explanation.moves, explanation.movers, explanation.faults)
        if explanation.board.stones not in legal and key not in told:
            told.add(key)
            yield explanation


def _all(game: Mangala, position: Position) -> Iterator[Explanation]:
    """Slips in the move itself, moves out of turn, and stones lost from a pit."""
    moves = game.moves(position)
    enemy = other(position.side)
    here = ((), position)
    for move in moves:
        yield from irregular(game, here, move.place)
    if moves:
        for place in PITS[enemy]:
            if position.stones[place]:
                yield from out_of_turn(game, here, place)
    for move in moves:
        following = game.play(position, move)
        if game.is_over(following):
            continue
        for place in PITS[other(following.side)]:
            if following.stones[place]:
                yield from out_of_turn(game, ((move,), following), place)
    for place in (*PITS[position.side], *PITS[enemy]):
        stones = position.stones
        if stones[place]:
            fewer = (*stones[:place], stones[place] - 1, *stones[place + 1 :])
            yield without_move(position, fewer)
