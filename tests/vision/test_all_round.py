"""A board about which the ways from one side disagree is looked at from the other three."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.find import refine
from vision.find.refine import LATTICE, Lattice, confirmed

PLANE = np.array([[50.0, 3, 400], [2, -48, 300], [0.001, 0, 1]])
PICTURE = np.zeros((600, 800, 3), np.uint8)
QUARTER = np.array([[0.0, -1, 0], [1, 0, 0], [0, 0, 1]])


def seen_through(plane, certainty=0.996):
    points = cv2.perspectiveTransform(LATTICE[None], plane)[0]
    return Lattice(points, np.array([certainty, 0.0, 1 - certainty]), 0.05)


def rows_off(lattice, rows):
    return replace(lattice, points=lattice.points + np.array([0.0, 50.0 * rows]))


@pytest.mark.parametrize("quarters", range(4))
def test_a_lattice_seen_from_another_side_is_the_same_lattice(quarters):
    plane = PLANE @ np.linalg.matrix_power(QUARTER, quarters)
    told = seen_through(plane).turned(quarters)
    assert np.allclose(told.points, seen_through(PLANE).points)


def asked(monkeypatch, lost, certainty=0.996):
    """What is confirmed when so many of the four ways from each side lead astray."""
    sides = iter(lost)

    def ways(_, plane):
        true = seen_through(plane, certainty)
        back = next(sides)
        return [rows_off(true, n + 1) for n in range(back)] + [true] * (4 - back)

    monkeypatch.setattr(refine, "_ways_to", ways)
    found = confirmed(PICTURE, seen_through(PLANE, certainty))
    return found, sum(1 for _ in sides)


def test_a_board_that_all_ways_lead_to_needs_no_other_side(monkeypatch):
    found, unasked = asked(monkeypatch, [0, 0, 0, 0], certainty=0.96)
    assert (found is not None, unasked) == (True, 3)


def test_ways_that_disagree_on_one_side_only_are_outvoted(monkeypatch):
    found, unasked = asked(monkeypatch, [3, 1, 1, 0])
    assert unasked == 0
    assert np.allclose(found.points, seen_through(PLANE).points)


@pytest.mark.parametrize(
    ("lost", "certainty"), [([3, 2, 3, 2], 0.996), ([1, 1, 0, 0], 0.98)], ids=["most", "unsure"]
)
def test_what_half_of_the_ways_miss_or_what_may_be_something_else_is_no_board(
    monkeypatch, lost, certainty
):
    assert asked(monkeypatch, lost, certainty) == (None, 0)
