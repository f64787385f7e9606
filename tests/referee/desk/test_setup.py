"""Setting a table up, on a real picture: found, read, mended, started; and in the browser."""

from __future__ import annotations

import re
import time
from threading import Timer

import cv2
import numpy as np
import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from support.browsing import picture
from support.desks import PIN, Server, Waiting

from engines import GAMES, new_game
from referee.desk.app import make_app
from referee.desk.boards import holes_seen
from referee.desk.findings import findings_of
from referee.desk.trial import Trial, TrialLook
from vision.cameras.around import take
from vision.frame import Frame


def looked(client, wait=60.0):
    """The set-up once something has been seen."""
    end = time.monotonic() + wait
    while True:
        told = client.get("/api/setup").json()
        if told["found"] or time.monotonic() > end:
            return told
        time.sleep(0.2)


def words(look, game="kulami"):
    trial = Trial("usb:0", new_game(game), None, lambda: None)
    return findings_of(trial, look, str).lines


def test_a_table_is_set_up_and_started(client, desk):
    assert client.get("/").headers["location"] == "/setup"
    assert client.get("/api/setup").status_code == 404
    wanted = {"game": "kulami", "source": "demo:kulami"}
    assert client.post("/api/setup/look", json=wanted).status_code == 204
    told = looked(client)
    assert told["ready"], told["findings"]
    assert len(told["layout"]) == 8
    assert "Start position recognised" in told["findings"]
    begin = {"names": ["Elif", "Can"], "table": "5", "minutes": 10}
    assert client.post("/api/setup/start", json=begin).status_code == 204
    assert client.get("/").status_code == 200
    table = client.get("/api/table").json()
    assert (table["game"], table["names"], table["table"]) == ("kulami", ["Elif", "Can"], "5")
    assert str(desk.sitting().tracker.game.layout) == "/".join(told["layout"])


def test_corners_plates_and_turns_by_hand(client):
    client.post("/api/setup/look", json={"game": "kulami", "source": "demo:kulami"})
    told = looked(client)
    points = told["handles"]
    moved = [[points[0][0] + 3, points[0][1]], *points[1:]]
    assert client.post("/api/setup/place", json={"points": moved}).status_code == 204
    again = client.get("/api/setup").json()
    assert again["given"]
    assert abs(again["handles"][0][0] - moved[0][0]) < 3
    crossed = [points[0], points[2], points[1], points[3]]
    assert client.post("/api/setup/place", json={"points": crossed}).status_code == 409
    refused = client.post("/api/setup/plates", json={"layout": "/".join(["AAAAAAAA"] * 8)})
    assert refused.status_code == 409
    assert "bad plate layout" in refused.json()["detail"]
    assert client.post("/api/setup/plates", json={"layout": "tr8"}).status_code == 204
    layout = client.get("/api/setup").json()["layout"]
    assert "/".join(layout) == str(new_game("kulami", {"layout": "tr8"}).layout)
    assert client.post("/api/setup/place", json={"points": None}).status_code == 204


def test_plates_that_were_mended_wrongly_are_read_again(client):
    client.post("/api/setup/look", json={"game": "kulami", "source": "demo:kulami"})
    read = looked(client)
    assert len(read["holes"]) == 64
    assert np.allclose(np.mean(read["holes"], 0), np.mean(read["handles"], 0), atol=40)
    assert client.post("/api/setup/plates", json={"layout": "tr8"}).status_code == 204
    assert client.get("/api/setup").json()["layout"] != read["layout"]
    assert client.post("/api/setup/plates", json={"layout": None}).status_code == 204
    assert client.get("/api/setup").json()["layout"] == read["layout"]


def test_what_is_wrong_is_said_with_what_to_do():
    frame = take("demo:kulami")
    dark = Frame((frame.picture // 12).astype(np.uint8), 0.0)
    trial = Trial("usb:0", new_game("kulami"), None, lambda: None)
    said = " ".join(text for _, text in findings_of(trial, trial.look_now(dark), str).lines)
    assert "too dark" in said
    half = Frame(np.ascontiguousarray(frame.picture[:, : frame.size[0] // 2]), 0.0)
    said = findings_of(trial, trial.look_now(half), str).lines
    assert said[0][0] == "wrong"
    assert "The board is not seen." in said[0][1]


@pytest.mark.parametrize("game", GAMES)
def test_a_board_that_is_not_found_is_placed_by_hand(client, desk, game):
    bare = Frame(np.full((480, 640, 3), 120, np.uint8), 0.0)
    desk.trial = Trial("usb:0", new_game(game), None, lambda: bare, frame=bare)
    desk.trial.start()
    desk.trial.look_now(bare)
    told = client.get("/api/setup").json()
    assert not told["found"]
    assert "drag the four points" in told["findings"]
    assert len(told["handles"]) == 4
    assert all(0 < x < 640 and 0 < y < 480 for x, y in told["handles"])
    points = [[told["handles"][0][0] + 5, told["handles"][0][1]], *told["handles"][1:]]
    assert client.post("/api/setup/place", json={"points": points}).status_code == 204
    placed = client.get("/api/setup").json()
    assert placed["found"]
    assert placed["given"]
    assert np.abs(np.subtract(placed["handles"], points)).max() < 20


def test_the_password_of_the_camera_that_is_tried_is_not_told(client, desk):
    whole = "rtsp://me:secret@192.0.2.9/one"
    desk.trial = Trial(whole, new_game("reversi"), None, lambda: None)
    desk.trial.start()
    assert client.get("/api/setup").json()["source"] == "rtsp://me:***@192.0.2.9/one"


def test_the_small_picture_of_a_camera_that_is_tried_is_its_newest_one(client, desk):
    bare = Frame(np.full((480, 640, 3), 120, np.uint8), 0.0)
    desk.trial = Trial("usb:63", new_game("reversi"), None, lambda: bare, frame=bare)
    desk.trial.start()
    answer = client.get("/desk/setup/thumbnail", params={"source": "usb:63"})
    assert answer.status_code == 200  # no such camera could be opened a second time
    assert answer.headers["cache-control"] == "no-store"


@pytest.mark.parametrize("held_by", ["trial", "running"])
def test_a_camera_whose_first_picture_is_awaited_is_not_opened_again(shown, monkeypatch, held_by):
    client = TestClient(shown.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    bare = Frame(np.full((480, 640, 3), 120, np.uint8), 0.0)
    if held_by == "trial":
        held = shown.desk.trial = Trial("usb:63", new_game("reversi"), Waiting(), lambda: None)
        held.start()
    else:
        held = shown.running
    source = {"source": "usb:63" if held_by == "trial" else shown.camera.source}
    opened = []
    monkeypatch.setattr("referee.desk.setup.take", lambda source: opened.append(source) or bare)
    monkeypatch.setattr("referee.desk.trying.FIRST_PICTURE", 0.2)
    answer = client.get("/desk/setup/thumbnail", params=source)
    assert (answer.status_code, opened) == (409, [])
    assert "has given no picture yet" in answer.json()["detail"]
    monkeypatch.setattr("referee.desk.trying.FIRST_PICTURE", 30.0)
    Timer(0.3, setattr, (held, "frame", bare)).start()
    assert client.get("/desk/setup/thumbnail", params=source).status_code == 200
    assert opened == []
    if held_by == "trial":
        held.camera.close()  # its thread waits for a picture


def test_small_pictures_show_all_of_the_table(client):
    style = client.get("/static/desk.css").text
    assert re.search(r"\.choice img {[^}]*object-fit: contain", style)


def test_glare_a_wrong_start_and_a_moved_board_are_told():
    frame = take("demo:kulami")
    trial = Trial("usb:0", new_game("kulami"), None, lambda: None)
    first = trial.look_now(frame)
    assert first.ready
    glared = frame.picture.copy()
    middle = first.pose.project([(-3.5, 3.5, 0.0)])[0]
    cv2.circle(glared, tuple(int(v) for v in middle), 45, (255, 255, 255), -1)
    trial.given = first.pose
    lit = trial.look_now(Frame(glared, 1.0))
    assert "a1" in lit.glare
    assert any(text.startswith("Glare on these squares: a1") for _, text in words(lit))
    trial.given = None
    shifted = np.roll(frame.picture, 60, axis=1)
    assert trial.look_now(Frame(shifted, 2.0)).moved
    other = TrialLook(frame, first.pose, first.board, wrong=("d4", "e5"))
    assert any("This is not the start position: d4, e5." in text for _, text in words(other))


def test_a_new_user_sets_a_table_up_in_the_browser(desk, visit, tmp_path):
    with Server(make_app(desk)) as server:
        page = visit(server.address, "tablet")
        begun = time.monotonic()
        page.fill("[name=pin]", PIN)
        page.click("form button")
        page.wait_for_url(re.compile("/setup$"))
        page.check("[name=game][value=kulami]")
        page.wait_for_selector('[name=source][value="demo:kulami"]')
        page.check('[name=source][value="demo:kulami"]')
        page.get_by_role("button", name="Look at the table").click()
        expect(page.locator("#findings")).to_contain_text(
            "Start position recognised", timeout=60000
        )
        expect(page.locator(".handle:visible")).to_have_count(4)
        page.locator("#place").scroll_into_view_if_needed()
        picture(page, "desk_setup", tmp_path)
        page.locator(".handle").first.focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator(".loupe")).to_be_visible()
        page.fill("[name=a]", "Zeynep")
        page.fill("[name=b]", "Ömer")
        expect(page.locator("#start")).to_be_enabled()
        page.click("#start")
        page.wait_for_url(f"{server.address}/")
        expect(page.locator("#players")).to_contain_text("Zeynep")
        assert time.monotonic() - begun < 120
        page.close()


def test_a_wrong_plate_is_told_in_turkish_and_keeps_the_game_from_starting(desk, visit):
    with Server(make_app(desk)) as server:
        page = visit(server.address, "phone", "tr")
        page.fill("[name=pin]", PIN)
        page.click("form button")
        page.check("[name=game][value=kulami]")
        page.check('[name=source][value="demo:kulami"]')
        page.locator("#first button.lead").click()
        expect(page.locator("#start")).to_be_enabled(timeout=60000)
        holes = page.locator("#plan .hole")
        holes.nth(0).click()
        holes.nth(27).click()
        expect(page.locator("#plan-wrong")).to_contain_text("levha dizilişi uymuyor")
        expect(page.locator("#plan-wrong")).to_be_in_viewport()
        expect(page.locator("#start")).to_be_disabled()
        page.get_by_role("button", name="Levhaları yeniden oku").click()
        expect(page.locator("#plan-wrong")).to_be_hidden()
        expect(page.locator("#start")).to_be_enabled()
        size, (x, y) = desk.trial.frame.size, holes_seen(desk.trial.look.pose)[36]
        room = page.locator("#place img").bounding_box()
        at = {"x": x / size[0] * room["width"], "y": y / size[1] * room["height"]}
        page.locator("#place").click(position=at)
        expect(page.locator("#tapped")).to_be_visible()
        expect(holes.nth(36)).to_have_class(re.compile("from"))
        page.locator("#place").click(position=at)
        expect(page.locator("#tapped")).to_be_hidden()
        page.close()
