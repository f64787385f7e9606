"""A piece that has fallen and was reported is nobody's fault (RULES.md 2.8)."""

from __future__ import annotations

import pytest
from support.refereed import Referee, after, codes
from support.reversi import C3, D3, REVERSI, UNTURNED
from support.sittings import Shown, same_as_rebuilt

from datasets.deeds import state_of
from engines import match, new_game
from engines.clock import Clock
from referee import events as told
from referee.desk.scoring import Said, sheet_of


def without(position, *squares):
    """The board of a position, from which these squares were emptied."""
    held = list("".join(position.board.rows))
    for square in squares:
        held[REVERSI.parse_move(square).square] = "."
    return tuple(held)


def kinds(events):
    return [type(getattr(event, "event", event)) for event in events]


@pytest.fixture
def shown(tmp_path):
    """Black has played d3, which leaves white one disc."""
    table = Shown(tmp_path / "table.hakem", clock=Clock.of(600))
    table.position(REVERSI.start(), seconds=1.0)
    table.position(D3)
    yield table
    assert not table.sitting.keeper.troubles
    same_as_rebuilt(table)
    table.sitting.close()


@pytest.mark.parametrize("restarted", [False, True])
def test_who_reports_it_before_the_camera_misses_it_is_accused_of_nothing(shown, restarted):
    shown.sitting.piece_left("B", ("e5",))
    (missed,) = shown.still(without(D3, "e5"))
    assert (missed.data["event"], missed.data["faults"][0]["cells"]) == ("under_way", ["e5"])
    same_as_rebuilt(shown)
    if restarted:
        shown.restart()
        assert shown.still(without(D3, "e5")) == []
    assert shown.sitting.keeper.round.phase == "halted"
    assert shown.sitting.tracker.position == D3
    said = shown.position(D3)
    assert told.Restored in kinds(said)
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.clock.running, round_.turn) == ("play", "B", "B")
    assert not round_.open[-1].faults


def test_not_even_of_the_end_of_the_game(shown):
    shown.sitting.piece_left("A", ("e5",))
    assert told.End not in kinds(shown.still(without(D3, "e5")))
    shown.position(D3)
    shown.position(C3)
    assert shown.sitting.keeper.round.turn == "A"


def test_nor_when_it_is_missed_but_was_not_told_as_yet(shown):
    (under_way,) = shown.still(without(D3, "e5"), seconds=1.5)
    assert under_way.data["faults"][0]["code"] == "disc_removed"
    shown.sitting.piece_left("B", ("e5",))
    assert told.FaultFound not in kinds(shown.still(without(D3, "e5")))
    shown.position(D3)
    assert shown.sitting.keeper.round.phase == "play"


def test_a_piece_that_lies_there_all_the_time_is_back_when_the_referee_says_so(shown):
    shown.sitting.piece_left("B", ("e5",))
    assert shown.position(D3) == []
    assert shown.sitting.keeper.round.phase == "halted"
    shown.sitting.piece_put_back()
    assert shown.sitting.tracker.awaited is None
    shown.position(C3)
    assert shown.sitting.keeper.round.turn == "A"


def test_one_that_is_missed_is_back_when_the_referee_says_so_too(shown):
    shown.sitting.piece_left("B", ("e5",))
    shown.still(without(D3, "e5"))
    shown.sitting.piece_put_back()
    shown.position(D3)
    shown.position(C3)
    assert shown.sitting.keeper.round.turn == "A"


def test_a_move_that_has_not_ended_goes_on_when_the_piece_is_back():
    table = Referee()
    table.position(D3, seconds=1.5)
    table.keeper.piece_left("B", ("e5",), table.show.time)
    table.still(without(D3, "e5"))
    assert "piece_back" in codes(table.position(D3, seconds=2.0))
    (ended,) = (each for each in table.position(D3) if isinstance(each, told.Ended))
    assert (ended.n, table.round.open[-1].ended) == (1, True)
    assert not table.keeper.troubles


def test_who_puts_it_back_and_plays_on_at_once_is_seen_to(shown):
    shown.sitting.piece_left("B", ("e5",))
    shown.still(without(D3, "e5"))
    assert told.Move in kinds(shown.position(C3))
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.turn, round_.clock.running) == ("play", "A", "A")


def elsewhere(position, square, other):
    """The board of a position, of which the disc of a square lies on another one."""
    held, spots = list("".join(position.board.rows)), (square, other)
    old, new = (REVERSI.parse_move(each).square for each in spots)
    held[old], held[new] = ".", held[old]
    return tuple(held)


@pytest.mark.parametrize("restarted", [False, True])
@pytest.mark.parametrize("missed", [False, True])
@pytest.mark.parametrize("square", ["f5", "f6", "c3", "h8"])
def test_a_disc_that_is_put_back_on_another_square_accuses_nobody(shown, missed, restarted, square):
    """The game is halted, so that only the referee moves pieces: none of them is a move."""
    shown.sitting.piece_left("B", ("e5",))
    said = shown.still(without(D3, "e5")) if missed else []
    if restarted:
        shown.restart()
    said += shown.still(elsewhere(D3, "e5", square))
    told_ = [(w.data["event"], [(f["code"], f["cells"]) for f in w.data["faults"]]) for w in said]
    assert told_ == [("under_way", [("disc_removed", ["e5"])])]
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.open[-1].faults) == ("halted", ())
    same_as_rebuilt(shown)
    assert told.Restored in kinds(shown.position(D3))
    shown.position(C3)
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.turn, round_.open[-1].faults) == ("play", "A", ())


@pytest.mark.parametrize("missed", [False, True])
def test_the_referee_is_asked_to_look_again_where_it_is_not_back_as_he_says(shown, missed):
    shown.sitting.piece_left("B", ("e5",))
    if missed:
        shown.still(elsewhere(D3, "e5", "f6"))
    shown.sitting.piece_put_back()
    (asked,) = shown.still(elsewhere(D3, "e5", "f6"))
    assert (asked.data["event"], asked.data["cells"]) == ("out_of_step", ["e5", "f6"])
    shown.position(D3)
    assert told.Move in kinds(shown.position(C3))
    assert shown.sitting.keeper.round.turn == "A"


def test_a_marble_that_rolled_away_and_is_put_back_in_another_hole_accuses_nobody():
    game = new_game("kulami")
    stood = after(game, "d4", "d6", "h6")
    table = Referee(game, position=stood)
    table.keeper.piece_left("B", ("d4",), table.show.time)
    lying = list(state_of("kulami", stood))
    old, new = (game.parse_move(name).hole for name in ("d4", "e4"))
    lying[old], lying[new] = ".", lying[old]
    assert not any(isinstance(each, told.FaultFound) for each in table.still(tuple(lying)))
    assert table.round.phase == "halted"
    table.position(stood)
    assert (table.round.phase, table.round.open, table.keeper.troubles) == ("play", (), [])


def test_no_sheet_is_final_while_a_piece_is_off_the_board(shown):
    shown.sitting.piece_left("B", ("e5",))
    shown.still(without(D3, "e5"))
    sheet = sheet_of(shown.sitting, Said({"over": ""}))
    assert "board" in [point.what for point in sheet.counted.open]


def test_a_second_piece_falls_while_the_first_is_missed(shown):
    shown.sitting.piece_left("B", ("e5",))
    shown.still(without(D3, "e5"))
    shown.sitting.piece_left("B", ("d3",))
    assert shown.still(without(D3, "e5", "d3")) == []
    shown.position(D3)
    assert shown.sitting.keeper.round.phase == "play"


def test_a_piece_that_falls_during_a_correction_is_back_when_that_is_made():
    """A marble is gone without a move, which is reported; then it is said that it has fallen."""
    game = new_game("kulami")
    stood = after(game, "d4", "d6", "h6")
    table = Referee(game, position=stood)
    lying = list(state_of("kulami", stood))
    lying[game.parse_move("d4").hole] = "."
    table.still(tuple(lying))
    assert "correct_now" in codes(table.object("B") + table.object("A"))
    assert table.show.tracker.awaited.task == "take_back"
    table.keeper.piece_left("A", ("d4",), table.show.time)
    assert (table.round.phase, table.show.tracker.awaited.task) == ("halted", "take_back")
    table.position(stood)
    assert (table.round.phase, table.show.tracker.awaited) == ("play", None)
    assert not table.keeper.troubles


def test_where_the_referee_says_how_the_board_stands_play_goes_on(shown):
    shown.sitting.piece_left("B", ("e5",))
    shown.still(without(D3, "e5"))
    shown.sitting.set_cells({"e5": "W", "a1": "."})
    shown.sitting.set_side("W")
    round_ = shown.sitting.keeper.round
    assert (round_.phase, round_.turn, round_.clock.running) == ("play", "B", "B")
    shown.position(D3)
    shown.position(C3)
    assert shown.sitting.keeper.round.turn == "A"


def test_a_move_that_is_not_right_as_yet_is_none_that_is_let_stand():
    table = Referee()
    table.still(UNTURNED, seconds=1.5)
    table.keeper.piece_left("B", ("e5",), table.show.time)
    table.happen(match.PiecePutBack("referee"))
    table.keeper.hear(table.show.tracker.let_stand(table.show.time))
    assert table.show.tracker.position == REVERSI.start()
    assert table.round.turn == "A"
