"""Correcting by hand: only what a person has said is set, and only on the board that he saw."""

from __future__ import annotations

import re

from playwright.sync_api import expect
from support.browsing import sign_in
from support.desks import do
from support.reversi import C3, D3

from referee import events as told


def number_of(form):
    """The event by which the board of the form came about."""
    return int(re.search(r'data-number="(\d+)"', form.text)[1])


def test_a_correction_of_a_board_that_has_changed_since_is_refused(shown, referee):
    seen = number_of(referee.get("/desk/mend"))
    shown.position(D3)
    order = {"cells": {"a1": "B"}, "side": "B", "number": seen}
    for lang, why in (
        ("en", "the table has moved on; look again"),
        ("tr", "masada oyun ilerledi; yeniden bakın"),
    ):
        refused = referee.post(f"/api/acts/correct?lang={lang}", json=order)
        assert (refused.status_code, refused.json()["detail"]) == (409, why)
    assert referee.get("/api/table").json()["side"] == "W"
    order["number"] = number_of(referee.get("/desk/mend"))
    assert referee.post("/api/acts/correct", json=order).is_success
    assert referee.get("/api/table").json()["position"].startswith("B")


def test_what_changes_no_board_keeps_no_correction_away(shown, referee):
    shown.position(D3)
    seen = number_of(referee.get("/desk/mend"))
    do(referee, "pause")
    do(referee, "object", by="B")
    do(referee, "go-on")
    do(referee, "correct", cells={"a1": "B"}, number=seen)
    assert referee.get("/api/table").json()["position"].startswith("B")


def test_a_move_made_while_the_form_is_open_keeps_its_turn(table, visit):
    page = visit(table.address)
    sign_in(page)
    table.position(D3)
    expect(page.locator("#moves li").first).to_contain_text("black d3")
    page.keyboard.press("c")
    side = page.locator("#mend [name=side]:checked")
    expect(side).to_have_value("W")
    table.position(C3)
    page.click("#mend button.lead")
    expect(page.locator(".toast.no")).to_contain_text("has moved on; look again", ignore_case=True)
    expect(side).to_have_value("B")
    page.click("#mend button.lead")
    expect(page.locator("#mend")).to_be_hidden()
    assert table.sitting.last_of(told.Told) is None
    assert table.sitting.standing().side == "B"


def test_whose_turn_it_is_can_still_be_set(table, visit):
    page = visit(table.address)
    sign_in(page)
    table.position(D3)
    expect(page.locator("#moves li").first).to_contain_text("black d3")
    page.keyboard.press("c")
    page.check("#mend [name=side][value=B]")
    page.click("#mend button.lead")
    expect(page.locator("#moves li").first).to_contain_text("Referee: black to move")
    assert table.sitting.standing().side == "B"
