"""What the readers of Reversi and Kulami share: the rectified board and what the network says."""

from __future__ import annotations

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


def look(game: str, frame: Frame, pose: Pose) -> NDArray[np.float32]:
    """The network's raw numbers: outputs x 8 x 8."""
    flat = rectified(frame.picture, pose, CELL, MARGIN, HEIGHT[game])
    return network(f"{game}-reader")(flat)[0][0]


def softmax(logits: NDArray[Any], temperature: float = 1.0) -> NDArray[np.float64]:
    """Probabilities along the first axis."""
    scaled = np.asarray(logits, float) / temperature
    raised = np.exp(scaled - scaled.max(0))
    return raised / raised.sum(0)


def sigmoid(logits: NDArray[Any]) -> NDArray[np.float64]:
    """A probability for each number."""
    return 1 / (1 + np.exp(-np.clip(np.asarray(logits, float), -40, 40)))
