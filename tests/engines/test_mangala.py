"""Mangala at the table: what a referee sees and what Hakem says of it."""

from __future__ import annotations

import pytest

from engines.contract import IllegalMove, InputError
from engines.mangala import Board, Mangala, Move, Position

GAME = Mangala()
START = GAME.start()


def at(text: str) -> Position:
    return Position.parse(text)


def play(*words: str, start: Position = START) -> Position:
    position = start
    for word in words:
        position = GAME.play(position, Move.parse(word))
    return position


def changed(position: Position, **places: int | None) -> Board:
    """The board of a position with stones added to (or, None, unknown in) some places."""
    names = [*(f"S{i}" for i in range(1, 7)), *(f"N{i}" for i in range(1, 7)), "ST", "NT"]
    stones = list(position.stones)
    for name, change in places.items():
        i = names.index(name)
        stones[i] = None if change is None else stones[i] + change
    return Board(tuple(stones))


def said(verdict, number=0):
    """The faults of an explanation as {code: (cells, amount)}."""
    return {f.code: (f.cells, f.amount) for f in verdict.explanations[number].faults}


def words(explanation):
    return [str(move) for move in explanation.moves]


# Rules and their options -------------------------------------------------------------------------


def test_either_side_may_start_a_set():
    assert GAME.start("north").side == "north"
    assert GAME.start("N").side == "north"


def test_extra_turns_are_remembered():
    once = play("S4")
    assert (once.side, once.extra) == ("south", 1)
    over = play("S4", "S1")
    assert (over.side, over.extra) == ("north", 0)


def test_the_enemys_pit_cannot_be_played():
    with pytest.raises(IllegalMove) as caught:
        GAME.play(START, Move.parse("N1"))
    assert caught.value.reasons == ("enemy_pit",)


SINGLE_IN_SIX = at("5 5 4 4 4 1 / 4 4 4 4 4 4 / 1 0 S")


def test_single_stone_into_the_treasury_moves_again_by_default_only():
    assert GAME.play(SINGLE_IN_SIX, Move.parse("S6")).side == "south"
    strict = Mangala.with_options({"single_stone_treasury_extra_turn": "false"})
    assert strict.play(SINGLE_IN_SIX, Move.parse("S6")).side == "north"


def test_single_stone_captures_by_default_only():
    before = at("1 0 4 4 4 4 / 4 4 4 4 5 4 / 3 3 S")
    assert GAME.play(before, Move.parse("S1")).stones[12] == 3 + 1 + 5
    strict = Mangala.with_options({"single_stone_captures": "false"})
    assert strict.play(before, Move.parse("S1")).stones[1] == 1


CAPTURE_EMPTIES_NORTH = at("0 0 0 5 1 0 / 2 0 0 0 0 0 / 20 20 S")


def test_who_sweeps_when_a_capture_empties_the_enemy_side():
    after = GAME.play(CAPTURE_EMPTIES_NORTH, Move.parse("S5"))
    assert after.stones[12:] == (23, 25)
    assert (after.sweep.by, after.sweep.count) == ("north", 5)
    owner = Mangala.with_options({"mangala.sweep": "owner"})
    assert owner.play(CAPTURE_EMPTIES_NORTH, Move.parse("S5")).stones[12:] == (28, 20)


def test_play_stops_at_25_by_option_only():
    ahead = at("4 0 0 0 0 1 / 4 4 0 0 0 0 / 25 10 S")
    assert GAME.outcome(ahead) is None
    early = Mangala.with_options({"early_stop": "yes"})
    outcome = early.outcome(ahead)
    assert (outcome.winner, outcome.reason) == ("south", "majority")
    assert early.moves(ahead) == ()


def test_the_score_shows_treasuries_and_sweep():
    score = GAME.score(GAME.play(CAPTURE_EMPTIES_NORTH, Move.parse("S5"))).to_json()
    assert score["north"] == {"total": 25, "before_sweep": 20}
    assert score["sweep"] == {"by": "north", "count": 5, "pits": {"S4": 5}}
    assert score["winner"] == "north"


def test_a_sweep_still_to_be_made_is_counted_and_said():
    score = GAME.score(at("0 0 0 0 0 0 / 0 0 3 0 0 1 / 24 20 S"))
    assert (score.south, score.north, score.due) == (28, 20, True)


# Verdicts ----------------------------------------------------------------------------------------


def test_a_complete_move_is_legal():
    verdict = GAME.judge(START, play("S2").board)
    assert verdict.legal
    assert words(verdict.best) == ["S2"]
    assert verdict.best.standing == play("S2")


def test_treasuries_come_from_the_rules_when_nobody_counts_them():
    after = play("S4", "S1", "N4")
    verdict = GAME.judge(play("S4", "S1"), changed(after, ST=None, NT=None))
    assert verdict.legal
    assert verdict.best.standing == after


def test_extra_turns_in_a_row_are_one_chain():
    before = at("0 0 0 0 3 1 / 4 4 4 4 4 5 / 10 9 S")
    line = ("S6", "S5", "S6")
    after = play(*line, start=before)
    assert after.extra == 3
    verdict = GAME.judge(before, after.board)
    assert verdict.legal
    orders = [words(e) for e in verdict.explanations]
    assert list(line) in orders
    assert ["S5", "S6", "S6"] in orders, "the board cannot tell which pit came first"
    unknown = GAME.judge(before, changed(after, ST=None, NT=None))
    assert [words(e) for e in unknown.explanations] == orders


def test_a_move_and_its_answer_are_one_chain():
    verdict = GAME.judge(START, play("S1", "N6").board)
    assert words(verdict.best) == ["S1", "N6"]
    assert verdict.best.movers == ("south", "north")


# South's last stone makes N1 even: 1 + 1 = 2.
DOUBLING = at("4 4 4 4 4 3 / 1 5 5 5 4 4 / 1 0 S")


def test_a_capture_not_yet_taken_is_unfinished_work():
    sowing = GAME.sow(DOUBLING, Move.parse("S6"))
    assert sowing.doubling_pit == "N1"
    verdict = GAME.judge(DOUBLING, Board(sowing.sown))
    assert said(verdict) == {"capture_missed": (("N1",), 2)}
    assert verdict.unfinished
    assert verdict.best.pending == play("S6", start=DOUBLING)


def test_captured_stones_in_the_hand_are_unfinished_work():
    done = play("S6", start=DOUBLING)
    verdict = GAME.judge(DOUBLING, changed(done, ST=-2))
    assert said(verdict) == {"stones_missing": (("N1",), -2)}
    assert verdict.best.pending == done


def test_stones_in_the_hand_while_sowing_are_unfinished_work():
    half = changed(START, S3=-3, S4=1)
    verdict = GAME.judge(START, half)
    assert words(verdict.best) == ["S3"]
    assert said(verdict) == {"stones_missing": (("S3",), -2)}
    assert verdict.best.pending == play("S3")
    assert verdict.best.standing == play("S3")


def test_a_side_emptied_but_not_yet_swept_is_unfinished_work():
    sowing = GAME.sow(CAPTURE_EMPTIES_NORTH, Move.parse("S5"))
    verdict = GAME.judge(CAPTURE_EMPTIES_NORTH, Board(sowing.taken))
    assert said(verdict) == {"sweep_wrong": (("S4",), 5)}
    assert verdict.unfinished


def test_a_sweep_half_done_is_unfinished_work():
    before = at("0 0 3 5 1 0 / 1 0 0 0 0 0 / 18 20 S")
    done = play("S5", start=before)
    assert done.stones[12:] == (20, 28)
    in_the_hand = Board((0, 0, 3, *(0,) * 9, 20, 20))
    verdict = GAME.judge(before, in_the_hand)
    assert verdict.unfinished
    assert verdict.best.pending == done
    half = Board((0, 0, 3, *(0,) * 9, 20, 25))
    assert said(GAME.judge(before, half)) == {"sweep_wrong": (("S3",), 3)}


def test_a_sweep_into_the_wrong_treasury():
    verdict = GAME.judge(CAPTURE_EMPTIES_NORTH, Board((0,) * 12 + (28, 20)))
    assert said(verdict) == {"sweep_wrong": (("NT",), -5)}
    assert not verdict.unfinished


def test_no_stone_put_back():
    verdict = GAME.judge(START, changed(START, S1=-4, S2=1, S3=1, S4=1, S5=1))
    assert words(verdict.best) == ["S1"]
    assert said(verdict) == {"wrong_sowing": (("S1",), -1)}


def test_a_stone_dropped_one_pit_too_far():
    verdict = GAME.judge(START, changed(play("S1"), S4=-1, S5=1))
    assert said(verdict) == {"wrong_sowing": (("S4",), -1)}
    assert verdict.best.standing.side == "north"


def test_two_stones_dropped_in_one_pit():
    verdict = GAME.judge(START, changed(play("S1"), S2=1, S4=-1))
    assert said(verdict) == {"wrong_sowing": (("S2",), 1)}


def test_the_enemys_treasury_sown():
    before = at("0 0 0 0 0 9 / 4 4 4 4 4 4 / 10 5 S")
    assert play("S6", start=before).stones[13] == 5
    verdict = GAME.judge(before, Board((0, 0, 0, 0, 0, 1, 5, 5, 5, 5, 5, 5, 11, 6)))
    assert said(verdict) == {"enemy_treasury_sown": (("NT",), 1)}


def test_the_enemys_treasury_sown_and_the_capture_after_it_forgotten():
    before = at("0 0 0 0 0 10 / 8 4 4 4 4 4 / 4 6 S")
    verdict = GAME.judge(before, Board((1, 0, 0, 0, 0, 1, 9, 5, 5, 5, 5, 5, 5, 7)))
    assert set(said(verdict)) == {"enemy_treasury_sown", "capture_missed"}


def test_an_undeserved_capture():
    after = play("S5")
    assert after.stones[6] == 5, "odd: nothing to take"
    verdict = GAME.judge(START, changed(after, N1=-5, ST=5))
    assert words(verdict.best) == ["S5"]
    assert said(verdict) == {"capture_wrong": (("N1",), -5)}


def test_half_of_an_opposite_capture():
    before = at("1 0 4 4 4 4 / 4 4 4 4 5 4 / 3 3 S")
    done = play("S1", start=before)
    verdict = GAME.judge(before, changed(done, S2=1, ST=-1))
    assert said(verdict) == {"capture_wrong": (("S2",), 1)}


def test_a_move_again_without_the_right():
    before = play("S1")
    twice = GAME.play(Position(before.stones, "south"), Move.parse("S2"))
    verdict = GAME.judge(before, twice.board)
    assert said(verdict) == {"extra_turn_wrong": (("S2",), 0)}
    assert verdict.best.movers == ("south",)
    both = GAME.judge(START, twice.board)
    assert words(both.best) == ["S1", "S2"]
    assert "extra_turn_wrong" in said(both)


def test_an_extra_turn_not_used():
    before = play("S4")
    north = GAME.play(Position(before.stones, "north"), Move.parse("N1"))
    verdict = GAME.judge(before, north.board)
    assert "extra_turn_wrong" in said(verdict)
    assert verdict.best.movers == ("north",)


def test_the_wrong_player_starts_the_set():
    verdict = GAME.judge(START, play("N1", start=GAME.start("north")).board)
    codes = {f.code for e in verdict.explanations for f in e.faults}
    assert {"wrong_side", "enemy_pit_played"} <= codes


def test_an_enemy_pit_played_into_the_own_treasury():
    before = play("S1")
    by_north = Position(before.stones, "north")
    sowed = list(by_north.stones)
    sowed[3] = 0
    for place in (3, 4, 5, 6, 7):
        sowed[place] += 1
    assert sum(sowed) == 48
    verdict = GAME.judge(by_north, Board(tuple(sowed)))
    assert said(verdict) == {"enemy_pit_played": (("S4",), 0)}
    assert verdict.best.movers == ("north",)


def test_a_stone_lost_during_a_move():
    verdict = GAME.judge(START, changed(play("S1"), S3=-1))
    assert said(verdict) == {"stones_missing": (("S3",), -1)}
    assert verdict.best.standing == play("S1")


def test_a_stone_lost_without_a_move():
    verdict = GAME.judge(START, changed(START, N4=-1))
    assert verdict.best.moves == ()
    assert said(verdict) == {"stones_missing": (("N4",), -1)}
    assert verdict.best.standing == START


@pytest.mark.parametrize("step", [-1, 1])
def test_a_stone_miscounted_elsewhere_does_not_hide_the_move(step):
    verdict = GAME.judge(START, changed(play("S3"), N1=step))
    code = "stones_missing" if step < 0 else "stones_added"
    assert words(verdict.best) == ["S3"]
    assert said(verdict) == {code: (("N1",), step)}
    assert verdict.best.standing == play("S3")


UNSWEPT = at("0 0 0 0 0 0 / 1 0 0 2 0 2 / 21 22 N")


def test_a_sweep_made_after_an_unswept_look_is_legal():
    verdict = GAME.judge(UNSWEPT, Board((0,) * 12 + (26, 22)))
    assert verdict.legal
    assert verdict.best.standing.sweep.count == 5
    assert GAME.judge(UNSWEPT, Board((0,) * 12 + (None, None))).legal


def test_a_late_sweep_into_the_wrong_treasury():
    assert said(GAME.judge(UNSWEPT, Board((0,) * 12 + (21, 27)))) == {"sweep_wrong": (("ST",), -5)}


def test_a_late_sweep_half_made_is_unfinished_work():
    verdict = GAME.judge(UNSWEPT, Board((0,) * 9 + (0, 0, 2, 21, 22)))
    assert said(verdict) == {"stones_missing": (("ST",), -3)}
    assert verdict.unfinished
    assert GAME.judge(UNSWEPT, UNSWEPT.board).legal


def test_a_capture_missed_and_answered_at_once():
    before = at("5 5 1 5 0 7 / 1 6 5 5 5 1 / 1 1 N")
    verdict = GAME.judge(before, Board((6, 6, 0, 6, 0, 7, 1, 6, 5, 5, 1, 2, 1, 2)))
    assert words(verdict.best) == ["N5", "S3"]
    assert set(said(verdict)) == {"capture_missed"}


def test_a_slip_answered_at_once():
    slipped = Position(changed(play("S1"), S3=-1, S4=1).stones, "north")
    verdict = GAME.judge(START, play("N2", start=slipped).board)
    assert ["S1", "N2"] in [words(e) for e in verdict.explanations]


def test_stones_that_changed_places_are_counted_from_the_first_cell_named():
    verdict = GAME.judge(START, changed(START, N1=-1, N4=1))
    assert said(verdict) == {"stones_shifted": (("N1", "N4"), -1)}


def test_a_stone_too_many():
    verdict = GAME.judge(START, changed(play("S1"), S3=1))
    assert said(verdict) == {"stones_added": (("S3",), 1)}


def test_a_wild_board_is_explained_by_the_nearest_pit():
    verdict = GAME.judge(START, changed(play("S1"), S3=-2, N5=2))
    assert not verdict.legal
    assert words(verdict.best) == ["S1"]
    assert said(verdict) == {"wrong_sowing": (("S3",), -2)}
    assert sum(verdict.best.standing.stones) == 48


# Bad input ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("4 4 4 4 4 4 / 4 4 4 4 4 3 / 0 0 S", "47 stones"),
        ("4 4 4 4 4 / 4 4 4 4 4 4 / 0 0 S", "south pits: expected 6 numbers, got 5"),
        ("4 4 4 4 4 -4 / 4 4 4 4 4 4 / 0 0 S", "S6: '-4' is not a number"),
        ("4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 ? S", "unknown: NT"),
        ("4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 0 X", "unknown side 'X'"),
        ("4 4 4 4 4 4", "as in"),
        ("4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 0 S swept  ", "swept pits: expected 12 numbers, got 0"),
        ("4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 0 S swept N", "swept pits: expected 12 numbers, got 0"),
        ("", "as in"),
    ],
)
def test_a_bad_position_is_refused_in_words(text, message):
    with pytest.raises(InputError, match=message):
        Position.parse(text)


def test_the_end_of_a_set_keeps_its_text_and_json():
    done = play("S5", start=CAPTURE_EMPTIES_NORTH)
    assert Position.parse(str(done)) == done
    assert Position.from_json(done.to_json()) == done
    assert "swept N" in str(done)
