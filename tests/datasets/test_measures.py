"""The yardstick itself is right."""

from __future__ import annotations

import math

import numpy as np
import pytest

from datasets.measures import (
    Belief,
    PictureRow,
    PitRow,
    centre_error,
    compare,
    corner_error,
    pit_shares,
    shares,
)
from datasets.rows import csv_row, write_rows
from datasets.shares import share_of_parts, wilson
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


def test_pits_may_be_numbered_from_either_side_and_are_measured_in_spacings():
    truth = np.array([(60 * i, 0) for i in range(6)] + [(60 * (5 - i), 80) for i in range(6)])
    assert centre_error(truth, truth) == 0
    assert centre_error(np.roll(truth, 6, 0), truth) == 0, "who is south, nobody can see"
    assert centre_error(truth + np.array([15, 0]), truth) == pytest.approx(0.25)
    assert centre_error(np.roll(truth, 3, 0), truth) > 1
    assert math.isnan(centre_error(truth[:5], truth)), "some pits alone are no board"


def belief(contents):
    return Belief.of(Reading.certain("reversi", contents))


def test_wrong_unseen_and_unknown_cells_are_told_apart():
    seen = list(START)
    seen[0], seen[1], seen[2] = "B", "?", "W"
    truth = list(START)
    truth[2] = truth[3] = None
    result = compare(belief(seen), truth)
    assert result.cells == 62
    assert result.wrong == (0, 1), "a1 is wrong, b1 was not read though it could be seen"
    assert result.unseen == 1
    assert result.covered == 0, "nobody knows c1 and d1; that does not mean they were hidden"
    assert len(result.answers) == 61
    assert sum(not right for _, right in result.answers) == 1


def test_a_covered_cell_may_be_called_hidden_or_be_right_but_not_surely_wrong():
    truth, beneath, covers = [None] * 5 + START[5:], list(START), [0.0] * 64
    covers[:5] = 0.41, 0.9, 1.0, 0.39, 0.5
    told = [".", "W", "?", "W", "B", *START[5:]]
    reading = Reading.certain("reversi", told)
    reading.probabilities[4] = (0.05, 0.9, 0.05)
    result = compare(Belief.of(reading), truth, beneath, covers)
    assert result.cells == 59
    assert result.covered == 4, "d1 is covered too little to count either way"
    assert result.covered_sure == 2, "a1 and b1; c1 was called hidden, e1 is in doubt"
    assert result.covered_wrong == 1, "a1 is right by chance"
    assert compare(belief(told), truth, (), covers).covered_wrong is None, "nobody knows"


def row(scene="s1", **values):
    told = {
        "game": "reversi", "source": "x", "scene": scene, "kind": "composed", "found": True,
        "corner_error": 0.05, "cells": 64, "cells_wrong": 0, "exact": True, "doubtful": 0,
        "find_ms": 5.0,
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
    assert "covered cells read with confidence" not in table, "no hand, no line"


def test_a_wrong_plate_or_a_guess_under_a_hand_is_as_bad_as_a_wrong_cell():
    assert not row().sure_and_wrong
    assert row(plates_right=False).sure_and_wrong
    assert row(covered=3, covered_sure=1, covered_wrong=1).sure_and_wrong
    assert not row(plates_right=False, doubtful_seams=1).sure, "a doubtful seam is a doubt"
    rows = [row(covered=3, covered_sure=2, covered_wrong=1), row(covered=2, covered_sure=1)]
    table = {share.what: share for share in shares(rows)}
    assert (table["covered cells read with confidence"].hits) == 3
    false = table["covered cells read with confidence and wrong"]
    assert (false.hits, false.n) == (1, 3), "where nobody knows the truth nothing is claimed"


def test_kulamis_lines_count_only_where_something_was_compared():
    rows = [row(tokens_wrong=0, plates_right=True), row(tokens_wrong=2, score_right=False)]
    table = {share.what: share for share in shares(rows)}
    assert (table["boards with every token right"].hits, len(rows)) == (1, 2)
    assert table["boards with every plate right"].n == 1
    assert table["final scores right"].value == 0


def pit(place, stones, told, scene="s1", sure=False):
    return PitRow("x", scene, "composed", place, stones, told, sure)


def test_pits_are_counted_by_how_many_stones_they_hold():
    rows = [
        pit(0, 0, 0), pit(1, 0, 1), pit(2, 12, 12), pit(3, 12, 11), pit(4, 17, 17, sure=True),
        pit(5, 20, 16, sure=True), pit(6, 5, -1), pit(12, 30, 33), pit(13, 30, 34), pit(13, 3, 4),
    ]  # fmt: skip
    table = {share.what: (share.hits, share.n) for share in pit_shares(rows)}
    assert table["pits with 0, exact"] == (1, 2)
    assert table["pits with 12, exact"] == (1, 2)
    assert table["pits with 16 or more, exact"] == (1, 2)
    assert table["pits with 0 to 6, exact"] == (1, 3)
    assert table["pits with 0 to 6, within one"] == (2, 3), "a pit called hidden is not near"
    assert table["pits with 7 to 12, within one"] == (2, 2)
    assert table["treasuries within a tenth"] == (2, 3)
    assert table["pits told without doubt, wrong"] == (1, 2)
    assert "pits with 3, exact" not in table


def test_cells_of_one_scene_are_not_taken_for_independent():
    bad = [("s0", 60, 64), *((f"s{i}", 0, 64) for i in range(1, 8))]
    share = share_of_parts("cells wrong", bad)
    low, high = share.interval
    assert low == 0
    assert high > 0.25, "another draw of tables may well hold two such ones"
    assert high > 2 * wilson(share.hits, share.n)[1]
    assert share_of_parts("cells wrong", bad).interval == share.interval, "the same every time"
    assert share_of_parts("cells wrong", bad[:4]).interval is None, "too few tables"
    assert share_of_parts("cells wrong", bad[1:]).interval is None, "no hit, nothing to draw"
    assert "95 %" not in str(share_of_parts("cells wrong", bad[1:]))


def test_a_file_that_cannot_be_finished_leaves_the_old_one(tmp_path):
    path = tmp_path / "rows.csv"
    write_rows(path, [row()], PictureRow)
    before = path.read_text()
    with pytest.raises(TypeError):
        write_rows(path, [row(), "no row"], PictureRow)
    assert path.read_text() == before
    assert list(tmp_path.iterdir()) == [path]
    write_rows(path, [], PictureRow)
    assert path.read_text().startswith("game,source,scene")


def test_a_row_becomes_plain_csv():
    told = csv_row(row(find_ms=12.34567))
    assert told["found"] == 1
    assert told["find_ms"] == 12.3457
    assert told["read_ms"] == ""
    assert told["plates_right"] == "", "nothing where nothing was compared"
