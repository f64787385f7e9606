"""A game that the board does not end, on the score page: what is chosen is what is recorded."""

from __future__ import annotations

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from support.browsing import sign_in
from support.desks import PIN, ShownDesk, seated
from support.reversi import D3

expect.set_options(timeout=20000)  # a busy machine is no fault of the page


@pytest.fixture
def asked():
    """What the page has asked before an order."""
    return []


@pytest.fixture
def page(table, visit, asked):
    """The score page of a game that is not over."""
    opened = visit(table.address)
    opened.on("dialog", lambda dialog: asked.append(dialog.message))
    sign_in(opened)
    opened.goto(f"{table.address}/score")
    expect(opened.locator("body")).to_have_attribute("data-ready", "yes")
    return opened


def test_what_was_chosen_survives_a_move_and_a_refusal(table, page, asked):
    end = page.get_by_role("button", name="End the game")
    why, because = page.locator("[name=why]"), page.locator("[name=because]")
    expect(why).to_have_value("")
    end.click()
    expect(page.locator(".toast.no")).to_have_text("Choose first why the game ends.")
    assert (asked, table.sitting.keeper.round.phase) == ([], "play")
    why.select_option("stopped")
    because.fill("no")
    end.focus()
    table.position(D3)
    expect(page.locator("tfoot")).to_contain_text("4")
    end.click()
    expect(page.locator(".toast.no").last).to_contain_text("3 to 80 letters")
    expect(why).to_have_value("stopped")
    expect(because).to_have_value("no")
    because.fill("the hall must close")
    end.click()
    expect(page.locator(".status")).to_have_text("✓ FINAL")
    assert asked[-1].startswith("The referee ends the game: the hall must close\n")
    assert table.sitting.keeper.round.results[-1].reason.endswith("the hall must close")


def test_only_the_referee_is_asked_for_a_reason(page):
    why, because = page.locator("[name=why]"), page.locator("[name=because]")
    expect(because).to_be_hidden()
    why.select_option("stopped")
    expect(because).to_be_visible()
    why.select_option("resigned-A")
    expect(because).to_be_hidden()


@pytest.mark.parametrize(
    ("lang", "refused"),
    [("en", "Say in 3 to 80 letters why"), ("tr", "Oyunun neden burada bittiğini 3-80 harfle")],
)
def test_a_refusal_is_a_sentence_and_leaves_when_the_order_is_done(table, page, lang, refused):
    table.position(D3)
    page.goto(f"{table.address}/score?lang={lang}")
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    end = page.locator("#end-game button")
    end.click()
    page.locator("[name=why]").select_option("stopped")
    page.locator("[name=because]").fill("no")
    end.click()
    expect(page.locator(".toast.no")).to_have_count(2)
    expect(page.locator(".toast.no").last).to_contain_text(refused)
    page.locator("[name=because]").fill("the hall must close")
    page.evaluate("setTimeout = () => 0")  # no note leaves by itself now
    end.click()
    expect(page.locator(".toast.no")).to_have_count(0)


def test_who_gives_up_is_named_before_it_is_recorded(table, page, asked):
    table.position(D3)
    page.locator("[name=why]").select_option("resigned-B")
    page.get_by_role("button", name="End the game").click()
    expect(page.locator(".status")).to_have_text("✓ FINAL")
    assert asked[-1].startswith("Can Şen gives up.\n")
    assert table.sitting.keeper.round.decision.result == "A"


def test_the_words_are_turkish_too_and_nothing_is_chosen(shown, referee):
    text = referee.get("/desk/score?lang=tr").text
    assert '<select name="why"><option value="">– seçin –</option>' in text
    assert 'data-told="Elif bırakıyor."' in text
    assert 'data-told="Hakem oyunu bitiriyor:"' in text


def test_numbers_that_were_typed_survive_a_redraw(tmp_path, visit):
    with seated(tmp_path, "mangala") as made:
        page = visit(made.address)
        sign_in(page)
        made.sitting.end_early("resigned", "B")
        page.goto(f"{made.address}/score")
        expect(page.locator("body")).to_have_attribute("data-ready", "yes")
        treasury, place = page.locator("[name=ST]"), page.locator("input[data-place]").first
        treasury.fill("26")
        place.fill("7")
        page.get_by_role("link", name="PDF to print").focus()
        treasury.evaluate("field => field.dataset.old = 'yes'")
        made.sitting.counted({"ST": 1, "NT": 0})
        made.desk.publish()
        expect(page.locator("[data-old]")).to_have_count(0)
        expect(treasury).to_have_value("26")
        expect(place).to_have_value("7")
        expect(page.locator("[name=NT]")).to_have_value("0")  # what was not typed is as told
        page.close()


def test_mangala_asks_for_numbers_and_not_for_question_marks(tmp_path):
    made = ShownDesk(tmp_path, "mangala")
    made.position(made.game.start(), seconds=1.0)
    client = TestClient(made.app, base_url="http://localhost")
    client.post("/api/login", json={"pin": PIN})
    client.post("/api/score/end", json={"why": "resigned", "by": "B"})
    text = client.get("/desk/score").text
    assert "question mark" not in text
    assert "So it is</button>" in text
    assert "then press “So it is”" in text
    made.close()
