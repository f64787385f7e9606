"""Tells a Go board of 9 x 9 lines from a Reversi board: its stones stand where the lines cross."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.board import CELL, HEIGHT, MARGIN, look
from vision.detectors.numbers import sigmoid, softmax
from vision.frame import Frame
from vision.network import temperature
from vision.rectify import rectified

GAME = "reversi"
PLAIN = 0.9
"""A piece is counted when its colour is so certain: that lines cross is no piece."""
ENOUGH = 4
"""Boards that show so many pieces in their squares are played on as ours are."""
STRAY = 4
"""More than twice as many pieces as in squares, by so many, must stand on crossings: between discs
that lie beside each other something is seen as well."""
_HALF = np.array([[1, 0, 0.5], [0, 1, -0.5], [0, 0, 1.0]])
"""Half a cell to the right and down."""


def stands_on_crossings(frame: Frame, pose: Pose) -> bool:
    """Whether pieces stand on the crossings of the lattice rather than in its squares."""
    within = _pieces(frame, pose, None)
    return within < ENOUGH and _pieces(frame, pose, _HALF) >= 2 * within + STRAY


def _pieces(frame: Frame, pose: Pose, warp: NDArray[np.float64] | None) -> int:
    """How many pieces the reader plainly sees when it looks at the board, or beside it."""
    flat = rectified(frame.picture, pose, CELL, MARGIN, HEIGHT[GAME], warp)
    logits = look(GAME, flat, turns=(0,)).logits
    contents = softmax(logits[:, :3] / temperature(f"{GAME}-reader"))
    plain = contents[:, 1:].max(1) * (1 - sigmoid(logits[:, 3]))
    return int((plain > PLAIN).sum())
