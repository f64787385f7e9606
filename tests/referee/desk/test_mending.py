"""Correcting by hand: only what a person has said is set, and only on the board that he saw."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import expect
from support.browsing import sign_in
from support.desks import do
from support.reversi import C3, D3, REVERSI

from engines.grid import NAMES as CELLS
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


def without(position, *cells):
    """The board of a position, from which the pieces of some cells are gone."""
    rows = list("".join(REVERSI.board_of(position).rows))
    for cell in cells:
        rows[CELLS.index(cell)] = "."
    return tuple(rows)


@pytest.mark.parametrize("with_side", [False, True])
def test_a_slip_of_the_referees_own_is_no_fault_of_a_player(shown, referee, with_side):
    shown.position(D3)
    side = {"side": "B"} if with_side else {}
    do(referee, "correct", cells={"a1": "B", "h1": "B"}, **side)
    shown.position(D3)
    card, moves = (referee.get("/desk/parts").json()[part] for part in ("attention", "moves"))
    assert "The board does not look as you corrected it" in card
    assert "These cells do not fit: a1, h1" in card
    assert 'data-act="mend"' in card
    assert "Objection" not in card
    assert "The board fits nothing expected: a1, h1" in moves
    assert 'class="fault"' not in moves
    assert (
        "Tahta, düzelttiğiniz gibi görünmüyor"
        in (referee.get("/desk/parts?lang=tr").json()["attention"])
    )
    do(referee, "object", by="A" if with_side else "B")
    assert referee.get("/api/table").json()["round"]["warnings"] == {"A": 0, "B": 0}
    do(referee, "correct", cells={"a1": ".", "h1": "."})
    shown.position(D3)
    assert not referee.get("/api/table").json()["lost"]


def test_a_piece_that_falls_after_a_correction_elsewhere_is_a_fault(shown, referee):
    shown.position(D3)
    do(referee, "correct", cells={"a1": "B"})
    shown.still(without(D3, "d3"))  # a1 is not there either, but d3 nobody has set
    assert "Fault" in referee.get("/desk/parts").json()["attention"]


def test_a_piece_that_falls_after_a_further_move_is_a_fault(shown, referee):
    shown.position(D3)
    do(referee, "correct", cells={"d3": "B"})
    shown.position(C3)
    shown.still(without(C3, "d3"))
    assert "Fault" in referee.get("/desk/parts").json()["attention"]


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
