"""Every page on every screen: nothing covered, nothing cut off, room for a thumb."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect
from support.browsing import SIZES, sign_in

UNTURNED = tuple(
    "......../......../...B..../...WB.../...BW.../......../......../........".replace("/", "")
)
PAGES = {"/": ".ask.fault", "/score": "table", "/setup": ".choice", "/players": ".player"}
"""Each page with something by which it is known to be there."""


def nothing_is_covered(page):
    """No picture of a fault and no button lies under anything; all pictures are seen at once."""
    shots = page.locator(".ask.fault .pair img")
    expect(shots).to_have_count(2)
    expect(shots.last).to_have_js_property("complete", True)
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
        assert page.evaluate("document.documentElement.scrollWidth") <= SIZES[size][0], path
        small = page.evaluate(
            """() => [...document.querySelectorAll("button, a.button, .bar a, summary")]
            .filter((e) => e.offsetParent && !e.closest(".cells, .plan"))
            .map((e) => [e.textContent.trim(), e.getBoundingClientRect()])
            .filter(([, r]) => r.height < 31 || r.width < 31).map(([text]) => text)"""
        )
        assert small == [], path
