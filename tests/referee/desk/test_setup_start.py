"""With what a game begins: the start position recognised, vouched for, or what stands there."""

from __future__ import annotations

import time

import numpy as np
import pytest
from playwright.sync_api import expect
from support.browsing import sign_in
from support.desks import PIN, Server

from engines import GAMES, InputError, new_game
from engines.mangala.values import STONES
from referee.desk.app import make_app
from referee.desk.findings import findings_of
from referee.desk.trial import Trial, TrialLook, likeliest_board, unlike_the_start
from vision.reading import NAMES, Reading


def looked(client, game):
    """The set-up of a demo once its board has been seen."""
    wanted = {"game": game, "source": f"demo:{game}"}
    assert client.post("/api/setup/look", json=wanted).status_code == 204
    end = time.monotonic() + 60
    while True:
        told = client.get("/api/setup").json()
        if "is found" in told["findings"] or time.monotonic() > end:
            return told
        time.sleep(0.2)


def heaps(**other):
    """Mangala's start as it is read: a heap's count is never quite sure; `N4=5`: seems to be 5."""
    reading = Reading.certain("mangala", [4] * 12 + [0, 0])
    for name, count in other.items():
        row = reading.probabilities[NAMES["mangala"].index(name)]
        row[:] = 0.0
        row[4], row[count] = 0.3, 0.7
    return reading


@pytest.mark.parametrize("game", GAMES)
def test_the_demo_of_every_game_is_set_up_and_started(client, desk, game):
    told = looked(client, game)
    assert told["ready"], told["findings"]
    assert told["game"] == game
    assert "Start position recognised" in told["findings"]
    assert client.post("/api/setup/start", json={}).status_code == 204
    position = desk.sitting().tracker.position
    assert str(position) == str(desk.sitting().tracker.game.start())


def test_a_heap_that_is_miscounted_by_one_does_not_hide_the_start():
    game = new_game("mangala")
    assert unlike_the_start(game, heaps(N4=5)) == ((), ("N4",))
    assert sum(likeliest_board(heaps(N4=5)).stones) == STONES
    trial = Trial("usb:0", game, None, lambda: None)
    look = TrialLook(None, object(), likeliest_board(heaps(N4=5)), unclear=("N4",))
    said = [text for _, text in findings_of(trial, look, str).lines]
    assert "Start position recognised" in said
    assert any("not clear" in text and "N4" in text for text in said)


def test_a_count_that_is_surely_another_is_not_the_start():
    played = Reading.certain("mangala", [1, 5, 5, 5, 4, 4, *[4] * 6, 0, 0])
    wrong, unclear = unlike_the_start(new_game("mangala"), played)
    assert (wrong, unclear) == (("S1", "S2", "S3", "S4"), ())


def test_what_is_hidden_is_not_taken_for_the_start():
    reading = heaps()
    hidden = np.zeros(14)
    hidden[3] = 1.0
    covered = Reading("mangala", reading.probabilities, hidden)
    assert unlike_the_start(new_game("mangala"), covered)[0] == ("S4",)
    assert likeliest_board(covered).stones[3] is None


@pytest.mark.parametrize(("side", "due"), [(None, "south"), ("north", "north")])
def test_what_stands_there_begins_with_whose_turn_it_is(client, desk, side, due):
    looked(client, "mangala")
    begin = {"as_it_stands": True, "side": side}
    assert client.post("/api/setup/start", json=begin).status_code == 204
    assert str(desk.sitting().tracker.position.side) == due


def test_the_page_lets_a_referee_vouch_for_the_start_and_asks_whose_turn_it_is(client):
    page = client.get("/setup?lang=tr").text
    assert 'name="looked"' in page
    for game in GAMES:
        assert page.count(f'name="side-{game}"') == 2


def test_a_board_that_nobody_finds_is_placed_vouched_for_and_started_in_the_browser(desk, visit):
    with Server(make_app(desk)) as server:
        page = visit(server.address, "phone")
        page.fill("[name=pin]", PIN)
        page.click("form button")
        page.check("[name=game][value=reversi]")
        page.check('[name=source][value="demo:mangala"]')  # there is no board with squares
        page.locator("#first button.lead").click()
        expect(page.locator("#findings")).to_contain_text("drag the four points", timeout=60000)
        expect(page.locator(".handle:visible")).to_have_count(4)
        expect(page.locator("#turn")).to_be_disabled()
        expect(page.locator("#begins")).to_be_hidden()
        page.locator(".handle").first.focus()
        page.keyboard.press("ArrowLeft")
        expect(page.locator("#turn")).to_be_enabled()
        expect(page.locator("#start")).to_be_disabled()
        page.check("[name=stands]")
        page.check("[name=side-reversi][value=W]")
        refused = {"status": 409, "json": {"detail": "no such board"}}

        def refuse(route):
            time.sleep(0.6)  # meanwhile no picture is asked for
            route.fulfill(**refused)

        page.route("**/api/setup/start", refuse, times=1)
        with page.expect_request("**/api/setup/start") as asked:
            page.click("#start")
        assert asked.value.post_data_json["as_it_stands"]
        assert asked.value.post_data_json["side"] == "W"
        expect(page.locator("#toasts")).to_contain_text("No such board")
        with page.expect_request("**/api/setup/picture*"):
            pass  # the picture is a live one again
        page.check("[name=looked]")
        expect(page.locator("[name=stands]")).not_to_be_checked()
        page.locator("[data-rules=round] summary").click()
        page.select_option("[name=warnings_scope]", "set")
        page.check("[name=impaired][value=B]")
        page.click("#start")
        page.wait_for_url(f"{server.address}/")
        assert desk.sitting().beginning.round_rules.warnings_scope == "set"
        assert desk.sitting().beginning.impaired == ("B",)
        page.close()


@pytest.fixture
def full_folder(desk, tmp_path):
    """No journal can be begun: a file lies where the folder should be."""
    blocked = tmp_path / "tables"
    blocked.write_text("")
    desk.folder = blocked
    return blocked


def test_a_start_that_fails_leaves_the_set_up_as_it_was(client, desk, full_folder):
    looked(client, "kulami")
    client.post("/api/setup/plates", json={"layout": "tr8"})
    points = client.get("/api/setup").json()["handles"]
    client.post("/api/setup/place", json={"points": points})
    before = client.get("/api/setup").json()
    refused = client.post("/api/setup/start?lang=tr", json={"as_it_stands": True})
    assert refused.status_code == 409
    assert "tables" in refused.json()["detail"]
    after = client.get("/api/setup").json()
    assert (after["layout"], after["given"]) == (before["layout"], True)
    full_folder.unlink()
    assert client.post("/api/setup/start", json={"as_it_stands": True}).status_code == 204
    assert str(desk.sitting().tracker.game.layout) == "/".join(before["layout"])


def test_a_camera_that_is_gone_when_the_game_should_start_is_told_in_the_set_up(
    client, desk, monkeypatch
):
    told = looked(client, "reversi")
    assert told["ready"]

    def gone(source, **_):
        raise InputError("/dev/video0 does not open: no camera, in use, or not permitted")

    with monkeypatch.context() as patch:
        patch.setattr("vision.cameras.open", gone)
        assert client.post("/api/setup/start", json={}).status_code == 409
    said = client.get("/api/setup?lang=tr").json()
    assert "/dev/video0 açılmıyor" in said["findings"]
    assert said["ready"]  # it may be plugged in again
    assert client.post("/api/setup/start", json={}).status_code == 204


def test_a_page_whose_camera_is_no_longer_tried_says_so(desk, visit):
    with Server(make_app(desk)) as server:
        page = visit(server.address)
        sign_in(page)
        page.check("[name=game][value=reversi]")
        page.check('[name=source][value="demo:reversi"]')
        page.locator("#first button.lead").click()
        expect(page.locator("#start")).to_be_enabled(timeout=60000)
        desk.end_trial()
        expect(page.locator("#findings")).to_contain_text("no camera is tried; choose one first")
        expect(page.locator("#start")).to_be_disabled()
        page.locator("#first button.lead").click()
        expect(page.locator("#start")).to_be_enabled(timeout=60000)
        page.close()
