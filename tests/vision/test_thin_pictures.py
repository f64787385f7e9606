"""Pictures of one row or column hold no board, and are told so."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pose import BoardNotFound
from vision.find.finder import BoardFinder
from vision.frame import Frame, smaller


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
@pytest.mark.parametrize("shape", [(1, 2000, 3), (2000, 1, 3), (3, 1500, 3)])
def test_no_board_is_seen_in_a_line(game, shape):
    picture = np.random.default_rng(1).integers(0, 255, shape).astype(np.uint8)
    with pytest.raises(BoardNotFound):
        BoardFinder(game).find(Frame(picture, 0.0, "thin"))


def test_a_smaller_picture_has_a_row_at_least():
    assert smaller(np.zeros((1, 2000, 3), np.uint8), 0.1).shape == (1, 200, 3)
    assert smaller(np.zeros((40, 20, 3), np.uint8), 0.5).shape == (20, 10, 3)
