"""The labelled photos, where they are at hand, and labels that cannot be used."""

from __future__ import annotations

import json

import cv2
import numpy as np
import pytest
from support.golden import SHARED

from datasets.photos import BadLabel, load_photos, photo_count
from engines.kulami.layout import TR8

PHOTOS = SHARED / "photos"
needs_photos = pytest.mark.skipif(not PHOTOS.exists(), reason="no photos beside this checkout")


@needs_photos
@pytest.mark.shared
@pytest.mark.parametrize(("game", "count"), [("reversi", 13), ("kulami", 1), ("mangala", 8)])
def test_every_photo_loads_with_its_label_inside_the_picture(game, count):
    photos = list(load_photos(PHOTOS, game))
    assert len(photos) == count
    for photo in photos:
        width, height = photo.frame().size
        points = photo.corners if photo.corners is not None else photo.centres
        assert points is not None
        if not len(points):
            continue
        assert (points > -0.05 * max(width, height)).all()
        assert (points < np.array([width, height]) * 1.05).all()
        expected = 64 if game != "mangala" else len(points)
        assert len(photo.contents) == expected


@needs_photos
@pytest.mark.shared
def test_a_labelled_white_disc_is_brighter_than_a_black_one():
    """The corners and rows belong together: sample the middle of every labelled square."""
    for photo in load_photos(PHOTOS, "reversi"):
        means: dict[str, list[float]] = {"B": [], "W": []}
        picture = photo.frame().picture
        square = np.array([(0, 0), (8, 0), (8, 8), (0, 8)], np.float32)
        plane = cv2.getPerspectiveTransform(square, photo.corners.astype(np.float32))
        for cell, content in enumerate(photo.contents):
            if content in means:
                middle = np.array([[(cell % 8 + 0.5, cell // 8 + 0.5)]], np.float32)
                x, y = cv2.perspectiveTransform(middle, plane)[0, 0]
                means[content].append(float(picture[round(y), round(x)].mean()))
        if all(means.values()):
            assert np.median(means["W"]) > np.median(means["B"]) + 30, photo.name


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "not JSON"),
        ("{}", "expected a list"),
        ('["a.jpg"]', "label 1: expected an object"),
        ('[{"rows": []}]', 'label 1: expected "file"'),
        ('[{"file": "a.jpg"}]', "a.jpg: 'corners' is missing"),
        (json.dumps([{"file": "a.jpg", "corners": [[0, 0]], "rows": []}]), "a.jpg"),
        (
            json.dumps([{"file": "b.jpg", "corners": [[0, 0]] * 4, "rows": ["X" * 8] * 8}]),
            "8 rows of 8",
        ),
    ],
)
def test_bad_labels_name_the_photo(tmp_path, text, message):
    (tmp_path / "reversi").mkdir()
    (tmp_path / "reversi" / "labels.json").write_text(text, encoding="utf-8")
    with pytest.raises(BadLabel, match=message):
        list(load_photos(tmp_path, "reversi"))


def label(game, **values):
    corners = [[0, 0], [80, 0], [80, 80], [0, 80]]
    told = {
        "reversi": {"corners": corners, "rows": ["........"] * 8},
        "kulami": {"corners": corners, "rows": ["........"] * 8, "plates": TR8.split("/")},
        "mangala": {"pits": [{"centre": [10, 10], "count": 4}]},
    }[game]
    return {"file": "c.jpg", **told, **values}


def pits(count):
    return {"pits": [{"centre": [10, 10], "count": count}]}


@pytest.mark.parametrize(
    ("game", "values"),
    [
        ("reversi", {"rows": [".......", ".........", *["........"] * 6]}),
        ("reversi", {"rows": ["." * 64]}),
        ("reversi", {"rows": 64}),
        ("reversi", {"corners": [[0, 0], [1, float("nan")], [1, 1], [0, 1]]}),
        ("reversi", {"corners": [[0, 0], [1, 0], [1, 1]]}),
        ("reversi", {"corners": "x"}),
        ("reversi", {"corners": None}),
        ("kulami", {"plates": ["ABCDEFG", "ABCDEFGHI", *["ABCDEFGH"] * 6]}),
        ("kulami", {"plates": ["ABCDEFGH"] * 8}),
        ("kulami", {"plates": 3}),
        ("kulami", {"tokens": ["z9"]}),
        ("kulami", {"tokens": ["a1"]}),
        ("kulami", {"tokens": [3]}),
        ("kulami", {"tokens": "a1"}),
        ("mangala", {"pits": [4, 4]}),
        ("mangala", pits(3.7)),
        ("mangala", pits(-1)),
        ("mangala", pits(49)),
        ("mangala", pits(True)),
        ("mangala", pits("4")),
        ("mangala", {"pits": [{"centre": [10], "count": 4}, {"centre": [10, 3, 5], "count": 4}]}),
    ],
)
def test_labels_that_cannot_be_true_are_refused(tmp_path, game, values):
    (tmp_path / game).mkdir()
    path = tmp_path / game / "labels.json"
    path.write_text(json.dumps([label(game)]), encoding="utf-8")
    assert len(list(load_photos(tmp_path, game))) == photo_count(tmp_path, game) == 1
    path.write_text(json.dumps([label(game, **values)]), encoding="utf-8")
    with pytest.raises(BadLabel, match=r"c\.jpg"):
        list(load_photos(tmp_path, game))


def test_plates_and_tokens_may_be_left_out(tmp_path):
    (tmp_path / "kulami").mkdir()
    told = label("kulami")
    del told["plates"]
    (tmp_path / "kulami" / "labels.json").write_text(json.dumps([told]), encoding="utf-8")
    (photo,) = load_photos(str(tmp_path), "kulami")
    assert (photo.plates, photo.tokens) == ((), ())


def test_a_folder_one_too_deep_is_told(tmp_path):
    (tmp_path / "kulami").mkdir()
    (tmp_path / "kulami" / "labels.json").write_text("[]", encoding="utf-8")
    with pytest.raises(BadLabel, match="give the folder above"):
        photo_count(tmp_path / "kulami", "kulami")
    with pytest.raises(BadLabel, match="known: reversi, kulami, mangala"):
        photo_count(tmp_path, "chess")


def test_a_missing_folder_is_told(tmp_path):
    with pytest.raises(BadLabel, match="cannot read"):
        list(load_photos(tmp_path, "kulami"))
