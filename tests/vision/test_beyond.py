"""A lattice that reaches beyond its board is given up for one that ends where the board does."""

from __future__ import annotations

import numpy as np
import pytest

from calibration.corners import fit_pose
from calibration.pose import BoardNotFound
from datasets.stills import composed_stills
from vision.find import BoardFinder, finder
from vision.find.doubts import murky
from vision.find.finder import CLEARER, MURKY, Found, _clearer
from vision.find.lying import outline
from vision.find.refine import LATTICE

ALL = np.column_stack([LATTICE, np.zeros(len(LATTICE))])


def stretched(still, columns):
    """The true pose, its lattice drawn over so many columns beyond the board's right side."""
    wide = ALL.copy()
    wide[:, 0] = (wide[:, 0] + 4) * (8 + columns) / 8 - 4
    return fit_pose(ALL, still.pose.project(wide), still.frame.size)


@pytest.fixture(scope="module", params=["reversi", "kulami"])
def still(request):
    return next(composed_stills(request.param, "validation", 1, seed=4))


def far_off(pose, still):
    """How far the worst corner lies from a true one, in cells, whichever way the rows are told."""
    true = still.pose.project(outline(still.pose))
    cell = float(np.linalg.norm(true[1] - true[0])) / 8
    seen = pose.project(outline(pose))
    turned = (np.roll(true, quarters, axis=0) for quarters in range(4))
    return min(float(np.linalg.norm(seen - corners, axis=1).max()) for corners in turned) / cell


def test_a_lattice_that_reaches_beyond_its_board_is_given_up(still):
    wrong = Found(still.game, stretched(still, 2), 0.999)
    assert far_off(wrong.pose, still) > 1.5
    unclear = murky(still.game, still.frame, wrong.pose)[0]
    assert unclear >= MURKY
    right = _clearer(still.frame, wrong, None)
    assert murky(still.game, still.frame, right.pose)[0] <= CLEARER * unclear
    assert far_off(right.pose, still) < 0.3


def test_a_board_that_reads_well_stays_where_it_was_found(still):
    found = Found(still.game, still.pose, 0.999)
    assert _clearer(still.frame, found, None) is found


def test_a_board_that_is_cut_off_does_not_become_a_smaller_one(still):
    found = Found(still.game, stretched(still, 2), 0.999, cut_off=True)
    assert _clearer(still.frame, found, None) is found


def test_a_board_of_which_nobody_knows_where_it_ends_is_refused(still, monkeypatch):
    """Nothing on it reads plainly better; ways that begin beside it or within it lead elsewhere."""
    monkeypatch.setattr(finder, "murky", lambda *_: (20, 0.3))
    monkeypatch.setattr(finder, "wavering", lambda *_: 0.9)
    monkeypatch.setattr(finder, "_apart", lambda *_: 0.9)
    with pytest.raises(BoardNotFound) as refused:
        BoardFinder(still.game).find(still.frame)
    assert refused.value.reason == "it is not clear where the board ends"
    assert "corners" in refused.value.what_to_do


def test_a_board_under_a_hand_is_no_other_one_where_ways_from_within_lead_back_to_it(
    still, monkeypatch
):
    """Ways that begin beside it may end on the hand, and what the hand leaves free reads well."""
    found = Found(still.game, still.pose, 0.999)
    monkeypatch.setattr(finder, "murky", lambda *told: (20 if told[2] is found.pose else 0, 0.3))
    monkeypatch.setattr(finder, "wavering", lambda *_: 0.9)
    assert _clearer(still.frame, found, None) is found


def test_a_board_under_a_hand_is_no_other_one_where_all_ways_lead_to_it(still, monkeypatch):
    monkeypatch.setattr(finder, "murky", lambda *_: (20, 0.3))
    assert far_off(BoardFinder(still.game).find(still.frame), still) < 0.3
