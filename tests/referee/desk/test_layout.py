"""Every page on every screen: nothing covered, nothing cut off, room for a thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browsing import PAGES, SIZES, sign_in
from support.desks import leave_in_doubt, seated
from support.reversi import UNTURNED

from referee.desk.demos import NAMES

expect.set_options(timeout=20000)  # a busy machine is no fault of the page


def box_of(place):
    """Where it lies; what is just being renewed lies there a moment later."""
    for _ in range(100):
        found = place.bounding_box()
        if found is not None:
            return found
        place.page.wait_for_timeout(100)
    raise AssertionError(f"{place} is not shown")


def nothing_is_covered(page):
    """No picture of a fault and no button lies under anything; all pictures are seen at once."""
    shots = page.locator(".ask.fault .pair img")
    expect(shots).to_have_count(2)
    for shot in shots.all():
        expect(shot).to_have_js_property("complete", True)
        expect(shot).not_to_have_js_property("naturalWidth", 0)
    bar = page.locator("#acts").bounding_box()
    for shot in shots.all():  # they are seen without scrolling
        room = shot.bounding_box()
        assert room["height"] > 100
        assert room["y"] + room["height"] <= bar["y"]
    page.locator("#act-object-A").click()  # nothing to report: a note comes up
    expect(page.locator(".toast").first).to_be_visible()
    covered = page.evaluate(
        """() => [...document.querySelectorAll("button, a, .small-board, .pair img, #board svg")]
        .filter((e) => e.offsetParent !== null || e.tagName === "svg")
        .filter((e) => {
            e.scrollIntoView({ block: "nearest" });
            const r = e.getBoundingClientRect();
            if (!r.width || r.bottom > innerHeight || r.top < 0) return r.height < innerHeight / 2;
            return [[.5, .5], [.5, .08], [.5, .92]].some(([x, y]) => {
                const top = document.elementFromPoint(r.left + x * r.width, r.top + y * r.height);
                return !(e.contains(top) || top?.contains(e));
            });
        }).map((e) => e.outerHTML.slice(0, 80))"""
    )
    assert covered == []


@pytest.mark.parametrize("size", SIZES)
def test_every_page_fits_every_screen_with_room_for_a_thumb(table, visit, size):
    page = visit(table.address, size, touch=size != "laptop")
    sign_in(page)
    table.still(UNTURNED)
    nothing_is_covered(page)
    for path, sign in PAGES.items():
        page.goto(f"{table.address}{path}")
        expect(page.locator(sign).first).to_be_visible()
        fits(page, size)


def fits(page, size):
    """Nothing is wider than the screen, and everything that is tapped is large enough."""
    assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], page.url
    small = page.evaluate(
        """() => [...document.querySelectorAll("button, a.button, .bar a, summary")]
        .filter((e) => e.offsetParent && !e.closest(".cells, .plan"))
        .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
        .filter(([, r]) => r.height < 31 || r.width < 31).map(([text]) => text)"""
    )
    assert small == [], page.url
    bursting = page.evaluate(
        """() => [...document.querySelectorAll("button, a.button")].filter((e) => e.offsetParent)
        .filter((e) => !e.closest(".cells, .plan"))
        .filter((e) => e.scrollWidth > e.clientWidth + 1 || e.scrollHeight > e.clientHeight + 1)
        .map((e) => e.textContent.trim())"""
    )
    assert bursting == [], page.url


BROKEN = """() => {
    const range = document.createRange(), words = [];
    for (const { firstChild: text } of document.querySelectorAll("#acts [id] > span")) {
        for (const found of text.data.matchAll(/\\S+/g)) {
            range.setStart(text, found.index);
            range.setEnd(text, found.index + found[0].length);
            if (range.getClientRects().length > 1) words.push(found[0]);
        }
    }
    return words;
}"""
"""The words of the buttons that are broken in the middle."""


@pytest.mark.parametrize("size", SIZES)
def test_no_word_on_a_button_is_broken_after_the_end_of_a_game(table, visit, size):
    page = visit(table.address, size, touch=size != "laptop")
    sign_in(page)
    table.sitting.end_early("resigned", "A")
    table.desk.publish()
    for language in ("tr", "en"):  # one more button than in play, with long words
        page.goto(f"{table.address}/?lang={language}")
        expect(page.locator("#acts a")).to_be_visible()
        assert page.evaluate(BROKEN) == []
        fits(page, size)


def box(page, where):
    """Where something lies on the screen."""
    return page.locator(where).first.bounding_box()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", ["kulami", "mangala"])
def test_the_other_games_fit_every_screen_in_turkish(tmp_path, visit, name, size):
    with seated(tmp_path, name) as made:
        made.desk.demos = tuple(NAMES)  # then most stands in the head of the page
        page = visit(made.address, size, "tr", touch=size != "laptop")
        sign_in(page)
        made.position(made.game.play(made.game.start(), made.game.moves(made.game.start())[2]))
        expect(page.locator("#moves li")).to_have_count(1)
        expect(page.locator(".picture img")).to_be_visible()
        fits(page, size)
        width = SIZES[size][0]
        picture, board = box(page, ".picture"), box(page, "#board svg")
        if name == "mangala" and size == "tablet":  # one under the other, each as wide as can be
            assert board["y"] >= picture["y"] + picture["height"]
            assert min(picture["width"], board["width"]) > 0.6 * width
        if width > 640:
            bar = box(page, "#acts")
            buttons = [each.bounding_box() for each in page.locator("#acts > *").all()]
            rows = {round(place["y"]) for place in buttons if place}
            assert len(rows) == (2 if width <= 1000 else 1)
            assert bar["height"] < 140
        page.goto(f"{made.address}/score")
        expect(page.locator("table")).to_be_visible()
        fits(page, size)


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_head_of_the_page_is_one_row_on_a_laptop(tmp_path, visit, language):
    with seated(tmp_path, "mangala") as made:  # its heading is the longest: it has sets
        made.desk.demos = tuple(NAMES)
        page = visit(made.address, lang=language)
        sign_in(page)
        for width in (1280, 1366):
            page.set_viewport_size({"width": width, "height": 768})
            assert box(page, ".bar")["height"] < 65
            links = page.locator(".bar nav").last.bounding_box()
            assert links["x"] + links["width"] <= width


@pytest.mark.parametrize("language", ["en", "tr"])
def test_the_head_of_the_page_fits_narrow_phones(table, visit, language):
    page = visit(table.address, "phone", language, touch=True)
    sign_in(page)
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 700})
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        leave = box(page, "#sign-out")
        assert leave["x"] + leave["width"] <= width


def is_seen(page, where):
    """Whether all of something is on the screen, and not scrolled out of its column."""
    room, column, bar = box(page, where), box(page, ".side"), box(page, "#acts")
    lowest = min(bar["y"], column["y"] + column["height"])
    return room["y"] >= column["y"] and room["y"] + room["height"] <= lowest + 1


@pytest.mark.parametrize("language", ["en", "tr"])
def test_what_is_asked_is_seen_whole_on_a_laptop_also_beside_a_note(table, visit, language):
    page = visit(table.address, lang=language)
    sign_in(page)
    table.still(UNTURNED)
    expect(page.locator(".ask.fault .pair img").last).to_have_js_property("complete", True)
    assert is_seen(page, ".ask.fault .pair")
    page.locator(".ask.fault .warn").click()
    expect(page.locator(".toast").first).to_be_visible()
    expect(page.locator(".ask .small-board")).to_be_visible()
    assert is_seen(page, ".ask .answers")
    note = box(page, ".toast")
    listed = box(page, "#moves")
    assert note["x"] >= listed["x"]
    assert note["x"] + note["width"] <= listed["x"] + listed["width"]


@pytest.mark.parametrize("language", ["en", "tr"])
def test_both_answers_to_a_doubt_are_seen_whole_on_a_laptop(table, visit, language):
    page = visit(table.address, lang=language)
    sign_in(page)
    leave_in_doubt(table)
    expect(page.locator(".answers button")).to_have_count(2)
    assert is_seen(page, ".ask .answers")


def test_signatures_keep_to_their_columns(table, visit):
    page = visit(table.address, "upright", touch=True)
    sign_in(page)
    table.sitting.end_early("resigned", "A")
    table.desk.publish()
    page.goto(f"{table.address}/score")
    for player in "AB":
        room = page.locator(f'[data-pad="{player}"]')
        room.scroll_into_view_if_needed()
        place = room.bounding_box()
        page.mouse.move(place["x"] + 20, place["y"] + 20)
        page.mouse.down()
        page.mouse.move(place["x"] + 90, place["y"] + 60)
        page.mouse.up()
        page.locator(f'[data-sign="{player}"]').click()
        expect(page.locator(".drawn svg")).to_have_count("AB".index(player) + 1)
    first, second = (each.bounding_box() for each in page.locator(".drawn svg").all())
    assert first["x"] + first["width"] <= second["x"]
    fits(page, "upright")


@pytest.mark.parametrize("name", ["reversi", "mangala"])
def test_the_players_see_board_and_result_at_once(tmp_path, visit, name):
    with seated(tmp_path, name) as made:
        made.sitting.end_early("resigned", "A")
        for player in "AB":
            made.sitting.sign(player)
        made.desk.publish()
        page = visit(made.address)
        page.goto(f"{made.address}/players")
        board, result = page.locator("#public-board img"), page.locator("#result")
        expect(result).to_contain_text("Winner")
        expect(board).to_have_js_property("complete", True)
        for width, height in (*SIZES.values(), (1280, 800), (844, 390)):
            page.set_viewport_size({"width": width, "height": height})
            place, told = box_of(board), box_of(result)
            assert place["y"] + place["height"] <= told["y"], (width, height)
            assert told["y"] + told["height"] <= height, (width, height)
            assert page.evaluate("document.querySelector('main').scrollHeight") <= page.evaluate(
                "document.querySelector('main').clientHeight"
            ), (width, height)
            seen = min(place["height"], place["width"] * (1 if name == "reversi" else 0.4))
            assert seen > 0.3 * min(width, height), (width, height)  # it is still a board


def test_words_for_screen_readers_do_not_make_the_screen_scroll(table, visit):
    """Only the page's own parts scroll, so that head and buttons stay where they are."""
    page = visit(table.address, "tablet")
    sign_in(page)
    expect(page.locator("#acts")).to_be_visible()
    page.locator("ol").first.evaluate(
        """(list) => { for (let n = 0; n < 60; n++) list.insertAdjacentHTML("beforeend",
        '<li><button>Before and after<span class="hidden-words">: N2</span></button></li>') }"""
    )
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")
