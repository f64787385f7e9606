"""`hakem replay` of moves that are typed, as boards can be."""

from __future__ import annotations


def test_a_transcript_may_be_typed(hakem):
    status, out, _ = hakem("replay", "reversi", "f5d6c3")
    assert status == 0
    assert "Moves: 3, all legal." in out
    status, _, err = hakem("replay", "reversi", "nowhere.txt")
    assert (status, "cannot read nowhere.txt" in err) == (2, True)
