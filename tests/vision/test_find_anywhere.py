"""Where a board is looked for that no guess has named."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.find.guess import anywhere_long


@pytest.mark.parametrize("size", [(1920, 1080), (480, 640), (8, 8)])
def test_long_boards_are_looked_for_all_over_the_picture_and_inside_it(size):
    quads = anywhere_long(size)
    for quad in quads:
        assert (quad >= -1e-6).all()
        assert (quad <= np.array(size) + 1e-6).all()
        long, short = (np.linalg.norm(quad[i] - quad[i + 1]) for i in (0, 1))
        assert 3 < long / short < 4
    hit = np.zeros((size[1], size[0]), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(hit, np.round(quad).astype(np.int32), 1)
    assert hit.mean() > 0.6
