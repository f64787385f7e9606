"""The pages as people use them, in a real browser."""

from __future__ import annotations

import io

import pytest
from fastapi.testclient import TestClient
from playwright.sync_api import expect
from support.browsing import PAGES, axe_text, picture, sign_in
from support.desks import PIN, Server, ShownDesk, leave_in_doubt
from support.pdf import text_of
from support.reversi import C3, D3, UNTURNED

from engines import new_game
from referee.journal import read_journal

expect.set_options(timeout=20000)  # a busy machine is no fault of the page


def test_a_wrong_pin_is_told_and_the_right_one_opens_the_table(table, visit):
    page = visit(table.address)
    page.fill("[name=pin]", "000000")
    page.click("form button")
    expect(page.locator("#wrong")).to_have_text("This is not the PIN of this table.")
    sign_in(page)
    expect(page.locator("#players")).to_contain_text("Elif Işık")


def test_the_code_of_the_card_signs_in_at_once_and_leaves_no_pin_behind(table, visit):
    page = visit(table.address)
    page.goto(f"{table.address}/players")
    page.goto(f"{table.address}/login#pin={PIN}")
    page.wait_for_url(f"{table.address}/")
    assert PIN not in page.url


@pytest.mark.parametrize("path", ["/", "/score", "/setup"])
def test_who_leaves_a_borrowed_tablet_signs_out(table, visit, path):
    page = visit(table.address, "phone", "tr", touch=True)
    sign_in(page)
    page.goto(f"{table.address}{path}")
    page.get_by_role("button", name="Çıkış yap").click()
    page.wait_for_url(f"{table.address}/login")
    page.goto(f"{table.address}{path}")
    expect(page.locator("[name=pin]")).to_be_visible()
    assert page.context.request.get(f"{table.address}/api/table").status == 401


def test_nothing_is_signed_out_of_where_no_pin_was_asked_for(shown, anyone, referee):
    assert 'id="sign-out"' in referee.get("/").text
    assert 'id="sign-out"' not in referee.get("/players").text
    assert 'id="sign-out"' not in anyone.get("/players").text
    shown.desk.open_door = True
    here = TestClient(shown.app, base_url="http://localhost", client=("127.0.0.1", 9))
    assert "/score" in here.get("/").text
    assert 'id="sign-out"' not in here.get("/").text


SHORTEST = ("d3", "c5", "d6", "c3", "b4", "e3", "d2", "c4", "f4")
"""The shortest game of Reversi: White has no disc left."""


def test_a_whole_game_is_refereed_from_an_objection_in_time_to_the_signed_sheet(table, visit):
    page = visit(table.address)
    sign_in(page)
    table.still(UNTURNED)
    card = page.locator(".ask.fault")
    expect(card).to_contain_text("Enclosed discs were not turned. [d4] (Reversi art. 10)")
    expect(page.locator("#moves li.fault")).to_have_count(1)
    card.get_by_role("button", name="Objection by Can Şen").click()
    expect(page.locator(".toast.yes").first).to_be_visible()
    expect(page.locator("#attention")).to_contain_text("Waiting for the correction")
    expect(page.locator("#attention")).to_contain_text("Elif Işık keeps the move")
    expect(page.locator("#attention svg")).to_have_count(1)
    expect(page.locator("#players")).to_contain_text("warnings: 1")
    position = table.game.start()
    for move in SHORTEST[:2]:
        position = table.game.play(position, table.game.parse_move(move))
        table.position(position)
        expect(page.locator("#attention .ask")).to_have_count(0)
    expect(page.locator("#moves li").first).to_contain_text("white c5")
    page.keyboard.press("k")  # the objection of the second player, who has moved himself
    expect(page.locator(".toast.no").last).to_be_visible()
    expect(page.locator("#players")).to_contain_text("warnings: 1")
    for move in SHORTEST[2:]:
        position = table.game.play(position, table.game.parse_move(move))
        table.position(position, seconds=3.6)
    expect(page.locator(".ask.good")).to_contain_text("Winner: Elif Işık")
    page.locator(".ask.good").get_by_role("link", name="Score and signatures").click()
    expect(page.locator(".status")).to_have_text("✓ FINAL")
    expect(page.locator("tfoot")).to_contain_text("13")
    for player in "AB":
        page.locator(f'[data-sign="{player}"]').click()
        expect(page.locator(".signing .right")).to_have_count("AB".index(player) + 1)
    text = text_of(io.BytesIO(page.request.get(f"{table.address}/api/score.pdf?lang=en").body()))
    assert text.count("Agreed on the screen") == 2
    last = read_journal(table.path)[-1]
    assert f"event {last.number}: {last.hash}" in text
    page.get_by_role("link", name="New game").click()
    page.wait_for_url(f"{table.address}/setup")


def test_a_recording_says_that_it_goes_on_and_does(table, visit):
    table.camera.live = False  # from now on it is a recording, and nobody in it hears anything
    page = visit(table.address)
    sign_in(page)
    table.still(UNTURNED)
    page.locator(".ask.fault").get_by_role("button", name="Objection by Can Şen").click()
    expect(page.locator("#attention")).to_contain_text("Nobody in a recording hears this")
    expect(page.locator(".player.turn")).to_contain_text("Elif Işık")
    page.get_by_role("button", name="Go on from the board as it stands").click()
    expect(page.locator("#attention .ask")).to_have_count(0)
    expect(page.locator(".player.turn")).to_contain_text("Can Şen")
    expect(page.locator("#players")).to_contain_text("warnings: 1")


def test_correcting_by_hand_and_undoing(table, visit):
    page = visit(table.address)
    sign_in(page)
    table.position(D3)
    expect(page.locator("#moves li").first).to_contain_text("black d3")
    page.get_by_role("button", name="Correct").click()
    cell = page.locator('[data-cell="a1"]')
    cell.click()
    expect(cell).to_have_attribute("aria-label", "a1: black")
    page.get_by_role("button", name="This is how it stands").click()
    expect(page.locator("#moves li").first).to_contain_text("by hand – a1: black")
    assert table.sitting.standing().position.startswith("B")
    page.keyboard.press("u")
    expect(page.locator("#moves li").first).to_contain_text("taken back")


def test_a_doubt_is_answered_with_one_key(table, visit, tmp_path):
    page = visit(table.address)
    sign_in(page)
    leave_in_doubt(table)
    expect(page.locator(".answers button")).to_have_count(2)
    picture(page, "desk_doubt", tmp_path)
    page.keyboard.press("1")
    expect(page.locator(".answers")).to_have_count(0)
    assert table.sitting.standing().moves == 1


def test_pausing_and_the_end_of_a_move_with_the_keyboard_alone(table, visit):
    page = visit(table.address)
    sign_in(page)
    expect(page.locator("#act-pause")).to_be_visible()
    page.keyboard.press("Space")
    expect(page.locator("#sight")).to_contain_text("Paused")
    page.keyboard.press("Space")
    expect(page.locator("#sight")).not_to_contain_text("Paused")
    table.position(table.game.start(), seconds=1.0)  # nothing was played meanwhile
    table.still(UNTURNED, seconds=1.5)
    expect(page.locator("#act-end-of-move")).to_be_enabled()
    page.keyboard.press("e")
    expect(page.locator(".ask.fault")).to_be_visible()


def test_the_players_see_the_board_and_nothing_of_a_fault(table, visit, tmp_path):
    page = visit(table.address)
    seen = []
    page.on("response", lambda answer: seen.append(answer.url))
    page.goto(f"{table.address}/players")
    before = page.locator("#public-board img").get_attribute("src")
    table.still(UNTURNED)
    table.sitting.object("B")
    table.desk.publish()
    expect(page.locator("#public-board img")).not_to_have_attribute("src", before)
    expect(page.locator(".player.turn")).to_contain_text("Black")  # who must put it right
    text = page.content().casefold()
    for word in ("fault", "hata", "turned", "warning", "objection", "art. ", "score"):
        assert word not in text, word
    assert {url.split(table.address)[1].split("?")[0] for url in seen} <= {
        "/players", "/players/board", "/players/stream", "/static/desk.css", "/static/players.js",
        "/static/clocks.js", "/static/hakem.svg",
    }  # fmt: skip
    picture(page, "desk_players", tmp_path)


def test_turkish_first_and_english_beside_it(table, visit):
    page = visit(table.address, lang="tr")
    sign_in(page)
    expect(page.get_by_role("button", name="Duraklat")).to_be_visible()
    page.get_by_role("link", name="EN English").click()
    expect(page.get_by_role("button", name="Pause")).to_be_visible()
    page.goto(f"{table.address}/score")
    expect(page.locator("h1")).to_have_text("Reversi Score Sheet")


def painted_after(page, address):
    """Milliseconds until something of a page was on the screen; the best of a few."""
    found = []
    for _ in range(5):  # a busy machine is no fault of the page
        page.goto(address)
        for _ in range(40):
            if entry := page.evaluate(
                "performance.getEntriesByName('first-contentful-paint')[0]?.startTime"
            ):
                found.append(entry)
                break
            page.wait_for_timeout(50)
        if found and found[-1] <= 1000:
            break
    return min(found)


def test_every_page_is_painted_within_a_second(table, visit):
    page = visit(table.address)
    assert painted_after(page, f"{table.address}/login") <= 1000
    sign_in(page)
    for path in PAGES:
        assert painted_after(page, f"{table.address}{path}") <= 1000, path


def test_a_lost_connection_is_told_and_nothing_is_missed(tmp_path, visit):
    made = ShownDesk(tmp_path)
    made.position(made.game.start(), seconds=1.0)
    with Server(made.app) as server:
        port = server.port
        page = visit(server.address)
        sign_in(page)
        expect(page.locator("#lost")).to_be_hidden()
    expect(page.locator("#lost")).to_be_visible()
    made.position(D3)
    made.position(C3)
    with Server(made.app, port):
        expect(page.locator("#lost")).to_be_hidden(timeout=30000)
        expect(page.locator("#moves li", has_text="black d3")).to_have_count(1)
        expect(page.locator("#moves li", has_text="white c3")).to_have_count(1)
        page.close()
    made.close()


def kulami_near_its_end():
    """A game of Kulami with one move to go."""
    game = new_game("kulami")
    position = game.start()
    while True:
        move = game.moves(position)[-1]
        after = game.play(position, move)
        if game.outcome(after) is not None:
            return position, after
        position = after


def test_the_end_of_a_kulami_game_is_signed_and_printed(tmp_path, visit):
    last, over = kulami_near_its_end()
    names = ("Zeynep Çağlar", "Ömer Güneş")
    made = ShownDesk(tmp_path, "kulami", position=last, names=names)
    made.position(last, seconds=1.0)
    with Server(made.app) as server:
        page = visit(server.address)
        sign_in(page)
        made.position(over)
        expect(page.locator(".ask.good")).to_contain_text("The game is over")
        page.goto(f"{server.address}/score")
        doubts, status = (
            page.locator("[data-confirm][data-likely], [data-confirm].lead"),
            page.locator(".status"),
        )
        expect(status).to_contain_text("FINAL")
        for _ in range(64):
            if "NOT" not in status.inner_text():
                break
            expect(doubts.first).to_be_visible()
            left = doubts.count()
            doubts.first.click()
            expect(doubts).to_have_count(left - 1)
        expect(status).not_to_contain_text("NOT")
        total = made.sitting.tracker.game.score(over)
        expect(page.locator("tfoot")).to_contain_text(str(total.total("B")))
        for player in "AB":
            pad = page.locator(f'[data-pad="{player}"]')
            pad.scroll_into_view_if_needed()
            room = pad.bounding_box()
            page.mouse.move(room["x"] + 30, room["y"] + 40)
            page.mouse.down()
            for step in range(12):
                page.mouse.move(room["x"] + 30 + 15 * step, room["y"] + 40 + 30 * (step % 3))
            page.mouse.up()
            page.locator(f'[data-sign="{player}"]').click()
            expect(page.locator(".signing .right")).to_have_count("AB".index(player) + 1)
        page.evaluate("document.querySelector('main').scrollTo(0, 0)")
        picture(page, "desk_score", tmp_path)
        pdf = page.request.get(f"{server.address}/api/score.pdf")
        assert pdf.body().startswith(b"%PDF")
        page.goto(f"{server.address}/players")
        expect(page.locator("#result")).to_be_visible()
        page.close()
    made.close()


def test_axe_finds_no_serious_fault(table, visit):
    source, serious = axe_text(), []
    page = visit(table.address, "tablet")
    table.still(UNTURNED)
    for path, sign in {"/login": "form", **PAGES}.items():
        if path != "/login":
            page.goto(f"{table.address}{path}")
        expect(page.locator(sign).first).to_be_visible()
        page.evaluate(source)
        found = page.evaluate("axe.run(document, {resultTypes: ['violations']})")
        serious += [
            (path, each["id"], [node["target"] for node in each["nodes"]][:3])
            for each in found["violations"]
            if each["impact"] in ("serious", "critical")
        ]
        if path == "/login":
            sign_in(page)
    assert serious == []
