"""The rules of the games, as pure functions on frozen values. Standard library only.

`GAMES` is the registry: a game is added by writing its package and naming it here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines.contract import Explanation, Game, InputError
from engines.kulami import Kulami
from engines.mangala import Mangala
from engines.reversi import Reversi

AnyGame = Game[Any, Any, Any]
AnyExplanation = Explanation[Any, Any, Any]

GAMES: dict[str, type[Reversi] | type[Kulami] | type[Mangala]] = {
    Reversi.name: Reversi,
    Kulami.name: Kulami,
    Mangala.name: Mangala,
}


def new_game(name: str, options: Mapping[str, object] | None = None) -> AnyGame:
    """A game by name, with options by name; raises `InputError` that lists what is valid."""
    game = GAMES.get(name.strip().casefold())
    if game is None:
        raise InputError(f"unknown game {name!r}; known games: {', '.join(GAMES)}")
    return game.with_options(options or {})


__all__ = ["GAMES", "AnyExplanation", "AnyGame", "Game", "InputError", "new_game"]
