"""What a set-up is refused with, in Turkish on the Turkish page."""

from __future__ import annotations

import re

import pytest
from fastapi.testclient import TestClient
from support.desks import PIN

from engines import GAMES, InputError, new_game
from engines.articles import cite_in_turkish
from engines.match.conduct import CONDUCTS
from referee.desk.access import Access
from referee.desk.app import make_app
from referee.desk.desk import Desk
from referee.desk.findings import findings_of
from referee.desk.refusals import refusal_words
from referee.desk.trial import Trial
from referee.desk.web import sayer

TURKISH = sayer("tr")
ENGLISH = re.compile(r"\b(the|is|are|and|of|bad|art|note|line|Directive|analogy)\b")


@pytest.fixture
def client(tmp_path):
    desk = Desk(tmp_path, Access(PIN), language="tr")
    made = TestClient(make_app(desk), base_url="http://localhost", follow_redirects=False)
    made.post("/api/login", json={"pin": PIN})
    yield made
    desk.close()


@pytest.mark.parametrize(
    ("source", "rules", "said"),
    [
        ("usb:63", {}, "/dev/video63 konumunda kamera yok"),
        ("rtsp://127.0.0.1:9/none", {}, "görüntü vermiyor; kamera açık mı"),
        ("demo:chess", {}, "için demo yok"),
        ("demo:reversi", {"tie": "maybe"}, "reversi kurallarında tie için 'maybe' olamaz"),
        ("demo:reversi", {"speed": "1"}, "'speed' diye bir seçenek yok"),
    ],
)
def test_a_camera_or_a_rule_that_does_not_fit_is_refused_in_turkish(client, source, rules, said):
    wanted = {"game": "reversi", "source": source, "rules": rules}
    answer = client.post("/api/setup/look", json=wanted)
    assert answer.status_code == 409
    assert said in answer.json()["detail"]
    assert not ENGLISH.search(answer.json()["detail"])


def test_a_camera_that_fails_later_says_so_in_turkish():
    trial = Trial("usb:0", new_game("reversi"), None, lambda: None)
    trial.trouble = "no camera at /dev/video0; `hakem cameras` lists those that are there"
    ((_, said),) = findings_of(trial, None, TURKISH).lines
    assert "/dev/video0 konumunda kamera yok" in said


@pytest.mark.parametrize(
    "layout",
    [
        "/".join(["AAAAAAAA"] * 8),
        "AABBBCCD/AABBBCCD/EFFGGCCD/EFFIIIJJ/HHHIIIKK/LLMNNOKK/LLMNNOQQ/LLPPPOQR",
    ],
)
def test_plates_that_cannot_be_are_refused_in_turkish(layout):
    with pytest.raises(InputError) as refused:
        new_game("kulami", {"layout": layout})
    said = refusal_words(TURKISH, str(refused.value))
    assert said.startswith("levha dizilişi uymuyor: ")


@pytest.mark.parametrize(("count", "said"), [("5", "tahtada 49 taş var"), ("?", "N4")])
def test_boards_that_cannot_be_are_refused_in_turkish(count, said):
    game = new_game("mangala")
    board = game.parse_board(f"4 4 4 4 4 4 / 4 4 4 {count} 4 4 / 0 0")
    with pytest.raises(InputError) as refused:
        game.position(board, "south")
    told = refusal_words(TURKISH, str(refused.value))
    assert said in told
    assert not ENGLISH.search(told)


@pytest.mark.parametrize("name", GAMES)
def test_every_article_of_a_round_is_cited_in_turkish(name):
    game = new_game(name)
    conduct = CONDUCTS[name](game.sides, game.rules)
    grounds = conduct.grounds
    cited = [getattr(grounds, each) for each in grounds.__dataclass_fields__]
    cited += [ruling.article for ruling in conduct.rulings]
    for article in filter(None, cited):
        assert not ENGLISH.search(cite_in_turkish(article)), article
        assert "scoring" not in cite_in_turkish(article)
