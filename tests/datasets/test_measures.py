"""The yardstick itself is right."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.measures import (
    PictureRow,
    compare,
    corner_error,
    csv_row,
    shares,
    wilson,
)
from vision.reading import Reading

START = [*"." * 27, "W", "B", *"." * 6, "B", "W", *"." * 27]
L_SHAPE = ["B", "B", *"." * 6, "W", *"." * 55]


@pytest.mark.parametrize(
    ("hits", "n", "low", "high"),
    [(0, 0, 0, 1), (0, 10, 0, 0.2775), (10, 10, 0.7225, 1), (7, 24, 0.1491, 0.4917)],
)
def test_the_wilson_interval_is_the_textbooks(hits, n, low, high):
    assert wilson(hits, n) == pytest.approx((low, high), abs=5e-4)


def test_corners_may_begin_anywhere_and_are_measured_in_cells():
    truth = np.array([(0, 0), (80, 0), (80, 80), (0, 80)], float)
    assert corner_error(np.roll(truth, 1, 0), truth) == 0
    assert corner_error(truth + np.array([5, 0]), truth) == pytest.approx(0.5)


def test_wrong_hidden_and_guessed_cells_are_told_apart():
    seen = list(START)
    seen[0], seen[1], seen[2] = "B", "?", "W"
    truth = list(START)
    truth[2] = truth[3] = None
    result = compare(Reading.certain("reversi", seen), truth)
    assert result["cells"] == 62
    assert result["cells_wrong"] == 2, "a1 is wrong, b1 was not read though it could be seen"
    assert result["hidden"] == 2
    assert result["hidden_wrong"] == 2, "c1 and d1 were under the hand and yet read with confidence"


def row(scene="s1", **values):
    told = {
        "game": "reversi", "source": "x", "scene": scene, "kind": "composed", "found": True,
        "corner_error": 0.05, "cells": 64, "cells_wrong": 0, "exact": True, "doubtful": 0,
        "hidden_wrong": 0, "hidden": 0,
    }  # fmt: skip
    return PictureRow(**(told | values))


def test_the_table_counts_what_matters():
    rows = [
        row(),
        row("s2", cells_wrong=1, exact=False),
        row("s2", cells_wrong=1, exact=False, doubtful=2),
        row("s3", found=False, corner_error=math.nan, exact=False),
    ]
    table = {share.what: share for share in shares(rows)}
    assert (table["boards found"].hits, table["boards found"].n) == (3, 4)
    assert table["boards found"].scenes == 3
    assert (table["boards exact"].hits, table["boards exact"].n) == (1, 4)
    assert (table["cells wrong"].hits, table["cells wrong"].n) == (2, 192)
    assert (table["of these wrong"].hits, table["of these wrong"].n) == (1, 2)
    assert "1 of 2 (50.00%" in str(table["of these wrong"])
    assert str(table["hidden cells guessed"]) == "hidden cells guessed: –"


def test_a_row_becomes_plain_csv():
    told = csv_row(row(find_ms=12.34567))
    assert told["found"] == 1
    assert told["find_ms"] == 12.3457
    assert told["read_ms"] == ""
