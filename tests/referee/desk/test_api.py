"""The desk for other programs: reading the table, orders, streams, pictures, records, the sheet."""

from __future__ import annotations

import json
import re

import httpx
import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, Server, ShownDesk, Waiting, do, give_pictures
from support.reversi import C3, D3, REVERSI, UNTURNED

from engines import new_game
from engines.clock import Clock
from referee.journal.pictures import named_in
from referee.journal.places import pictures_of


def codes(done):
    return [(reply["granted"], reply["code"]) for reply in done["replies"]]


def test_the_table_and_its_events_can_be_read(shown, referee):
    shown.position(D3)
    table = referee.get("/api/table").json()
    assert (table["game"], table["side"], table["moves"]) == ("reversi", "W", 1)
    told = referee.get("/api/events").json()
    assert told["events"][0]["event"] == "game"
    assert {"move", "ended"} <= {event["event"] for event in told["events"]}
    numbers = [event["number"] for event in told["events"]]
    assert numbers == list(range(1, told["number"] + 1))
    later = referee.get("/api/events", params={"after": numbers[-2]}).json()["events"]
    assert [event["number"] for event in later] == numbers[-1:]
    assert all("mind" not in event for event in told["events"])


def test_an_objection_in_time_is_accepted_with_a_warning_and_the_board_to_come_back_to(
    shown, referee
):
    shown.still(UNTURNED)
    card = referee.get("/desk/parts").json()["attention"]
    assert "Enclosed discs were not turned. [d4] (Reversi art. 10)" in card
    assert "Objection by Can" in card
    done = do(referee, "object", by="B")
    assert all(granted for granted, _ in codes(done))
    assert referee.get("/api/table").json()["round"]["warnings"] == {"A": 1, "B": 0}
    assert "Waiting for the correction" in referee.get("/desk/parts").json()["attention"]
    shown.position(D3)
    assert referee.get("/api/table").json()["awaiting"] is None


def test_an_objection_after_the_own_move_is_too_late(shown, referee):
    shown.still(UNTURNED)
    standing = shown.sitting.tracker.position
    answer = shown.game.play(standing, shown.game.moves(standing)[0])
    shown.position(answer)
    done = do(referee, "object", by="B")
    assert [granted for granted, _ in codes(done)] == [False]
    assert done["replies"][0]["text"]
    assert referee.get("/api/table").json()["round"]["warnings"] == {"A": 0, "B": 0}


def test_answers_of_the_rules_come_in_the_language_that_is_asked_for(shown, referee):
    shown.position(D3)
    shown.position(C3)
    said = [
        referee.post(f"/api/acts/object?lang={lang}", json={"by": "A"}).json()["replies"][0]["text"]
        for lang in ("tr", "en")
    ]
    assert said[0] != said[1]


def test_a_correction_that_is_refused_has_changed_nothing(shown, referee):
    stood, number = shown.sitting.tracker.position, shown.sitting.number
    answer = referee.post("/api/acts/correct", json={"cells": {"a1": "B"}, "side": "green"})
    assert answer.status_code == 409
    assert shown.sitting.tracker.position == stood
    assert shown.sitting.number == number


def test_correcting_undoing_pausing_and_accepting(shown, referee):
    shown.position(D3)
    do(referee, "undo", count=1)
    assert referee.get("/api/table").json()["moves"] == 0
    do(referee, "correct", cells={"a1": "B"}, side="W")
    table = referee.get("/api/table").json()
    assert table["position"].startswith("B.......")
    assert table["side"] == "W"
    do(referee, "pause")
    assert "Paused" in referee.get("/desk/parts").json()["sight"]
    do(referee, "go-on")
    shown.position(C3, seconds=1.0)
    do(referee, "accept", side="B")
    assert referee.get("/api/table").json()["position"].startswith(str(C3)[:70])


def test_a_doubt_is_one_question_with_two_boards(shown, referee):
    look = shown.eyes.look(tuple("".join(REVERSI.board_of(D3).rows)))
    look.probabilities[[19, 26]] = [0.499, 0.499, 0.002]  # d3 or c4, nobody can tell
    shown.eyes.look, shown.eyes.compares = lambda state: look, False
    shown.still((), seconds=3.0)
    card = referee.get("/desk/parts").json()["attention"]
    assert "Which of these stands on the board?" in card
    assert card.count("<svg") == 2
    answers = referee.get("/api/table").json()["unsure"]["answers"]
    do(referee, "choose", answer=0)
    table = referee.get("/api/table").json()
    assert table["unsure"] is None
    assert table["moves"] == 1
    moves = [e for e in referee.get("/api/events").json()["events"] if e["event"] == "move"]
    assert [event["move"] for event in moves] == [answers[0]["move"]]


def test_a_report_before_the_end_asks_whether_the_mover_has_finished(shown, referee):
    shown.still(UNTURNED, seconds=1.5)
    do(referee, "object", by="B")
    assert "finished the move?" in referee.get("/desk/parts").json()["attention"]
    done = do(referee, "finished", yes=True)
    assert referee.get("/api/table").json()["round"]["warnings"]["A"] == 1, done


def test_a_fault_that_the_referee_has_seen_leaves_the_page_but_not_the_list(shown, referee):
    shown.still(UNTURNED)
    fault = next(e for e in referee.get("/api/events").json()["events"] if e["event"] == "fault")
    do(referee, "dismiss", number=fault["number"])
    parts = referee.get("/desk/parts").json()
    assert parts["attention"].strip() == ""
    assert "Enclosed discs" in parts["moves"]


@pytest.mark.parametrize(
    ("act", "words", "status"),
    [
        ("undo", {"count": 1}, 409),
        ("choose", {"answer": 0}, 409),
        ("finished", {"yes": True}, 409),
        ("correct", {"cells": {"z9": "B"}}, 409),
        ("correct", {"cells": {"a1": "X"}}, 409),
        ("correct", {"side": "green"}, 409),
        ("counted", {"stones": {"ST": 20}}, 409),
        ("next-set", {}, 409),
        ("decide", {"result": "A"}, 409),
        ("dismiss", {"number": 99999}, 409),
        ("accept", {"side": "green"}, 409),
        ("object", {"by": "C"}, 422),
        ("undo", {"count": 0}, 422),
        ("pause", {"more": 1}, 422),
    ],
)
def test_what_cannot_be_done_is_refused_in_one_line(referee, act, words, status):
    answer = referee.post(f"/api/acts/{act}", json=words)
    assert answer.status_code == status
    if status == 409:
        assert isinstance(answer.json()["detail"], str)
        assert "\n" not in answer.json()["detail"]


def test_a_watcher_who_was_away_gets_every_event_once(tmp_path):
    made = ShownDesk(tmp_path)
    made.position(made.game.start(), seconds=1.0)
    seen, names = [], []
    with Server(made.app) as server:
        token = httpx.post(f"{server.address}/api/login", json={"pin": PIN}).json()["token"]
        head = {"authorization": f"Bearer {token}"}

        def listen(until):
            after = {"last-event-id": names[-1]} if names else {}
            with httpx.stream(
                "GET", f"{server.address}/api/stream", headers={**head, **after}, timeout=20
            ) as stream:
                for line in stream.iter_lines():
                    if line.startswith("id:"):
                        names.append(line[3:].strip())
                    if line.startswith("data:"):
                        seen.append(json.loads(line[5:])["number"])
                        if seen[-1] >= until:
                            return

        listen(made.sitting.number)
        made.position(D3)  # nobody listens
        made.position(C3)
        listen(made.sitting.number)
    assert seen == list(range(1, made.sitting.number + 1))
    made.close()


def test_a_stream_ends_with_its_game_and_begins_anew_with_the_next(tmp_path):
    made = ShownDesk(tmp_path)
    made.position(made.game.start(), seconds=1.0)
    made.position(D3)
    (tmp_path / "next").mkdir()
    with Server(made.app) as server:
        token = httpx.post(f"{server.address}/api/login", json={"pin": PIN}).json()["token"]
        head = {"authorization": f"Bearer {token}"}
        address = f"{server.address}/api/stream"
        with httpx.stream("GET", address, headers=head, timeout=20) as stream:
            lines = stream.iter_lines()
            name = next(line for line in lines if line.endswith(f".{made.sitting.number}"))
            other = ShownDesk(tmp_path / "next", "kulami")
            made.desk.watch(other.sitting, Waiting())
            assert not [line for line in lines if line.startswith("data:")][1:]  # it ends
        last = {"last-event-id": name[3:].strip()}
        with httpx.stream("GET", address, headers={**head, **last}, timeout=20) as stream:
            first = next(line for line in stream.iter_lines() if line.startswith("data:"))
            assert json.loads(first[5:])["game"] == "kulami"
    other.camera.close()
    made.close()


def test_records_and_transcript(shown, referee):
    shown.position(D3)
    shown.position(C3)
    (record,) = referee.get("/api/records").json()
    assert record["game"] == "reversi"
    assert referee.get("/api/transcript").text == "d3c3\n"


def test_the_description_names_every_path_of_the_api(anyone):
    described = anyone.get("/api/openapi.json").json()
    paths = described["paths"]
    assert {"/api/table", "/api/stream", "/api/acts/object", "/api/score.pdf"} <= set(paths)
    assert not any(path.startswith("/desk") for path in paths)


@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("path", ["/", "/score", "/setup", "/players"])
def test_pages_speak_the_language_that_is_asked_for_and_remember_it(referee, path, lang):
    answer = referee.get(path, params={"lang": lang}, follow_redirects=True)
    assert f'<html lang="{lang}">' in answer.text
    assert f'<html lang="{lang}">' in referee.get(path, follow_redirects=True).text


@pytest.mark.parametrize(
    ("page", "part"),
    [("/", "/desk/parts"), ("/score", "/desk/score"), ("/setup", ""), ("/players", "")],
)
def test_pages_are_light_and_load_nothing_from_outside(referee, page, part):
    weight = 0
    todo, seen = [page], set()
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = referee.get(path)
        assert answer.status_code == 200, path
        weight += len(answer.content)
        found = re.findall(r'(?:src|href)="([^"#?]+)"|from "([^"]+)"', answer.text)
        if path == page or path.endswith(".js"):
            todo += [a or b for a, b in found if (a or b).startswith("/static")]
        outside = re.findall(r'https?://(?!www\.w3\.org)[^"\s]+', answer.text)
        assert not outside, (path, outside)
    weight += len(referee.get(part).content) if part else 0
    assert len(seen) > 3
    assert weight < 300_000


def test_a_pit_is_counted_after_a_doubling_move(tmp_path):
    start = new_game("mangala").parse_position("4 4 4 0 0 5 / 4 3 4 4 4 4 / 4 4 S")
    made = ShownDesk(tmp_path, "mangala", position=start)
    made.position(start, seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    assert "Count pit" not in client.get("/desk/parts").json()["acts"]
    doubling = next(
        move for move in made.game.moves(start) if made.game.sow(start, move).doubling_pit
    )
    pit = made.game.sow(start, doubling).doubling_pit
    made.position(made.game.play(start, doubling))
    assert f"Count pit {pit}" in client.get("/desk/parts").json()["acts"]
    done = do(client, "count-pit", by="B", pit=pit)
    assert [granted for granted, _ in codes(done)] == [True]
    do(client, "counted", stones={pit: 4})
    assert f"The referee counted: {pit} 4" in client.get("/desk/parts").json()["moves"]
    made.close()


def test_a_clock_that_stands_at_nothing_asks_the_referee(tmp_path):
    made = ShownDesk(tmp_path, clock=Clock.of(5), names=("Elif", "Can"))
    made.position(made.game.start(), seconds=8.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    assert "Time is up: Elif" in client.get("/desk/parts").json()["attention"]
    do(client, "flag", who="A")
    assert client.get("/api/table").json()["round"]["decision"]["result"] == "B"
    assert "Winner: Can" in client.get("/desk/parts").json()["attention"]
    made.close()


def test_a_picture_that_has_gone_or_is_spoilt_is_not_there(shown, referee):
    give_pictures(shown)
    shown.still(UNTURNED)
    line = next(each for each in shown.sitting.events_after(0) if named_in(each.data))
    path = pictures_of(shown.path) / named_in(line.data)["after"]
    address = f"/desk/looks/{line.number}/after"
    assert referee.get(address).status_code == 200
    for data, why in ((b"", "cannot be read"), (b"spoilt", "cannot be read"), (None, "no such")):
        path.unlink() if data is None else path.write_bytes(data)
        answer = referee.get(address)
        assert answer.status_code == 404
        assert why in answer.json()["detail"]
