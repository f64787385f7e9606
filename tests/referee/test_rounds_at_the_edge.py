"""The round where things come together: reports, corrections, pieces off the board, undo."""

from __future__ import annotations

import random
from dataclasses import replace

from support.refereed import Referee, codes
from support.reversi import C3, D3, REVERSI
from support.sittings import Shown, same_as_rebuilt

from engines import match
from referee import events as told

ANY_TIME = match.RoundRules(objection_window="any_time_to_own_move")


def faulty(position, code):
    """The board after a move with one fault, and the position that then stands."""
    found = [e for e in REVERSI.faults(position) if [f.code for f in e.faults] == [code]]
    return next((each for each in found if REVERSI.moves(each.standing)), found[0])


def test_who_plays_on_has_put_the_piece_back():
    table = Referee()
    table.position(D3)
    table.keeper.piece_left("A", ("d3",), table.show.time)
    assert table.round.phase == "halted"
    assert "piece_back" in codes(table.position(C3))
    assert table.round.movers == ("A", "B")
    wrong = faulty(C3, "missing_flip")
    table.still(state(wrong))
    assert "report_accepted" in codes(table.object("B"))
    assert not table.keeper.troubles


def state(explanation):
    """What lies on the board after a faulty move."""
    return tuple("".join(explanation.board.rows))


def test_a_game_that_ends_while_a_piece_is_missed_has_a_result():
    rng, position, path = random.Random(2), REVERSI.start(), []
    while REVERSI.moves(position):
        path.append(position)
        position = REVERSI.play(position, rng.choice(REVERSI.moves(position)))
    table = Referee(position=path[-1])
    table.keeper.piece_left("A", ("d4",), table.show.time)
    said = table.position(position)
    assert any(isinstance(event, told.End) for event in said)
    assert (table.round.phase, len(table.round.results)) == ("over", 1)
    assert not table.keeper.troubles


def test_an_undo_of_later_moves_keeps_the_warning_for_one_that_was_put_right():
    table = Referee()
    table.position(D3)
    table.still(state(faulty(D3, "wrong_side")))
    table.object("B")
    table.position(D3)
    assert (table.round.phase, table.round.warnings_of("A")) == ("play", 1)
    position = D3
    for _ in range(2):
        position = REVERSI.play(position, REVERSI.moves(position)[0])
        table.position(position)
    table.undo(2)
    assert table.round.warnings_of("A") == 1
    table.undo(1)
    assert table.round.warnings_of("A") == 0
    assert not table.keeper.troubles


def test_an_answer_in_the_same_look_closes_the_window_of_a_report_that_waited():
    table = Referee()
    wrong = faulty(REVERSI.start(), "illegal_square")
    table.still(state(wrong), seconds=1.5)
    (question,) = table.object("B")
    assert isinstance(question, told.Question)
    said = table.position(REVERSI.play(wrong.standing, REVERSI.moves(wrong.standing)[0]))
    assert codes(said) == ["past_move"]
    assert (table.round.phase, table.round.turn) == ("play", "A")
    assert table.round.movers == ("A", "B")
    assert not table.keeper.troubles


def test_and_so_does_one_that_is_wrong_itself():
    table = Referee()
    wrong = faulty(REVERSI.start(), "illegal_square")
    table.still(state(wrong), seconds=1.5)
    table.object("B")
    said = table.still(state(faulty(wrong.standing, "missing_flip")), seconds=1.5)
    assert "report_accepted" not in codes(said)
    assert table.round.phase == "play"
    assert not table.keeper.troubles


def test_an_undo_after_a_board_that_the_referee_has_put_right_keeps_all_moves():
    table = Referee()
    table.still(state(faulty(REVERSI.start(), "illegal_square")))
    table.object("B")
    table.keeper.hear(table.show.tracker.tell(REVERSI.start(), table.show.time))
    position = REVERSI.start()
    for _ in range(3):
        position = REVERSI.play(position, REVERSI.moves(position)[0])
        table.position(position)
    table.undo(1)
    assert table.round.movers == ("A", "B")
    assert not table.keeper.troubles


def test_a_report_under_a_hand_is_in_the_journal(tmp_path):
    shown = Shown(tmp_path / "table.hakem", round_rules=ANY_TIME)
    shown.position(REVERSI.start(), seconds=1.0)
    wrong = faulty(REVERSI.start(), "illegal_square")
    shown.still(state(wrong), seconds=1.5)
    shown.sitting.tracker.moved()  # a hand comes over the board
    (asked,) = shown.sitting.object("B")
    assert isinstance(asked.event, told.Question)
    same_as_rebuilt(shown)
    shown.restart()
    assert shown.sitting.keeper.asks == "B"
    shown.still(state(wrong))
    assert shown.sitting.keeper.round.warnings_of("A") == 1


def test_a_board_that_stands_is_no_move_of_who_did_not_make_it():
    table = Referee()
    table.still(state(faulty(REVERSI.start(), "illegal_square")))
    table.object("B")
    assert table.round.phase == "correction"
    by_the_other = REVERSI.play(replace(REVERSI.start(), side="W"), REVERSI.parse_move("c5"))
    table.keeper.hear(table.show.tracker.tell(by_the_other, table.show.time))
    assert (table.round.phase, table.round.open) == ("play", ())
    assert not table.keeper.troubles
