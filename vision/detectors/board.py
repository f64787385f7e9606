"""What the readers of Reversi and Kulami share: the rectified board and what the network says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.adapt import Lesson
from vision.detectors.changes import differences
from vision.detectors.numbers import sigmoid
from vision.frame import Frame
from vision.network import network
from vision.reading import CONTENTS
from vision.rectify import rectified

CELL = 20
"""Pixels of a cell in the rectified board."""
MARGIN = 1.0
"""Cells round it."""
HEIGHT = {"reversi": 0.08, "kulami": 0.18}
"""The plane, in cells over the board, that is seen without displacement: about half a piece."""
OUTPUTS = {"reversi": 4, "kulami": 7}
"""Three contents and hidden; Kulami: token, seam to the right, seam below."""


@dataclass(frozen=True, eq=False)
class Look:
    """What the network says of one frame, cell by cell."""

    logits: NDArray[np.float64]
    """64 x outputs."""
    features: NDArray[np.float64]
    """64 x features: what a table's own looks are learnt on."""


def look(game: str, frame: Frame, pose: Pose) -> Look:
    """Show the board to the network."""
    flat = rectified(frame.picture, pose, CELL, MARGIN, HEIGHT[game])
    cells, features = network(f"{game}-reader")(flat)
    return Look(_by_cell(cells[0]), _by_cell(features[0]))


def _by_cell(maps: NDArray[Any]) -> NDArray[np.float64]:
    return np.asarray(maps, float).reshape(len(maps), 64).T


def lesson_of(game: str, seen: Look, rows: Sequence[str]) -> Lesson:
    """What is to be learnt from a look at known contents; hidden cells teach nothing."""
    letters = "".join(rows)
    known = np.array([letter != "?" for letter in letters])
    known &= sigmoid(seen.logits[:, 3]) < 0.5
    columns = CONTENTS[game]
    truth = np.array([columns.index(x) if x in columns else 0 for x in letters])
    cells = np.flatnonzero(known)
    return Lesson(seen.logits[cells, :3], seen.features[cells], truth[cells], cells)


def cell_differences(
    game: str, before: Frame, after: Frame, pose: Pose, patch: int
) -> NDArray[np.float64]:
    """For every cell of an 8x8 board how far it differs (`vision.detectors.changes`)."""
    flat = [rectified(f.picture, pose, CELL, MARGIN, HEIGHT[game]) for f in (before, after)]
    start, edge = round(MARGIN * CELL), 3
    boxes = [
        (
            start + column * CELL + edge,
            start + row * CELL + edge,
            start + (column + 1) * CELL - edge,
            start + (row + 1) * CELL - edge,
        )
        for row in range(8)
        for column in range(8)
    ]
    return differences(flat[0], flat[1], boxes, patch)
