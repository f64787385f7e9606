"""Random play and random blindness, for the laws."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from engines import AnyGame
from engines.mangala import Board as Pits


def random_game(game: AnyGame, rng: random.Random) -> Iterator[tuple[Any, Any, Any]]:
    """Every transition of one random game: position, move, position."""
    position = game.start(rng.choice(game.sides) if game.name == "mangala" else None)
    while moves := game.moves(position):
        move = rng.choice(moves)
        following = game.play(position, move)
        yield position, move, following
        position = following


def reached(game: AnyGame, plies: int, seed: int) -> Any:
    """The position after so many random moves (or at the end)."""
    position = game.start()
    rng = random.Random(seed)
    for _ in range(plies):
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    return position


def hide(board: Any, rng: random.Random, share: float) -> Any:
    """The board as seen when each cell is hidden with a chance of `share`."""
    if isinstance(board, Pits):
        return Pits(tuple(None if rng.random() < share else n for n in board.stones))
    hidden = sum(1 << cell for cell in range(64) if rng.random() < share)
    return replace(board, black=board.black & ~hidden, other=board.other & ~hidden, hidden=hidden)
