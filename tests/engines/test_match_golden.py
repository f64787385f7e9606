"""The golden cases of a round."""

from __future__ import annotations

import json

import pytest
from support.table import CLOSED, GAMES, MISSING, SOWN_WRONG, Table, golden

from engines.match import (
    Corrected,
    FlagFell,
    MoveEnded,
    MoveMade,
    RoundRules,
    SetBegan,
    SetFinished,
    Touched,
)
from engines.options import read_rules


@pytest.mark.parametrize(("game", "case"), golden("round"))
def test_golden_rounds(game, case):
    readings = {"round_win=more_sets": case["expect"]["points"]}
    readings |= case["expect"].get("by_option", {})
    for option, expected in readings.items():
        table = Table(GAMES[game](), read_rules(RoundRules, dict([option.split("=")]), "round"))
        for number, result in enumerate(case["sets"], 1):
            if number > 1:
                table.do(SetBegan())
            assert table.round.phase == "play"
            table.do(SetFinished(result, "side_empty"))
        assert table.round.points == expected
        assert len(table.round.results) == case["expect"]["decided_after_sets"]


@pytest.mark.parametrize(("game", "case"), golden("starters"))
def test_golden_starters(game, case):
    table = Table(GAMES[game](), first=case["first"])
    turns = [table.round.turn]
    for result in ("A", "B"):
        table.do(SetFinished(result, "side_empty"), SetBegan())
        turns.append(table.round.turn)
    assert turns == case["expect"]["starters"] == list(table.round.starters)


@pytest.mark.parametrize(("game", "case"), golden("timeout"))
def test_golden_timeouts(game, case):
    table = Table(GAMES[game]()).do(FlagFell("A", case["treasury_of_flagged"]))
    expected = {"loss": "B", "draw": "draw"}[case["expect"]["result_for_flagged"]]
    assert [s.result for s in table.round.results] == [expected]


def breach(table, game, kind):
    """Player A commits a breach and ends the move."""
    if kind == "touch":
        return table.do(Touched("A", "S1")).move("A", "S2")
    wrong = {"mangala": SOWN_WRONG, "kulami": CLOSED}[game]
    return table.move("A", "S4" if game == "mangala" else "d4", wrong)


@pytest.mark.parametrize(("game", "case"), golden("warnings"))
def test_golden_warnings(game, case):
    impaired = ["A"] if any(e.get("visually_impaired") for e in case["events"]) else []
    table = Table(GAMES[game](), impaired=impaired)
    answer = "N3" if game == "mangala" else "d6"
    for event in case["events"]:
        breach(table, game, event["breach"])
        if event["reported"]:
            table.object("B")
        if table.round.phase == "correction":
            table.correct("A", table.round.awaiting.move or "d5")
        if table.round.phase == "play":
            table.move("B", answer)
    assert table.round.warnings_of("A") == case["expect"]["warnings"]
    assert (table.round.phase == "over") == case["expect"]["round_lost"]
    if case["expect"]["round_lost"]:
        assert table.round.points == {"A": 0, "B": 1}


@pytest.mark.parametrize(("game", "case"), golden("objection"))
def test_golden_objections(game, case):
    table = Table(GAMES[game]())
    accepted, heard = [], []
    for event in case["events"]:
        by = table.round.player_of(event["by"])
        faults = (MISSING,) if event.get("fault") else ()
        match event["do"]:
            case "move":
                table.do(MoveMade(by, "d3", faults))
            case "correct":
                table.do(Corrected(by, "d3", faults))
            case "declare_end":
                table.do(MoveEnded(by))
            case "object":
                table.object(by)
                accepted.append(table.said[0].granted)
        heard += table.said
    expect, sides = case["expect"], {"A": "B", "B": "W", None: None}
    awaiting = table.round.awaiting.by if table.round.awaiting else None
    lost_by = {"A": "W", "B": "B"}[table.round.decision.result] if table.round.decision else None
    assert accepted == expect["accepted"]
    assert table.warnings() == (expect["warnings"]["B"], expect["warnings"]["W"])
    assert sides[awaiting] == expect.get("must_correct")
    assert lost_by == expect.get("round_lost_by")
    # The referee never shows where to turn (RULES.md 2.6).
    shown = [cell for cell in MISSING.cells if cell in json.dumps([r.to_json() for r in heard])]
    assert bool(shown) == expect.get("directions_shown", False)
