"""What waits for people: pauses, undone moves, corrections."""

from __future__ import annotations

from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk, do
from support.reversi import C3, D3, REVERSI, UNTURNED

from engines.clock import Clock
from referee import events as told


def test_what_needs_a_look_is_refused_while_the_table_is_paused(shown, referee):
    shown.still(UNTURNED, seconds=1.5)
    do(referee, "object", by="B")
    do(referee, "pause")
    for act, words in {"finished": {"yes": True}, "end-of-move": {}, "accept": {}}.items():
        refused = referee.post(f"/api/acts/{act}", json=words)
        assert (refused.status_code, refused.json()["detail"]) == (409, "it is paused; go on first")
    card = referee.get("/desk/parts").json()["attention"]
    assert card.count("disabled") == 2
    assert "It is paused; go on first." in card
    assert "paused" in [point["what"] for point in referee.get("/api/score").json()["open"]]
    do(referee, "go-on")
    do(referee, "finished", yes=True)
    shown.still(UNTURNED, seconds=1.0)
    assert referee.get("/api/table").json()["round"]["warnings"]["A"] == 1


def test_after_a_pause_nothing_that_was_played_unseen_is_taken_in_silently(shown, referee):
    do(referee, "pause")
    shown.position(D3)
    do(referee, "go-on")
    assert [line.data["event"] for line in shown.position(D3)] == ["out_of_step"]
    assert referee.get("/api/table").json()["moves"] == 0
    card = referee.get("/desk/parts").json()["attention"]
    assert "The board has changed during the pause" in card
    assert "Changed: d3, d4" in card
    assert "board" in [point["what"] for point in referee.get("/api/score").json()["open"]]
    do(referee, "accept", side="W")
    table = referee.get("/api/table").json()
    assert (table["position"], table["side"], table["lost"]) == (str(D3), "W", False)
    assert [line.data["event"] for line in shown.position(C3)] == ["move", "ended"]


def test_after_a_pause_in_which_nothing_was_played_nobody_is_asked(shown, referee):
    shown.still(UNTURNED)
    do(referee, "pause")
    do(referee, "go-on")
    assert shown.still(UNTURNED) == []
    assert "Enclosed discs were not turned" in referee.get("/desk/parts").json()["attention"]


def test_an_undo_waits_until_the_board_is_back(shown, referee):
    shown.position(D3)
    do(referee, "undo", count=1)
    assert shown.position(D3, seconds=6.0) == []
    card = referee.get("/desk/parts").json()["attention"]
    assert "Waiting for the board" in card
    assert "What was taken back must come off the board." in card
    assert "correction" in [point["what"] for point in referee.get("/api/score").json()["open"]]
    (back,) = shown.position(REVERSI.start(), seconds=1.0)
    assert (back.data["event"], back.data["cells"]) == ("restored", ["d3", "d4"])
    assert "Waiting" not in referee.get("/desk/parts").json()["attention"]
    shown.position(D3)
    assert referee.get("/api/table").json()["moves"] == 1


def test_after_an_undo_another_move_is_a_move_and_the_same_one_can_be_let_stand(shown, referee):
    shown.position(D3)
    do(referee, "undo", count=1)
    c4 = REVERSI.play(REVERSI.start(), REVERSI.parse_move("c4"))
    assert [line.data.get("move") for line in shown.position(c4, seconds=1.0)] == ["c4"]
    do(referee, "undo", count=1)
    shown.position(c4, seconds=1.0)
    do(referee, "accept", side="W")
    assert referee.get("/api/table").json()["position"] == str(c4)
    assert "Waiting" not in referee.get("/desk/parts").json()["attention"]


def test_turn_and_clock_belong_to_whoever_must_put_it_right(tmp_path):
    made = ShownDesk(tmp_path, names=("Elif", "Can"), clock=Clock.of(600))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    made.still(UNTURNED)

    def acting():
        people = client.get("/desk/parts").json()["players"].split('<div class="player')[1:]
        (turn,) = [each for each in people if each.startswith(" turn")]
        (runs,) = [each for each in people if 'data-runs="yes"' in each]
        assert turn == runs
        return turn

    assert "Can" in acting()
    do(client, "object", by="B")
    assert "Elif" in acting()
    assert "must put it right" in acting()
    made.still(UNTURNED, seconds=1.0)
    do(client, "accept")
    assert "Can" in acting()
    assert client.get("/api/table").json()["round"]["phase"] == "play"
    made.close()


def test_what_the_round_could_not_take_is_told_to_the_referee(shown, referee):
    start, after = str(REVERSI.start()), str(D3)
    assert referee.get("/api/table").json()["untaken"] == []
    for side in "BW":  # no move is open that could be mended
        shown.sitting.keeper.hear([told.Mended(1, side, "d3", (side,), (), start, after, time=9.0)])
    assert len(referee.get("/api/table").json()["untaken"]) == 2
    cards = {lang: referee.get(f"/desk/parts?lang={lang}").json()["attention"] for lang in WORDS}
    for lang, words in WORDS.items():
        assert all(word in cards[lang] for word in words)
        assert "Mended" not in cards[lang]
        sheet = referee.get(f"/desk/score?lang={lang}").text  # whoever signs is told as well
        assert all(word in sheet for word in words)
    shown.still(UNTURNED)  # what needs a decision comes before it, and is sounded for
    parts = referee.get("/desk/parts").json()
    assert parts["attention"].index("Enclosed discs") < parts["attention"].index("Not taken: 2")
    assert "Fault" in parts["alarm"]


WORDS = {
    "en": ("The record of the round may be incomplete", "Check the score by hand.", "Not taken: 2",
           "last: player B has no unfinished move to mend"),
    "tr": ("Turun kaydı eksik olabilir", "Skoru elle denetleyin.", "Kayda alınamayan: 2",
           "sonuncusu: B oyuncusunun düzeltilecek, bitmemiş bir hamlesi yok"),
}  # fmt: skip
"""What the card says."""
