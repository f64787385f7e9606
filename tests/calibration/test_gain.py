"""What calibration brings: a board seen through a strong lens, with and without its profile."""

from __future__ import annotations

from cli.benchmarks.calibration import lens_measures


def test_a_profile_brings_the_lattice_to_within_a_fraction_of_a_pixel():
    found = {measure.what: measure.value for measure in lens_measures(boards=5, views=12)}
    assert found["lens, reprojection"] < 0.3
    four = [found[f"strong lens, 4 corners, {how} profile, median"] for how in ("without", "with")]
    many = [
        found[f"strong lens, 49 crossings, {how} profile, median"] for how in ("without", "with")
    ]
    assert four[0] > 2.5
    assert four[1] < 0.3
    assert many[1] < many[0] / 2
