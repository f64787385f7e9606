"""Photos in other ways: what is labelled in them moves along."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.altered import WAYS
from datasets.stills import Still
from vision.frame import Frame

CORNERS = np.array([(60.0, 40), (331, 55), (340, 250), (50, 240)])


@pytest.fixture
def still():
    picture = np.full((301, 400, 3), (60, 90, 70), np.uint8)
    for x, y in CORNERS.astype(int):
        cv2.circle(picture, (x, y), 7, (220, 220, 220), cv2.FILLED)
    contents = ("B",) * 64
    return Still("reversi", Frame(picture, 0.0, "a"), "a", "a", "photo", contents, CORNERS)


@pytest.mark.parametrize("way", WAYS)
def test_corners_lie_where_they_are_seen(still, way):
    seen = WAYS[way](still)
    picture = seen.frame.picture
    assert not np.array_equal(picture, still.frame.picture)
    (high, wide), middle = picture.shape[:2], picture[picture.shape[0] // 2, picture.shape[1] // 2]
    for x, y in np.rint(seen.corners).astype(int):
        assert 0 <= x < wide
        assert 0 <= y < high
        around = picture[y - 1 : y + 2, x - 1 : x + 2].mean()
        assert around > 1.3 * middle.mean()


def test_a_photo_turned_four_times_is_the_photo(still):
    seen = still
    for _ in range(4):
        seen = WAYS["turned by 90"](seen)
    assert np.array_equal(seen.frame.picture, still.frame.picture)
    assert np.allclose(seen.corners, CORNERS)
    twice = WAYS["turned by 90"](WAYS["turned by 90"](still))
    assert np.array_equal(twice.frame.picture, WAYS["turned by 180"](still).frame.picture)


def test_the_same_way_gives_the_same_picture(still):
    for way in WAYS.values():
        assert np.array_equal(way(still).frame.picture, way(still).frame.picture)
