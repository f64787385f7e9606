"""The catalogues are whole, and fit what the code and the templates say."""

from __future__ import annotations

import ast
import io
import re
from pathlib import Path

import pytest
from babel.messages.pofile import read_po
from fastapi.testclient import TestClient
from jinja2 import Environment
from support.desks import PIN
from support.reversi import D3, UNTURNED

import referee.desk
from referee import events as told
from referee.desk.lines import told_words
from referee.desk.refusals import REFUSALS
from referee.desk.texts import REASONS, known_language, translations

HERE = Path(referee.desk.__file__).parent
CATALOGUE = {
    str(message.id): str(message.string)
    for message in read_po(io.BytesIO((HERE / "locale" / "tr.po").read_bytes()))
    if message.id
}


def said():
    """Every text that is translated somewhere."""
    found = {*REASONS, *REFUSALS}
    for path in HERE.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "say" and node.args:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found.add(first.value)
    environment = Environment(extensions=["jinja2.ext.i18n"])
    for path in (HERE / "templates").glob("*.html"):
        texts = environment.extract_translations(path.read_text(encoding="utf-8"))
        found |= {text for _, _, text in texts}
    return found


def test_every_text_has_a_turkish_one_and_none_is_left_over():
    assert set(CATALOGUE) == said()
    assert all(CATALOGUE.values())


@pytest.mark.parametrize("text", sorted(text for text in CATALOGUE if "%(" in text))
def test_values_stand_in_both_languages(text):
    values = re.findall(r"%\((\w+)\)s", text)
    assert sorted(values) == sorted(re.findall(r"%\((\w+)\)s", CATALOGUE[text]))


def test_turkish_is_spoken_where_nothing_else_is_known():
    assert known_language(None) == "tr"
    assert known_language("de") == "tr"
    assert known_language("en") == "en"
    assert translations("tr").gettext("Score") == "Skor"
    assert translations("en").gettext("Score") == "Score"


def test_the_turkish_page_is_refused_in_turkish_and_cites_turkish_articles(shown, referee):
    shown.still(tuple("......../......../...B..../...WB.../...BW.../".replace("/", "") + "." * 24))
    answer = referee.post("/api/acts/object?lang=tr", json={"by": "B"}).json()
    assert {reply["article"] for reply in answer["replies"]} == {"Reversi md. 10"}
    assert "Reversi md. 10" in referee.get("/desk/parts?lang=tr").json()["moves"]
    assert "art. 10" not in referee.get("/desk/parts?lang=tr").json()["moves"]
    for act, words, said in (
        ("undo", {"count": 5}, "5 hamle geri alınamaz; şimdiye kadar yapılan: 1"),
        ("choose", {"answer": 0}, "şüpheli bir şey yok; seçilecek bir şey de yok"),
        ("next-set", {}, "şu anda set başlayamaz: bir düzeltme bekleniyor; önce o yapılmalı"),
        ("finished", {"yes": True}, "hamlenin bitip bitmediğini soran yok"),
        ("put-back", {}, "şu anda yapılamaz: bir düzeltme bekleniyor; önce o yapılmalı"),
        ("correct", {"cells": {"a1": "X"}}, "a1 için 'X' olamaz; olabilenler: ., B, W"),
    ):
        refused = referee.post(f"/api/acts/{act}?lang=tr", json=words)
        assert (refused.status_code, refused.json()["detail"]) == (409, said)


def test_who_must_finish_a_move_is_not_told_to_take_it_back(shown, referee):
    shown.still(UNTURNED)
    referee.post("/api/acts/object", json={"by": "B"})
    card = referee.get("/desk/parts?lang=tr").json()["attention"]
    assert "Elif hamlesini geri almadan yanlışını düzeltmeli." in card


def test_what_the_referee_has_told_names_the_colour_and_the_number_of_moves(shown, referee):
    shown.position(D3)
    referee.post("/api/acts/undo", json={"count": 1})
    referee.post("/api/acts/correct", json={"side": "W"})
    moves = referee.get("/desk/parts?lang=tr").json()["moves"]
    assert "Hakem: geri alınan hamle sayısı 1" in moves
    assert "Hakem: sıradaki oyuncu beyaz" in moves


def test_a_correction_is_listed_in_the_words_of_the_page_not_in_letters(shown, referee):
    referee.post("/api/acts/correct", json={"cells": {"a1": "B", "h1": "W", "d4": "."}})
    moves = {lang: referee.get(f"/desk/parts?lang={lang}").json()["moves"] for lang in ("tr", "en")}
    assert "Hakem: elle düzeltildi – a1: siyah, h1: beyaz, d4: boş" in moves["tr"]
    assert "Referee: corrected by hand – a1: black, h1: white, d4: empty" in moves["en"]


def test_what_follows_from_an_accepted_board_is_listed_with_its_stones():
    told_ = told.Told("accept", "S2,N4=3", "", 3)
    assert told_words(translations("en").gettext, told_) == (
        "Referee: accepted as it stands – N4: 3"
    )


@pytest.mark.parametrize("path", ["/", "/score", "/setup"])
@pytest.mark.parametrize("lang", ["tr", "en"])
def test_the_language_that_was_asked_for_is_spoken_behind_the_log_in_too(shown, path, lang):
    shown.desk.language = "en" if lang == "tr" else "tr"
    anyone = TestClient(shown.app, base_url="http://localhost", follow_redirects=True)
    login = anyone.get(path, params={"lang": lang})
    assert login.url.path == "/login"
    assert f'<html lang="{lang}">' in login.text
    assert anyone.post("/api/login", json={"pin": PIN}).status_code == 200
    assert f'<html lang="{lang}">' in anyone.get(path).text


def test_the_language_is_kept_on_the_way_to_the_set_up(client, desk):
    desk.language = "en"
    answer = client.get("/?lang=tr", follow_redirects=True)
    assert answer.url.path == "/setup"
    assert '<html lang="tr">' in answer.text


@pytest.mark.parametrize(
    ("accepted", "asks", "spoken"),
    [
        ("tr-TR,tr;q=0.9,en-US;q=0.8,en;q=0.7", True, "tr"),
        ("de,en;q=0.6,tr;q=0.8", True, "tr"),
        ("tr;q=0.5,en-GB", True, "en"),
        ("de-DE,de;q=0.9", True, "en"),
        ("tr;q=0,*;q=x", True, "en"),
        ("tr-TR,tr;q=0.9", False, "en"),  # somebody has chosen the desk's language
        ("", True, "en"),
    ],
)
def test_the_browser_is_asked_where_nobody_has_chosen(anyone, shown, accepted, asks, spoken):
    shown.desk.asks_browser = asks
    head = {"accept-language": accepted}
    assert f'<html lang="{spoken}">' in anyone.get("/players", headers=head).text
    other = anyone.get("/players?lang=en", headers=head)
    assert '<html lang="en">' in other.text
    assert '<html lang="en">' in anyone.get("/players", headers=head).text  # it was a choice
