"""The tables, the options and the JSON of a round."""

from __future__ import annotations

import pytest
from support.table import GAMES, MISSING, kulami, reversi

from engines.articles import ARTICLES
from engines.contract import InputError
from engines.match import (
    SENTENCES,
    MoveEnded,
    MoveMade,
    Round,
    RoundRules,
    conduct_of,
    event_from_json,
)
from engines.match import (
    conduct as conduct_tables,
)
from engines.options import read_rules
from engines.reversi import Reversi


@pytest.mark.parametrize("name", GAMES)
def test_every_fault_of_a_game_has_its_ruling(name):
    conduct = conduct_of(GAMES[name]())
    known = {ruling.code for ruling in conduct.rulings}
    assert set(ARTICLES[name]) <= known
    assert set(conduct.out_of_turn) <= known
    assert set(conduct.exempt) <= known | {conduct_tables.PIECE_LEFT}
    tasks = getattr(conduct_tables, f"{name.upper()}_TASKS")
    assert set(tasks) <= set(ARTICLES[name])
    with pytest.raises(InputError, match="knows no fault"):
        conduct.ruling("nonsense")


def test_a_fault_of_another_game_is_not_accepted():
    with pytest.raises(InputError, match="kulami knows no fault"):
        kulami().do(MoveMade("A", "d4", (MISSING,)))


def test_a_game_without_a_conduct_is_named():
    class Dama(Reversi):
        name = "dama"

    with pytest.raises(InputError, match="no rounds of 'dama'"):
        Round.new(Dama())


def test_options_of_the_round_are_read_by_their_dotted_names():
    options = {"warnings.scope": "set", "play_all_sets": "yes", "round_win": "two_sets_required"}
    rules = read_rules(RoundRules, options, "round")
    assert (rules.warnings_scope, rules.play_all_sets) == ("set", True)
    with pytest.raises(InputError, match="valid: round, set"):
        RoundRules(warnings_scope="game")


def test_replies_speak_both_languages():
    table = reversi().move("A", "d3", MISSING, end=False).object("B")
    assert table.said[0].en == "The move is not finished; report it again afterwards."
    assert table.said[0].tr.startswith("Hamle henüz bitmedi")
    assert all(en.endswith(".") and tr.endswith(".") and en != tr for en, tr in SENTENCES.values())


def test_unknown_players_are_named():
    with pytest.raises(InputError, match="not 'C'"):
        Round.new(Reversi(), impaired=["C"])
    with pytest.raises(InputError, match=r"MoveEnded\.by cannot be 'W'"):
        MoveEnded("W")
    with pytest.raises(InputError, match="no side 'G'"):
        reversi().round.player_of("G")


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"event": "dance"}, "unknown event 'dance'; valid are: set_began"),
        ({}, "unknown event None"),
        ([], "must be an object"),
        ({"event": "signed"}, "Signed needs by"),
        ({"event": "signed", "by": "A", "ink": "blue"}, "Signed has no ink"),
        ({"event": "flag_fell", "player": "A", "treasury": "24"}, "must be a whole number"),
        ({"event": "move_made", "by": "A", "move": "d3", "faults": [{}]}, r"faults\[0\] needs"),
        ({"event": "move_made", "by": "A", "move": "d3", "again": 1}, "true or false"),
    ],
)
def test_a_bad_event_in_json_is_refused_by_name(data, message):
    with pytest.raises(InputError, match=message):
        event_from_json(data)


def test_an_event_of_lists_is_refused_because_it_would_not_be_frozen():
    with pytest.raises(InputError, match=r"MoveMade\.faults"):
        MoveMade("A", "d3", [MISSING])
