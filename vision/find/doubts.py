"""What a reader says of a lattice tells whether it is the board's: a look through it."""

from __future__ import annotations

from calibration.pose import Pose
from vision.detectors.board import HIDES, flat_board, look
from vision.detectors.numbers import softmax
from vision.find.lines import likeness
from vision.frame import Frame

LINED = 0.25
"""How alike a board's lines must be, of Reversi, near the picture's edge."""
CLEAR = 0.95
"""A cell that is told less surely than so is not clear."""


def ends(game: str, frame: Frame, pose: Pose) -> bool:
    """Whether the picture ends before a board does, as a lattice that was put onto it shows."""
    if game == "reversi" and 0 < likeness(frame, pose) < LINED:  # 0: too few are seen to tell
        return True
    hidden = look(game, flat_board(game, frame, pose)).logits[:, HIDES].reshape(8, 8) > 0
    return any(bool(row.all()) for side in (hidden, hidden.T) for row in side[[0, -1]])


def murky(game: str, frame: Frame, pose: Pose) -> tuple[int, float]:
    """How many cells of a board are hidden or not told surely, and how unsure all of them are."""
    told = look(game, flat_board(game, frame, pose)).logits
    sure = softmax(told[:, :HIDES]).max(1)
    return int(((sure < CLEAR) | (told[:, HIDES] > 0)).sum()), float(1 - sure.mean())
