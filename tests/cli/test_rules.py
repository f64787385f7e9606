"""`hakem rules`: the options of a game or of the round, in the reader's language."""

from __future__ import annotations

import json

import pytest

from engines import GAMES, new_game
from engines.match import RoundRules
from engines.options import describe_rules
from referee.desk.rule_words import RULE_WORDS


def test_rules_lists_options_and_defaults(hakem):
    _, out, _ = hakem("rules", "kulami", "--json")
    rows = {row["name"]: row for row in json.loads(out)}
    assert rows["marbles"]["default"] == "28"
    assert rows["row_value"]["values"] == ["length", "flat5", "windows"]
    assert hakem("rules", "mangala")[0] == 0


@pytest.mark.parametrize("lang", ["tr", "en"])
@pytest.mark.parametrize("name", [*GAMES, "round"])
def test_rules_tells_every_option_and_value_in_the_readers_language(hakem, monkeypatch, name, lang):
    monkeypatch.setenv("COLUMNS", "300")  # a cell is a line
    monkeypatch.setenv("HAKEM_LANG", lang)
    status, out, _ = hakem("rules", name)
    assert status == 0
    at, usual = (1, "varsayılan") if lang == "tr" else (0, "default")
    rules = RoundRules if name == "round" else type(new_game(name).rules)
    for option, default, choices, _ in describe_rules(rules):
        title, meant = RULE_WORDS[name][option]
        assert f"│ {option} " in out
        assert f"│ {title[at]} " in out
        for choice in choices if meant else ():
            mark = f" ({usual})" if choice == default else " "
            assert f"│ {choice} – {meant[choice][at]}{mark}" in out


def test_rules_fits_80_columns_and_takes_the_language_as_others_do(hakem, monkeypatch):
    monkeypatch.setenv("COLUMNS", "80")
    assert "option" in hakem("rules", "round")[1]
    out = hakem("rules", "mangala", "--lang", "tr")[1]
    assert "seçenek" in out
    assert "single_stone_treasury_extra_turn" in out  # whole, to be copied
    assert max(map(len, out.splitlines())) <= 80


def test_options_without_words_for_their_values_tell_their_range(hakem):
    out = hakem("rules", "kulami", "--lang", "tr", "--layout", "rulebook")[1]
    assert "1-32 (varsayılan: 28)" in out
    assert "levhalar (rulebook):" in out
