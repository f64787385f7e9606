"""Who begins the sets of a round, wherever its first one is taken up (RULES.md 1.2)."""

from __future__ import annotations

import pytest
from support.refereed import after
from support.sittings import Shown, same_as_rebuilt

from engines import InputError, new_game
from referee.sitting import Beginning

MANGALA = new_game("mangala")
PLAYED = after(MANGALA, "S1")
"""South has begun, and north is to move."""


@pytest.mark.parametrize(
    ("position", "told", "starters"),
    [
        (MANGALA.start(), None, "ABA"),
        (MANGALA.start("north"), None, "BAB"),
        (PLAYED, None, "ABA"),
        (after(MANGALA, "N1", position=MANGALA.start("north")), None, "ABA"),
        (PLAYED, "B", "BAB"),
        (after(new_game("reversi"), "d3"), None, "A"),
    ],
)
def test_only_at_the_start_position_the_side_to_move_tells_who_begins(position, told, starters):
    game = MANGALA if len(starters) > 1 else new_game("reversi")
    beginning = Beginning(game, position, starter=told)
    assert "".join(beginning.new_round().starters) == starters
    again = Beginning.from_json(beginning.to_json({}))
    assert "".join(again.new_round().starters) == starters


def test_a_set_that_was_begun_already_is_followed_by_that_of_the_other_player(tmp_path):
    shown = Shown(tmp_path / "table.hakem", "mangala", position=PLAYED)
    shown.position(PLAYED, seconds=1.0)
    assert shown.sitting.keeper.round.turn == "B"
    shown.position(after(MANGALA, "N2", position=PLAYED))
    shown.sitting.flag_fell("B", 0)
    shown.sitting.next_set()
    assert shown.sitting.tracker.position == MANGALA.start("north")
    assert shown.sitting.keeper.round.turn == "B"
    assert not shown.sitting.keeper.troubles
    same_as_rebuilt(shown)
    shown.restart()
    assert "".join(shown.sitting.keeper.round.starters) == "ABA"
    shown.sitting.close()


def test_a_round_in_an_older_journal_goes_on_as_it_was_begun():
    data = Beginning(MANGALA, PLAYED).to_json({})
    del data["starter"]
    assert "".join(Beginning.from_json(data).new_round().starters) == "BAB"


def test_nobody_else_can_have_begun():
    data = Beginning(MANGALA, PLAYED).to_json({}) | {"starter": "C"}
    with pytest.raises(InputError, match="A and B"):
        Beginning.from_json(data)
