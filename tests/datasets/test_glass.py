"""Stones of glass: lighter shadows with a bright spot, and a sheet of colour inside."""

from __future__ import annotations

import numpy as np

from datasets.sketch.glass import glowing, lets_through, refracted, vane


def ball(count=2000, seed=1):
    """Points of the half of a ball that a camera above sees."""
    points = np.random.default_rng(seed).normal(size=(count, 3))
    points[:, 2] = np.abs(points[:, 2])
    return points / np.linalg.norm(points, axis=1, keepdims=True)


DOWN = np.array([[0.0, 0.0, -1.0]])


def test_light_that_enters_is_bent_inwards():
    own = ball()
    ways = np.repeat(DOWN, len(own), 0)
    inner = refracted(ways, own)
    assert np.allclose(np.linalg.norm(inner, axis=1), 1)
    steeper = -(inner * own).sum(1) >= -(ways * own).sum(1) - 1e-9  # nearer to the normal
    assert steeper.all()
    assert np.allclose(refracted(DOWN, -DOWN), DOWN)


def test_a_sheet_is_seen_in_some_part_of_the_ball():
    own = ball()
    ways = np.repeat(DOWN, len(own), 0)
    shares = []
    for seed in range(20):
        seen, side = vane(own, ways, np.random.default_rng(seed))
        assert ((seen >= 0) & (seen <= 1 + 1e-9)).all()
        assert (np.abs(side) <= 1 + 1e-9).all()
        shares.append((seen.mean(), seen[own[:, 2] < 0.2].mean()))
    all_of_it, rim = np.median(shares, axis=0)
    assert 0.05 < all_of_it < 0.8
    assert rim < all_of_it  # round it the glass is clear


def test_glass_gathers_light_on_the_side_away_from_the_lamp():
    lamp = np.array([0.0, 0.0, 1.0])
    own = np.array([[0.0, 0.0, -1.0], [0.0, 0.0, 1.0], [1.0, 0.0, 0.0]])
    assert glowing(own, lamp, 3.0).tolist() == [1.0, 0.0, 0.0]


def test_the_shadow_of_glass_is_lighter_and_bright_in_the_middle():
    aside = np.array([0.0, 0.9, 2.0])
    shadow = np.array([1.0, 1.0, 0.0])
    clear = lets_through(shadow, aside, 0.9)
    assert clear[0] < 0  # brighter than where no stone is
    assert 0 < clear[1] < 1
    assert clear[2] == 0
    assert np.array_equal(lets_through(shadow, aside, 0.0), shadow)
