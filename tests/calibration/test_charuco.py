"""The lens comes back from pictures of the printed sheet, and bad views are told."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from support.sheets import WIDE, sheet_views

from calibration import charuco
from calibration.charuco import Collection, View, find_lens, see
from calibration.corners import fit_pose
from calibration.coverage import Coverage, tilt_of
from calibration.pose import BoardNotFound
from datasets.snapshots import hung
from engines import InputError

WHITE = np.full((720, 960, 3), 255, np.uint8)


def collected(pictures):
    collection = Collection()
    for picture in pictures:
        collection.add(picture)
    return collection


@pytest.fixture(scope="module")
def full():
    return collected(sheet_views())


def test_the_lens_comes_back_from_pictures_of_the_printed_sheet(full):
    lens = find_lens(full)
    assert lens.error < 0.3
    assert abs(lens.matrix[0, 0] / WIDE.matrix[0, 0] - 1) < 0.005
    inside = np.stack(np.meshgrid(np.linspace(90, 870, 12), np.linspace(70, 650, 9)), -1)
    off = lens.undistort(inside) - WIDE.undistort(inside)
    assert np.sqrt((off**2).sum(1).mean()) < 1.5
    assert abs(lens.field - WIDE.field) < 1


def test_advice_names_the_missing_parts_and_tilts_until_nothing_is_missing(full):
    assert full.coverage.complete
    assert full.coverage.advice("en") == "nothing is missing"
    assert full.coverage.advice("tr") == "eksik yok"
    first = collected(sheet_views()[:1]).coverage
    assert "bottom right" in first.advice("en")
    assert "its left side nearer" in first.advice("en")
    assert "sağ alt" in first.advice("tr")


def test_a_view_like_one_before_is_not_taken():
    collection = collected(sheet_views()[:1])
    assert not collection.add(sheet_views()[0])
    assert len(collection.views) == 1


def test_many_views_of_one_place_do_not_keep_others_out(monkeypatch):
    """Half a minute of waving the sheet about in the middle: then the corners are shown at last."""
    monkeypatch.setattr(charuco, "MOST_VIEWS", 2)
    collection = collected(sheet_views()[:2])
    widened = [view for view in sheet_views()[2:] if collection.add(view)]
    assert widened
    assert collection.coverage.complete
    assert len(collection.views) < len(sheet_views())  # what shows nothing new stays out


def test_too_few_views_say_how_many_and_what_next():
    with pytest.raises(InputError, match=r"3 different views .* 6 are needed.*show the sheet in"):
        find_lens(collected(sheet_views()[:3]))
    with pytest.raises(InputError, match="0 different views"):
        find_lens(Collection())


def test_views_that_are_all_alike_are_refused(full):
    one = full.views[4]
    same = Collection(full.size, [View(one.points, one.pixels + i, "flat") for i in range(8)])
    with pytest.raises(InputError, match="too much alike: show the sheet in these parts"):
        find_lens(same)


def test_a_sheet_that_is_not_flat_is_refused(full):
    rng = np.random.default_rng(3)
    crumpled = [
        View(v.points, v.pixels + rng.normal(0, 4, v.pixels.shape), v.tilt) for v in full.views
    ]
    with pytest.raises(InputError, match=r"pixels off; lay the sheet on something flat and stiff"):
        find_lens(Collection(full.size, crumpled))


def test_one_bad_view_among_good_ones_is_left_out(full):
    rng = np.random.default_rng(4)
    views = list(full.views)
    views[5] = View(
        views[5].points, views[5].pixels + rng.normal(0, 6, views[5].pixels.shape), views[5].tilt
    )
    assert find_lens(Collection(full.size, views)).error < 0.3


def test_no_sheet_and_half_a_sheet_are_told():
    with pytest.raises(BoardNotFound, match="no part of the calibration sheet"):
        see(WHITE)
    strip = sheet_views()[4].copy()
    strip[:, 440:] = 200
    strip[:300] = 200
    with pytest.raises(BoardNotFound, match=r"only \d+ of 54 points|no part|only one row"):
        see(strip)


def test_pictures_of_different_sizes_are_refused():
    collection = collected(sheet_views()[:1])
    with pytest.raises(InputError, match="480 x 360 among those of 960 x 720"):
        collection.add(cv2.resize(sheet_views()[1], (480, 360)))


@pytest.mark.parametrize(
    ("tilt", "around", "held"),
    [(3, 0, "flat"), (30, 0, "right"), (30, 180, "left"), (30, 90, "top"), (30, 270, "bottom")],
)
def test_how_the_sheet_is_held_is_named_by_its_nearer_side(tilt, around, held):
    """A camera that leans to the sheet's right sees its right side nearer."""
    true = hung(WIDE, tilt, around, 0, 0.7)
    points = np.array([(x, y, 0.0) for x in range(-4, 5) for y in range(-4, 5)])
    pose = fit_pose(points, true.project(points), WIDE.size)
    assert tilt_of(pose.rotation[:, 2]) == held
    sides = {"right": (4, 0, 0), "left": (-4, 0, 0), "top": (0, 4, 0), "bottom": (0, -4, 0)}
    if held in sides:
        assert min(sides, key=lambda side: true.depth([sides[side]])[0]) == held


def test_few_parts_or_tilts_are_poor():
    everywhere = [np.random.default_rng(1).uniform(0, 1, (90, 2))]
    assert Coverage.of(everywhere, ["flat"]).poor
    assert not Coverage.of(everywhere * 2, ["left", "top"]).poor
    assert Coverage.of([everywhere[0] / 2], ["left", "top"]).poor
