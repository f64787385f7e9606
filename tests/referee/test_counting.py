"""A board in a photo is counted, and what is in doubt must be confirmed before it is final."""

from __future__ import annotations

import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import read_board

from engines import InputError, new_game
from engines.kulami import Layout
from referee.sheet import Confirmed, Sheet, count_board, count_photo
from referee.sheet.stones import likeliest_stones
from vision.reading import Reading

# fmt: off
REVERSI = (
    "BBBBBBBB"
    "BBBBBBBB"
    "BBBBBBBB"
    "BBBBBBBB"
    "WWWWWWWW"
    "WWWWWWWW"
    "WWWWWWWB"
    "WWWWWWW."
)
KULAMI = (
    "BBBBB..."
    "RRRRRR.."
    "B......."
    "B......."
    "........"
    "........"
    "........"
    "R.R.R.R."
)
# fmt: on
OTHER = "AABBBCDD/EEBBBCDD/FFFGGHDD/FFFGGHII/JKKLLMII/JKKLLMNN/JKKOOMNN/PPPOOQQQ"
STONES = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 26, 22]


def points(counted):
    return [(point.what, point.cell, point.likely) for point in counted.open]


def test_a_board_without_doubt_and_at_its_end_is_final():
    counted = count_photo(read_board("mangala", STONES))
    assert Sheet(counted).final
    assert (counted.score.south, counted.score.north) == (26, 22)


def test_reversi_whose_end_the_board_shows_needs_no_word():
    full = REVERSI.replace(".", "B")
    assert Sheet(count_photo(read_board("reversi", full))).final
    assert points(count_photo(read_board("reversi", REVERSI))) == [("over", "", "")]


def test_doubtful_and_hidden_cells_are_open_until_they_are_confirmed():
    read = read_board("reversi", REVERSI.replace(".", "B"), doubtful=["d4"], hidden=["a8"])
    counted = count_photo(read)
    assert points(counted)[:2] == [("cell", "d4", "B"), ("hidden", "a8", "")]
    assert not Sheet(counted).final
    said = Confirmed.parse("reversi", ["d4=w, a8=W", "over"])
    counted = count_photo(read, confirmed=said)
    assert counted.open == ()
    assert counted.score.white == 32 - 1  # a disc less in row 7 and row 8, one more at d4
    assert counted.board.rows[3] == "BBBWBBBB"


def test_kulami_is_counted_by_the_plates_that_were_read():
    counted = count_photo(read_board("kulami", KULAMI, layout="rulebook"))
    assert counted.game.layout == Layout.parse("rulebook")
    assert (counted.score.black.row_points, counted.score.red.row_points) == (5, 6)
    assert (counted.score.black.area_points, counted.score.red.area_points) == (5, 6)
    assert points(counted) == [("over", "", "")]
    wanted = new_game("kulami", {"layout": "rulebook"})
    assert counted.score == wanted.score(wanted.for_scoring(wanted.parse_board(KULAMI)))


def test_doubtful_plates_must_be_confirmed_or_told():
    read = read_board("kulami", KULAMI, seams=(("a1", "b1"),))
    assert points(count_photo(read)) == [("plates", "", ""), ("over", "", "")]
    said = Confirmed.parse("kulami", ["plates,over"])
    assert count_photo(read, confirmed=said).open == ()
    assert points(count_photo(read, layout="tr8")) == [("over", "", "")]


def test_plates_that_are_told_are_turned_to_where_they_lie():
    turned = Layout.parse("tr8").rotated()
    read = read_board("kulami", KULAMI, layout=str(turned))
    counted = count_photo(read, layout="tr8")
    assert counted.game.layout.partition() == turned.partition()
    assert points(counted) == [("over", "", "")]
    other = count_photo(read, layout=OTHER)
    assert points(other) == [("plates", "", ""), ("over", "", "")]  # the photo shows others


def test_one_treasury_in_doubt_follows_from_the_48_stones():
    counted = count_photo(read_board("mangala", STONES, hidden=["NT"]))
    assert counted.score.north == 22
    assert counted.open == ()


def test_two_places_in_doubt_must_be_counted():
    wrong = [*STONES[:12], 27, 22]  # 49 stones
    read = read_board("mangala", wrong, doubtful=["ST", "NT"])
    counted = count_photo(read)
    assert sum(counted.board.stones) == 48
    assert {point.cell for point in counted.open} == {"ST", "NT"}
    done = count_photo(read, confirmed=Confirmed.parse("mangala", ["ST=26"]))
    assert (done.score.south, done.score.north) == (26, 22)
    assert done.open == ()


def test_certain_places_that_do_not_come_to_48_are_open():
    counted = count_photo(read_board("mangala", [*STONES[:12], 27, 22]))
    assert sum(counted.board.stones) == 48
    assert any(point.what == "cell" for point in counted.open)


def test_the_referees_own_count_that_differs_keeps_it_open():
    counted = count_photo(read_board("mangala", STONES))
    assert Sheet(counted, by_hand=(26, 22)).final
    assert [point.what for point in Sheet(counted, by_hand=(25, 22)).open] == ["counts"]


@pytest.mark.parametrize(
    ("game", "word", "told"),
    [
        ("reversi", "z9=B", "cannot confirm 'z9'"),
        ("reversi", "d4=R", "d4 cannot hold 'R'; it can hold: ., B, W"),
        ("reversi", "d4", "cannot confirm 'd4'"),
        ("reversi", "plates", "only Kulami"),
        ("mangala", "S3=49", "S3 cannot hold '49'; it can hold: 0 to 48"),
        ("mangala", "S3=-1", "cannot hold"),
        ("mangala", "a1=2", "cannot confirm 'a1'"),
    ],
)
def test_confirmations_that_make_no_sense_are_refused(game, word, told):
    with pytest.raises(InputError, match=told):
        Confirmed.parse(game, [word])


def test_confirmations_beyond_48_stones_are_refused():
    said = Confirmed.parse("mangala", ["ST=30,NT=30"])
    with pytest.raises(InputError, match="come to 60; there are 48"):
        count_photo(read_board("mangala", STONES), confirmed=said)


def test_a_written_board_has_nothing_to_confirm_but_its_end():
    game = new_game("kulami")
    counted = count_board(game, game.parse_board(KULAMI))
    assert points(counted) == [("over", "", "")]
    assert count_board(game, game.parse_board(KULAMI), Confirmed(over=True)).open == ()
    with pytest.raises(InputError, match="only cells of a photo"):
        count_board(game, game.parse_board(KULAMI), Confirmed({"a1": "B"}))


@settings(max_examples=60)
@given(st.integers(0, 10**6))
def test_no_other_48_stones_are_likelier(seed):
    rng = np.random.default_rng(seed)
    probabilities = rng.dirichlet(np.full(49, 0.05), 14)
    reading = Reading("mangala", probabilities, np.zeros(14))
    stones = likeliest_stones(reading, {})
    assert sum(stones) == 48
    logs = np.log(np.maximum(probabilities, 1e-6))
    best = sum(logs[i, n] for i, n in enumerate(stones))
    chance = random.Random(seed)
    for _ in range(60):  # move some stones from one place to another
        a, b = chance.sample(range(14), 2)
        if stones[a]:
            moved = list(stones)
            count = chance.randint(1, stones[a])
            moved[a] -= count
            moved[b] += count
            assert sum(logs[i, n] for i, n in enumerate(moved)) <= best + 1e-9
