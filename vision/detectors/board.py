"""What the readers of Reversi and Kulami share: the rectified board and what the network says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.frame import Frame, Picture
from vision.network import network
from vision.rectify import rectified

CELL = 20
"""Pixels of a cell in the rectified board."""
CLOSE = 28
"""The same where it is looked at closely."""
MARGIN = 1.0
"""Cells round it."""
SIDE, CLOSE_SIDE = (round((8 + 2 * MARGIN) * cell) for cell in (CELL, CLOSE))
"""Pixels of the rectified board, and of the one that is looked at closely."""
HEIGHT = {"reversi": 0.08, "kulami": 0.18}
"""The plane, in cells over the board, that is seen without displacement: about half a piece."""
HIDES = 3
"""The output that tells whether a cell is hidden."""
SEAMS = 5
"""The first of the outputs that tell seams."""
BOTH_SIDES = (0, 2)
"""The quarter turns in which a board is shown to the network: more tell no more."""
OUTPUTS = {"reversi": 4, "kulami": 7}
"""Three contents and hidden; Kulami: token, seam to the right, seam below."""


@dataclass(frozen=True, eq=False)
class CellLogits:
    """What the network says of one frame, cell by cell."""

    logits: NDArray[np.float64]
    """64 x outputs."""


def flat_board(game: str, frame: Frame, pose: Pose, cell: int = CELL) -> Picture:
    """The rectified board, as networks see it."""
    return rectified(frame.picture, pose, cell, MARGIN, HEIGHT[game])


def look(game: str, flat: Picture, turns: Sequence[int] = BOTH_SIDES) -> CellLogits:
    """Show a rectified board to the network that knows no table, from both players' sides.

    `turns` are the quarter turns in which it is shown; the first must be 0.
    """
    cells = network(f"{game}-reader")(*(np.rot90(flat, turn) for turn in turns))[0]
    mean = np.mean([np.rot90(c, -turn, (1, 2)) for c, turn in zip(cells, turns, strict=True)], 0)
    mean[SEAMS:] = cells[0, SEAMS:]  # right and below are what they are from one side only
    return CellLogits(by_cell(mean))


def by_cell(maps: NDArray[Any]) -> NDArray[np.float64]:
    """Maps of 8x8 cells as a row for every cell."""
    return np.asarray(maps, float).reshape(len(maps), 64).T
