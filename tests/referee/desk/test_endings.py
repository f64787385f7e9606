"""The end of a game on the desk: when a sheet is final, what it says, where the page leads."""

from __future__ import annotations

import io
import re

from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk
from support.pdf import text_of
from support.reversi import D3

from referee.journal import read_journal


def test_the_sheet_is_final_only_when_nothing_is_open(shown, referee):
    shown.position(D3)
    score = referee.get("/api/score").json()
    assert (score["totals"], score["final"]) == ([4, 1], False)
    assert referee.post("/api/score/sign", json={"by": "A"}).status_code == 409
    because = {"why": "stopped", "because": "the hall must close"}
    assert referee.post("/api/score/end", json=because).status_code == 200
    assert referee.get("/api/score").json()["final"] is True
    assert "I agree" in referee.get("/desk/score").text
    stroke = [[0.1, 0.2], [0.5, 0.8], [0.9, 0.1]]
    assert referee.post("/api/score/sign", json={"by": "A", "strokes": [stroke]}).is_success
    assert referee.post("/api/score/sign", json={"by": "A"}).status_code == 409
    assert referee.post("/api/score/sign", json={"by": "B", "strokes": []}).is_success
    pdf = referee.get("/api/score.pdf", params={"lang": "tr"})
    assert pdf.headers["content-type"] == "application/pdf"
    text = text_of(io.BytesIO(pdf.content))
    assert "KESİN" in text
    assert "hakem bitirdi: the hall must close" in text
    assert text.count("Ekranda onayladı") == 1  # Can has tapped; Elif's signature is drawn
    last = read_journal(shown.path)[-1]
    assert f"{last.number}. olayın özeti: {last.hash}" in text


def test_in_mangala_the_referees_count_stands_beside_the_computed_one(tmp_path):
    made = ShownDesk(tmp_path, "mangala")
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    assert client.post("/api/score/end", json={"why": "resigned", "by": "B"}).status_code == 200
    for point in client.get("/api/score").json()["open"]:  # what the eyes doubt is confirmed
        client.post("/api/score/confirm", json={"cell": point["cell"], "content": point["likely"]})
    assert client.get("/api/score").json()["final"] is True
    counted = {"stones": {"ST": 1, "NT": 0}}
    assert client.post("/api/acts/counted", json=counted).status_code == 200
    assert client.get("/api/score").json()["final"] is False
    assert "Difference" in client.get("/desk/score").text
    made.close()


def test_an_empty_board_of_kulami_is_never_final(tmp_path):
    made = ShownDesk(tmp_path, "kulami")
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    for early, said in (
        ({"why": "stopped", "because": "no reason is good enough"}, "nothing has been played"),
        ({"why": "stopped"}, "nothing has been played"),
        ({"why": "resigned"}, "say who gives up"),
    ):
        refused = client.post("/api/score/end", json=early)
        assert (refused.status_code, said in refused.json()["detail"]) == (409, True)
    score = client.get("/api/score").json()
    assert (score["final"], [point["what"] for point in score["open"]]) == (False, ["over"])
    assert client.post("/api/score/confirm", json={"cell": "over"}).status_code == 409
    made.close()


def test_a_game_ends_before_its_board_only_with_a_reason(shown, referee):
    shown.position(D3)
    assert "The game is not over on the board" in referee.get("/desk/score").text
    mute = referee.post("/api/score/end", json={"why": "stopped", "because": " x "})
    assert "3 to 80 letters" in mute.json()["detail"]
    assert referee.post("/api/score/end", json={"why": "resigned", "by": "A"}).is_success
    assert referee.get("/api/table").json()["round"]["decision"]["result"] == "B"
    page = referee.get("/desk/score").text
    assert "Winner: Can (White) · Elif (Black) gave up" in page  # though Black has more discs
    assert referee.post("/api/score/end", json={"why": "resigned", "by": "A"}).status_code == 409


def test_when_the_game_is_over_the_page_leads_to_the_score_and_then_to_a_new_game(shown, referee):
    shown.position(D3)
    referee.post("/api/score/end", json={"why": "resigned", "by": "A"})
    parts = referee.get("/desk/parts").json()
    assert 'href="/score"' in parts["attention"]
    assert 'href="/score"' in parts["acts"]
    off = re.findall(r'data-act="([\w-]+)"[^>]* aria-disabled', parts["acts"])
    assert off == ["end-of-move", "accept", "pause", "report"]
    for player in "AB":
        referee.post("/api/score/sign", json={"by": player})
    parts = referee.get("/desk/parts").json()
    off = re.findall(r'data-act="([\w-]+)"[^>]* aria-disabled', parts["acts"])
    assert off == ["object", "object", "end-of-move", "accept", "mend", "undo", "pause", "report"]
    link = '<a class="button lead" id="ask-setup" href="/setup"><span>New game</span></a>'
    assert link in parts["attention"]
    assert "New game" in referee.get("/desk/score").text
