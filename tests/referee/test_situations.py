"""What happens at real tables, one situation a test, on noisy readings."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from engines.contract import InputError
from engines.match import Correction
from referee import events as told
from referee.tracker import Settings, Tracker

REVERSI = new_game("reversi")


def show_of(game, position=None, seed=0, **settings):
    tracker = Tracker(game, position, Settings(**settings))
    show = Show(tracker, NoisyEyes(game.name, np.random.default_rng(seed)))
    show.position(tracker.position, seconds=1.0)
    return show


def after(game, *moves, position=None):
    position = position or game.start()
    for move in moves:
        position = game.play(position, game.parse_move(move))
    return position


def kinds(events):
    lessons = () if any(isinstance(e, told.Told) for e in events) else (told.Learn, told.Forget)
    return [type(event).__name__ for event in events if not isinstance(event, lessons)]


def only(events, kind):
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def reversi_state(rows):
    return tuple("".join(rows.split()).replace("/", ""))


UNTURNED = "......../......../...B..../...WB.../...BW.../......../......../........"
"""Black has put a disc on d3 and not turned d4."""
ON_A1 = "B......./......../......../...WB.../...BW.../......../......../........"
EMPTY_START = "......../......../......../...WB.../...BW.../......../......../........"


def test_a_legal_move_is_told_at_once_and_ends_when_the_board_was_quiet():
    show = show_of(REVERSI)
    said = show.position(after(REVERSI, "d3"), seconds=4.5)
    assert kinds(said) == ["Move", "Ended"]
    assert said[0].move == "d3"
    assert said[1].by == "quiet"
    assert said[1].time - said[0].time > 2


def test_an_end_signal_ends_the_move_at_once():
    show = show_of(REVERSI, quiet_end=None)
    assert kinds(show.position(after(REVERSI, "d3"))) == ["Move"]
    (ended,) = show.tracker.end(show.time)
    assert ended.by == "signal"


def test_a_signal_that_comes_while_the_hand_is_there_waits_for_the_board():
    show = show_of(REVERSI)
    show.tracker.moved()
    assert show.tracker.end(show.time) == []
    assert kinds(show.still(reversi_state(UNTURNED), 1.0)) == ["UnderWay", "FaultFound", "Ended"]


def test_two_moves_in_one_settling_are_told_as_two():
    show = show_of(REVERSI)
    said = show.position(after(REVERSI, "d3", "c5"), seconds=1.0)
    assert [event.move for event in said if isinstance(event, told.Move)] == ["d3", "c5"]
    assert only(said, told.Ended).by == "next"


def test_slow_flips_are_no_fault():
    show = show_of(REVERSI)
    said = show.still(reversi_state(UNTURNED), 2.0)
    assert kinds(said) == ["UnderWay"]
    said = show.position(after(REVERSI, "d3"), seconds=2.0)
    assert kinds(said) == ["Move"]
    assert not any(isinstance(event, told.FaultFound) for event in show.events)


def test_a_flip_that_stays_missing_is_a_fault_with_cells_and_article():
    show = show_of(REVERSI)
    said = show.still(reversi_state(UNTURNED), 4.5)
    assert kinds(said) == ["UnderWay", "FaultFound", "Ended"]
    (fault,) = only(said, told.FaultFound).faults
    assert (fault.code, fault.cells, fault.article) == ("missing_flip", ("d4",), "Reversi art. 10")
    assert show.tracker.position.side == "W"


def test_the_next_move_ends_a_faulty_one():
    show = show_of(REVERSI)
    show.still(reversi_state(UNTURNED), 1.5)
    stood = REVERSI.judge(REVERSI.start(), REVERSI.parse_board(UNTURNED)).best.standing
    answer = REVERSI.moves(stood)[0]
    said = show.position(REVERSI.play(stood, answer), seconds=1.0)
    assert kinds(said) == ["FaultFound", "Ended", "Move"]
    assert only(said, told.Move).move == str(answer)


def test_an_illegal_disc_may_be_taken_back_in_time():
    show = show_of(REVERSI)
    assert kinds(show.still(reversi_state(ON_A1), 2.0)) == ["UnderWay"]
    assert kinds(show.still(reversi_state(EMPTY_START), 1.0)) == ["TakenBack"]
    assert kinds(show.position(after(REVERSI, "d3"), seconds=1.0)) == ["Move"]


def test_an_illegal_disc_that_stays_is_a_fault():
    show = show_of(REVERSI)
    fault = only(show.still(reversi_state(ON_A1), 4.5), told.FaultFound)
    assert [f.code for f in fault.faults] == ["illegal_square"]


def test_a_disc_moved_away_from_a_legal_square_is_a_fault():
    show = show_of(REVERSI)
    show.still(reversi_state(UNTURNED), 1.5)
    said = show.position(after(REVERSI, "c4"), seconds=4.5)
    fault = only(said, told.FaultFound)
    assert [(f.code, f.cells) for f in fault.faults] == [("disc_shifted", ("d3", "c4"))]


def test_so_is_one_moved_after_it_was_told():
    show = show_of(REVERSI)
    show.position(after(REVERSI, "d3"), seconds=1.5)
    mended = only(show.position(after(REVERSI, "c4"), seconds=1.5), told.Mended)
    assert (mended.n, mended.move) == (1, "c4")
    assert [f.code for f in mended.faults] == ["disc_shifted"]


def test_a_hand_that_rests_over_a_corner_changes_nothing():
    show = show_of(REVERSI)
    show.position(after(REVERSI, "d3"))
    corner = [0, 1, 2, 8, 9, 10, 16, 17, 18]
    for _ in range(10):
        said = show.position(after(REVERSI, "d3"), seconds=6, hidden=corner, covered=True)
        assert said == []
    assert kinds(show.position(after(REVERSI, "d3", "c5"), seconds=1.0)) == ["Move"]


def test_a_move_beside_a_resting_hand_is_told_but_does_not_end():
    show = show_of(REVERSI)
    corner = [54, 55, 62, 63]
    said = show.position(after(REVERSI, "d3"), seconds=6, hidden=corner, covered=True)
    assert kinds(said) == ["Move"]


def test_a_move_under_a_hand_waits_until_it_is_seen():
    show = show_of(REVERSI)
    said = show.position(after(REVERSI, "d3"), seconds=3, hidden=[19, 27], covered=True)
    assert said == []
    assert kinds(show.position(after(REVERSI, "d3"), seconds=1)) == ["Move"]


def test_a_piece_dropped_and_put_back_is_told_twice_and_no_further_fault():
    show = show_of(REVERSI)
    board = after(REVERSI, "d3", "c5")
    show.position(after(REVERSI, "d3"))
    show.position(board)
    gone = list(state_of("reversi", board))
    gone[REVERSI.parse_move("d3").square] = "."
    fault = only(show.still(tuple(gone), 4.5), told.FaultFound)
    assert [(f.code, f.cells) for f in fault.faults] == [("disc_removed", ("d3",))]
    said = show.position(board, seconds=2)
    assert only(said, told.Restored).cells == ("d3",)
    assert not any(isinstance(event, told.FaultFound) for event in said)
    assert show.tracker.position == board


def test_an_accepted_report_waits_for_the_correction():
    show = show_of(REVERSI)
    show.still(reversi_state(UNTURNED), 4.5)
    due = Correction("A", "finish", 1, "A", "d3", str(REVERSI.start()))
    (awaiting,) = show.tracker.await_correction(due, show.time)
    assert (awaiting.task, awaiting.side) == ("finish", "B")
    assert show.still(reversi_state(UNTURNED), 4.5) == []
    done = only(show.position(after(REVERSI, "d3"), seconds=1.0), told.Corrected)
    assert (done.n, done.move, done.faults) == (1, "d3", ())
    assert show.tracker.position == after(REVERSI, "d3")


def test_another_move_in_place_of_an_illegal_one():
    show = show_of(REVERSI)
    show.still(reversi_state(ON_A1), 4.5)
    due = Correction("A", "anew", 1, "A", None, str(REVERSI.start()))
    show.tracker.await_correction(due, show.time)
    assert show.still(reversi_state(EMPTY_START), 2.0) == []
    done = only(show.position(after(REVERSI, "c4"), seconds=1.0), told.Corrected)
    assert (done.move, done.faults) == ("c4", ())


def test_out_of_step_is_said_within_two_readings_and_found_back_from():
    show = show_of(REVERSI)
    wild = ["."] * 64
    for cell in range(0, 64, 5):
        wild[cell] = "B"
    said = show.still(tuple(wild), 0.6)
    assert kinds(said) == ["OutOfStep"]
    said = show.position(after(REVERSI, "d3"), seconds=1.5)
    assert "Resync" in kinds(said)
    assert only(said, told.Move).move == "d3"


def test_one_confirmation_brings_it_back():
    show = show_of(REVERSI)
    other = after(REVERSI, "f5", "f6", "e6", "f4", "e3", "c5", "c4")
    assert "OutOfStep" in kinds(show.position(other, seconds=2))
    show.tracker.accept(show.time, side="W")
    assert show.tracker.position == other
    answer = REVERSI.moves(other)[0]
    assert kinds(show.position(REVERSI.play(other, answer), seconds=1.0)) == ["Move"]


def test_an_undo_is_not_told_again_and_takes_lessons_back():
    show = show_of(REVERSI)
    line = ("f5", "d6", "c3", "d3", "c4")
    for count in range(1, 6):
        show.position(after(REVERSI, *line[:count]))
    assert sum(isinstance(event, told.Learn) for event in show.events) == 4
    said = show.tracker.undo(show.time)
    assert kinds(said) == ["Told", "Forget"]
    assert said[1].count == 1
    assert show.tracker.position == after(REVERSI, *line[:4])
    assert show.position(after(REVERSI, *line), seconds=1.0) == []
    show.position(after(REVERSI, *line[:4]), seconds=1.0)
    assert kinds(show.position(after(REVERSI, *line), seconds=1.0))[0] == "Move"


def test_it_can_be_told_the_truth_at_any_time():
    show = show_of(REVERSI, seed=1)
    show.tracker.set_cells({"a1": "B"}, show.time)
    assert show.tracker.position.board.black & 1
    assert show.tracker.set_side("white", show.time)[0].what == "side"
    assert show.tracker.position.side == "W"
    with pytest.raises(InputError, match="no such cell"):
        show.tracker.set_cells({"z9": "B"}, show.time)
    with pytest.raises(InputError, match="cannot be taken back"):
        show.tracker.undo(show.time)
    show.tracker.pause(show.time)
    assert show.position(after(REVERSI, "d3")) == []
    show.tracker.resume(show.time)
    show.tracker.tell(REVERSI.start(), show.time)
    assert kinds(show.position(after(REVERSI, "d3"), seconds=1)) == ["Move"]


def test_it_can_be_started_from_any_position():
    for name in ("reversi", "kulami", "mangala"):
        game = new_game(name)
        position = game.start()
        for _ in range(6):
            position = game.play(position, game.moves(position)[-1])
        show = show_of(game, position)
        move = game.moves(position)[0]
        assert only(show.position(game.play(position, move), seconds=1.2), told.Move).move == str(
            move
        )


def test_a_token_ends_a_move_of_kulami():
    kulami = new_game("kulami")
    show = show_of(kulami)
    bare = list(state_of("kulami", after(kulami, "d4")))
    bare[27] = "B"
    assert kinds(show.still(tuple(bare), 2.0)) == []  # the token may be overlooked, or in the hand
    said = show.position(after(kulami, "d4"), seconds=1.0)
    assert kinds(said) == ["Move", "Ended"]
    assert said[1].by == "token"


def test_a_token_that_never_comes_is_a_fault():
    kulami = new_game("kulami")
    show = show_of(kulami)
    bare = list(state_of("kulami", after(kulami, "d4")))
    bare[27] = "B"
    fault = only(show.still(tuple(bare), 4.5), told.FaultFound)
    assert [f.code for f in fault.faults] == ["token_not_moved"]


def test_a_doubtful_square_is_named_with_both_answers():
    show = show_of(REVERSI)
    show.eyes.compares = False
    board = after(REVERSI, "d3")
    look = show.eyes.look(state_of("reversi", board))
    look.probabilities[REVERSI.parse_move("d4").square] = (0.0, 0.04, 0.96)
    show.tracker.moved()
    said = []
    for number in range(8):
        said += show.tracker.see(look.reading(), number * 0.1, quiet=number * 0.1)
    unsure = only(said, told.Unsure)
    assert unsure.cells == ("d4",)
    assert {answer.faults for answer in unsure.answers} >= {(), ("missing_flip",)}
    legal = next(i for i, answer in enumerate(unsure.answers) if not answer.faults)
    said = show.tracker.choose(legal, 1.0)
    assert only(said, told.Move).move == "d3"


def test_stones_that_the_picture_does_not_show_are_a_contradiction():
    mangala = new_game("mangala")
    show = show_of(mangala)
    wrong = list(mangala.start().stones)
    wrong[12] = 12
    show.eyes.compares = False
    for _ in range(3):
        show.still(tuple(wrong), 1.0)
    contradiction = only(show.events, told.Contradiction)
    assert (contradiction.place, contradiction.expected) == ("ST", 0)
    assert sum(show.tracker.position.stones) == 48
