"""The games that can be tracked; a new one is a file with its view, and a line here."""

from __future__ import annotations

from engines import AnyGame, InputError
from referee.tracker.kulami import KulamiView
from referee.tracker.mangala import MangalaView
from referee.tracker.reversi import ReversiView
from referee.tracker.view import View

VIEWS: dict[str, type[View]] = {
    "reversi": ReversiView,
    "kulami": KulamiView,
    "mangala": MangalaView,
}


def view_of(game: AnyGame) -> View:
    """How the tracker sees a game."""
    if game.name not in VIEWS:
        raise InputError(f"{game.name!r} cannot be tracked; known: {', '.join(VIEWS)}")
    return VIEWS[game.name](game)
