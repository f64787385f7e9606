"""The sheet of a Mangala round on the desk says what the round says, however its sets end."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk

from engines import new_game
from engines.clock import Clock
from engines.mangala import Board, Position
from referee.desk.scoring import sheet_of
from referee.sheet.page import page_of

MANGALA = new_game("mangala")
AHEAD = Position.build(Board((1, 0, 0, 2, 0, 3, 1, 0, 4, 0, 2, 3, 26, 6)), "south")
"""South is far ahead in the middle of a set."""


@pytest.fixture
def watched(tmp_path):
    """A desk with a round of Mangala: `watched(position, clock)` gives it with its referee."""
    made = []

    def begin(position=None, clock=None):
        desk = ShownDesk(
            tmp_path, "mangala", names=("Defne", "Kerem"), position=position, clock=clock
        )
        made.append(desk)
        desk.position(position or MANGALA.start(), seconds=1.0)
        client = TestClient(desk.app, base_url="http://localhost")
        client.post("/api/login", json={"pin": PIN})
        return desk, client

    yield begin
    for desk in made:
        desk.close()


def page(desk, client):
    """What the sheet says, once everything that the eyes doubt is confirmed."""
    for point in client.get("/api/score").json()["open"]:
        if "cell" in point:
            said = {"cell": point["cell"], "content": point["likely"]}
            client.post("/api/score/confirm", json=said)
    return page_of(sheet_of(desk.sitting, desk.desk.said), "en")


def test_a_time_out_that_is_a_draw_wins_nobody_a_set(watched):
    desk, client = watched(AHEAD, Clock.of(5.0))
    desk.sitting.now += 30
    assert client.post("/api/acts/flag", json={"who": "A", "treasury": 26}).is_success
    told = page(desk, client)
    assert told["result"] == "Draw · time is up, the treasury holds enough"
    assert told["sets"]["rows"] == [["–", "", "", "0"], ["–", "", "", "0"]]
    assert told["sets"]["note"] == "The round goes on"


def test_the_third_warning_ends_the_round_whoever_is_ahead(watched):
    desk, client = watched(AHEAD)
    for _ in range(3):
        client.post("/api/acts/warn", json={"who": "A", "cause": "counting"})
    told = page(desk, client)
    assert told["result"] == "Winner: Kerem (North) · third warning: Defne (South)"
    assert told["sets"]["rows"] == [["–", "", "", "0"], ["–", "", "", "0"]]
    assert told["sets"]["note"] == "Points of the round: 0 – 1"


def test_a_resigned_set_keeps_its_column_and_counts_as_won(watched):
    desk, client = watched()
    desk.position(MANGALA.play(MANGALA.start(), MANGALA.moves(MANGALA.start())[0]))
    client.post("/api/score/end", json={"why": "resigned", "by": "A"})
    assert page(desk, client)["sets"]["rows"] == [["–", "", "", "0"], ["–", "", "", "1"]]
    client.post("/api/acts/next-set", json={})
    desk.reference = None
    start = desk.sitting.beginning.position
    desk.position(start, seconds=1.0)
    rows = page(desk, client)["sets"]["rows"]
    assert rows == [["–", "0", "", "0"], ["–", "0", "", "1"]]  # the set that is on, as it stands
    desk.position(MANGALA.play(start, MANGALA.moves(start)[0]))
    client.post("/api/score/end", json={"why": "resigned", "by": "A"})
    told = page(desk, client)["sets"]
    assert told["rows"] == [["–", "–", "", "0"], ["–", "–", "", "2"]]
    assert told["note"] == "Points of the round: 0 – 1"
