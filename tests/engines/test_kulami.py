"""Kulami at the table: what a referee sees and what Hakem says of it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.contract import IllegalMove, InputError
from engines.grid import NAMES, cell_index
from engines.kulami import Board, Kulami, Layout, Move, Position, Rules
from engines.kulami.layout import RULEBOOK, TR8

GAME = Kulami()
EMPTY = "/".join(["........"] * 8)


def play(*words: str, game: Kulami = GAME) -> Position:
    position = game.start()
    for word in words:
        position = game.play(position, Move.parse(word))
    return position


def with_marbles(position: Position, tokens: str | None = None, **holes: str) -> Board:
    """The board of a position with some holes changed: B, R, . or ?."""
    grid = list("".join(position.board.rows))
    for name, letter in holes.items():
        grid[cell_index(name)] = letter
    board = Board.parse("".join(grid))
    return board if tokens is None else board.with_tokens(tokens)


def said(verdict, number=0):
    return {f.code: f.cells for f in verdict.explanations[number].faults}


def words(explanation):
    return [str(move) for move in explanation.moves]


# Layouts -----------------------------------------------------------------------------------------


def test_the_two_known_layouts_are_valid_and_named():
    for name, text in (("tr8", TR8), ("rulebook", RULEBOOK)):
        assert str(Layout.parse(name)) == text
        assert Layout.parse(text.replace("/", "\n")).name == name
        assert len(Layout.parse(name).plates) == 17


def test_four_quarter_turns_bring_a_layout_back():
    layout = Layout.parse("tr8")
    turned = layout
    for _ in range(4):
        turned = turned.rotated()
        assert len(turned.plates) == 17
    assert turned == layout
    assert layout.rotated().partition() != layout.partition()


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("AABBBCCD/AABBBCCD", "AABBBCCD/AABBBCCA"), "plate A is not a full rectangle"),
        (("EFFGG", "EFFGE"), "plate E is not a full rectangle"),
        (("HHH", "HH."), "not a plate letter"),
        (("LLPPPOQQ", "LLPPPOQ"), "row 8 has 7 cells"),
        (("EFFIIIJJ", "EFFIIIJX"), "plate J is 1x1"),
        (("AABBBCCD/AABBBCCD", "AAZZZCCD/AABBBCCD"), "expected 4 plates of 2x3, found 3"),
    ],
)
def test_a_bad_layout_is_refused_with_the_plate_named(change, message):
    with pytest.raises(InputError, match=message):
        Rules(layout=TR8.replace(*change))


def test_a_layout_of_eight_strings_may_be_a_list():
    assert Rules(layout=RULEBOOK.split("/")).layout == "rulebook"


# Moves -------------------------------------------------------------------------------------------


def test_the_first_marble_may_go_anywhere():
    assert len(GAME.moves(GAME.start())) == 64


def test_the_last_marbles_close_their_plates():
    position = play("a1", "a8")
    closed = {NAMES[i] for i in range(64) if GAME.closed(position) >> i & 1}
    assert closed == {"a1", "b1", "a2", "b2"} | {"a6", "b6", "a7", "b7", "a8", "b8"}


def test_with_one_closed_plate_only_the_enemys_counts():
    game = Kulami(Rules(closed_plates=1))
    position = play("a1", "a3", game=game)
    assert Move.parse("a2") in game.moves(position), "black's own plate A is open again"
    assert Move.parse("a4") not in game.moves(position), "red's plate E is closed"
    assert Move.parse("a2") not in GAME.moves(position)


def test_every_reason_is_given():
    with pytest.raises(IllegalMove) as caught:
        GAME.play(play("d4", "d8"), Move.parse("f5"))
    assert caught.value.reasons == ("not_in_line", "plate_closed")


def test_the_game_ends_when_a_side_has_placed_its_marbles():
    game = Kulami(Rules(marbles=1))
    position = play("a1", "a3", game=game)
    outcome = game.outcome(position)
    assert outcome is not None
    assert outcome.reason == "marbles_placed"
    assert game.moves(position) == ()


def test_a_stuck_player_ends_the_game_although_the_other_could_move():
    # Black must follow a2, but row 2 is full up to h2, whose plate black's own token closes.
    text = "BRBRBRBB/RBRBRBR./" + "/".join(["BRBRBR.."] * 6)
    stuck = Position.build(Board.parse(text), "B", ("h1", "a2"))
    assert GAME.outcome(stuck).reason == "no_hole"
    assert GAME.moves(replace(stuck, side="R"))


# Verdicts ----------------------------------------------------------------------------------------


def test_a_legal_marble():
    verdict = GAME.judge(play("d4"), play("d4", "d8").board)
    assert verdict.legal
    assert verdict.best.standing == play("d4", "d8")


def test_a_marble_out_of_line_names_the_marble_it_should_follow():
    verdict = GAME.judge(play("d4"), with_marbles(play("d4"), a1="R"))
    assert said(verdict) == {"not_in_line": ("a1", "d4")}
    assert verdict.best.standing.last_red == cell_index("a1")


def test_a_marble_on_a_closed_plate_names_the_marble_with_the_token():
    verdict = GAME.judge(play("d4"), with_marbles(play("d4"), e4="R"))
    assert said(verdict) == {"plate_closed": ("e4", "d4")}


def test_both_reasons_together():
    verdict = GAME.judge(play("d4"), with_marbles(play("d4"), f5="R"))
    assert set(said(verdict)) == {"not_in_line", "plate_closed"}


def test_a_marble_moved_to_another_hole_takes_its_token_along():
    before = play("d4", "d8")
    verdict = GAME.judge(before, with_marbles(before, d8=".", e8="R"))
    assert said(verdict) == {"marble_moved": ("d8", "e8")}
    assert verdict.best.standing.last_red == cell_index("e8")
    assert verdict.best.standing.side == "B"


def test_a_marble_removed():
    before = play("d4", "d8")
    assert said(GAME.judge(before, with_marbles(before, d4="."))) == {"marble_removed": ("d4",)}


def test_a_marble_by_the_wrong_side():
    before = play("d4", "d8")
    verdict = GAME.judge(before, with_marbles(before, a4="R"))
    assert said(verdict) == {"wrong_side": ("a4",)}
    assert verdict.best.movers == ("R",)
    assert verdict.best.standing.side == "B"


def test_two_marbles_in_one_move():
    before = play("d4", "d8")
    verdict = GAME.judge(before, with_marbles(before, h8="B", f8="B"))
    assert "two_marbles" in said(verdict)


def test_of_two_marbles_the_legal_one_comes_first():
    before = play("d4", "d8")
    verdict = GAME.judge(before, with_marbles(before, a1="B", h8="B"))
    assert words(verdict.best) == ["h8", "a1"]


def test_a_position_after_a_fault_can_be_written_down_and_read_again():
    before = play("d4", "d8")
    gone = GAME.judge(before, with_marbles(before, d4=".")).best.standing
    stranger = GAME.judge(GAME.start(), Board.parse("BRBRBRBR" + "." * 56)).best.standing
    game = Kulami(Rules(marbles=1))
    before = play("a1", "a3", game=game)
    too_many = game.judge(before, with_marbles(before, d3="B")).best.standing
    for position in (gone, stranger, too_many):
        assert Position.parse(str(position)) == position
        assert Position.from_json(position.to_json()) == position


def test_a_token_that_was_left_behind_closes_no_plate_until_its_sides_next_move():
    before = play("d4", "d8", "h8")  # red is to move: a8 is in line, and on no closed plate
    left = replace(with_marbles(before, b8="R"), tokens=before.tokens)
    (fault,) = (f for f in GAME.judge(before, left).explanations if said_of(f) == ["b8", "d8"])
    stands = fault.standing
    assert (stands.last_red, stands.loose) == (cell_index("b8"), ("R",))
    assert {"a8", "b7", "b6"} <= set(map(str, GAME.moves(stands)))  # the plate and line of b8
    assert "a8" not in set(map(str, GAME.moves(GAME.put(before, cell_index("b8")))))
    answered = GAME.play(stands, Move.parse("b6"))
    assert answered.loose == ("R",)
    assert GAME.put(answered, cell_index("f6")).loose == ()
    for position in (stands, answered):
        assert Position.parse(str(position)) == position
        assert Position.from_json(position.to_json()) == position


def said_of(explanation):
    return [cell for fault in explanation.faults for cell in fault.cells]


def test_two_and_three_quick_moves_are_a_legal_chain():
    for line in (("d8", "h8"), ("d8", "h8", "h3")):
        verdict = GAME.judge(play("d4"), play("d4", *line).board)
        assert verdict.legal
        assert words(verdict.best) == list(line)


def test_an_illegal_marble_that_is_answered_at_once():
    before = play("d4")
    stood = GAME.put(before, cell_index("a1"))
    answered = GAME.play(stood, Move.parse("h1"))
    verdict = GAME.judge(before, answered.board)
    assert words(verdict.best) == ["a1", "h1"]
    assert said(verdict) == {"not_in_line": ("a1", "d4")}
    assert verdict.best.standing == answered


def test_a_token_left_behind_is_unfinished_work():
    before = play("d4", "d8", "h8")
    after = with_marbles(before, tokens="d8,h8", h1="R")
    verdict = GAME.judge(before, after)
    assert said(verdict) == {"token_not_moved": ("h1", "d8")}
    assert verdict.unfinished
    assert verdict.best.pending == play("d4", "d8", "h8", "h1")


def test_a_token_in_the_hand_is_unfinished_work_too():
    before = play("d4", "d8", "h8")
    verdict = GAME.judge(before, with_marbles(before, tokens="h8", h1="R"))
    assert said(verdict) == {"token_not_moved": ("h1",)}
    assert verdict.unfinished


def test_tokens_in_their_places_make_the_move_complete():
    before = play("d4", "d8", "h8")
    verdict = GAME.judge(before, with_marbles(before, tokens="h1,h8", h1="R"))
    assert verdict.legal


def test_a_token_taken_up_before_the_move_is_nothing():
    before = play("d4", "d8")
    assert GAME.judge(before, with_marbles(before, tokens="d8")).legal


def test_a_token_on_a_marble_it_does_not_belong_to():
    before = play("d4", "d8", "h8")
    assert said(GAME.judge(before, with_marbles(before, tokens="d4,h8"))) == {
        "token_misplaced": ("d4",)
    }


def test_hidden_holes_are_not_held_against_the_player():
    before = play("d4")
    verdict = GAME.judge(before, with_marbles(before, d8="?", d4="?"))
    assert verdict.legal
    assert ["d8"] in [words(e) for e in verdict.explanations]


# Score -------------------------------------------------------------------------------------------


def final(text: str, **options) -> dict:
    game = Kulami(Rules(**options))
    return game.score(game.for_scoring(Board.parse(text))).to_json()


SEVEN_IN_A_ROW = "BBBBBBB./" + "/".join(["........"] * 7)


@pytest.mark.parametrize(("value", "points"), [("length", 7), ("flat5", 5), ("windows", 15)])
def test_the_value_of_a_row_is_an_option(value, points):
    assert final(SEVEN_IN_A_ROW, row_value=value)["black"]["rows"] == points


def test_a_marble_may_belong_to_several_rows():
    cross = "..B...../..B...../BBBBB.../..B...../..B...../......../......../........"
    rows = final(cross)["black"]["row_list"]
    assert [(r["direction"], r["length"]) for r in rows] == [("h", 5), ("v", 5)]
    assert all("c3" in r["cells"] for r in rows)


def test_both_diagonals_are_told_apart():
    falling = "....R.../...R..../..R...../.R....../R......./......../......../........"
    (row,) = final(falling)["red"]["row_list"]
    assert row["direction"] == "a"
    assert set(row["cells"]) == {"e1", "d2", "c3", "b4", "a5"}


def test_a_row_does_not_go_round_the_edge():
    wrapped = "......BB/BBB...../......../......../......../......../......../........"
    assert final(wrapped)["black"]["rows"] == 0


def test_the_largest_area_by_difference():
    text = "BBB...../......../RR....../" + "/".join(["........"] * 5)
    assert (final(text)["black"]["area"], final(text)["red"]["area"]) == (3, 2)
    by_difference = final(text, area="difference")
    assert (by_difference["black"]["area"], by_difference["red"]["area"]) == (1, 0)


def test_areas_do_not_join_diagonally():
    assert final("B......./.B....../" + "/".join(["........"] * 6))["black"]["area_cells"] == ["a1"]


def test_every_plate_is_told_with_its_marbles_and_owner():
    score = final("BR....../........" + "/........" * 6)
    (plate,) = [p for p in score["plates"] if p["plate"] == "A"]
    assert (plate["holes"], plate["black"], plate["red"], plate["owner"]) == (4, 1, 1, None)


def test_an_empty_board_is_a_draw():
    score = final(EMPTY)
    assert score["winner"] == "draw"
    assert score["black"]["total"] == 0


# Bad input ---------------------------------------------------------------------------------------


def test_the_last_marbles_must_be_told():
    with pytest.raises(InputError, match="last marble of B must be told"):
        GAME.position(Board.parse("B" + "." * 63), "R")


def test_the_last_marble_must_lie_there():
    with pytest.raises(InputError, match="that hole is empty"):
        GAME.position(Board.parse("B" + "." * 63), "R", ("a2",))


def test_too_many_marbles_are_refused():
    with pytest.raises(InputError, match="29 marbles of B"):
        GAME.position(Board.parse("B" * 29 + "." * 35), "R", ("a1",))


def test_a_token_needs_a_marble():
    with pytest.raises(InputError, match="no marble at d4"):
        Board.parse(EMPTY + " tokens:d4")


def test_a_board_with_tokens_keeps_its_text():
    board = with_marbles(play("d4", "d8"), tokens="d4,d8")
    assert str(board).endswith("tokens:d4,d8")
    assert Board.parse(str(board)) == board
    assert Board.from_json(board.to_json()) == board
