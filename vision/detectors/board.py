"""What the readers of Reversi and Kulami share: the rectified board and what the network says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.frame import Frame
from vision.network import network
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


def softmax(logits: NDArray[Any], temperature: float = 1.0) -> NDArray[np.float64]:
    """Probabilities along the last axis."""
    scaled = np.asarray(logits, float) / temperature
    raised = np.exp(scaled - scaled.max(-1, keepdims=True))
    return raised / raised.sum(-1, keepdims=True)


def sigmoid(logits: NDArray[Any]) -> NDArray[np.float64]:
    """A probability for each number."""
    return 1 / (1 + np.exp(-np.clip(np.asarray(logits, float), -40, 40)))
