"""What `hakem watch` says of the winner when it ends, and `hakem replay` of its journal: what the
round has decided, never the board alone."""

from __future__ import annotations

from collections import deque
from dataclasses import replace

import pytest
from support.reversi import D3, REVERSI
from support.sittings import Shown

from cli.ending import Ending
from cli.watching import _Watched
from engines import new_game
from engines.clock import Clock
from engines.mangala import Board, Position
from engines.match import GivenWarning
from vision.cameras.camera import Camera, Status

ROWS = (
    *("BBBBBBBB", "BBBBBBBB", "BBBBBBBB", "BBBBBBBW"),
    *("WWWWWWWW", "WWWWWWWW", "WWWWWWWB", "WWWWWWW."),
)
BEFORE_LAST = REVERSI.position(REVERSI.parse_board("/".join(ROWS)), "W")
LAST = REVERSI.play(BEFORE_LAST, REVERSI.parse_move("h8"))
"""White has 33 discs, black 31."""
UNTURNED = tuple("".join(ROWS)[:-1] + "W")
"""The last disc without its flip on h7."""
MANGALA = new_game("mangala")
LAST_SOWING = Position.build(Board((0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 24, 20)), "south")


class Closed(Camera):
    """A camera that gives nothing more: Ctrl-C."""

    live = True
    status = Status.CLOSED

    def __next__(self):
        raise StopIteration

    def close(self):
        pass


@pytest.fixture
def table(tmp_path):
    opened = []

    def begun(name="reversi", position=BEFORE_LAST, rules=None, **more):
        opened.append(Shown(tmp_path / "table.hakem", name, position=position, rules=rules, **more))
        opened[-1].position(position, seconds=1.0)
        return opened[-1]

    yield begun
    for shown in opened:
        shown.sitting.close()


def last_words(shown, capsys, lang="en"):
    """What stands below the board and its score."""
    with Ending() as ending:
        _Watched(shown.sitting, Closed("usb:0"), lang, deque(), ending).show()
    said = capsys.readouterr().out
    below = said.rpartition("┘\n")[2] if "┘" in said else said.splitlines()[-1]
    return " ".join(below.split())


def again(shown, hakem, lang="en"):
    """What `hakem replay` says below the board and its score."""
    status, said, err = hakem("replay", shown.path, "--lang", lang)
    assert (status, err) == (0, "")
    last = said.rpartition("Bugünkü" if lang == "tr" else "Today's")[0]
    below = last.rpartition("┘\n")[2] if "┘" in last else last.splitlines()[-1]
    return " ".join(below.split())


@pytest.mark.parametrize(("lang", "words"), [("en", "Winner: White"), ("tr", "Kazanan: Beyaz")])
def test_who_has_more_discs_has_won(table, capsys, lang, words):
    shown = table()
    shown.position(LAST)
    assert last_words(shown, capsys, lang) == words


def test_a_last_move_that_is_to_be_put_right_has_no_winner_yet(table, capsys):
    shown = table()
    shown.still(UNTURNED)
    shown.sitting.object("A")
    assert last_words(shown, capsys) == (
        "Not final. Level Open before it can be signed: the correction that is awaited"
    )


def test_who_was_warned_a_third_time_has_not_won_by_discs(table, capsys):
    shown = table()
    keeper = shown.sitting.keeper
    warned = GivenWarning("B", "missing_flip", "Reversi art. 10", 1, True)
    keeper.round = replace(keeper.round, warnings=(warned, warned))
    shown.still(UNTURNED)
    shown.sitting.object("A")
    assert last_words(shown, capsys) == "Winner: Black · third warning: White"


def test_who_gave_up_is_not_to_move(table, capsys):
    shown = table(position=REVERSI.start())
    shown.position(D3)
    shown.sitting.end_early("resigned", "A")
    assert last_words(shown, capsys, "tr") == "Kazanan: Beyaz · Siyah bıraktı"


def test_what_is_left_to_the_referee_has_no_winner_yet(table, capsys):
    shown = table(rules={"tie": "referee"})
    shown.still(UNTURNED)
    assert last_words(shown, capsys) == "The rules leave this to the referee: who wins?"
    shown.sitting.decide("A")
    assert "Winner: Black" in last_words(shown, capsys)


def test_a_set_of_mangala_is_not_the_round(table, capsys):
    shown = table("mangala", LAST_SOWING)
    after = MANGALA.play(LAST_SOWING, MANGALA.moves(LAST_SOWING)[0])
    shown.position(after, seconds=6)
    words = last_words(shown, capsys)
    assert words.startswith("Set 1: Not final. Ahead: South Open before it can be signed:")
    assert words.endswith("the referee's own count of the treasuries")
    shown.sitting.counted({"ST": 28, "NT": 20})
    assert last_words(shown, capsys) == "Set 1: Winner: South The round goes on"


def test_a_game_that_goes_on_has_somebody_to_move(table, capsys):
    shown = table(position=REVERSI.start())
    shown.position(D3)
    assert last_words(shown, capsys) == "to move: white"


def test_a_journal_played_again_names_who_has_more_discs(table, hakem):
    shown = table()
    shown.position(LAST)
    shown.sitting.end_of_move()
    assert again(shown, hakem) == "Winner: White"


def test_a_journal_played_again_names_who_won_off_the_board(table, hakem):
    shown = table(position=REVERSI.start(), names=("Işıl", "Çağrı"))
    shown.position(D3)
    assert again(shown, hakem) == "the game is not finished"
    shown.sitting.end_early("resigned", "A")
    assert again(shown, hakem, "tr") == "Kazanan: Çağrı (Beyaz) · Işıl (Siyah) bıraktı"


def test_a_journal_played_again_leaves_the_winner_to_the_referee_as_the_rules_do(table, hakem):
    shown = table(rules={"tie": "referee"})
    shown.still(UNTURNED)
    assert again(shown, hakem) == "The rules leave this to the referee: who wins?"
    shown.sitting.decide("A")
    assert again(shown, hakem) == "Winner: Black · the referee's decision"


def test_a_journal_played_again_has_no_winner_while_a_correction_is_awaited(table, hakem):
    shown = table()
    shown.still(UNTURNED)
    shown.sitting.object("A")
    assert again(shown, hakem) == (
        "Not final. Level Open before it can be signed: the correction that is awaited"
    )


@pytest.mark.parametrize(
    ("end", "words"),
    [
        (lambda sitting: sitting.flag_fell("B"), "Winner: Black · time is up: White"),
        (
            lambda sitting: [sitting.warn("A", "misconduct"), sitting.disqualify("A")],
            "Winner: White · disqualified: Black",
        ),
    ],
)
def test_a_journal_played_again_tells_why_the_board_does_not_show_it(table, hakem, end, words):
    shown = table(position=REVERSI.start(), clock=Clock.of(1))
    shown.position(D3)
    end(shown.sitting)
    assert again(shown, hakem) == words


def test_a_journal_played_again_tells_a_third_warning(table, hakem):
    shown = table("mangala", MANGALA.start())
    for _ in range(3):
        shown.sitting.warn("B", "closed_hand")
    assert again(shown, hakem) == (
        "Winner: South · third warning: North Points of the round: 1 – 0"
    )


def test_a_journal_played_again_tells_sets_as_the_sheet_does(table, hakem):
    shown = table("mangala", LAST_SOWING)
    after = MANGALA.play(LAST_SOWING, MANGALA.moves(LAST_SOWING)[0])
    shown.position(after, seconds=6)
    assert again(shown, hakem).endswith("the referee's own count of the treasuries")
    shown.sitting.counted({"ST": 28, "NT": 20})
    assert again(shown, hakem) == "Set 1: Winner: South The round goes on"


def test_nothing_is_open_in_a_journal_that_both_have_signed(table, hakem):
    shown = table()
    shown.position(LAST)
    shown.sitting.end_of_move()
    for _ in "AB":
        shown.sitting.sign_next()
    assert again(shown, hakem) == "Winner: White"


def test_a_journal_that_no_sheet_can_be_made_of_is_told_by_its_board(table, hakem):
    shown = table(names=("I" * 99, "Çağrı"))
    shown.position(LAST)
    shown.sitting.end_of_move()
    assert again(shown, hakem) == "Winner: white"
