"""What the referee reports that no camera sees, and what must not be signalled twice."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from support.browsing import sign_in
from support.desks import PIN, Server, ShownDesk
from support.reversi import D3, GONE, UNTURNED

from engines.clock import Clock
from engines.match import RoundRules
from referee.desk.report import occupied
from referee.desk.texts import LANGUAGES


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


def test_only_what_stands_on_the_board_can_fall_from_it(shown, referee):
    form = referee.get("/desk/report").text
    places = re.search(r'<select name="place">(.*?)</select>', form, re.DOTALL)[1]
    assert re.findall(r"<option[^>]*>([^<]*)", places) == ["– choose –", "d4", "e4", "d5", "e5"]
    for lang, why in (
        ("en", "a1 is empty; nothing can have fallen from it"),
        ("tr", "a1 boş; oradan bir şey düşmüş olamaz"),
    ):
        order = {"by": "A", "cells": ["d4", "a1"]}
        refused = referee.post(f"/api/acts/piece-left?lang={lang}", json=order)
        assert (refused.status_code, refused.json()["detail"]) == (409, why)
    assert referee.get("/api/table").json()["round"]["phase"] == "play"


def test_a_piece_that_is_seen_to_be_missing_can_be_reported(shown, referee):
    shown.still(GONE)
    assert "<option>e5</option>" in referee.get("/desk/report").text
    assert codes(referee, "piece-left", by="A", cells=["e5"]) == ["piece_off_board"]


def test_the_card_of_a_fallen_piece_says_who_where_and_what_to_do(shown, referee):
    codes(referee, "piece-left", by="A", cells=["d4"])
    card = {lang: referee.get(f"/desk/parts?lang={lang}").json()["attention"] for lang in LANGUAGES}
    assert "Reported by Elif: fallen from d4" in card["en"]
    assert "Put it back as it lay, then press the button." in card["en"]
    assert "Bildiren: Elif – düştüğü yer: d4" in card["tr"]
    assert "Olduğu gibi yerine koyun, sonra düğmeye basın." in card["tr"]


@pytest.mark.parametrize(
    ("name", "own", "foreign"),
    [("reversi", "taş", "bilye"), ("kulami", "bilye", "taş"), ("mangala", "taş", "bilye")],
)
def test_each_game_is_told_in_its_own_words(tmp_path, name, own, foreign):
    made = ShownDesk(tmp_path, name)
    made.position(made.game.start(), seconds=1.0)
    made.position(made.game.play(made.game.start(), made.game.moves(made.game.start())[0]))
    client = judge_of(made)
    held = occupied(made.sitting)[0]
    form = client.get("/desk/report?lang=tr").text
    codes(client, "piece-left", by="A", cells=[held])
    card = client.get("/desk/parts?lang=tr").json()["attention"]
    fallen = re.search(r'value="piece-left"[^>]*>([^<]*)', form)[1]
    mend = client.get("/desk/mend?lang=tr").text if name != "mangala" else ""
    for text in (fallen, card):
        assert own in text.casefold()
    for text in (fallen, card, mend):
        assert foreign not in text.casefold()
        assert "kare" not in text.casefold()
    made.close()


def test_the_form_proposes_no_place(table, visit):
    page = visit(table.address)
    sign_in(page)
    page.click('[data-act="report"]')
    place = page.locator("#report [name=place]")
    expect(place).to_have_value("")
    page.click("#report button.lead")
    expect(page.locator("#report")).to_be_visible()  # it waits for a place
    place.select_option("d4")
    page.click("#report button.lead")
    expect(page.locator("#attention")).to_contain_text("Reported by Elif Işık: fallen from d4")


def test_conduct_is_warned_for_and_may_end_in_disqualification(referee):
    assert codes(referee, "disqualify", who="B") == ["not_warned"]
    assert codes(referee, "warn", who="B", cause="wasting_time") == ["warned"]
    assert codes(referee, "disqualify", who="B")[0] == "disqualified"
    assert referee.get("/api/table").json()["round"]["decision"]["result"] == "A"
    assert (
        "disabled" in referee.get("/desk/parts").json()["acts"].split('data-act="report"')[1][:200]
    )


def test_the_pit_that_is_due_is_named(tmp_path):
    """Defne touched S2 and played S4: to play "the same move" once more would be wrong again."""
    made = ShownDesk(tmp_path, "mangala", names=("Defne", "Kerem"))
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    assert codes(client, "touched", by="A", pit="S2") == ["touch_binds"]
    made.position(made.game.play(made.game.start(), made.game.parse_move("S4")))
    assert codes(client, "object", by="B") == ["report_accepted", "warned", "correct_now"]
    told = client.get("/desk/parts").json()["attention"]
    assert "Defne takes the move back and plays S2, correctly." in told
    made.close()


def test_in_mangala_touching_binds_and_counting_is_warned_for(mangala):
    form = mangala.get("/desk/report?lang=tr").text
    for word in ('value="touched"', "counting", "closed_hand", "<option>S3</option>", "Defne"):
        assert word in form
    assert codes(mangala, "touched", by="A", pit="S3") == ["touch_binds"]
    assert codes(mangala, "touched", by="A", pit="N3") == ["not_own_pit"]
    assert codes(mangala, "warn", who="B", cause="closed_hand") == ["warned"]


def test_only_pits_with_stones_are_offered_and_taken(tmp_path):
    made = ShownDesk(tmp_path, "mangala")
    made.position(made.game.start(), seconds=1.0)
    made.sitting.set_cells({"S1": 0, "S2": 8})
    client = judge_of(made)
    form = client.get("/desk/report").text
    offered = [place in form for place in ("<option>S1<", "<option>S2<", "<option>ST<")]
    assert offered == [False, True, False]
    for pit, why in {"S1": "S1 boş", "S9": "'S9' diye bir kuyu yok"}.items():
        answer = client.post("/api/acts/touched?lang=tr", json={"by": "A", "pit": pit})
        assert answer.status_code == 409
        assert answer.json()["detail"].startswith(why)
    made.close()


def test_the_alarm_sounds_once_for_one_thing(shown, referee):
    shown.still(UNTURNED)
    alarm = referee.get("/desk/parts").json()["alarm"]
    assert "Fault" in alarm
    referee.post("/api/acts/pause", json={})
    referee.post("/api/acts/go-on", json={})
    assert referee.get("/desk/parts").json()["alarm"] == alarm


def judge_of(made):
    """The referee of a desk."""
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    return client


def test_time_that_is_up_on_the_clock_at_the_table_is_reported(shown, referee):
    shown.position(D3)
    assert 'value="flag"' in referee.get("/desk/report").text
    assert "Masadaki saatte süre doldu" in referee.get("/desk/report?lang=tr").text
    assert codes(referee, "flag", who="B")[0] == "time_out_loss"
    assert referee.get("/api/table").json()["round"]["decision"]["result"] == "A"


def test_hakems_own_clock_tells_by_itself_that_time_is_up(tmp_path):
    made = ShownDesk(tmp_path, clock=Clock.of(600))
    assert 'value="flag"' not in judge_of(made).get("/desk/report").text
    made.close()


@pytest.mark.parametrize(("stones", "result"), [(24, "draw"), (23, "B")])
def test_in_mangala_time_that_is_up_is_a_draw_with_24_stones_in_the_treasury(
    tmp_path, stones, result
):
    made = ShownDesk(tmp_path, "mangala", names=("Defne", "Kerem"))
    board = made.game.parse_board(f"1 0 0 0 0 0 / 0 0 0 0 0 1 / {stones} {46 - stones}")
    made.sitting.set_position(made.game.position(board, "south"))
    client = judge_of(made)
    form = client.get("/desk/report").text
    assert 'value="flag"' in form
    assert 'data-stones="treasury"' in form
    treasuries = dict(re.findall(r'<option value="([AB])" data-treasury="(\d+)"', form))
    assert treasuries == {"A": str(stones), "B": str(46 - stones)}
    client.post("/api/acts/flag", json={"who": "A", "treasury": int(treasuries["A"])})
    assert made.sitting.keeper.round.results[-1].result == result
    made.close()


def test_the_form_asks_for_the_stones_of_the_player_whose_time_is_up(tmp_path, visit):
    made = ShownDesk(tmp_path, "mangala", names=("Defne", "Kerem"))
    board = made.game.parse_board("1 0 0 0 0 0 / 0 0 0 0 0 1 / 26 20")
    made.sitting.set_position(made.game.position(board, "south"))
    made.desk.publish()
    with Server(made.app) as server:
        page = visit(server.address)
        sign_in(page)
        page.click('[data-act="report"]')
        stones = page.locator("#report [name=stones]")
        expect(stones).to_be_hidden()
        page.select_option("#report [name=what]", "flag")
        expect(stones).to_have_value("26")
        page.select_option("#report [name=who]", "B")
        expect(stones).to_have_value("20")
        stones.fill("24")  # the referee has counted
        page.click("#report button.lead")
        expect(page.locator("#report")).to_be_hidden()
        page.close()
    assert made.sitting.keeper.round.results[-1].result == "draw"
    made.close()


def test_the_referee_may_object_where_the_rules_of_the_round_let_him(tmp_path, referee):
    assert "by the referee" not in referee.get("/desk/parts").json()["acts"]
    assert codes(referee, "object", by="referee") == ["no_intervention"]
    folder = tmp_path / "other"
    folder.mkdir()
    made = ShownDesk(folder, round_rules=RoundRules(referee_may_intervene=True))
    made.position(made.game.start(), seconds=1.0)
    made.still(UNTURNED)
    client = judge_of(made)
    for part in ("acts", "attention"):
        assert "Objection by the referee" in client.get("/desk/parts").json()[part]
    assert "İtiraz: hakem" in client.get("/desk/parts?lang=tr").json()["acts"]
    assert "report_accepted" in codes(client, "object", by="referee")
    assert made.sitting.keeper.round.warnings_of("A") == 1
    made.close()


def test_a_referee_who_may_not_intervene_is_not_asked_whether_the_mover_has_finished(
    shown, referee
):
    shown.still(UNTURNED, seconds=1.0)
    assert shown.sitting.standing().open is not None
    assert codes(referee, "object", by="referee") == ["no_intervention"]
    assert shown.sitting.standing().asked is None
