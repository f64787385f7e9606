"""Reads a Reversi board: empty, black or white on every square, or hidden."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.reversi import Board
from vision.detectors.adapt import Adaptation, Lesson
from vision.detectors.board import CELL, HEIGHT, MARGIN, look, sigmoid, softmax
from vision.detectors.changes import changed
from vision.frame import Frame
from vision.network import temperature
from vision.reading import CONTENTS, Reading
from vision.rectify import rectified

GAME = "reversi"


class ReversiDetector:
    """The reader of one table; `adapt` makes it know the table."""

    def __init__(self) -> None:
        self.adaptation = Adaptation()

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board, with all doubt kept."""
        seen = look(GAME, frame, pose)
        logits = self.adaptation.correct(seen.logits[:, :3], seen.features)
        probabilities = softmax(logits, temperature(f"{GAME}-reader"))
        return Reading(GAME, probabilities, sigmoid(seen.logits[:, 3]))

    def compare(self, before: Frame, after: Frame, pose: Pose) -> NDArray[np.float64]:
        """For every square how likely it changed between two settled frames."""
        return compare_cells(GAME, before, after, pose)

    def adapt(self, frame: Frame, pose: Pose, board: Board) -> None:
        """Learn this table's looks from a frame whose content is certain."""
        seen = look(GAME, frame, pose)
        letters = "".join(board.rows)
        known = np.array([letter != "?" for letter in letters])
        known &= sigmoid(seen.logits[:, 3]) < 0.5
        columns = CONTENTS[GAME]
        truth = np.array([columns.index(x) if x in columns else 0 for x in letters])
        self.adaptation.learn(Lesson(seen.logits[known, :3], seen.features[known], truth[known]))

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""
        self.adaptation.forget(count)


def compare_cells(game: str, before: Frame, after: Frame, pose: Pose) -> NDArray[np.float64]:
    """For every cell of an 8x8 board how likely it changed."""
    flat = [rectified(f.picture, pose, CELL, MARGIN, HEIGHT[game]) for f in (before, after)]
    start = round(MARGIN * CELL)
    edge = CELL // 10
    boxes = [
        (
            start + c * CELL + edge,
            start + r * CELL + edge,
            start + (c + 1) * CELL - edge,
            start + (r + 1) * CELL - edge,
        )
        for r in range(8)
        for c in range(8)
    ]
    return changed(flat[0], flat[1], boxes)
