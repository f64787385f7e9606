"""Journals in which something happened that the round of today would not have let happen."""

from __future__ import annotations

from support.refereed import Referee
from support.reversi import C3, D3

from engines import match
from referee import events as told


def test_a_piece_that_was_put_back_once_more_than_today():
    """An undo halted the game again though the piece lay there, and the referee said so again."""
    table = Referee()
    table.position(D3)
    table.happen(match.PieceLeftBoard("A", ("e5",)))
    table.position(C3)
    table.undo()
    again = match.PiecePutBack("referee", at=table.show.time)
    table.keeper.hear_again(told.Happened(again, time=table.show.time))
    assert table.round.phase == "play"
    assert not table.keeper.troubles


def test_what_happened_after_a_flag_that_an_undo_had_let_up_is_noted():
    table = Referee()
    table.position(D3)
    table.happen(match.FlagFell("B"))
    table.undo()
    warned = match.RefereeWarned("B", "misconduct", at=table.show.time)
    table.keeper.hear_again(told.Happened(warned, time=table.show.time))
    assert table.round.phase == "over"
    (trouble,) = table.keeper.troubles
    assert trouble.startswith("RefereeWarned")
