"""An edited journal is noticed, and where."""

from __future__ import annotations

import sqlite3

import cv2
import numpy as np
import pytest

from calibration.corners import LATTICE, fit_pose, pose_from_corners
from referee.journal import Journal, chain, verify
from referee.journal.pictures import cut_out
from referee.journal.places import pictures_of


def edit(path, *orders):
    base = sqlite3.connect(path)
    base.execute("DROP TRIGGER no_update")
    base.execute("DROP TRIGGER no_delete")
    for order in orders:
        base.execute(order)
    base.commit()
    base.close()


def troubles(path):
    return [(trouble.number, trouble.code) for trouble in verify(path).troubles]


@pytest.mark.parametrize(
    ("order", "found"),
    [
        ("UPDATE events SET event = replace(event, 'f5', 'f6') WHERE number = 4", [(4, "edited")]),
        ("UPDATE events SET time = '2020-01-01' WHERE number = 10", [(10, "edited")]),
        ("UPDATE events SET hash = hash || '0' WHERE number = 1", [(1, "edited"), (2, "joined")]),
        ("DELETE FROM events WHERE number = 5", [(5, "missing")]),
        ("DELETE FROM events WHERE number IN (5, 6, 8)", [(5, "missing"), (8, "missing")]),
        ("DELETE FROM events WHERE number > 7", [(8, "tail")]),
        ("DELETE FROM events", [(1, "tail")]),
        ("DELETE FROM head", [(11, "tail")]),
        ("UPDATE events SET event = 7 WHERE number = 3", [(3, "edited"), (3, "form")]),
        (
            f"UPDATE events SET event = replace(event, ':0.3', ':1{'0' * 400}') WHERE number = 3",
            [(3, "edited"), (3, "form")],
        ),
        ("UPDATE events SET event = x'ff' WHERE number = 3", [(3, "kind")]),
        (
            "UPDATE events SET event = (SELECT event FROM events LIMIT 1) WHERE number = 3",
            [(3, "edited")],
        ),
    ],
)
def test_edits_are_noticed_where_they_were_made(journal, order, found):
    assert verify(journal).good
    edit(journal, order)
    assert troubles(journal) == found


def test_an_event_replaced_with_its_hash_shows_at_the_next(journal):
    base = sqlite3.connect(journal)
    before = base.execute("SELECT hash FROM events WHERE number = 3").fetchone()[0]
    time, text = base.execute("SELECT time, event FROM events WHERE number = 4").fetchone()
    base.close()
    forged = text.replace("f5", "f6")
    made = chain.link(before, 4, time, forged)
    edit(journal, f"UPDATE events SET event = '{forged}', hash = '{made}' WHERE number = 4")
    (trouble,) = verify(journal).troubles
    assert (trouble.number, trouble.code) == (5, "edited")
    assert "event 4 was replaced together with its hash" in trouble.what


@pytest.fixture
def pictured(tmp_path):
    picture = np.random.default_rng(1).integers(0, 255, (240, 320, 3), np.uint8)
    pose = pose_from_corners([(80, 40), (240, 40), (240, 200), (80, 200)], (320, 240))
    path = tmp_path / "table1.hakem"
    with Journal(path) as journal:
        shown = cut_out(picture, pose)
        entry = journal.append({"event": "fault", "time": 1}, {"before": shown, "after": shown})
    return path, entry


def test_pictures_lie_beside_it_named_by_their_hash(pictured):
    path, entry = pictured
    told = entry.event["pictures"]
    assert set(told) == {"before", "after"}
    (file,) = pictures_of(path).iterdir()
    assert file.name == told["after"]["file"]
    assert verify(path).pictures == 1
    assert verify(path).good


def test_a_changed_and_a_missing_picture_are_noticed(pictured):
    path, _ = pictured
    (file,) = pictures_of(path).iterdir()
    file.write_bytes(file.read_bytes() + b"x")
    assert troubles(path) == [(1, "picture_changed")]
    file.unlink()
    assert troubles(path) == [(1, "picture_missing")]


def test_a_picture_is_written_before_the_event_that_names_it(pictured, monkeypatch):
    path, _ = pictured
    shown = cut_out(np.zeros((240, 320, 3), np.uint8), _pose())
    with Journal(path) as journal:
        monkeypatch.setattr(chain, "now", lambda: pytest.fail("cut before the event"))
        with pytest.raises(pytest.fail.Exception):
            journal.append({"event": "fault", "time": 2}, {"after": shown})
        assert len(journal) == 1
    assert len(list(pictures_of(path).iterdir())) == 2
    monkeypatch.undo()
    assert verify(path).good  # a picture nobody names harms nothing


def _pose():
    return pose_from_corners([(80, 40), (240, 40), (240, 200), (80, 200)], (320, 240))


def test_a_picture_shows_the_board_and_a_cell_around_it_and_nothing_else():
    picture = np.full((480, 640, 3), 255, np.uint8)
    corners = [(250, 100), (400, 160), (340, 310), (190, 250)]  # a board that lies askew
    shown = cut_out(picture, pose_from_corners(corners, (640, 480)))
    seen = shown.picture[..., 0] == 255
    area = cv2.contourArea(np.array(corners, np.float32))
    assert 1.45 * area < seen.sum() < 1.65 * area  # ten cells by ten instead of eight by eight
    assert (shown.picture[~seen] == 128).all()
    moved = shown.pose.project([(-4, 4, 0)])[0]
    assert shown.picture.shape[0] < 280
    assert np.allclose(moved + (np.array([250, 100]) - moved), (250, 100))
    whole = pose_from_corners(corners, (640, 480)).project([(-4, 4, 0), (4, -4, 0)])
    cut = shown.pose.project([(-4, 4, 0), (4, -4, 0)])
    assert np.allclose(whole[0] - cut[0], whole[1] - cut[1])


def test_a_board_outside_the_picture_is_refused():
    corners = [(1250, 1100), (1400, 1100), (1400, 1250), (1250, 1250)]
    with pytest.raises(ValueError, match="outside"):
        cut_out(np.zeros((480, 640, 3), np.uint8), fit_pose(LATTICE, corners, (640, 480)))
