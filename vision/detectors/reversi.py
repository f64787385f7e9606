"""Reads a Reversi board: empty, black or white on every square, or hidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.reversi import Board
from vision.border import within
from vision.detectors.closely import looked_again
from vision.detectors.familiar import Acquaintance
from vision.detectors.touched import touched
from vision.frame import Frame
from vision.reading import Reading

GAME = "reversi"


class ReversiDetector:
    """The reader of one table; `adapt` makes it know the table."""

    def __init__(self) -> None:
        self.adaptation = Acquaintance(GAME)

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board, with all doubt kept; squares in doubt are looked at twice."""
        told = self.adaptation.answer(frame, pose)
        contents = looked_again(GAME, frame, pose, told.contents, told.hidden)
        return within(Reading(GAME, contents, told.hidden), pose, frame.size)

    def compare(
        self, before: Frame, after: Frame, pose: Pose, then: Pose | None = None
    ) -> NDArray[np.float64]:
        """For every square how likely it changed between two settled frames.

        `then` is where the board lay before, if that was elsewhere.
        """
        return touched(GAME, before, after, pose, then)

    def adapt(self, frame: Frame, pose: Pose, board: Board) -> None:
        """Learn this table's looks from a frame whose content is certain."""
        seen = self.adaptation.answer(frame, pose)
        self.adaptation.learn(self.adaptation.glance(seen, board.rows))

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""
        self.adaptation.forget(count)
