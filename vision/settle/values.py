"""What is told of a frame."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np
from numpy.typing import NDArray


class State(StrEnum):
    """What goes on over the board."""

    STILL = "still"
    """Nothing moves and nobody is over the board: worth reading."""
    MOVING = "moving"
    """Something moves, or has just moved."""
    COVERED = "covered"
    """A hand or an arm rests over the board."""
    BUMPED = "bumped"
    """Board or camera lie elsewhere than when the settler was made: the pose does not hold."""


@dataclass(frozen=True, slots=True, eq=False)
class Settled:
    """What one frame shows, set against the frames before it."""

    state: State
    """The one word."""
    covered: NDArray[np.bool_]
    """The cells under a hand or arm: 64 or 14 places; 8 x 8 parts of the picture without a pose."""
    quiet: float
    """Seconds since anything moved over the board."""
