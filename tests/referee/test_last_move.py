"""Reports about the last move of a game, and what is said about a game that is over."""

from __future__ import annotations

import random

import numpy as np
import pytest
from support.sittings import Shown, same_as_rebuilt

from datasets.deeds import state_of
from engines import InputError, new_game
from engines.mangala import Board, Position
from referee import events as told
from vision.frame import Frame

REVERSI, MANGALA = new_game("reversi"), new_game("mangala")
ROWS = (
    *("BBBBBBBB", "BBBBBBBB", "BBBBBBBB", "BBBBBBBW"),
    *("WWWWWWWW", "WWWWWWWW", "WWWWWWWB", "WWWWWWW."),
)
BEFORE_LAST = REVERSI.position(REVERSI.parse_board("/".join(ROWS)), "W")
LAST = REVERSI.play(BEFORE_LAST, REVERSI.parse_move("h8"))
UNTURNED = tuple("".join(ROWS)[:-1] + "W")
"""The last disc without its flip on h7."""
LAST_SOWING = Position.build(Board((0, 0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 2, 24, 20)), "south")


@pytest.fixture
def reversi(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "reversi", position=BEFORE_LAST)
    shown.position(BEFORE_LAST, seconds=1.0)
    yield shown
    shown.sitting.close()


def ends(lines):
    return [line.event.score for line in lines if isinstance(line.event, told.End)]


def test_the_game_ends_anew_when_its_last_move_is_put_right(reversi):
    reversi.still(UNTURNED)
    assert reversi.sitting.keeper.round.phase == "over"
    reversi.sitting.object("A")
    assert reversi.sitting.keeper.round.phase == "correction"
    assert ends(reversi.position(LAST, seconds=9)) == [(31, 33)]
    round_ = reversi.sitting.keeper.round
    assert (round_.phase, round_.results[-1].score) == ("over", (31, 33))
    for player in "AB":
        reversi.sitting.sign(player)
    assert reversi.sitting.keeper.round.phase == "signed"
    same_as_rebuilt(reversi)


def test_nothing_is_read_any_more_once_both_have_signed(reversi, monkeypatch):
    rested, table = [], reversi.sitting.table
    monkeypatch.setattr(table, "see", lambda frame: rested.append(table.rests) or [])
    frame = Frame(np.zeros((64, 64, 3), np.uint8), 0.0, "usb:9")
    reversi.position(LAST, seconds=9)
    for player in "AB":
        reversi.sitting.see(frame)
        reversi.sitting.sign(player)
    reversi.sitting.see(frame)
    assert rested == [False, False, True]


def test_and_when_it_is_let_stand_after_all(reversi):
    reversi.still(UNTURNED)
    reversi.sitting.object("A")
    assert ends(reversi.sitting.let_stand()) == [(32, 32)]
    assert reversi.sitting.keeper.round.phase == "over"


def test_a_set_of_mangala_ends_anew_when_its_last_move_is_put_right(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala", position=LAST_SOWING)
    shown.position(LAST_SOWING, seconds=1.0)
    after = MANGALA.play(LAST_SOWING, MANGALA.moves(LAST_SOWING)[0])
    kept = list(after.stones)
    kept[12], kept[13] = kept[12] - 3, kept[13] + 3  # swept into the wrong treasury
    shown.still(tuple(kept), seconds=6)
    assert shown.sitting.keeper.round.phase == "between"
    shown.sitting.object("B")
    assert shown.sitting.keeper.round.phase == "correction"
    assert ends(shown.position(after, seconds=9)) == [(28, 20)]
    assert shown.sitting.keeper.round.phase == "between"
    shown.sitting.sign("A")
    same_as_rebuilt(shown)
    shown.sitting.close()


def test_the_rounds_result_follows_a_correction_of_the_final_board(reversi):
    reversi.position(LAST)
    reversi.sitting.sign("A")
    reversi.sitting.set_cells({"a5": "B", "b5": "B"})
    reversi.sitting.set_cells({"c5": "B"})
    round_ = reversi.sitting.keeper.round
    assert [result.score for result in round_.results] == [(34, 30)]
    assert (round_.phase, round_.decision.result, round_.signed) == ("over", "A", ())
    assert not reversi.sitting.keeper.troubles
    same_as_rebuilt(reversi)


def test_a_correction_that_leaves_a_move_to_be_made_opens_the_game_again(reversi):
    reversi.position(LAST)
    reversi.sitting.set_cells({"h8": ".", "h7": "B"})
    reversi.sitting.set_side("W")
    round_ = reversi.sitting.keeper.round
    assert (round_.phase, round_.results, round_.turn) == ("play", (), "B")
    assert ends(reversi.position(LAST)) == [(31, 33)]
    assert reversi.sitting.keeper.round.phase == "over"
    same_as_rebuilt(reversi)


def test_a_game_that_the_referee_stopped_counts_as_it_is_corrected(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3")))
    shown.sitting.end_early("stopped", because="the hall closes")
    shown.sitting.set_cells({"a1": "B"})
    (result,) = shown.sitting.keeper.round.results
    assert (result.score, result.reason) == ((5, 1), "stopped: the hall closes")
    same_as_rebuilt(shown)
    shown.sitting.close()


def test_who_gave_up_has_lost_whatever_is_corrected(tmp_path):
    shown = Shown(tmp_path / "table.hakem")
    shown.position(REVERSI.start(), seconds=1.0)
    shown.position(REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3")))
    shown.sitting.end_early("resigned", "A")
    shown.sitting.sign("A")
    shown.sitting.set_cells({"a1": "B"})
    round_ = shown.sitting.keeper.round
    assert (round_.decision.result, round_.signed) == ("B", ())
    same_as_rebuilt(shown)
    shown.sitting.close()


def test_who_tidies_before_the_last_move_has_settled_changes_no_score(reversi):
    """The last disc lies there for a moment, then the first one is back in the box."""
    reversi.position(LAST, seconds=1.5)
    tidied = list(state_of("reversi", LAST))
    tidied[0] = "."
    said = reversi.still(tuple(tidied), seconds=1.5)
    tidied[1:8] = "......."
    said += reversi.still(tuple(tidied), seconds=6)
    assert ends(said) == [(31, 33)]
    sitting = reversi.sitting
    assert sitting.tracker.position == LAST
    assert sitting.keeper.agrees_with(sitting.tracker.position)
    assert not any(isinstance(line.event, told.UnderWay) for line in said)
    for player in "AB":
        sitting.sign(player)
    sitting.end_of_move()  # somebody presses the clock once more
    assert sitting.keeper.round.phase == "signed"
    assert not sitting.keeper.troubles
    same_as_rebuilt(reversi)


def test_nor_does_who_answers_what_the_tidied_board_shows(reversi):
    reversi.position(LAST, seconds=1.5)
    tidied = list(state_of("reversi", LAST))
    tidied[0] = "."
    reversi.still(tuple(tidied), seconds=0.3)
    tracker = reversi.sitting.tracker
    tracker.state.offered = (tracker.ranking.best,)  # h8, then a1 gone: as if it had been asked
    assert ends(reversi.sitting.choose(0)) == [(31, 33)]
    assert tracker.position == LAST
    assert not reversi.sitting.keeper.troubles


@pytest.mark.parametrize("name", ["reversi", "kulami", "mangala"])
def test_a_board_that_is_tidied_after_the_end_is_no_question(tmp_path, name):
    game, rng = new_game(name), random.Random(1)
    line = [game.start()]
    while not game.outcome(line[-1]):
        line.append(game.play(line[-1], rng.choice(game.moves(line[-1]))))
    shown = Shown(tmp_path / "table.hakem", name, position=line[-4])
    shown.position(line[-4], seconds=1.0)
    for position in line[-3:]:
        shown.position(position)
    result = shown.sitting.keeper.round.results
    assert result
    told_ = shown.still(state_of(name, line[-2]))  # the last move is looked at once more
    told_ += shown.still(state_of(name, game.start()))
    told_ += shown.position(game.play(game.start(), game.moves(game.start())[0]))
    assert {type(each.event) for each in told_} <= {told.Doubts}
    with pytest.raises(InputError, match="the game is over"):
        shown.sitting.accept()
    assert shown.sitting.keeper.round.results == result
    assert shown.sitting.tracker.position == line[-1]
    shown.sitting.close()


def test_an_end_that_was_told_wrongly_is_withdrawn_when_play_goes_on(tmp_path):
    """The board before the last two moves is told as full but for one; then both are made."""
    line = [REVERSI.start()]
    rng = random.Random(1)
    while not REVERSI.outcome(line[-1]):
        line.append(REVERSI.play(line[-1], rng.choice(REVERSI.moves(line[-1]))))
    shown = Shown(tmp_path / "table.hakem", position=line[-4])
    shown.position(line[-4], seconds=1.0)
    shown.position(line[-3])
    shown.sitting.tracker.state.over = True  # as a misread board may have it
    shown.position(line[-2])
    shown.position(line[-1])
    round_ = shown.sitting.keeper.round
    score = REVERSI.score(line[-1])
    assert round_.results[-1].score == (score.total("B"), score.total("W"))
    assert not shown.sitting.keeper.troubles
    shown.sitting.close()


def doubtful_look(shown, position, squares, seconds=4.0):
    """A stillness in which some squares look neither black nor white."""
    look, tracker = shown.eyes.look(state_of(shown.game.name, position)), shown.sitting.tracker
    for square in squares:
        look.probabilities[square] = [0.04, 0.46, 0.50]
    tracker.moved()
    for number in range(round(seconds / 0.3)):
        shown.sitting.now += 0.3
        said = tracker.see(look.reading(), shown.sitting.now, quiet=0.2 + number * 0.3)
        shown.sitting.hear(said)


def test_what_the_last_look_doubted_stays_in_doubt_whatever_lies_over_the_board(reversi):
    reversi.position(LAST)
    doubtful_look(reversi, LAST, (36, 37))
    assert reversi.sitting.standing().unproven == ("e5", "f5")
    reversi.sitting.tracker.moved()  # a hand goes over the board
    assert reversi.sitting.standing().unproven == ("e5", "f5")
    reversi.position(REVERSI.start())  # it is tidied
    assert reversi.sitting.standing().unproven == ("e5", "f5")
    reversi.restart()
    assert reversi.sitting.standing().unproven == ("e5", "f5")
    reversi.sitting.set_cells({"e5": "B"})
    assert reversi.sitting.standing().unproven == ("f5",)
    same_as_rebuilt(reversi)
