"""A Mangala board's pose and measures come back from its pits."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from calibration.lens import Lens
from calibration.pits import OUTER, places, pose_from_pits
from datasets.snapshots import hung
from engines import InputError

SIZE = (1280, 720)


@st.composite
def boards(draw):
    """A board as it is sold, and a camera over it."""
    focal = draw(st.floats(700, 1300))
    matrix = np.array([[focal, 0, 639.5], [0, focal, 359.5], [0, 0, 1.0]])
    angles = draw(st.floats(0, 35)), draw(st.floats(0, 360)), draw(st.floats(-10, 10))
    pose = hung(Lens(SIZE, matrix, np.zeros(5)), *angles, draw(st.floats(0.7, 0.95)))
    rows, hinge = draw(st.floats(0.95, 1.3)), draw(st.floats(0, 0.25))
    return pose.with_lens(0.0).with_places(places(rows, hinge)), rows


def in_pits(found, true):
    """The largest error of the 12 pits, and of the treasuries, in pits."""
    pit = np.linalg.norm(true.place_middles()[5] - true.place_middles()[0]) / 5
    wrong = np.linalg.norm(found.place_middles() - true.place_middles(), axis=1) / pit
    return wrong[:12].max(), wrong[12:].max()


@settings(max_examples=60)
@given(boards(), st.integers(0, 999))
def test_twelve_pits_tell_the_board(made, seed):
    true, rows = made
    noise = np.random.default_rng(seed).normal(0, 0.5, (12, 2))
    found = pose_from_pits(true.place_middles()[:12] + noise, SIZE)
    pits, treasuries = in_pits(found, true)
    assert pits < 0.06
    assert treasuries < 0.15
    assert abs((found.places[6, 1] - found.places[0, 1]) / rows - 1) < 0.25


@settings(max_examples=60)
@given(boards(), st.integers(0, 999))
def test_the_four_outer_pits_tell_nearly_as_much(made, seed):
    true, _ = made
    noise = np.random.default_rng(seed).normal(0, 0.5, (4, 2))
    found = pose_from_pits(true.place_middles()[list(OUTER)] + noise, SIZE)
    pits, treasuries = in_pits(found, true)
    assert pits < 0.2
    assert treasuries < 0.25


def test_south_sits_below_and_has_its_treasury_at_its_right():
    at = places(1.1, 0.1)
    assert at[:6, 1].max() < 0 < at[6:12, 1].min()
    assert at[12, 0] > at[5, 0] > at[0, 0] > at[13, 0]
    assert at[6, 0] > at[11, 0]  # north counts from its own left


@pytest.mark.parametrize(
    ("order", "named"),
    [([0, 1, 3, 2, *range(4, 12)], r"\(S3, S4\)"), ([0, 4, 1, 2, 3, *range(5, 12)], "S2")],
    ids=["two swapped", "a row shuffled"],
)
def test_pits_that_lie_as_on_no_board_are_refused_by_name(order, named):
    """They were taken, with a quality at which nobody looked, and other places were read."""
    pits = [(250 + 150 * i, 460) for i in range(6)] + [(1000 - 150 * i, 300) for i in range(6)]
    with pytest.raises(InputError, match=named):
        pose_from_pits(np.array(pits, float)[order], SIZE)
    assert pose_from_pits(pits, SIZE).quality > 0.9


@pytest.mark.parametrize(
    ("middles", "told"),
    [(np.zeros((6, 2)), "12 or of the 4 outer"), ([(0, 0), (0, 9), (99, 9), (99, 0)], "anticlock"),
     (np.zeros((12, 2)), "do not go around")],
)  # fmt: skip
def test_pits_that_are_none_are_refused(middles, told):
    with pytest.raises(InputError, match=told):
        pose_from_pits(middles, SIZE)
