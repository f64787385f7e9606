"""Reversi at the table: what a referee sees and what Hakem says of it."""

from __future__ import annotations

import pytest

from engines.contract import IllegalMove, InputError
from engines.reversi import PASS, Board, Move, Position, Reversi

GAME = Reversi()
START = GAME.start()


# fmt: off
AFTER_D3 = Board.parse("""
    ........
    ........
    ...B....
    ...BB...
    ...BW...
    ........
    ........
    ........""")

D3_UNTURNED = Board.parse("""
    ........
    ........
    ...B....
    ...WB...
    ...BW...
    ........
    ........
    ........""")

# White can only pass; then black takes c8.
WHITE_MUST_PASS = Position(Board.parse("""
    ........
    ........
    ........
    ........
    ........
    ........
    ........
    BW......"""), "W")

CROWDED = Position(Board.parse("""
    W..B....
    .W.W.B..
    ..WWW...
    .BW.B...
    ..BWW...
    .....W..
    ......W.
    .......B"""), "B")
# fmt: on


def play(*words: str, start: Position = START) -> Position:
    position = start
    for word in words:
        position = GAME.play(position, Move.parse(word))
    return position


def with_cells(board: Board, **cells: str) -> Board:
    """The board with some squares changed: B, W, . or ?."""
    grid = list("".join(board.rows))
    for name, letter in cells.items():
        grid["abcdefgh".index(name[0]) + 8 * (int(name[1]) - 1)] = letter
    return Board.parse("".join(grid))


def said(verdict, number=0):
    """The faults of an explanation as {code: cells}."""
    return {f.code: f.cells for f in verdict.explanations[number].faults}


def words(explanation):
    return [str(move) for move in explanation.moves]


def test_black_starts_from_the_federations_set_up():
    assert START.side == "B"
    assert START.board.rows[3:5] == ("...WB...", "...BW...")
    other = Reversi.with_options({"start": "black_d4e5"}).start()
    assert other.board.rows[3:5] == ("...BW...", "...WB...")


def test_white_cannot_start():
    with pytest.raises(InputError, match="black always starts"):
        GAME.start("W")


def test_a_complete_move_is_legal():
    verdict = GAME.judge(START, AFTER_D3)
    assert verdict.legal
    assert words(verdict.best) == ["d3"]
    assert verdict.best.standing == play("d3")


def test_a_disc_put_but_nothing_turned_yet_is_unfinished_work():
    verdict = GAME.judge(START, D3_UNTURNED)
    assert said(verdict) == {"missing_flip": ("d4",)}
    assert verdict.best.faults[0].article == "Reversi art. 10"
    assert verdict.unfinished
    assert verdict.best.pending == play("d3")


def test_a_missing_flip_that_stands_is_where_play_goes_on_from():
    standing = GAME.judge(START, D3_UNTURNED).best.standing
    assert standing == Position(D3_UNTURNED, "W")


def test_a_disc_lifted_to_be_turned_is_unfinished_work():
    verdict = GAME.judge(START, with_cells(D3_UNTURNED, d4="."))
    assert words(verdict.best) == ["d3"]
    assert said(verdict) == {"disc_removed": ("d4",)}
    assert verdict.unfinished


def test_an_extra_flip_is_no_unfinished_work():
    verdict = GAME.judge(START, with_cells(AFTER_D3, e5="B"))
    assert said(verdict) == {"extra_flip": ("e5",)}
    assert not verdict.unfinished


def test_missing_and_extra_flips_together():
    done = GAME.play(CROWDED, Move.parse("d4")).board
    verdict = GAME.judge(CROWDED, with_cells(done, g7="W", d5="B"))
    assert said(verdict) == {"missing_flip": ("g7",), "extra_flip": ("d5",)}


def test_a_disc_on_an_illegal_square():
    verdict = GAME.judge(START, with_cells(START.board, a1="B"))
    assert said(verdict) == {"illegal_square": ("a1",)}
    assert verdict.best.standing.side == "W"


def test_a_disc_shifted_to_another_square():
    after_move = play("d3")
    verdict = GAME.judge(after_move, with_cells(after_move.board, d3=".", c3="B"))
    assert said(verdict) == {"disc_shifted": ("d3", "c3")}
    assert verdict.best.moves == ()
    assert verdict.best.standing.side == "W"


def test_a_disc_knocked_away_while_another_moves():
    done = GAME.play(play("d3"), Move.parse("c3")).board
    verdict = GAME.judge(play("d3"), with_cells(done, e4=".", f4="B"))
    assert words(verdict.best) == ["c3"]
    assert said(verdict) == {"disc_shifted": ("e4", "f4")}


def test_a_disc_that_left_the_board():
    verdict = GAME.judge(START, with_cells(START.board, e5="."))
    assert said(verdict) == {"disc_removed": ("e5",)}
    assert verdict.best.faults[0].article == "Reversi art. 12"


def test_two_discs_in_one_move():
    first = GAME.play(START, Move.parse("d3"))
    again = GAME.play(Position(first.board, "B"), Move.parse("f5"))
    verdict = GAME.judge(START, again.board)
    assert said(verdict) == {"two_discs": ("d3", "f5")}
    assert {tuple(words(e)) for e in verdict.explanations[:2]} == {("d3", "f5"), ("f5", "d3")}


@pytest.mark.parametrize("second", ["b5", "f5", "h8"])
def test_a_second_disc_is_not_blamed_on_the_opponent(second):
    """Whether it is legal, legal but unturned, or illegal."""
    done = GAME.play(START, Move.parse("c4")).board
    verdict = GAME.judge(START, with_cells(done, **{second: "B"}))
    assert "two_discs" in said(verdict)
    assert set(verdict.best.movers) == {"B"}
    assert not verdict.unfinished


def test_discs_turned_before_one_is_put_are_unfinished_work():
    verdict = GAME.judge(START, with_cells(START.board, d4="B"))
    assert said(verdict) == {"extra_flip": ("d4",)}
    assert verdict.best.moves == ()
    assert verdict.unfinished


def test_the_player_who_must_pass_puts_a_disc_all_the_same():
    before = Position(
        Board.parse(".WWWWB../WBWWWBBW/BBBWWBBW/BBWBBBBW/BBBBWBBW/BBBWBBBW/BBWWWWBW/BBBBBBBW"),
        "W",
    )
    middle = GAME.play(before, Move.parse("a1"))
    assert GAME.moves(middle) == (PASS,)
    verdict = GAME.judge(before, with_cells(middle.board, h1="B"))
    assert verdict.best.movers == ("W", "B")
    assert said(verdict) == {"illegal_square": ("h1",)}


def test_a_board_of_another_game_is_told_in_one_explanation():
    other = "BWBWBWBW/" * 4 + "WBWBWBWB/" * 3 + "WBWBWBWB"
    assert len(GAME.judge(START, Board.parse(other)).explanations) == 1


def test_two_illegal_discs_are_explained_too():
    verdict = GAME.judge(START, with_cells(START.board, a1="B", h8="B"))
    assert {f.code for f in verdict.best.faults} == {"illegal_square", "two_discs"}


def test_wrong_side_and_wrong_pass_cannot_be_told_apart():
    white_moved = GAME.play(Position(START.board, "W"), Move.parse("c5"))
    verdict = GAME.judge(START, white_moved.board)
    assert [f.code for e in verdict.explanations[:2] for f in e.faults] == [
        "wrong_side",
        "passed_with_a_move",
    ]
    out_of_turn, passed = verdict.explanations[:2]
    assert out_of_turn.movers == ("W",)
    assert (passed.movers, words(passed)) == (("B", "W"), ["pass", "c5"])
    assert out_of_turn.standing == passed.standing == Position(white_moved.board, "B")


def test_the_disc_put_with_the_wrong_face_up():
    verdict = GAME.judge(START, with_cells(AFTER_D3, d3="W"))
    assert said(verdict) == {"wrong_face": ("d3",)}
    assert verdict.unfinished


def test_a_forced_pass_leaves_the_board_and_gives_the_turn_away():
    assert GAME.moves(WHITE_MUST_PASS) == (PASS,)
    verdict = GAME.judge(WHITE_MUST_PASS, WHITE_MUST_PASS.board)
    assert [words(e) for e in verdict.explanations] == [["pass"], []]
    assert verdict.best.standing.side == "B"


def test_a_forced_pass_in_between_is_part_of_the_chain():
    verdict = GAME.judge(WHITE_MUST_PASS, with_cells(WHITE_MUST_PASS.board, b8="B", c8="B"))
    assert words(verdict.best) == ["pass", "c8"]
    assert verdict.best.movers == ("W", "B")


def test_two_and_three_quick_moves_are_a_legal_chain():
    for line in (("d3", "c5"), ("d3", "c5", "d6")):
        verdict = GAME.judge(START, play(*line).board)
        assert verdict.legal
        assert verdict.best.standing == play(*line)
        assert sorted(words(verdict.best)) == sorted(line)


def test_a_legal_move_followed_by_an_unfinished_one():
    before_flip = with_cells(play("d3").board, c5="W")
    verdict = GAME.judge(START, before_flip)
    assert words(verdict.best) == ["d3", "c5"]
    assert said(verdict) == {"missing_flip": ("d5",)}
    assert verdict.best.pending == play("d3", "c5")


def test_a_missed_flip_that_the_opponent_answers_at_once():
    # fmt: off
    before = Position(Board.parse("""
        ........
        ........
        ..B...W.
        ...BBWB.
        ..WWW...
        ...BB...
        ...B....
        ........"""), "B")
    # fmt: on
    done = GAME.play(before, Move.parse("g2")).board
    stood = Position(with_cells(done, g3="W"), "W")
    verdict = GAME.judge(before, GAME.play(stood, Move.parse("g1")).board)
    assert words(verdict.best) == ["g2", "g1"]
    assert said(verdict) == {"missing_flip": ("g3",)}
    assert not verdict.unfinished


def test_hidden_squares_are_not_held_against_the_player():
    verdict = GAME.judge(START, with_cells(AFTER_D3, d4="?", e5="?"))
    assert verdict.legal
    assert words(verdict.best) == ["d3"]
    assert verdict.best.board == AFTER_D3


def test_a_disc_under_the_hand_is_one_explanation_beside_nothing():
    verdict = GAME.judge(START, with_cells(START.board, d3="?", d4="?", c4="?"))
    assert verdict.legal
    assert {tuple(words(e)) for e in verdict.explanations} == {(), ("d3",), ("c4",)}


def test_a_visible_missing_flip_is_seen_although_the_disc_is_hidden():
    done = GAME.play(CROWDED, Move.parse("d4")).board
    verdict = GAME.judge(CROWDED, with_cells(done, d4="?", g7="W"))
    assert said(verdict) == {"missing_flip": ("g7",)}
    assert words(verdict.best) == ["d4"]


def test_passing_with_a_move_is_illegal():
    with pytest.raises(IllegalMove) as caught:
        GAME.play(START, PASS)
    assert caught.value.reasons == ("has_a_move",)


def test_a_tie_may_be_left_to_the_referee():
    level = Position(Board.parse("B" * 32 + "W" * 32), "B")
    assert GAME.outcome(level).decided
    assert not Reversi.with_options({"tie": "referee"}).outcome(level).decided


def test_empty_squares_go_to_the_winner_by_option_only_and_a_tie_shares_them():
    wiped_out = Position(Board.parse("BBB" + "." * 61), "B")
    level = Position(Board.parse("B" + "." * 62 + "W"), "B")
    gives = Reversi.with_options({"empties_to_winner": "true"})
    assert (GAME.score(wiped_out).black, gives.score(wiped_out).black) == (3, 64)
    assert (gives.score(level).black, gives.score(level).white) == (32, 32)
    assert gives.score(START).black == 2, "the game is not over"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "rows here: 0"),
        ("........", "rows here: 1"),
        ("/".join(["........"] * 9), "rows here: 9"),
        ("/".join(["........"] * 7 + ["......."]), "row 8 has 7 cells"),
        ("/".join(["........"] * 7 + [".......X"]), "unknown letter 'X' at h8"),
    ],
)
def test_a_bad_board_is_refused_in_words(text, message):
    with pytest.raises(InputError, match=message):
        Board.parse(text)


def test_a_position_with_hidden_squares_is_refused():
    with pytest.raises(InputError, match="hidden: a1"):
        Position.build(with_cells(START.board, a1="?"), "B")


def test_boards_may_be_written_in_any_usual_way():
    text = "/".join(AFTER_D3.rows)
    for form in (text, text.replace("/", "\n"), text.replace("/", ""), text.lower()):
        assert Board.parse(form) == AFTER_D3
