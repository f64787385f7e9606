"""A table's calibration profile in the set-up and in the game that is begun there."""

from __future__ import annotations

import time

import numpy as np
import pytest
from fastapi.testclient import TestClient
from support.desks import PIN

from calibration.lens import Lens
from calibration.profile import BadProfile, Profile
from engines import InputError, new_game
from referee.desk.access import Access
from referee.desk.app import make_app
from referee.desk.desk import Desk
from referee.desk.findings import findings_of
from referee.desk.parts import eye_of
from referee.desk.refusals import refusal_words
from referee.desk.running import BROKEN
from referee.desk.trial import Trial
from referee.desk.web import sayer
from referee.sitting.looking import Looking
from referee.tracker import Settings
from vision.cameras.around import take
from vision.find import BoardFinder

SIZE = (960, 720)
CORNERS = [(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)]
LENS = Lens(SIZE, np.array([[900.0, 0, 480], [0, 900, 360], [0, 0, 1]]), np.zeros(5))


@pytest.fixture
def desk(tmp_path):
    made = Desk(tmp_path, Access(PIN), language="en")
    yield made
    made.close()


def test_set_up_and_game_look_through_the_profiles_lens(desk):
    desk.profile = Profile("demo:reversi", SIZE, LENS)
    client = TestClient(make_app(desk), base_url="http://localhost", follow_redirects=False)
    client.post("/api/login", json={"pin": PIN})
    client.post("/api/setup/look", json={"game": "reversi", "source": "demo:reversi"})
    end = time.monotonic() + 60
    while not client.get("/api/setup").json()["found"] and time.monotonic() < end:
        time.sleep(0.2)
    assert desk.trial.looking.lens is LENS
    assert np.allclose(desk.trial.look.pose.matrix, LENS.matrix)
    assert client.post("/api/setup/start", json={}).status_code == 204
    assert desk.sitting().table.finder.lens is LENS


def test_row_1_is_where_the_profile_has_it():
    frame = take("demo:reversi")
    lies = Trial("usb:0", new_game("reversi"), None, lambda: None).look_now(frame).pose
    known = Looking(Profile("usb:0", SIZE, pose=lies.turned(2)))
    seen = Trial("usb:0", new_game("reversi"), None, lambda: None, known).look_now(frame)
    assert np.allclose(seen.handles(), lies.turned(2).project(CORNERS), atol=12)


def test_a_profile_of_another_camera_is_told_in_the_readers_language():
    frame = take("demo:reversi")
    known = Looking(Profile("usb:0", (640, 480)))
    trial = Trial("usb:0", new_game("reversi"), None, lambda: frame, known, frame=frame)
    trial.start()
    end = time.monotonic() + 20
    while not trial.refused and time.monotonic() < end:
        time.sleep(0.1)
    trial.close()
    ((_, said),) = findings_of(trial, trial.look, sayer("tr")).lines
    assert "bu profil 640 x 480 görüntüler için" in said.casefold()


def test_a_profile_of_another_camera_is_refused_in_a_game_too_though_it_has_no_lens():
    """From the command line a game begins without a set-up, in which the size would be told."""
    game = new_game("reversi")
    lies = BoardFinder("reversi").find(take("demo:reversi"))
    for known in (Profile("usb:0", (640, 480)), Profile("usb:0", (640, 480), pose=lies)):
        table = Looking(known)(game, game.start(), Settings())
        with pytest.raises(BadProfile, match="pictures of 640 x 480"):
            table.see(take("demo:reversi"))
        assert table.pose is None
    fitting = Looking(Profile("usb:0", SIZE, pose=lies))(game, game.start(), Settings())
    fitting.see(take("demo:reversi"))
    assert fitting.pose is not None


def test_a_profile_that_does_not_fit_is_told_in_the_readers_words():
    for told in (
        "the profile's colours of reversi were learnt by another version of Hakem; "
        "learn them anew with `hakem calibrate colours GAME PHOTO --out PROFILE --afresh`",
        "the lens was measured in pictures of 640 x 480, the camera gives 1280 x 720; "
        "set the camera back or calibrate again",
    ):
        assert refusal_words(sayer("en"), told) == told
        assert "yeniden" in refusal_words(sayer("tr"), told)


def test_a_game_whose_profile_does_not_fit_says_so_and_goes_on_when_it_does(shown, monkeypatch):
    """The lens is of another size: it was told that the program has stopped."""
    told = (
        "the lens was measured in pictures of 640 x 480, the camera gives 1280 x 720; "
        "set the camera back or calibrate again"
    )

    def refuse(frame):
        raise BadProfile(told)

    running, standing = shown.running, shown.sitting.standing()
    monkeypatch.setattr("referee.desk.running.REST", 0)
    monkeypatch.setattr(running.sitting, "see", refuse)
    running._see(take("demo:reversi"))
    said = eye_of(running, standing, sayer("tr")).text
    assert "640 x 480" in said
    assert "yeniden" in said
    assert "Kameradan" not in said
    monkeypatch.setattr(running.sitting, "see", lambda frame: [])
    running._see(take("demo:reversi"))
    assert not running.refused


def test_what_fails_in_a_game_is_not_taken_for_a_profile_that_does_not_fit(shown, monkeypatch):
    def fail(frame):
        raise InputError("no such pit 'S2 N1'")

    running = shown.running
    monkeypatch.setattr("referee.desk.running.REST", 0)
    monkeypatch.setattr(running.sitting, "see", fail)
    monkeypatch.setattr(running, "_look", lambda: running._see(take("demo:reversi")))
    running._run()
    assert (running.notice, running.refused) == (BROKEN, "")
