"""One contract, every game: what a referee relies on whatever is being played."""

from __future__ import annotations

import ast
import contextlib
import json
import random
import sys
from dataclasses import FrozenInstanceError, fields
from itertools import islice
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.playing import random_game, reached

from engines import GAMES, new_game
from engines.articles import ARTICLES
from engines.contract import IllegalMove, InputError
from engines.options import describe_rules

ALL = pytest.mark.parametrize("name", GAMES)
ENGINES = Path(__file__).resolve().parents[2] / "engines"


@ALL
def test_a_game_runs_from_start_to_a_decided_end(name):
    game = new_game(name)
    position = game.start()
    assert game.outcome(position) is None
    for _, move, position in random_game(game, random.Random(7)):  # noqa: B007
        assert move is not None
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.decided
    assert game.moves(position) == ()
    score = game.score(position)
    totals = [score.total(side) for side in game.sides]
    leader = None if totals[0] == totals[1] else game.sides[totals[1] > totals[0]]
    assert outcome.winner == leader


@ALL
def test_every_value_is_frozen_hashable_and_keeps_its_json(name):
    game = new_game(name)
    position = reached(game, 12, 3)
    board = game.board_of(position)
    for value in (position, board, game.moves(position)[0], game.rules):
        hash(value)
        with pytest.raises((FrozenInstanceError, AttributeError, TypeError)):
            setattr(value, fields(value)[0].name, None)
    assert game.position_from_json(json.loads(json.dumps(position.to_json()))) == position
    assert game.board_from_json(json.loads(json.dumps(board.to_json()))) == board


@ALL
def test_a_move_that_is_not_listed_is_refused_with_its_reasons(name):
    game = new_game(name)
    position = reached(game, 9, 5)
    legal = game.moves(position)
    words = [f"{c}{r}" for c in "abcdefghSN" for r in range(1, 9)]
    refused = 0
    for word in words:
        try:
            move = game.parse_move(word)
        except InputError:
            continue
        if move in legal:
            game.play(position, move)
            continue
        with pytest.raises(IllegalMove) as caught:
            game.play(position, move)
        assert caught.value.reasons
        assert caught.value.move == move
        assert word.lower() in str(caught.value).lower()
        refused += 1
    assert refused > 3


@ALL
def test_an_unchanged_board_is_no_fault(name):
    game = new_game(name)
    position = reached(game, 10, 11)
    verdict = game.judge(position, game.board_of(position))
    assert verdict.legal
    assert any(e.moves == () and e.standing == position for e in verdict.explanations)


@ALL
def test_every_fault_has_a_known_code_and_its_article(name):
    game = new_game(name)
    for explanation in islice(game.faults(reached(game, 14, 2)), 500):
        assert explanation.faults
        for fault in explanation.faults:
            assert fault.article == ARTICLES[name][fault.code].source


@ALL
def test_every_article_speaks_both_languages_and_names_its_clause(name):
    for article in ARTICLES[name].values():
        assert article.en
        assert article.tr
        assert article.en != article.tr
        assert article.clause[0].isdigit()


@ALL
def test_verdicts_become_json(name):
    game = new_game(name)
    position = reached(game, 8, 4)
    explanation = next(game.faults(position))
    data = json.loads(json.dumps(game.judge(position, explanation.board).to_json()))
    assert data["legal"] is False
    assert data["explanations"][0]["faults"][0]["code"]


@ALL
def test_options_have_defaults_choices_and_a_clause(name):
    for option, default, choices, clause in describe_rules(type(new_game(name).rules)):
        assert clause.startswith("B-"), option
        assert not choices or default in choices


@ALL
def test_an_unknown_option_lists_the_valid_ones(name):
    with pytest.raises(InputError) as caught:
        new_game(name, {"colour": "blue"})
    for option, _, _, _ in describe_rules(type(new_game(name).rules)):
        assert option in str(caught.value)


@ALL
def test_an_unknown_value_lists_the_valid_ones(name):
    for option, _, choices, _ in describe_rules(type(new_game(name).rules)):
        if not choices:
            continue
        with pytest.raises(InputError) as caught:
            new_game(name, {f"{name}.{option}": "perhaps"})
        shown = choices if len(choices) <= 5 else (choices[0], choices[-1])
        assert all(choice in str(caught.value) for choice in shown)


@ALL
def test_every_value_of_every_option_is_accepted_as_text(name):
    for option, _, choices, _ in describe_rules(type(new_game(name).rules)):
        for choice in choices:
            game = new_game(name, {option: choice})
            assert str(getattr(game.rules, option)).lower() == choice


ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 99) | st.sampled_from(["B", "S1", "d4", "?", "x"]),
    lambda inner: (
        st.lists(inner, max_size=14)
        | st.dictionaries(
            st.sampled_from(
                [
                    "board",
                    "side",
                    "last",
                    "tokens",
                    "south",
                    "north",
                    "treasury",
                    "extra",
                    "sweep",
                    "by",
                    "pits",
                    "B",
                    "R",
                    "S1",
                ]
            ),
            inner,
            max_size=6,
        )
    ),
    max_leaves=12,
)


@ALL
@settings(max_examples=300)
@given(data=ANY_JSON)
def test_any_json_at_all_is_read_or_refused_in_words(name, data):
    game = new_game(name)
    for read in (game.board_from_json, game.position_from_json):
        with contextlib.suppress(InputError):
            read(data)


@ALL
@settings(max_examples=300)
@given(text=st.text("BRW.?/ \n0123456789SN+-,tokens:swept", max_size=90))
def test_any_text_at_all_is_read_or_refused_in_words(name, text):
    game = new_game(name)
    for read in (game.parse_board, game.parse_position, game.parse_move, game.parse_side):
        with contextlib.suppress(InputError):
            read(text)


@pytest.mark.parametrize(
    ("name", "typed", "side"),
    [
        ("reversi", "SİYAH", "B"),
        ("reversi", "Siyah", "B"),
        ("reversi", "BEYAZ", "W"),
        ("reversi", "WHITE", "W"),
        ("kulami", "KIRMIZI", "R"),
        ("kulami", "Kırmızı", "R"),
        ("mangala", "GÜNEY", "south"),
    ],
)
def test_a_side_may_be_typed_in_the_capitals_of_both_languages(name, typed, side):
    assert new_game(name).parse_side(typed) == side


def test_an_unknown_game_lists_the_known_ones():
    with pytest.raises(InputError, match="reversi, kulami, mangala"):
        new_game("chess")


def test_the_engines_import_nothing_but_the_standard_library():
    for path in ENGINES.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, path
                names = [node.module or ""]
            for imported in names:
                top = imported.partition(".")[0]
                assert top == "engines" or top in sys.stdlib_module_names, f"{path}: {imported}"


def test_every_public_function_of_a_game_cites_its_clause():
    """A reader can check the engine against the articles page by page."""
    citing = ("start", "moves", "play", "outcome", "score", "judge", "faults")
    for game in GAMES.values():
        for method in citing:
            assert "RULES.md" in (getattr(game, method).__doc__ or ""), f"{game.name}.{method}"
