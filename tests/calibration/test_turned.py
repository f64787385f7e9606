"""A pose turned on the board's plane."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.pits import places
from calibration.pose import Pose

CORNERS = [(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)]
POSE = Pose(np.diag([500.0, 500.0, 1.0]), np.diag([1.0, -1.0, -1.0]), np.array([1.0, 2.0, 20.0]))


@pytest.mark.parametrize("quarters", range(-1, 6))
def test_the_corners_change_their_names(quarters):
    seen = POSE.turned(quarters).project(CORNERS)
    assert np.allclose(seen, np.roll(POSE.project(CORNERS), -quarters, axis=0))


def test_half_a_turn_swaps_the_players():
    pose = POSE.with_places(places(1.1, 0.08) + np.eye(14, 4) * 0.01)
    turned = pose.turned(2).place_middles()
    middles = pose.place_middles()
    assert np.allclose(turned, middles[[*range(6, 12), *range(6), 13, 12]])


def test_a_long_board_is_not_turned_by_a_quarter():
    with pytest.raises(ValueError, match="quarter"):
        POSE.with_places(places(1.1, 0.08)).turned(1)
