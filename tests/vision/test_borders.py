"""The picture ends: what lies beyond is hidden, and a board that goes on there is refused."""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache

import cv2
import numpy as np
import pytest
from support.golden import SHARED

from calibration.corners import LATTICE, pose_from_corners
from calibration.markers import find_by_markers
from calibration.pose import BoardNotFound
from datasets.stills import composed_stills
from engines import InputError
from vision.border import beyond
from vision.detectors import detector
from vision.find import BoardFinder
from vision.frame import Frame
from vision.photo import read_photo

PHOTOS = SHARED / "photos" / "reversi"
CUT = [("acarp_wp1.png", 450), ("acarp_wp1.png", 457), ("janie_hand2.jpg", 952)]
"""Photos and the column of the picture at which a column of the board is cut through."""


@lru_cache(maxsize=3)
def still(game):
    return next(composed_stills(game, "validation", 1, seed=4))


def without_right(frame, column):
    return replace(frame, picture=np.ascontiguousarray(frame.picture[:, :column]))


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
def test_nothing_is_read_where_the_picture_ends(game):
    shown, pose = still(game).frame, still(game).pose
    assert not beyond(pose, shown.size).any()
    middles = pose.place_middles() if pose.places is not None else _middles(pose)
    column = int(np.median(middles[:, 0]))
    half = without_right(shown, column)
    gone = beyond(pose, half.size)
    assert 0.3 < gone.mean() < 0.8
    assert gone[middles[:, 0] > column].all()
    reading = detector(game).read(half, pose)
    assert not reading.seen[gone].any()
    assert reading.seen.any()


def _middles(pose):
    return pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0.0) for i in range(64)])


@pytest.mark.parametrize(
    ("corners", "what"),
    [
        ([(5000, 5000), (6000, 5000), (6000, 6000), (5000, 6000)], "0% of a board"),
        ([(500, 300), (1300, 300), (1300, 1100), (500, 1100)], "of a board in this picture"),
        ([(100, 100), (120, 100), (120, 120), (100, 120)], "4 pixels wide"),
    ],
)
def test_corners_round_a_board_that_cannot_be_seen_are_refused(corners, what):
    with pytest.raises(InputError, match=what):
        pose_from_corners(corners, (640, 480))


@pytest.mark.skipif(not PHOTOS.exists(), reason="no photos beside the checkout")
@pytest.mark.parametrize(("name", "column"), CUT)
def test_eight_columns_are_not_made_of_seven_and_a_half(name, column):
    picture = cv2.imread(str(PHOTOS / name))
    read_photo("reversi", Frame(picture, 0.0))
    with pytest.raises(BoardNotFound) as refused:
        read_photo("reversi", without_right(Frame(picture, 0.0), column))
    assert "cut off" in refused.value.reason


def beside_its_markers(frame):
    """The picture, and right of it four markers that nobody has cut out of their sheet."""
    high = frame.picture.shape[0]
    sheet = np.full((high, 420, 3), 255, np.uint8)
    known = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for number, (x, y) in enumerate([(60, 60), (280, 60), (280, 280), (60, 280)]):
        mark = cv2.aruco.generateImageMarker(known, number, 80)
        sheet[y : y + 80, x : x + 80] = mark[..., None]
    return replace(frame, picture=np.hstack([frame.picture, sheet]))


def test_markers_that_still_lie_on_their_sheet_are_not_taken_for_the_board():
    frame = still("reversi").frame
    beside = beside_its_markers(frame)
    alone = find_by_markers(beside).project(LATTICE)
    assert alone[:, 0].min() > frame.size[0], "the markers by themselves are fine"
    with pytest.raises(BoardNotFound) as refused:
        BoardFinder("reversi").find(beside)
    assert "round the board" in refused.value.reason


def test_nor_is_their_sheet_where_another_game_lies_beside_it():
    with pytest.raises(BoardNotFound) as refused:
        BoardFinder("reversi").find(beside_its_markers(still("mangala").frame))
    assert "Mangala" in refused.value.reason
