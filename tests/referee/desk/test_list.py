"""The list of moves and events: who has objected, who is warned, who has signed."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN, ShownDesk, do
from support.reversi import C3, D3, UNTURNED

from engines import match
from engines.contract import Fault
from engines.match.conduct import WASTING_TIME
from referee import events as told
from referee.desk.lines import fault_words, happened_words
from referee.desk.texts import translations

NAMES = {"A": "Elif", "B": "Can"}


def listed(client, lang="en"):
    """The lines of the list, the newest first, without their times."""
    html = client.get(f"/desk/parts?lang={lang}").json()["moves"]
    rows = re.findall(r"<li.*?</li>", html, re.DOTALL)
    rows = [re.sub(r"<time>.*?</time>", "", row) for row in rows]
    return [" ".join(re.sub(r"<[^>]+>", " ", row).split()) for row in rows]


def test_a_refused_objection_says_who_objected_and_who_is_answered(shown, referee):
    shown.position(D3)
    do(referee, "object", by="B")
    assert listed(referee)[:2] == [
        "✗ Can: The move is regular. Reversi art. 10",
        "Objection by Can",
    ]
    assert listed(referee, "tr")[:2] == [
        "✗ Can: Hamle kurallara uygun. Reversi md. 10",
        "İtiraz: Can",
    ]


def test_whoever_is_warned_is_named_and_not_whoever_has_reported_it(shown, referee):
    shown.still(UNTURNED)
    do(referee, "object", by="B")
    lines = "\n".join(listed(referee))
    assert "Objection by Can" in lines
    assert "✓ The report is accepted." in lines
    assert "✓ Elif: The player is warned." in lines
    assert "✓ Elif: The player must put the move right." in lines
    assert "✓ Elif: Oyuncuya uyarı verildi." in "\n".join(listed(referee, "tr"))


def test_what_is_reported_beside_the_board_is_listed_with_names(shown, referee):
    do(referee, "piece-left", by="A", cells=["d4"])
    do(referee, "put-back")
    do(referee, "warn", who="B", cause="wasting_time")
    do(referee, "flag", who="B")
    lines = listed(referee)
    for line in (
        "Reported by Elif: fallen from d4",
        "Warning: wasting time – Can",
        "Time is up: Can",
    ):
        assert line in lines
    assert any(line.startswith("✓ Can: Time is up: lost.") for line in lines)
    do(referee, "pause")  # the clock's own stop is no line
    assert listed(referee)[0] == "Referee: paused"


def test_a_side_without_a_name_is_told_by_its_colour(tmp_path):
    made = ShownDesk(tmp_path)
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    made.position(D3)
    do(client, "object", by="B")
    assert "Objection by White" in listed(client)
    assert "İtiraz: Beyaz" in listed(client, "tr")
    made.close()


@pytest.mark.parametrize(
    ("what", "words"),
    [
        (match.Signed("B"), ("Signed by Can", "İmzaladı: Can")),
        (match.Objected("referee"), ("Objection by the referee", "İtiraz: hakem")),
        (
            match.PieceLeftBoard("referee", ("d4", "e5")),
            ("Reported by the referee: fallen from d4, e5",
             "Bildiren: hakem – düştüğü yer: d4, e5"),
        ),
        (match.Touched("A", "S2"), ("Elif has touched S2", "Elif S2 kuyusuna dokundu")),
        (match.CountRequested("A"), ("Elif asks for a count", "Sayım istedi: Elif")),
        (
            match.RefereeWarned("A", WASTING_TIME),
            ("Warning: wasting time – Elif", "Uyarı: zaman geçirme – Elif"),
        ),
        (
            match.RefereeDecided("A"),
            ("The referee has decided – Winner: Elif", "Hakem karar verdi – Kazanan: Elif"),
        ),
        (
            match.RefereeDecided("draw"),
            ("The referee has decided – Draw", "Hakem karar verdi – Berabere"),
        ),
        (match.ClockPaused(), ("", "")),
    ],
)  # fmt: skip
def test_who_did_what_in_both_languages(what, words):
    said = tuple(
        happened_words(translations(lang).gettext, what, NAMES.__getitem__) for lang in ("en", "tr")
    )
    assert said == words


def test_the_players_see_nothing_of_an_objection_that_is_refused(shown, referee, anyone):
    shown.position(D3)
    shown.position(C3)
    before = anyone.get("/players").text, anyone.get("/api/players").json()
    do(referee, "object", by="A")
    assert "Objection by Elif" in listed(referee)
    assert (anyone.get("/players").text, anyone.get("/api/players").json()) == before


@pytest.mark.parametrize(
    ("code", "cells", "amount", "words"),
    [
        ("wrong_sowing", ("N4",), -1, ("One stone missing in N4.", "N4'te bir taş eksik.")),
        ("wrong_sowing", ("N6",), 3, ("3 stones too many in N6.", "N6'da 3 taş fazla.")),
        ("stones_missing", ("ST",), -2, ("2 stones missing in ST.", "ST'de 2 taş eksik.")),
        (
            "stones_missing", ("S1", "N2"), -5,
            ("[S1, N2] 5 stones missing in all.", "[S1, N2] Toplam 5 taş eksik."),
        ),
        (
            "stones_added", ("S1", "N2"), 1,
            ("[S1, N2] One stone too many in all.", "[S1, N2] Toplam bir taş fazla."),
        ),
        (
            "stones_shifted", ("S5", "N2"), -1,
            ("[S5, N2] One stone missing in S5.", "[S5, N2] S5'te bir taş eksik."),
        ),
    ],
)  # fmt: skip
def test_stones_are_missing_or_too_many_in_words(code, cells, amount, words):
    fault = told.ToldFault.of("mangala", Fault(code, cells, "Mangala art. 1", amount))
    for lang, sentence in zip(("en", "tr"), words, strict=True):
        shown = fault_words(translations(lang).gettext, fault, lang)
        first = fault.tr if lang == "tr" else fault.en
        assert shown.startswith(f"{first} {sentence} (")


def test_a_fault_without_a_move_names_the_side_alone(shown, referee):
    shown.position(D3)
    shown.position(C3)
    shown.sitting.sight = "found"
    gone = "".join(shown.game.board_of(C3).rows).replace("W", ".", 1)
    shown.still(tuple(gone), seconds=1.5)
    parts = referee.get("/desk/parts?lang=tr").json()
    assert "Hamle sürüyor: siyah<" in parts["sight"]
    shown.still(tuple(gone))
    parts = referee.get("/desk/parts?lang=tr").json()
    assert "Hata: 3. siyah</h2>" in parts["attention"]
    assert "hamle yok" not in parts["attention"] + parts["moves"]
    assert any(line.startswith("3. siyah ! Bir taş") for line in listed(referee, "tr"))


def test_another_pit_than_the_touched_one_is_a_fault_with_its_article_and_card(tmp_path):
    made = ShownDesk(tmp_path, "mangala")
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    made.position(made.game.start(), seconds=1.0)
    do(client, "touched", by="A", pit="S2")
    made.position(made.game.play(made.game.start(), made.game.parse_move("S5")))
    assert "Mangala notes d, g" in listed(client)[0]
    assert "Mangala not d, g" in listed(client, "tr")[0]
    parts = client.get("/desk/parts?lang=en").json()
    page = re.sub(r"<[^>]+>", " ", " ".join(map(str, parts.values())))
    assert "Fault: 1. south S5" in " ".join(page.split())
    made.close()
