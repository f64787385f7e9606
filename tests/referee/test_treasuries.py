"""Mangala: what is seen to have been done counts in treasuries too, and few stones at a glance."""

from __future__ import annotations

import numpy as np

from datasets.noisy_games import NoisyEyes, Show
from engines import new_game
from referee import events as told
from referee.tracker import Tracker

GAME = new_game("mangala")
LATE = "1 2 0 1 0 0 / 0 0 2 0 1 1 / 30 10 N"
ASKED = (told.Unsure, told.OutOfStep, told.FaultFound, told.Mended)


def show_from(text):
    position = GAME.parse_position(text)
    eyes = NoisyEyes("mangala", np.random.default_rng(0), miscount=0.0)
    show = Show(Tracker(GAME, position), eyes)
    show.position(position, seconds=1.0)
    return show


def lies(show, stones, said_of_changes):
    """The board lies so; comparing says this of some places: place -> how likely it changed."""
    look = show.eyes.look(stones)
    plain = look.changes

    def changes(before):
        seen = plain(before)
        if seen is not None:
            seen = seen.copy()
            for place, likely in said_of_changes(before is look).items():
                seen[place] = likely
        return seen

    look.changes = changes
    show.eyes.look = lambda state, hidden=(): look
    return show.still(stones)


def faults(said):
    return [(f.code, f.cells) for e in said if isinstance(e, told.FaultFound) for f in e.faults]


def moves(said):
    return [e.move for e in said if isinstance(e, told.Move)]


def test_a_treasury_that_the_move_does_not_touch_is_seen_to_have_changed():
    # North plays N6 into the own treasury; South's has one stone more as well.
    said = show_from(LATE).still((1, 2, 0, 1, 0, 0, 0, 0, 2, 0, 1, 0, 31, 11))
    ((code, cells),) = faults(said)
    assert code in ("stones_added", "stones_missing")
    assert cells == ("ST",)


def test_one_stone_that_comes_into_a_full_treasury_unseen_is_no_fault():
    stones = (1, 2, 0, 1, 0, 0, 0, 0, 2, 0, 1, 0, 30, 11)
    said = lies(show_from(LATE), stones, lambda again: {} if again else {13: 0.02})
    assert moves(said) == ["N6"]
    assert not [e for e in said if isinstance(e, ASKED)]


def test_captured_stones_that_reach_no_treasury_are_a_fault():
    # S3 is played to the empty S4 and captures the three of N3; all four are still in the hand.
    show = show_from("0 0 1 0 0 1 / 0 0 3 0 0 1 / 23 19 S")
    said = show.still((0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 23, 19))
    assert [code for code, _ in faults(said)] == ["stones_missing"]


def test_an_empty_pit_where_one_stone_should_lie_is_seen_at_a_glance():
    show = show_from(str(GAME.start()))
    said = show.still((0, 5, 5, 5, 4, 4, 4, 4, 4, 4, 4, 4, 0, 0))
    assert faults(said) == [("stones_missing", ("S1",))]


class Mirror(NoisyEyes):
    """Counts one stone too many in one pit: a lamp that its hollow mirrors."""

    place = 0

    def _row(self, place, content):
        return super()._row(place, content + (place == self.place))


def test_a_stone_too_many_before_and_after_a_move_accuses_nobody():
    position = GAME.parse_position("1 1 1 1 3 2 / 1 1 2 0 4 7 / 15 9 N")
    eyes = Mirror("mangala", np.random.default_rng(0), miscount=0.0)
    show = Show(Tracker(GAME, position), eyes)
    show.position(position, seconds=1.0)
    after = GAME.play(position, GAME.parse_move("N6"))
    said = show.still(after.stones)
    assert moves(said) == ["N6"]
    assert not [e for e in said if isinstance(e, ASKED)]


def test_what_seems_wrong_under_a_hand_is_no_fault_later():
    # N1 is played; while the hand was over the board, S5 seemed to be empty in its shade.
    position = GAME.parse_position("1 1 6 6 5 5 / 4 1 5 5 5 4 / 0 0 N")
    show = show_from(str(position))
    shaded = show.eyes.look((1, 1, 6, 6, 0, 5, 4, 1, 5, 5, 5, 4, 0, 0), (5, 6, 12))
    show.tracker.moved()
    seen = np.full(14, 0.01)
    seen[[4, 12]] = 0.9999
    for number in range(3):
        said = show.tracker.see(
            shaded.reading(), show.time + 0.1 * number, changes=seen, covered=True
        )
        assert said == []
    said = show.still(GAME.play(position, GAME.parse_move("N1")).stones)
    assert moves(said) == ["N1"]
    assert not [e for e in said if isinstance(e, ASKED)]


def test_nothing_changes_by_itself_while_the_board_lies_still():
    # N3 is played; later in the same stillness comparing says that a treasury has changed.
    stones = (1, 2, 0, 1, 0, 0, 0, 0, 1, 1, 1, 1, 30, 10)
    said = lies(show_from(LATE), stones, lambda again: {13: 0.99} if again else {})
    assert moves(said) == ["N3"]
    assert not [e for e in said if isinstance(e, ASKED)]


def test_a_stone_that_was_moved_unseen_is_read_afresh():
    show = show_from("0 0 1 0 1 1 / 0 0 0 3 1 1 / 24 16 S")
    before = show.reference
    show.still((0, 0, 1, 0, 1, 1, 0, 0, 0, 3, 1, 1, 24, 16))
    after = show.eyes.look((0, 0, 1, 0, 1, 0, 0, 0, 0, 3, 1, 1, 25, 16))
    assert before is not None
    seen = np.full(14, 0.01)
    seen[[5, 12]] = 0.999, 0.12
    said = []
    for number in range(2):  # one look more than the first that shows it
        time = show.time + 0.3 + 0.1 * number
        said += show.tracker.see(after.reading(), time, changes=seen, quiet=4.0)
    assert moves(said) == ["S6"]
