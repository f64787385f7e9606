"""Names stand only under the result that was signed, and nothing changes it afterwards."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk

from engines import new_game
from engines.mangala import Board, Position

REVERSI, MANGALA = new_game("reversi"), new_game("mangala")
ROWS = (
    *("BBBBBBBB", "BBBBBBBB", "BBBBBBBB", "BBBBBBBW"),
    *("WWWWWWWW", "WWWWWWWW", "WWWWWWWB", "WWWWWWW."),
)
BEFORE_LAST = REVERSI.position(REVERSI.parse_board("/".join(ROWS)), "W")
STROKES = [[[0.1, 0.1], [0.9, 0.9]]]
LAST_SOWING = Position.build(Board((0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 24, 20)), "south")


def with_pin(made):
    client = TestClient(made.app, base_url="http://localhost")
    assert client.post("/api/login", json={"pin": PIN}).status_code == 200
    return client


@pytest.fixture
def over(tmp_path):
    """A desk whose game of Reversi is over, 31 to 33."""
    made = ShownDesk(tmp_path, position=BEFORE_LAST, names=("Elif", "Can"))
    made.position(BEFORE_LAST, seconds=1.0)
    made.position(REVERSI.play(BEFORE_LAST, REVERSI.parse_move("h8")))
    yield made
    made.close()


@pytest.fixture
def set_over(tmp_path):
    """A desk whose first set of Mangala is over, 28 to 20."""
    made = ShownDesk(tmp_path, "mangala", position=LAST_SOWING)
    made.position(LAST_SOWING, seconds=1.0)
    made.position(MANGALA.play(LAST_SOWING, MANGALA.moves(LAST_SOWING)[0]))
    yield made
    made.close()


def sign(client, by, strokes=()):
    return client.post("/api/score/sign", json={"by": by, "strokes": list(strokes)})


def confirm_all(client):
    cells = {
        point["cell"]: "" for point in client.get("/api/score").json()["open"] if "cell" in point
    }
    if cells:
        assert client.post("/api/score/confirm", json={"cells": cells}).status_code == 204


def test_a_correction_takes_the_names_off_the_sheet(over):
    client = with_pin(over)
    assert sign(client, "A", STROKES).is_success
    assert 'class="drawn"' in client.get("/desk/score").text
    assert client.post("/api/acts/correct", json={"cells": {"e5": "B", "f5": "B"}}).is_success
    assert client.get("/api/table").json()["round"]["signed"] == []
    assert 'class="drawn"' not in client.get("/desk/score").text
    assert sign(client, "A").is_success  # agreed anew, and drew nothing this time
    assert 'class="drawn"' not in client.get("/desk/score").text


def test_what_both_have_signed_stays(over):
    client = with_pin(over)
    for player in "AB":
        assert sign(client, player).is_success
    for path, order in (
        ("acts/correct", {"cells": {"a6": "B"}}),
        ("acts/undo", {"count": 1}),
        ("acts/accept", {}),
        ("score/confirm", {"cell": "a6"}),
    ):
        refused = client.post(f"/api/{path}", json=order)
        assert (refused.status_code, refused.json()["detail"]) == (
            409,
            "both have signed; the result is final",
        )
    assert client.get("/api/score").json()["totals"] == [31, 33]
    assert "Can" in client.get("/api/players").json()["result"]


def test_a_cell_is_confirmed_only_with_what_stood_there(over):
    client = with_pin(over)
    over.sitting.tracker.state.doubtful = ("e5",)
    assert client.post("/api/score/confirm", json={"cell": "e5"}).status_code == 204
    assert client.get("/api/score").json()["final"] is True
    client.post("/api/acts/correct", json={"cells": {"e5": "B"}})
    over.sitting.tracker.state.doubtful = ("e5",)
    (point,) = client.get("/api/score").json()["open"]
    assert (point["cell"], point["likely"]) == ("e5", "B")


def test_the_next_set_begins_with_an_empty_sheet(set_over):
    client = with_pin(set_over)
    confirm_all(client)
    client.post("/api/acts/counted", json={"stones": {"ST": 28, "NT": 20}})
    for player in "AB":
        assert sign(client, player, STROKES).is_success
    assert client.post("/api/acts/undo", json={"count": 1}).status_code == 409
    assert client.post("/api/acts/next-set", json={}).is_success
    assert 'class="drawn"' not in client.get("/desk/score").text


def test_a_set_of_mangala_is_final_only_when_the_referee_has_counted(set_over):
    client = with_pin(set_over)
    confirm_all(client)
    assert [point["what"] for point in client.get("/api/score").json()["open"]] == ["count"]
    assert "own count of the treasuries" in client.get("/desk/score").text
    assert sign(client, "A").status_code == 409
    client.post("/api/acts/counted", json={"stones": {"ST": 27, "NT": 21}})
    assert [point["what"] for point in client.get("/api/score").json()["open"]] == ["counts"]
    client.post("/api/acts/counted", json={"stones": {"ST": 28, "NT": 20}})
    assert client.get("/api/score").json()["final"] is True
    assert sign(client, "A").is_success


def test_stones_that_are_corrected_come_from_a_place_that_is_named(set_over):
    client = with_pin(set_over)
    only = client.post("/api/score/confirm", json={"cells": {"ST": "27", "NT": "22"}})
    assert only.status_code == 409
    assert only.json()["detail"] == "that makes 49 stones of 48; say where the others lie"
    assert client.get("/api/score").json()["totals"] == [28, 20]
    both = client.post("/api/score/confirm", json={"cells": {"ST": "27", "NT": "21"}})
    assert both.status_code == 204
    assert client.get("/api/score").json()["totals"] == [27, 21]
    assert set_over.sitting.keeper.round.results[-1].score == (27, 21)
    follows = client.post("/api/score/confirm", json={"cell": "ST", "content": "26"})
    assert follows.status_code == 204  # all other stones lie in the other treasury
    last = [line.data for line in set_over.sitting.events_after(0) if line.data["event"] == "told"]
    assert last[-1]["detail"] == "ST=26,NT=22"
    assert set_over.sitting.standing().unproven == ("NT",)  # nobody has looked there
