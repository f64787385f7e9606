"""A board in a photo is counted, and what is in doubt must be confirmed before it is final."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.boards import read_board

from engines import InputError, new_game
from engines.kulami import Layout
from referee.sheet import Confirmed, Sheet, count_board, count_photo
from referee.sheet.stones import likeliest_stones
from referee.sheet.words import say_point
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
    counted = count_photo(read_board("mangala", STONES), confirmed=Confirmed(count=(26, 22)))
    assert Sheet(counted).final
    assert (counted.score.south, counted.score.north) == (26, 22)


def test_reversi_whose_end_the_board_shows_needs_no_word():
    full = REVERSI.replace(".", "B")
    assert Sheet(count_photo(read_board("reversi", full))).final
    told = points(count_photo(read_board("reversi", REVERSI)))
    assert told == [("over", "", ""), ("reason", "", "")]


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
    assert [point.what for point in other.open] == ["plates", "over"]  # the photo shows others


def test_plates_that_the_photo_contradicts_are_told_with_the_score_by_both():
    read = read_board("kulami", KULAMI, layout="tr8")
    own = count_photo(read)
    other = count_photo(read, layout=OTHER)
    totals = ["–".join(map(str, counted.totals)) for counted in (other, own)]
    assert [other.open[0].likely, other.open[0].seen] == totals
    told = say_point("en", other.open[0])
    assert told == (
        f"the photo shows other plates than those given ({totals[0]} by those given, {totals[1]} "
        "by those in the photo)"
    )
    doubted = count_photo(read_board("kulami", KULAMI, seams=(("a1", "b1"),))).open[0]
    assert say_point("en", doubted) == "where the plates lie"
    said = Confirmed.parse("kulami", ["plates,over"])
    (settled,) = count_photo(read, layout=OTHER, confirmed=said).settled
    assert (settled.cell, settled.seen, settled.sure) == ("plates", totals[1], True)


def test_one_treasury_in_doubt_follows_from_the_48_stones():
    told = Confirmed(count=(26, 22))
    counted = count_photo(read_board("mangala", STONES, hidden=["NT"]), confirmed=told)
    assert counted.score.north == 22
    assert counted.open == ()


def test_two_places_in_doubt_must_be_counted():
    wrong = [*STONES[:12], 27, 22]  # 49 stones
    read = read_board("mangala", wrong, doubtful=["ST", "NT"])
    counted = count_photo(read)
    assert sum(counted.board.stones) == 48
    assert {point.cell for point in counted.open if point.cell} == {"ST", "NT"}
    said = replace(Confirmed.parse("mangala", ["ST=26"]), count=(26, 22))
    done = count_photo(read, confirmed=said)
    assert (done.score.south, done.score.north) == (26, 22)
    assert done.open == ()


def test_no_count_is_proposed_and_what_the_48_stones_overruled_is_told():
    """Nine were read; nobody shall make thirty of them by pressing Enter."""
    pits = [2, 0, 1, 2, 0, 1, 0, 1, 2, 0, 2, 0]
    counted = count_photo(read_board("mangala", [*pits, 9, 7], doubtful=["ST"]))
    point = counted.open[0]
    assert (point.cell, point.likely, point.seen, point.word) == ("ST", "30", "9", "ST=?")
    told = say_point("en", point)
    assert told == "ST: read 9, taken as 30 so that 48 stones come out"
    assert [p.what for p in counted.open[1:]] == ["over", "reason"]  # both rows hold stones
    said = Confirmed.parse("mangala", ["ST=30,over"])
    counted = count_photo(read_board("mangala", [*pits, 9, 7], doubtful=["ST"]), confirmed=said)
    assert [p.what for p in counted.open] == ["reason", "count"]


def test_a_board_that_is_not_over_needs_a_reason():
    read = read_board("reversi", REVERSI)
    assert points(count_photo(read, confirmed=Confirmed(over=True))) == [("reason", "", "")]
    assert count_photo(read, confirmed=Confirmed(reason="the hall closes")).open == ()
    full = read_board("reversi", REVERSI.replace(".", "B"))
    with pytest.raises(InputError, match="the board shows the end"):
        count_photo(full, confirmed=Confirmed(reason="the hall closes"))
    start = new_game("reversi")
    board = start.board_of(start.start())
    assert points(count_board(start, board)) == [("begun", "", "")]


def test_certain_places_that_do_not_come_to_48_are_open():
    counted = count_photo(read_board("mangala", [*STONES[:12], 27, 22]))
    assert sum(counted.board.stones) == 48
    assert any(point.what == "cell" for point in counted.open)


def test_the_referees_own_count_that_differs_keeps_it_open():
    def counted(*stones):
        told = Confirmed(count=stones or None)
        return Sheet(count_photo(read_board("mangala", STONES), confirmed=told))

    assert counted(26, 22).final
    assert [point.what for point in counted(25, 22).open] == ["counts"]
    assert [point.what for point in counted().open] == ["count"]


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
