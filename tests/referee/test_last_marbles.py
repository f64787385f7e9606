"""Kulami: which marbles were played last, when a person says how the board stands."""

from __future__ import annotations

import numpy as np
import pytest
from support.refereed import Referee, after, codes
from support.sittings import Shown, same_as_rebuilt

from datasets.deeds import state_of
from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from engines.records import replay
from referee import events as told
from referee.journal import read_journal
from referee.journal.export import records_of
from referee.replaying import play_again
from referee.tracker import Tracker
from referee.tracker.views import view_of

KULAMI = new_game("kulami")
WATCHED = ("d4", "d1", "g1", "g5")
UNSEEN = ("g7", "a7")
LATER = ("a1", "c1", "c6")


@pytest.fixture
def show():
    """A game of which four moves were watched."""
    shown = Show(Tracker(KULAMI), NoisyEyes("kulami", np.random.default_rng(0), wrong=0.0))
    shown.position(KULAMI.start(), seconds=1.0)
    for count in range(1, len(WATCHED) + 1):
        shown.position(after(KULAMI, *WATCHED[:count]))
    assert shown.tracker.position == after(KULAMI, *WATCHED)
    return shown


def left_behind(*moves):
    """Black has played g7 and left the token on g1; then these moves were made rightly."""
    position = after(KULAMI, *WATCHED, "g7")
    board = list(state_of("kulami", position))
    board[hole("g1")], board[hole("g7")] = "tB", "B"
    for move in moves:
        colour = position.side
        board = [colour if cell == f"t{colour}" else cell for cell in board]
        board[hole(move)] = f"t{colour}"
        position = KULAMI.put(position, hole(move))
    return tuple(board)


def hole(name):
    return KULAMI.parse_move(name).hole


def told_moves(said):
    """The moves, of which none was called a fault."""
    assert not [e for e in said if isinstance(e, told.FaultFound | told.Unsure | told.UnderWay)]
    return [e.move for e in said if isinstance(e, told.Move)]


def nobody_looked(show):
    """The camera was paused, and something may have been played meanwhile."""
    show.tracker.pause(show.time)
    show.tracker.resume(show.time, unseen=True)


def put(*moves):
    """The marbles of these moves, black's first."""
    return {move: "BR"[number % 2] for number, move in enumerate(moves)}


def plays_on(show, *before):
    """Play goes on legally, and nothing else is told of it."""
    said = []
    for count in range(1, len(LATER) + 1):
        said += show.position(after(KULAMI, *before, *LATER[:count]))
    assert [e.move for e in said if isinstance(e, told.Move)] == list(LATER)
    assert not [e for e in said if not isinstance(e, told.Move | told.Ended | told.Learn)]


def test_an_accepted_board_has_its_last_marbles_where_the_tokens_lie(show):
    missed = after(KULAMI, *WATCHED, *UNSEEN)
    nobody_looked(show)
    assert [type(e) for e in show.position(missed)] == [told.OutOfStep]
    show.tracker.accept(show.time)
    assert show.tracker.position == missed
    plays_on(show, *WATCHED, *UNSEEN)


def test_who_has_the_token_in_the_hand_has_played_nothing_since(show):
    missed = after(KULAMI, *WATCHED, UNSEEN[0])
    nobody_looked(show)
    lifted = ["R" if held == "tR" else held for held in state_of("kulami", missed)]
    assert [type(e) for e in show.still(tuple(lifted), 4.5)] == [told.OutOfStep]
    show.tracker.accept(show.time, "R")
    assert show.tracker.position == missed


def test_a_marble_that_is_set_by_hand_was_played_last(show):
    show.tracker.set_cells(put(*UNSEEN), show.time)
    missed = after(KULAMI, *WATCHED, *UNSEEN)
    assert show.tracker.position == missed
    assert show.position(missed) == []
    plays_on(show, *WATCHED, *UNSEEN)


def test_of_several_nobody_knows_which_one_was_and_none_is_called_wrong(show):
    four = (*UNSEEN, *LATER[:2])
    show.tracker.set_cells(put(*four), show.time)
    position = show.tracker.position
    assert (position.last_black, position.last_red) == (None, None)
    missed = after(KULAMI, *WATCHED, *four)
    assert position.board == missed.board
    said = [*show.position(missed), *show.position(after(KULAMI, "c6", position=missed))]
    assert [e.move for e in said if isinstance(e, told.Move)] == ["c6"]
    assert not [e for e in said if isinstance(e, told.FaultFound | told.Unsure)]


def test_a_last_marble_of_the_other_colour_leaves_both_unknown(show):
    show.tracker.set_cells({"g5": "B"}, show.time)
    position = show.tracker.position
    assert (position.last_black, position.last_red) == (None, None)


def test_a_marble_that_was_read_in_the_wrong_hole_is_the_last_where_it_lies(show):
    show.tracker.set_cells({"g5": ".", "g6": "R"}, show.time)
    position = show.tracker.position
    assert position == after(KULAMI, *WATCHED[:3], "g6")


@pytest.fixture
def unset(show):
    """Black has left the token behind, and nobody reports it."""
    said = show.still(left_behind(), 4.5)
    (fault,) = (e for e in said if isinstance(e, told.FaultFound))
    assert [f.code for f in fault.faults] == ["token_not_moved"]
    return show


@pytest.mark.parametrize("accepted", [False, True])
@pytest.mark.parametrize("answer", ["a7", "g8"])
def test_a_token_that_was_left_behind_is_on_no_last_marble(unset, accepted, answer):
    """Both are in line with g7, and g8 lies on its plate, which carries no token."""
    if accepted:
        unset.tracker.accept(unset.time)
    assert unset.tracker.position.last_black == hole("g7")
    assert told_moves(unset.still(left_behind(answer), 4.5)) == [answer]


def test_with_the_next_move_of_its_side_all_is_as_ever(unset):
    unset.still(left_behind("g8"), 4.5)
    assert str(unset.tracker.position).endswith(" B g7* g8")
    assert told_moves(unset.still(left_behind("g8", "a8"), 4.5)) == ["a8"]
    assert str(unset.tracker.position).endswith(" R a8 g8")


def test_a_token_that_is_set_late_is_no_fault_of_anybody(unset):
    late = after(KULAMI, *WATCHED, "g7")
    assert told_moves(unset.position(late)) == []
    assert told_moves(unset.position(after(KULAMI, "a7", position=late))) == ["a7"]


def test_after_it_was_set_late_an_accepted_board_knows_its_plate_again(unset):
    late = after(KULAMI, *WATCHED, "g7")
    unset.position(late)
    unset.tracker.accept(unset.time)
    assert unset.tracker.position == late


def with_token(state, name, held):
    """The same board with something else in a hole."""
    changed = list(state)
    changed[hole(name)] = held
    return tuple(changed)


def closes(show):
    """Whether the plate of g7 is closed for who is to move."""
    return hole("g7") in KULAMI.closing_marbles(show.tracker.position)


SET_LATE = state_of("kulami", after(KULAMI, *WATCHED, "g7"))
ON_THE_PLATE = KULAMI.put(after(KULAMI, *WATCHED, "g7"), hole("g8"))


def test_a_token_that_is_set_late_closes_its_plate_once_it_is_seen(unset):
    (seen,) = unset.still(SET_LATE, 4.5)
    assert (seen.cells, seen.position) == (("g7",), str(after(KULAMI, *WATCHED, "g7")))
    assert unset.tracker.position == after(KULAMI, *WATCHED, "g7")
    said = unset.position(ON_THE_PLATE)
    (fault,) = (e for e in said if isinstance(e, told.FaultFound))
    assert [(f.code, f.cells) for f in fault.faults] == [("plate_closed", ("g8", "g7"))]


def test_one_that_is_set_while_the_answer_is_made_closes_nothing_for_that(unset):
    """Nobody can say which came first."""
    assert told_moves(unset.position(ON_THE_PLATE)) == ["g8"]
    assert str(unset.tracker.position).endswith(" B g7 g8")


@pytest.mark.parametrize(
    "lies",
    [
        left_behind(),
        with_token(left_behind(), "g1", "B"),
        with_token(SET_LATE, "g1", "tB"),
    ],
    ids=["where it was left", "in the hand", "seen twice"],
)
def test_one_that_is_not_clearly_set_closes_nothing(unset, lies):
    unset.still(lies, 4.5)
    assert not closes(unset)
    assert told_moves(unset.position(ON_THE_PLATE)) == ["g8"]


def test_nor_does_one_that_a_hand_may_be_setting(unset):
    unset.still(SET_LATE, 4.5, covered=True)
    assert not closes(unset)
    unset.still(SET_LATE, 0.6)
    assert not closes(unset)


@pytest.mark.parametrize(
    ("on_g7", "on_g1", "closed"),
    [(0.98, 0.01, True), (0.98, 0.2, True), (0.8, 0.01, False), (0.98, 0.4, False)],
)
def test_nor_one_that_is_dimly_seen(on_g7, on_g1, closed):
    view = view_of(KULAMI)
    stands = after(KULAMI, *WATCHED, "g7").loosened("B")
    tokens, seen = np.full(64, 0.01), np.ones(64, bool)
    tokens[[hole("g7"), hole("g1")]] = on_g7, on_g1
    closed_now = after(KULAMI, *WATCHED, "g7") if closed else stands
    assert view.set_late(stands, tokens, seen) == (closed_now, ("g7",) if closed else ())
    seen[hole("d4")] = False  # there it may lie just as well
    assert view.set_late(stands, tokens, seen) == (stands, ())


def test_where_both_left_their_tokens_only_the_one_that_is_seen_counts(unset):
    """Red plays a7 and leaves the token on g5; then black sets the one of g7."""
    both = with_token(with_token(left_behind("a7"), "a7", "R"), "g5", "tR")
    assert any(isinstance(each, told.FaultFound) for each in unset.still(both, 4.5))
    late = with_token(with_token(both, "g1", "B"), "g7", "tB")
    (seen,) = unset.still(late, 4.5)
    assert (seen.cells, unset.tracker.position.loose) == (("g7",), ("R",))
    black = with_token(with_token(late, "g7", "B"), "a1", "tB")
    assert told_moves(unset.still(black, 4.5)) == ["a1"]
    red = with_token(with_token(black, "g5", "R"), "f1", "tR")
    assert told_moves(unset.still(red, 4.5)) == ["f1"]


def test_what_the_other_sides_fault_has_left_open_stays_open(unset):
    """Red plays out of line: of such a fault nobody asks where the token lies."""
    out = with_token(with_token(left_behind(), "g5", "R"), "b2", "tR")
    assert any(isinstance(each, told.FaultFound) for each in unset.still(out, 4.5))
    before = unset.tracker.state.look().loose
    late = with_token(with_token(out, "g1", "B"), "g7", "tB")
    assert [type(each) for each in unset.still(late, 4.5)] == [told.TokenSet]
    assert np.array_equal(unset.tracker.state.look().loose, before)
    assert {unset.tracker.view.names[i] for i in np.flatnonzero(before)} == {"b2", "g5"}


@pytest.mark.parametrize("restarted", [False, True])
def test_a_restart_knows_that_it_was_set(tmp_path, restarted):
    shown = Shown(tmp_path / "table.hakem", "kulami")
    shown.position(KULAMI.start(), seconds=1.0)
    for count in range(1, len(WATCHED) + 1):
        shown.position(after(KULAMI, *WATCHED[:count]))
    shown.still(left_behind(), each=lambda: same_as_rebuilt(shown))
    shown.still(SET_LATE, each=lambda: same_as_rebuilt(shown))
    if restarted:
        shown.restart()
    assert shown.sitting.tracker.position == after(KULAMI, *WATCHED, "g7")
    shown.position(after(KULAMI, *WATCHED, "g7", "a7"))
    shown.sitting.close()
    entries = read_journal(shown.path)
    assert play_again(entries).differences == ()
    (record,) = records_of(entries)
    steps = list(replay(record))
    assert [step.fine for step in steps] == [*[True] * 4, False, True, True]
    assert steps[-1].position == after(KULAMI, *WATCHED, "g7", "a7")


def test_what_was_set_late_may_be_reported_still():
    """The window is open until the own move; the correction is on the board already."""
    table = Referee(KULAMI, position=after(KULAMI, *WATCHED))
    table.still(left_behind())
    table.still(SET_LATE)
    assert "correct_now" in codes(table.object("B"))
    table.still(SET_LATE)
    assert (table.round.phase, table.round.warnings_of("A")) == ("play", 1)
    assert table.show.tracker.position == after(KULAMI, *WATCHED, "g7")
    table.position(after(KULAMI, *WATCHED, "g7", "a7"))
    assert (table.round.turn, table.keeper.troubles) == ("A", [])
