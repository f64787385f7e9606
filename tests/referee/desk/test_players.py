"""What people without the PIN can reach: board, turn, clock, signed result, and nothing else."""

from __future__ import annotations

import json

import httpx
import pytest
from fastapi.routing import APIRoute
from fastapi.testclient import TestClient
from support.desks import PIN, Server, ShownDesk
from support.reversi import UNTURNED

from datasets.deeds import state_of
from datasets.noisy_games import STEP
from engines import new_game
from engines.clock import Clock
from referee.desk.app import PARTS
from referee.desk.boards import draw_board
from referee.sheet import svg

OPEN = {"/players", "/api/players", "/players/board", "/players/stream", "/login", "/api/login",
        "/api/logout", "/api/openapi.json"}  # fmt: skip
"""All that is served without the PIN; the rest must not even answer."""
KEYS = {"version", "game", "players", "turn", "over", "board", "clocks", "result"}


SECRETS = (
    *("fault", "hata", "warning", "uyarı", "missing", "article", "art.", "turned"),
    *("objection", "correct", "#c4282d", ">!<", ">?<", "unsure", 'score":'),
)


def reached(client):
    """All that somebody without the PIN can read of the table, in one text."""
    page = client.get("/players").text
    return page + client.get("/api/players").text + client.get("/players/board").text


def test_nothing_but_the_players_view_answers_without_the_pin(shown, anyone):
    routes = [route for part in PARTS for route in part.router.routes]
    assert all(isinstance(route, APIRoute) for route in routes)
    assert len(routes) > 40
    for route in routes:
        if route.path in OPEN:
            continue
        path = route.path.replace("{name}", "0" * 64 + ".jpg").replace("{number}", "1")
        path = path.replace("{what}", "before")
        for method in route.methods:
            params = {"source": "demo:kulami"} if "thumbnail" in path else {}
            words = {"pin": "x"} if method == "POST" else None
            answer = anyone.request(method, path, json=words, params=params)
            away = answer.status_code == 303 and answer.headers["location"] == "/login"
            assert away or answer.status_code == 401, (method, path, answer.status_code)
            assert "......" not in answer.text


def test_the_public_view_has_exactly_its_parts(shown, anyone):
    assert set(anyone.get("/api/players").json()) == KEYS
    shown.position(shown.game.play(shown.game.start(), shown.game.parse_move("d3")))
    told = anyone.get("/api/players").json()
    assert set(told) == KEYS
    assert (told["turn"], told["result"]) == ("W", None)


def test_neither_scores_nor_faults_are_shown_during_play(shown, anyone):
    shown.still(UNTURNED)  # a fault: d4 was not turned
    shown.sitting.object("B")
    shown.desk.publish()
    assert shown.sitting.standing().awaiting
    text = reached(anyone).casefold()
    for word in SECRETS:
        assert word not in text, word


def moments(tmp_path, state, name):
    """When the public view changes while a move lies on the board, in readings."""
    made = ShownDesk(tmp_path / name)
    made.position(made.game.start(), seconds=1.0)
    seen = []
    for number in range(round(4.5 / STEP)):
        shown = made.desk.players.shown
        made.still(state, seconds=STEP) if number == 0 else _on(made, state, number)
        made.desk.publish()
        if made.desk.players.shown.version != shown.version:
            seen.append(number)
    made.close()
    return seen


def _on(made, state, number):
    """The same stillness goes on."""
    look = made.eyes.look(state)
    made.sitting.now += STEP
    tracker = made.sitting.tracker
    made.sitting.hear(
        tracker.see(
            look.reading(),
            made.sitting.now,
            changes=look.changes(made.reference),
            quiet=0.2 + number * STEP,
            covered=False,
        )
    )


def test_a_fault_and_a_legal_move_show_at_the_same_moment(tmp_path):
    game = new_game("reversi")
    legal = state_of("reversi", game.play(game.start(), game.parse_move("d3")))
    (tmp_path / "a").mkdir()
    (tmp_path / "b").mkdir()
    right, wrong = moments(tmp_path, legal, "a"), moments(tmp_path, UNTURNED, "b")
    assert right == wrong
    assert len(right) == 1


def test_the_stream_carries_no_more_than_the_page(tmp_path):
    made = ShownDesk(tmp_path, names=("Elif", "Can"))
    made.position(made.game.start(), seconds=1.0)
    text, told = "", 0
    with (
        Server(made.app) as server,
        httpx.stream("GET", f"{server.address}/players/stream", timeout=20) as stream,
    ):
        for line in stream.iter_lines():
            text += line
            if line.startswith("data:"):
                told += 1
                assert set(json.loads(line[5:])) == {"people", "board", "result"}
                if told == 2:
                    break
                made.still(UNTURNED)
    made.close()
    for word in ("fault", "missing", "turned", 'move"', "under"):
        assert word not in text
    assert "players/board?v=" in text


def test_clocks_are_public_and_run(tmp_path):
    made = ShownDesk(tmp_path, clock=Clock.of(600))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    clocks = client.get("/api/players").json()["clocks"]
    assert [(clock["side"], clock["runs"]) for clock in clocks] == [("B", True), ("W", False)]
    made.close()


def acting(client):
    """Whose turn players see, and whose clock runs."""
    told = client.get("/api/players").json()
    return told["turn"], [clock["side"] for clock in told["clocks"] if clock["runs"]]


def test_after_an_accepted_report_it_is_the_turn_of_whoever_puts_the_board_right(tmp_path):
    made = ShownDesk(tmp_path, names=("Elif", "Can"), clock=Clock.of(600))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    made.still(UNTURNED)
    assert acting(client) == ("W", ["W"])  # nobody has reported it: nothing shows
    made.sitting.object("B")
    made.desk.publish()
    assert acting(client) == ("B", ["B"])
    made.still(UNTURNED, seconds=1.0)
    made.sitting.accept()
    made.desk.publish()
    assert acting(client) == ("W", ["W"])
    made.close()


def test_no_clock_runs_while_a_recording_is_held(tmp_path):
    made = ShownDesk(tmp_path, clock=Clock.of(600))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    version = client.get("/api/players").json()["version"]
    made.camera.live = False  # from now on it is a recording
    made.sitting.pause()
    assert made.running.patience.holds()
    made.desk.publish()
    assert acting(client) == ("B", [])
    assert client.get("/api/players").json()["version"] > version  # open pages are told
    made.close()


def test_in_mangala_no_stone_can_be_counted(tmp_path):
    made = ShownDesk(tmp_path, "mangala")
    made.position(made.game.start(), seconds=1.0)
    made.position(made.game.play(made.game.start(), made.game.parse_move("S3")))
    client = TestClient(made.app, base_url="http://localhost")
    board = client.get("/players/board")
    assert board.headers["content-type"] == "image/svg+xml"
    assert "<text" not in board.text
    assert board.text.count("<ellipse") == 14
    assert "circle" not in board.text
    made.close()


def test_the_result_is_public_once_both_have_signed(tmp_path):
    made = ShownDesk(tmp_path, names=("Elif", "Can"))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    referee = TestClient(made.app, base_url="http://localhost")
    referee.post("/api/login", json={"pin": PIN})
    assert client.get("/api/players").json()["players"][0] == {"side": "B", "name": "Elif"}
    assert "Elif" in client.get("/players").text
    assert "to move" in client.get("/players").text
    early = {"why": "resigned", "by": "A"}
    assert referee.post("/api/score/end", json=early).status_code == 200
    assert referee.post("/api/score/sign", json={"by": "A"}).status_code == 200
    told = client.get("/api/players").json()
    assert (told["result"], told["turn"], told["over"]) == (None, "", True)
    assert "to move" not in client.get("/players").text
    assert "The game is over." in client.get("/players").text
    assert "Winner" not in client.get("/players").text
    assert referee.post("/api/score/sign", json={"by": "B"}).status_code == 200
    assert client.get("/api/players").json()["result"] == "Winner: Can"
    assert "Winner: Can" in client.get("/players").text
    made.close()


def test_beside_the_result_stands_the_board_that_was_counted(tmp_path):
    made = ShownDesk(tmp_path, names=("Elif", "Can"))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    before = client.get("/players/board").text
    after = made.game.play(made.game.start(), made.game.parse_move("d3"))
    made.position(after, seconds=1.0)  # not yet ended
    assert str(made.sitting.tracker.position) == str(after)
    made.sitting.end_early("stopped", None, "the hall must close")
    made.desk.publish()
    assert client.get("/players/board").text == before  # it may still be reported
    for player in "AB":
        made.sitting.sign(player)
    made.desk.publish()
    assert client.get("/api/players").json()["result"] is not None
    board = client.get("/players/board").text
    assert board == draw_board(made.game, made.game.board_of(after)).replace(
        f'"{svg.FONT}"', '"system-ui, sans-serif"'
    )
    made.close()


def test_who_opens_the_page_later_sees_the_clock_as_it_stands(tmp_path):
    made = ShownDesk(tmp_path, clock=Clock.of(600))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    first = client.get("/api/players").json()["clocks"][0]["seconds"]
    made.sitting.now += 120  # black thinks, and nothing happens on the board
    assert client.get("/api/players").json()["clocks"][0]["seconds"] == first - 120
    assert f'data-seconds="{first - 120}"' in client.get("/players").text
    made.close()


@pytest.mark.parametrize(
    ("names", "said"),
    [
        (("Elif", "Can"), {"en": "Elif 13 – 0 Can · Winner: Elif", "tr": "Kazanan: Elif"}),
        (("", ""), {"en": "Black 13 – 0 White · Winner: black", "tr": "Siyah 13 – 0 Beyaz"}),
    ],
)
def test_a_signed_score_says_whose_count_is_whose(tmp_path, names, said):
    made = ShownDesk(tmp_path, names=names)
    position = made.game.start()
    made.position(position, seconds=1.0)
    for move in ("d3", "c5", "d6", "c3", "b4", "e3", "d2", "c4", "f4"):  # the shortest game
        position = made.game.play(position, made.game.parse_move(move))
        made.position(position, seconds=3.6)
    for player in "AB":
        made.sitting.sign(player)
    made.desk.publish()
    client = TestClient(made.app, base_url="http://localhost")
    for language, words in said.items():
        assert words in client.get(f"/api/players?lang={language}").json()["result"]
    made.close()


@pytest.mark.parametrize("how", ["flag", "disqualify"])
def test_a_result_off_the_board_is_public_without_the_boards_count(tmp_path, how):
    made = ShownDesk(tmp_path, names=("Elif", "Can"), clock=Clock.of(5))
    made.position(made.game.start(), seconds=1.0)
    made.position(made.game.play(made.game.start(), made.game.parse_move("d3")))
    made.sitting.now += 20
    if how == "flag":
        made.sitting.flag_fell("B")
    else:
        made.sitting.warn("B", "wasting_time")
        made.sitting.disqualify("B")
    client = TestClient(made.app, base_url="http://localhost")
    for player in "AB":
        made.sitting.sign(player)
    made.desk.publish()
    assert client.get("/api/players").json()["result"] == "Winner: Elif"
    made.close()


def test_in_mangala_a_signed_set_is_told_as_a_set_and_without_its_count(tmp_path):
    made = ShownDesk(tmp_path, "mangala", names=("Defne", "Kerem"))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    for told in ("Set 1 · Winner: Kerem", "Winner: Kerem"):
        start = made.sitting.beginning.position
        made.position(made.game.play(start, made.game.moves(start)[0]))
        made.sitting.end_early("resigned", "A")
        for player in "AB":
            made.sitting.sign(player)
        made.desk.publish()
        assert client.get("/api/players").json()["result"] == told
        if told.startswith("Set"):
            made.sitting.next_set()
            made.reference = None
            made.position(made.sitting.beginning.position, seconds=1.0)
    made.close()


@pytest.mark.parametrize("game", ["reversi", "kulami"])
def test_the_board_has_no_marks_no_plates_won_and_no_counts(tmp_path, game):
    made = ShownDesk(tmp_path, game)
    position = made.game.start()
    made.position(position, seconds=1.0)
    for _ in range(6):
        position = made.game.play(position, made.game.moves(position)[0])
        made.position(position)
    board = TestClient(made.app, base_url="http://localhost").get("/players/board").text
    letters = set(board.split("<text")[1:])
    assert len(letters) == 16  # the names of columns and rows
    for sign in ("•", "!", "?", "stroke-dasharray"):
        assert sign not in board
    made.close()
