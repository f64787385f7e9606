"""What the referee reports that no camera sees, and what must not be signalled twice."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk
from support.reversi import UNTURNED


@pytest.fixture
def mangala(tmp_path):
    made = ShownDesk(tmp_path, "mangala", names=("Defne", "Kerem"))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    yield client
    made.close()


def codes(client, act, **words):
    answer = client.post(f"/api/acts/{act}", json=words)
    assert answer.status_code == 200, answer.text
    return [reply["code"] for reply in answer.json()["replies"]]


def test_a_fallen_piece_is_reported_and_put_back(referee):
    assert 'data-act="report"' in referee.get("/desk/parts").json()["acts"]
    form = referee.get("/desk/report").text
    assert 'value="piece-left"' in form
    assert "<option>d4</option>" in form
    assert 'value="touched"' not in form  # touching binds in Mangala only
    assert codes(referee, "piece-left", by="A", cells=["d4"]) == ["piece_off_board"]
    assert referee.get("/api/table").json()["round"]["phase"] == "halted"


def test_conduct_is_warned_for_and_may_end_in_disqualification(referee):
    assert codes(referee, "disqualify", who="B") == ["not_warned"]
    assert codes(referee, "warn", who="B", cause="wasting_time") == ["warned"]
    assert codes(referee, "disqualify", who="B")[0] == "disqualified"
    assert referee.get("/api/table").json()["round"]["decision"]["result"] == "A"
    assert (
        "disabled" in referee.get("/desk/parts").json()["acts"].split('data-act="report"')[1][:200]
    )


def test_in_mangala_touching_binds_and_counting_is_warned_for(mangala):
    form = mangala.get("/desk/report?lang=tr").text
    for word in ('value="touched"', "counting", "closed_hand", "<option>S3</option>", "Defne"):
        assert word in form
    assert codes(mangala, "touched", by="A", pit="S3") == ["touch_binds"]
    assert codes(mangala, "touched", by="A", pit="N3") == ["not_own_pit"]
    assert codes(mangala, "warn", who="B", cause="closed_hand") == ["warned"]


def test_the_alarm_sounds_once_for_one_thing(shown, referee):
    shown.still(UNTURNED)
    alarm = referee.get("/desk/parts").json()["alarm"]
    assert "Fault" in alarm
    referee.post("/api/acts/pause", json={})
    referee.post("/api/acts/go-on", json={})
    assert referee.get("/desk/parts").json()["alarm"] == alarm
