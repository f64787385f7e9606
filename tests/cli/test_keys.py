"""The keys of `hakem watch`: each does what its help says, and what is refused is said."""

from __future__ import annotations

import time
from threading import Thread

import pytest
from support.reversi import D3, UNTURNED
from support.sittings import Shown

from cli.keys import KEYS, Keys, keys_help
from engines import new_game
from engines.match import RoundRules
from referee import events as told


def test_keys_do_what_they_say(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    game = new_game("reversi")
    shown.position(game.start(), seconds=1.0)
    shown.position(game.play(game.start(), game.parse_move("d3")), seconds=1.0)
    keys = Keys(shown.sitting, "en")
    assert not keys.active  # no terminal here
    keys.press("E")
    assert shown.sitting.standing().open is None
    keys.press("p")
    assert shown.sitting.standing().paused
    keys.press("p")
    assert not shown.sitting.standing().paused
    keys.press("o")
    assert shown.sitting.last_of(type(shown.sitting.events_after(0)[-1].event)).code == "legal_move"
    keys.press("u")
    assert shown.sitting.standing().moves == 0
    keys.press("u")
    keys.press("?")
    assert "cannot be taken back" in keys.notices[0]
    assert keys.notices[1] == keys_help("en")
    assert all(key in keys_help("tr") for key in KEYS)


@pytest.mark.parametrize("lang", ["tr", "en"])
def test_the_help_has_a_line_for_each_deed_that_fits_80_columns(lang):
    lines = keys_help(lang).splitlines()
    assert len(lines) == len({what for what, _ in KEYS.values()})
    assert max(map(len, lines)) <= 80
    assert any(line.startswith("  1 2 3  ") for line in lines)


def test_the_keys_of_the_flags_name_whose_time_is_up_before_they_act(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala", names=("Defne", "Kerem"))
    board = shown.game.parse_board("1 0 0 0 0 0 / 0 0 0 0 0 1 / 25 21")
    shown.sitting.set_position(shown.game.position(board, "south"))
    keys, round_ = Keys(shown.sitting, "tr"), lambda: shown.sitting.keeper.round
    keys.press("f")
    said = keys.notices.pop()
    assert said.startswith("Defne (güney): süre doldu mu?")
    assert "Hazinede 25 taş" in said
    assert "f tuşuna yine basın" in said
    keys.press("g")  # no, it is the other one's
    assert keys.notices.pop().startswith("Kerem (kuzey)")
    keys.press("f")
    assert round_().phase == "play"
    keys.press("f")
    assert round_().results[-1].result == "draw"  # 24 or more in the treasury
    shown.sitting.close()


def test_a_flag_that_was_named_is_named_again_after_something_has_happened(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    shown.position(shown.game.start(), seconds=1.0)
    keys = Keys(shown.sitting, "en")
    keys.press("g")
    shown.position(D3)
    keys.press("g")
    assert len(keys.notices) == 2
    assert shown.sitting.keeper.round.decision is None
    keys.press("g")
    assert shown.sitting.keeper.round.decision.result == "A"
    shown.sitting.close()


def test_the_referees_own_objection_has_a_key(tmp_path):
    for allowed, code in ((False, "no_intervention"), (True, "report_accepted")):
        rules = RoundRules(referee_may_intervene=allowed)
        shown = Shown(tmp_path / f"{allowed}.hakem", round_rules=rules)
        shown.position(shown.game.start(), seconds=1.0)
        shown.still(UNTURNED)
        Keys(shown.sitting, "en").press("r")
        events = [line.event for line in shown.sitting.events_after(0)]
        assert code in [event.code for event in events if isinstance(event, told.Replied)]
        shown.sitting.close()


def test_a_key_that_is_refused_says_why_in_the_readers_language(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    keys = Keys(shown.sitting, "tr")
    keys.press("y")
    assert keys.notices.pop() == "hamlenin bitip bitmediğini soran yok"
    shown.sitting.close()


def test_the_key_to_sign_names_what_is_open_first(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala")
    game = new_game("mangala")
    shown.position(game.start(), seconds=1.0)
    keys = Keys(shown.sitting, "en")
    keys.press("s")
    assert "that the game has ended" in keys.notices.pop()
    shown.position(game.play(game.start(), game.parse_move("S1")))
    shown.sitting.end_early("stopped", because="the hall closes")
    keys.press("s")
    named = keys.notices.pop()
    assert "the referee's own count of the treasuries" in named
    assert "press s again" in named
    assert shown.sitting.keeper.round.signed == ()
    keys.press("s")
    keys.press("s")
    assert not keys.notices
    assert shown.sitting.keeper.round.signed == ("A", "B")
    keys.press("u")
    assert keys.notices.pop() == "both have signed; the result is final"
    shown.sitting.close()


@pytest.mark.parametrize(
    ("lang", "asked"), [("tr", "Masada böyle mi duruyorlar?"), ("en", "Do they lie so")]
)
def test_plates_that_seem_to_be_others_are_shown_and_confirmed_before_signing(
    tmp_path, lang, asked
):
    shown = Shown(tmp_path / "table.hakem", "kulami")
    game = shown.game
    shown.position(game.start(), seconds=1.0)
    shown.sitting.hear([told.OtherPlates(str(game.layout.rotated()), time=shown.sitting.now)])
    shown.position(game.play(game.start(), game.parse_move("d4")))
    shown.sitting.end_early("resigned", "A")
    keys = Keys(shown.sitting, lang)
    keys.press("s")
    named = keys.notices.pop()
    assert str(game.layout) in named
    assert asked in named
    assert shown.sitting.keeper.round.signed == ()
    keys.press("s")
    keys.press("s")
    assert not keys.notices
    assert shown.sitting.keeper.round.signed == ("A", "B")
    shown.sitting.close()


def test_a_key_looks_and_acts_in_one(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    game = new_game("reversi")
    shown.position(game.start(), seconds=1.0)
    shown.position(game.play(game.start(), game.parse_move("d3")))
    keys = Keys(shown.sitting, "en")
    with shown.sitting.held():  # somebody else acts just before the key does
        pressed = Thread(target=keys.press, args="p")
        pressed.start()
        time.sleep(0.3)
        shown.sitting.pause()
    pressed.join()
    assert not shown.sitting.standing().paused
    with shown.sitting.held():
        pressed = Thread(target=keys.press, args="o")
        pressed.start()
        time.sleep(0.3)
        shown.sitting.undo()
    pressed.join()
    happened = shown.sitting.last_of(told.Happened)
    assert (happened.what.by, shown.sitting.standing().moves) == ("A", 0)
