"""A report that was accepted is the same after a restart, whoever touches the board then: the
journal tells what was answered, and judging it anew answers the same."""

from __future__ import annotations

import pytest
from support.refereed import after, codes
from support.reversi import D3, REVERSI
from support.sittings import Shown, same_as_rebuilt

from datasets.deeds import state_of, turns_of
from datasets.play import Played, Step
from engines import new_game
from engines.contract import Explanation
from referee.journal import read_journal
from referee.replaying import play_again

KULAMI = new_game("kulami")
MANGALA = new_game("mangala")
MARBLES = after(KULAMI, "d4", "d1", "g1", "g5")


def likely(game, position, code, move):
    """A move as it goes wrong in practice."""
    return next(
        each
        for each in game.faults(position)
        if [f.code for f in each.faults] == [code] and str(each.moves[0]) == move
    )


def shows(game, position, *line):
    """What lies on the table after these moves."""
    steps = []
    for told in line:
        steps.append(Step(position, told))
        position = told.standing
    return turns_of(Played(game, steps[0].before, tuple(steps)))[-1].deeds[-1].state


def answer(game, position, move):
    """A legal move."""
    made = after(game, move, position=position)
    side = position.side
    return Explanation((game.parse_move(move),), (side,), (), game.board_of(made), made)


LEFT = likely(KULAMI, MARBLES, "token_not_moved", "g7")
OUT = likely(KULAMI, MARBLES, "not_in_line", "b3")
ALONE = likely(REVERSI, D3, "illegal_square", "a1")
SOWN = likely(MANGALA, MANGALA.start(), "wrong_sowing", "S1")
PLAYED = after(KULAMI, "g7", position=MARBLES)
CASES = {
    "token left": (
        *(KULAMI, MARBLES, LEFT, PLAYED),
        shows(KULAMI, MARBLES, LEFT, answer(KULAMI, LEFT.standing, "a7")),
    ),
    "out of line": (
        *(KULAMI, MARBLES, OUT, PLAYED),
        state_of("kulami", after(KULAMI, "b5", position=OUT.standing)),
    ),
    "no disc enclosed": (
        *(REVERSI, D3, ALONE, after(REVERSI, "c5", position=D3)),
        state_of("reversi", after(REVERSI, "f5", position=REVERSI.position(D3.board, "B"))),
    ),
    "sown wrongly": (
        *(MANGALA, MANGALA.start(), SOWN, after(MANGALA, "S1")),
        state_of("mangala", after(MANGALA, "N3", position=MANGALA.start("north"))),
    ),
}
"""Of each: before the move, the move, it put right, and the board if the other player plays on."""


@pytest.fixture(params=CASES)
def case(request):
    return CASES[request.param]


@pytest.fixture
def reported(tmp_path, case):
    """A table at which the fault was made and reported by the other player."""
    game, before, fault, _, _ = case
    shown = Shown(tmp_path / "table.hakem", game.name, position=before)
    shown.position(before, seconds=1.0)
    shown.still(shows(game, before, fault))
    said = shown.sitting.object("A" if fault.movers[0] == game.sides[1] else "B")
    assert "correct_now" in codes(line.event for line in said)
    yield shown
    assert not shown.sitting.keeper.troubles
    same_as_rebuilt(shown)
    shown.sitting.close()
    assert play_again(read_journal(shown.path)).differences == ()


def stood(shown):
    """Round and game, as far as anybody is told of them."""
    return shown.sitting.keeper.round, shown.sitting.tracker.position


@pytest.mark.parametrize("restarted", [False, True])
def test_the_other_player_who_plays_meanwhile_puts_nothing_right(reported, case, restarted):
    *_, right, other = case
    reported.still(other)
    same_as_rebuilt(reported)
    before = stood(reported)
    if restarted:
        reported.restart()
        assert stood(reported) == before
        reported.still(other)
    round_ = reported.sitting.keeper.round
    assert (round_.phase, len(round_.warnings)) == ("correction", 1)
    reported.position(right)
    assert reported.sitting.tracker.position == right
    round_ = reported.sitting.keeper.round
    assert (round_.phase, len(round_.warnings)) == ("play", 1)


@pytest.mark.parametrize("seconds", [1.0, 4.5], ids=["open", "ended"])
def test_who_put_it_right_is_nobodys_question(reported, case, seconds):
    """It may be the other player's hand: the move is that of who had to."""
    game, _, fault, right, _ = case
    reported.position(right, seconds=seconds)
    before = stood(reported)
    assert before[0].open[-1].by == before[0].player_of(fault.movers[0])
    assert (before[0].phase, before[1]) == ("play", right)
    reported.restart()
    assert stood(reported) == before
    answered = game.play(right, game.moves(right)[0])
    reported.position(right)
    reported.position(answered)
    assert stood(reported)[1] == answered
    assert len(stood(reported)[0].warnings) == 1
