"""The rules in the set-up's form: every option has a title and words, and can be chosen."""

from __future__ import annotations

import pytest

from engines import GAMES, new_game
from engines.match import RoundRules
from engines.options import describe_rules
from referee.desk.rule_words import RULE_WORDS, rule_form
from referee.desk.trial import Trial
from vision.cameras.around import take

CLASSES = {**{name: type(new_game(name).rules) for name in GAMES}, "round": RoundRules}
ROUND = {"warnings_scope": "set", "referee_may_intervene": "true"}


@pytest.fixture
def language():
    return "tr"


@pytest.mark.parametrize("name", CLASSES)
def test_every_option_and_every_choice_has_words_in_both_languages(name):
    described = describe_rules(CLASSES[name])
    assert set(RULE_WORDS[name]) == {option for option, *_ in described}
    for option, _, choices, _ in described:
        title, words = RULE_WORDS[name][option]
        assert all(title)
        assert title[0] != title[1]
        if option not in ("layout", "marbles"):  # read from the board; a number
            assert set(words) == set(choices)
            assert all(all(both) for both in words.values())


def test_the_turkish_page_shows_no_names_of_the_program(client):
    page = client.get("/setup?lang=tr").text
    assert "Sonda kalan taşları kim alır" in page
    assert "Uyarılar ne boyunca birikir" in page
    assert ">true<" not in page
    assert "who takes" not in page
    for name, rules in CLASSES.items():
        for field in rule_form(name, rules, "tr"):
            assert f">{field.name}" not in page
            assert f'name="{field.name}"' in page


def test_an_option_with_a_long_name_can_be_chosen(client, desk):
    rules = {"single_stone_treasury_extra_turn": "false"}
    wanted = {"game": "mangala", "source": "demo:mangala", "rules": rules}
    assert client.post("/api/setup/look", json=wanted).status_code == 204
    assert not desk.trial.game.rules.single_stone_treasury_extra_turn


def test_the_rules_of_the_round_and_impaired_players_come_from_the_page(client, desk):
    frame = take("demo:reversi")
    desk.trial = Trial("demo:reversi", new_game("reversi"), None, lambda: frame, frame=frame)
    desk.trial.start()
    desk.trial.look_now(frame)
    wrong = client.post("/api/setup/start", json={"round_rules": {"warnings_scope": "year"}})
    assert wrong.status_code == 409
    assert "'year' olamaz" in wrong.json()["detail"]
    begin = {"round_rules": ROUND, "impaired": ["B"]}
    assert client.post("/api/setup/start", json=begin).status_code == 204
    round_ = desk.sitting().keeper.round
    assert round_.rules == RoundRules(warnings_scope="set", referee_may_intervene=True)
    assert round_.impaired == ("B",)
