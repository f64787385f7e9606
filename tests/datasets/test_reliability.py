"""Said and done: the bins of confidence and their picture."""

from __future__ import annotations

import numpy as np

from datasets.reliability import EDGES, SIDE, Reliability, diagram


def test_cells_fall_into_the_bin_of_their_confidence():
    counted = Reliability()
    counted.add("whole", [(0.92, True), (0.94, False), (0.95, True), (1.0, True), (0.2, False)])
    counted.add("photo", [(1.0, False)])
    told = {(row.kind, row.low): (row.n, row.hits) for row in counted.rows()}
    assert told == {
        ("whole", 0.0): (1, 0),
        ("whole", 0.9): (2, 1),
        ("whole", 0.95): (1, 1),
        ("whole", 0.999): (1, 1),
        ("photo", 0.999): (1, 0),
    }
    (row,) = [row for row in counted.rows() if row.low == 0.9]
    assert row.high == EDGES[EDGES.index(0.9) + 1]
    assert abs(row.confidence - 0.93) < 1e-9


def ink(picture):
    """The rows in which something coloured was drawn inside the frame."""
    inside = picture[60:-60, 60:-60].astype(int)
    return np.nonzero((np.ptp(inside, axis=2) > 60).any(1))[0]


def test_an_honest_reader_lies_on_the_diagonal_and_a_boaster_below_it():
    honest, boaster = Reliability(), Reliability()
    for n in range(1000):
        honest.add("whole", [(0.9, n % 10 > 0)])
        boaster.add("whole", [(0.9, n % 2 > 0)])
    high, low = (float(ink(diagram(r.rows())).mean()) for r in (honest, boaster))
    assert low > high + SIDE / 20
    assert diagram([]).shape == diagram(honest.rows()).shape
