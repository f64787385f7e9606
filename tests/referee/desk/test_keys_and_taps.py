"""What keys and fingers do on the referee's page, in a real browser."""

from __future__ import annotations

from playwright.sync_api import expect
from support.browsing import sign_in
from support.desks import Waiting, leave_in_doubt
from support.reversi import REVERSI, UNTURNED
from support.sittings import blind_table

from engines import new_game
from referee import events as told
from referee.sitting import Beginning, Sitting

expect.set_options(timeout=20000)  # a busy machine is no fault of the page


def orders(table):
    """What the referee has told the table so far."""
    return [line.event.what for line in table.sitting.events_after(0)
            if isinstance(line.event, told.Told)]  # fmt: skip


def test_a_key_acts_once_and_not_on_what_has_the_focus(table, visit):
    page = visit(table.address)
    sign_in(page)
    expect(page.locator("#act-pause")).to_be_visible()
    page.locator("#act-help").focus()
    page.keyboard.press("Space")  # presses what has the focus, and nothing else
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    assert orders(table) == []
    page.evaluate("document.activeElement.blur()")
    for _ in range(5):  # a key that is held is pressed again and again
        page.keyboard.down("Space")
        page.wait_for_timeout(120)
    page.keyboard.up("Space")
    expect(page.locator("#sight")).to_contain_text("Paused")
    page.locator("#act-go-on").focus()
    for _ in range(4):
        page.keyboard.down("Enter")
        page.wait_for_timeout(120)
    page.keyboard.up("Enter")
    expect(page.locator("#sight")).not_to_contain_text("Paused")
    assert orders(table) == ["pause", "resume"]


def test_a_tap_on_a_button_that_is_off_says_why(table, visit):
    page = visit(table.address, "phone", touch=True)
    sign_in(page)
    off = page.locator("#act-end-of-move")
    expect(off).to_be_disabled()
    expect(page.locator("body")).to_have_attribute("data-ready", "yes")
    off.tap(force=True)
    expect(page.locator(".toast")).to_have_text("No move is open.")
    assert orders(table) == []


def test_every_key_is_listed_where_keys_are_switched_also_on_a_tablet(table, visit):
    page = visit(table.address, "tablet", touch=True)
    sign_in(page)
    seen = set()

    def keys():
        return {each.get_attribute("data-key") for each in page.locator("[data-key]").all()}

    expect(page.locator("#act-pause")).to_be_visible()
    seen |= keys()
    leave_in_doubt(table)
    expect(page.locator(".answers button")).to_have_count(2)
    seen |= keys()
    assert {"j", "k", "1", "2", " "} <= seen
    page.locator("#act-help").tap()
    listed = page.locator("#help kbd")
    assert seen <= {" " if key == "Space" else key.lower() for key in listed.all_inner_texts()}
    expect(listed.first).to_be_visible()
    expect(page.locator("#help")).to_contain_text("Objection by Elif Işık")


def test_what_a_page_came_with_is_not_put_there_again(table, visit):
    page = visit(table.address)
    sign_in(page)
    page.add_init_script("""addEventListener("DOMContentLoaded", () => {
        document.querySelector("#act-pause").mine = true; });""")
    with page.expect_response("**/desk/parts"):
        page.goto(table.address)
    expect(page.locator("body")).to_have_attribute("data-connected", "yes")
    page.wait_for_timeout(300)
    assert page.evaluate("document.querySelector('#act-pause').mine")


def test_what_is_unfolded_on_a_phone_says_so_also_when_the_page_is_renewed(table, visit):
    page = visit(table.address, "phone", touch=True)
    sign_in(page)
    more = page.locator("#act-all")
    expect(more).to_have_accessible_name("More buttons")
    more.tap()
    expect(more).to_have_accessible_name("Fewer buttons")
    expect(page.locator("#act-undo-1")).to_be_visible()
    table.still(UNTURNED)  # a move: other buttons are on now
    expect(page.locator("#act-undo-1")).to_be_enabled()
    expect(page.locator("#act-undo-1")).to_be_visible()
    expect(more).to_have_attribute("aria-expanded", "true")
    expect(more).to_have_accessible_name("Fewer buttons")
    more.tap()
    expect(more).to_have_attribute("aria-expanded", "false")


def test_a_fault_of_the_list_shows_its_pictures_when_its_card_has_left(table, visit):
    page = visit(table.address, "upright", touch=True)
    sign_in(page)
    table.still(UNTURNED)
    reply = REVERSI.parse_position(table.sitting.standing().position)
    table.position(REVERSI.play(reply, REVERSI.moves(reply)[0]))
    expect(page.locator(".ask.fault")).to_have_count(0)
    page.get_by_role("button", name="Before and after").tap()
    expect(page.locator("#looks-title")).to_contain_text("1. black d3")
    for image in page.locator("#looks img").all():
        expect(image).to_have_js_property("complete", True)
        assert image.evaluate("image => image.naturalWidth") > 0
    page.get_by_role("button", name="Close").tap()
    expect(page.locator("#looks")).to_be_hidden()


def test_a_page_that_stays_shows_the_next_game_as_its_own(table, visit, tmp_path):
    page = visit(table.address)
    sign_in(page)
    expect(page).to_have_title("Reversi · Hakem")
    mangala = new_game("mangala")
    beginning = Beginning(mangala, mangala.start(), ("Defne", "Kerem"))
    next_one = Sitting.begin(tmp_path / "next.hakem", beginning, make_table=blind_table)
    table.desk.watch(next_one, Waiting())
    expect(page).to_have_title("Mangala · Hakem")
    expect(page.locator(".where")).to_contain_text("Defne – Kerem")
    expect(page.locator("main.watch.long")).to_have_count(1)
