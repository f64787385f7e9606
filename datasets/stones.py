"""Random fills of a Mangala board, in which every count is frequent.

Left to chance, games end with empty pits and hardly a pit ever holds ten stones; a reader would be
measured on what is easy.
"""

from __future__ import annotations

import random

from datasets.play import reached
from engines import new_game
from engines.mangala.values import STONES

FULL = 7
"""From so many stones on a pit is full here."""
LONGEST = 40
"""Moves after which a game in play is looked at, at most."""


def random_stones(rng: random.Random, most: int = 16) -> tuple[int, ...]:
    """A fill of the 14 places with 48 stones: half from games in play, half drawn."""
    return played_stones(rng) if rng.random() < 0.5 else drawn_stones(rng, most)


def played_stones(rng: random.Random) -> tuple[int, ...]:
    """A position of a game that goes on."""
    game = new_game("mangala")
    while True:
        position = reached(game, rng.randrange(LONGEST), rng)
        if game.moves(position):
            return tuple(position.stones)


def drawn_stones(rng: random.Random, most: int = 16) -> tuple[int, ...]:
    """Two to four full pits, few stones in the others, and the rest in the treasuries."""
    pits = [STONES + 1]
    while sum(pits) > STONES:
        pits = [rng.randint(FULL, most) for _ in range(rng.randint(2, 4))]
    while len(pits) < 12:
        pits.append(rng.randint(0, min(FULL - 1, STONES - sum(pits))))
    rng.shuffle(pits)
    south = rng.randint(0, STONES - sum(pits))
    return (*pits, south, STONES - sum(pits) - south)
