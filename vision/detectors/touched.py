"""What was done to the cells of an 8x8 board between two looks at it.

A token that goes leaves a dark marble dark, a black disc on a black board is hardly seen: who
looks at both pictures sees it better than who reads each. A network of its own does
(`python -m datasets.train.touched`).
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.board import by_cell, flat_board
from vision.detectors.changes import in_light_of
from vision.detectors.numbers import sigmoid
from vision.frame import Frame, Picture
from vision.network import network, pictures_in, temperature

NAME = "touched"


def touched(
    game: str, before: Frame, after: Frame, pose: Pose, then: Pose | None = None
) -> NDArray[np.float64]:
    """For every cell how likely something was done to it; `then`: where the board lay before."""
    first, second = flat_board(game, before, then or pose), flat_board(game, after, pose)
    looks = {"then": pictures_in([first]), "now": pictures_in([in_first_light(first, second)])}
    logits = by_cell(network(NAME).run(**looks)[0][0])[:, 0]
    return sigmoid(logits / temperature(NAME))


def in_first_light(then: Picture, now: Picture) -> Picture:
    """The second picture in the first one's light."""
    lit = in_light_of(then.astype(np.float32), now.astype(np.float32))
    return np.asarray(np.clip(np.rint(lit), 0, 255), np.uint8)
