"""Options of the round on the command line, among those of the game."""

from __future__ import annotations

import pytest

from cli import inputs
from engines import InputError
from engines.match import RoundRules


def test_a_rule_is_the_games_or_the_rounds():
    words = ["marbles=17", "round.warnings.scope=set", "round_win=two_sets_required"]
    of_game, of_round = inputs.split_rules(words)
    assert of_game == ["marbles=17"]
    assert inputs.read_round(of_round) == RoundRules(
        warnings_scope="set", round_win="two_sets_required"
    )
    assert inputs.split_rules(None) == ([], [])


def test_who_is_visually_impaired_is_told_by_letters():
    assert inputs.read_impaired(" b, a") == ("A", "B")
    assert inputs.read_impaired(None) == ()
    with pytest.raises(InputError, match="--impaired takes A, B"):
        inputs.read_impaired("Elif")
