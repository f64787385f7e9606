"""What looks at the board of a sitting: the shipped eyes, with what a table's profile knows."""

from __future__ import annotations

from typing import Any

from calibration.profile import Profile
from engines import AnyGame
from referee.table import Table
from referee.tracker import Settings
from vision.detectors.memory import recall
from vision.find import BoardFinder


class Looking:
    """Makes the table of a sitting; a profile brings lens, place and colours."""

    def __init__(self, profile: Profile | None = None, turn: int = 0) -> None:
        """`turn`: by how many degrees the way round that is guessed is wrong: 0, 90, 180, 270."""
        self.profile, self._quarters = profile, turn // 90

    def __call__(self, game: AnyGame, position: Any, settings: Settings) -> Table:
        """A table for a game."""
        known, turn = self.profile, self._quarters
        if known is None:
            return Table(game, position, settings=settings, turn=turn)
        like = known.pose
        if like is not None and (like.places is None) != (game.name != "mangala"):
            like = None
        finder = BoardFinder(game.name, known.lens)
        table = Table(game, position, settings=settings, finder=finder, like=like, turn=turn)
        colours = known.colours.get(game.name)
        if colours:
            recall(game.name, table.eyes, colours)  # type: ignore[arg-type]
        return table
