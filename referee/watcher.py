"""A table as the yardstick for clips wants it.

hakem evaluate clips reversi --watcher referee.watcher:Watcher
"""

from __future__ import annotations

from typing import Any

from calibration.pose import Pose
from engines import AnyGame
from referee.table import Table
from vision.frame import Frame


class Watcher:
    """The whole way from picture to event, without anybody's help."""

    def __init__(self, game: AnyGame, start: Any) -> None:
        self.table = Table(game, start)
        self._time = 0.0

    @property
    def position(self) -> Any:
        """The position that is believed to stand."""
        return self.table.position

    def turn_like(self, pose: Pose) -> None:
        """Which row is row 1, as a table's profile tells it."""
        self.table.like = pose

    def see(self, frame: Frame) -> list[dict[str, Any]]:
        """Look at the next frame."""
        self._time = frame.time
        return [event.to_json() for event in self.table.see(frame)]

    def finish(self) -> list[dict[str, Any]]:
        """The clip has ended."""
        return [event.to_json() for event in self.table.finish(self._time)]


class PlacedWatcher(Watcher):
    """The same at a table whose profile knows exactly where the board lies."""

    def turn_like(self, pose: Pose) -> None:
        """Where the board lies."""
        self.table.pose = pose
