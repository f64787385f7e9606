"""Who may see and do what."""

from __future__ import annotations

import httpx
import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, Server

from engines import InputError
from referee.desk.access import ALL_TRIES, TRIES, Access, TooManyTries, check_pin, new_pin
from referee.desk.guard import MOST_BYTES


def test_pins_have_six_digits_and_differ():
    pins = {new_pin() for _ in range(50)}
    assert len(pins) > 40
    assert all(check_pin(pin) == pin for pin in pins)


@pytest.mark.parametrize("pin", ["", "12345", "1234567", "12a456", "１２３４５６"])
def test_a_chosen_pin_must_be_one(pin):
    with pytest.raises(InputError, match="6 digits"):
        check_pin(pin)


def test_after_a_few_wrong_pins_even_the_right_one_must_wait():
    now = [0.0]
    access = Access(PIN, lambda: now[0])
    for _ in range(TRIES):
        assert access.sign_in("000000", "10.0.0.7") is None
    with pytest.raises(TooManyTries) as refused:
        access.sign_in(PIN, "10.0.0.7")
    assert 0 < refused.value.wait <= 300
    assert access.sign_in(PIN, "10.0.0.8")
    now[0] = refused.value.wait + 1
    assert access.sign_in(PIN, "10.0.0.7")


def test_many_addresses_together_are_limited_too():
    access = Access(PIN, lambda: 0.0)
    for number in range(ALL_TRIES):
        assert access.sign_in("000000", f"10.0.0.{number}") is None
    with pytest.raises(TooManyTries):
        access.sign_in(PIN, "10.0.0.200")


def test_strangers_cannot_shut_out_who_has_signed_in_before():
    access = Access(PIN, lambda: 0.0)
    assert access.sign_in(PIN, "10.0.0.200")
    for number in range(ALL_TRIES):
        assert access.sign_in("000000", f"10.0.0.{number}") is None
    assert access.sign_in(PIN, "10.0.0.200")
    for _ in range(TRIES):
        assert access.sign_in("000000", "10.0.0.200") is None
    with pytest.raises(TooManyTries):
        access.sign_in(PIN, "10.0.0.200")


def test_nobody_gets_more_tries_by_naming_other_addresses(shown):
    with Server(shown.app) as server:
        tries = [
            httpx.post(
                f"{server.address}/api/login",
                json={"pin": "000000"},
                headers={"x-forwarded-for": f"10.0.0.{number}"},
            ).status_code
            for number in range(TRIES + 1)
        ]
    assert tries == [401] * TRIES + [429]


@pytest.mark.parametrize(
    "body", ['{"pin": NaN}', '{"pin": 1e999}', '{"pin": "\\ud800"}', '{"\\ud800": 1}', "[" * 5000]
)
def test_what_cannot_be_sent_back_is_refused_without_it(anyone, referee, body):
    headers = {"content-type": "application/json"}
    for client, path in ((anyone, "/api/login"), (referee, "/api/acts/undo")):
        answer = client.post(path, content=body, headers=headers)
        assert answer.status_code in (400, 422)
        assert answer.json()["detail"]
        assert '"input"' not in answer.text


def test_only_what_was_signed_here_and_not_ended_is_a_log_in():
    access = Access(PIN)
    login = access.sign_in(PIN, "here")
    assert access.is_referee(login)
    assert not access.is_referee(login[:-2] + "xx")
    assert not access.is_referee(Access(PIN).sign_in(PIN, "here"))
    assert not access.is_referee(None)
    assert not access.is_referee("x" * 5000)
    access.sign_out(login)
    assert not access.is_referee(login)


def test_the_log_in_cookie_cannot_be_read_by_scripts_nor_sent_by_other_sites(anyone):
    answer = anyone.post("/api/login", json={"pin": PIN})
    cookie = answer.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_a_wrong_pin_is_refused_in_words_and_then_limited(anyone):
    answers = [anyone.post("/api/login", json={"pin": "000000"}) for _ in range(TRIES + 1)]
    assert [answer.status_code for answer in answers] == [401] * TRIES + [429]
    assert answers[0].json()["detail"] == "This is not the PIN of this table."
    assert int(answers[-1].headers["retry-after"]) > 0


def test_a_token_serves_instead_of_a_cookie(shown, anyone):
    token = anyone.post("/api/login", json={"pin": PIN}).json()["token"]
    other = TestClient(shown.app, base_url="http://localhost")
    assert other.get("/api/table").status_code == 401
    assert other.get("/api/table", headers={"authorization": f"Bearer {token}"}).is_success
    assert other.post("/api/logout", headers={"authorization": f"Bearer {token}"}).is_success
    assert other.get("/api/table", headers={"authorization": f"Bearer {token}"}).status_code == 401


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://elsewhere.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://localhost:9999"},
    ],
)
def test_orders_from_other_sites_are_refused(referee, headers):
    answer = referee.post("/api/acts/pause", json={}, headers=headers)
    assert answer.status_code == 403
    assert referee.get("/api/table").json()["paused"] is False


def test_orders_from_the_own_page_are_taken(referee):
    headers = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
    assert referee.post("/api/acts/pause", json={}, headers=headers).is_success
    assert referee.get("/api/table").json()["paused"] is True


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "[::"])
def test_a_foreign_name_is_refused(referee, host):
    assert referee.get("/players", headers={"host": host}).status_code == 421


@pytest.mark.parametrize("host", ["127.0.0.1:8000", "[::1]:8000", "hakem.local", "192.168.1.7"])
def test_addresses_and_names_of_the_local_network_are_known(referee, host):
    assert referee.get("/players", headers={"host": host}).status_code == 200


def test_large_requests_are_refused(referee):
    large = b"x" * (MOST_BYTES + 1)
    assert referee.post("/api/acts/pause", content=large).status_code == 413

    def pieces():
        for _ in range(5):
            yield b"x" * (MOST_BYTES // 4)

    assert referee.post("/api/acts/pause", content=pieces()).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../desk.py",
        "/static/%2e%2e/desk.py",
        "/static/..%2fdesk.py",
        "/api/pictures/..%2f..%2ftable.hakem",
        "/api/pictures/table.hakem",
        "/api/pictures/" + "0" * 64 + ".jpg",
        "//etc/passwd",
        "/static//etc/passwd",
    ],
)
def test_nothing_of_the_file_system_is_reached(referee, path):
    answer = referee.get(path)
    assert answer.status_code in (404, 422)
    assert b"root:" not in answer.content
    assert b"import" not in answer.content


FILES = ("/etc/passwd", "table.hakem", "file:///etc/passwd", "../x.mp4", "")
HIDDEN_FILES = ("usb:/etc/passwd", "usb:/nowhere", "usb:/dev/../etc/passwd", "usb:/dev", "usb:x")


@pytest.mark.parametrize("source", [*FILES, *HIDDEN_FILES])
def test_no_file_can_be_opened_as_a_camera(referee, source):
    answer = referee.post("/api/setup/look", json={"game": "reversi", "source": source})
    assert answer.status_code == 409
    assert answer.json()["detail"].startswith("a camera is picamera2:0")  # there or not: the same
    assert referee.get("/desk/setup/thumbnail", params={"source": source}).status_code == 409


@pytest.mark.parametrize("source", ["usb:99", "usb:/dev/v4l/by-id/usb-Acme_2.0:1-index0"])
def test_a_usb_camera_is_named_by_number_or_device(referee, source):
    answer = referee.post("/api/setup/look", json={"game": "reversi", "source": source})
    assert "no camera at /dev/" in answer.json()["detail"]


def test_every_answer_forbids_what_comes_from_outside(anyone):
    for path in ("/players", "/login", "/static/desk.css", "/api/players", "/nowhere"):
        policy = anyone.get(path).headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "http" not in policy
