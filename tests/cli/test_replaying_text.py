"""`hakem replay` of moves that are typed, as boards can be."""

from __future__ import annotations


def test_a_transcript_may_be_typed(hakem):
    status, out, _ = hakem("replay", "reversi", "f5d6c3")
    assert status == 0
    assert "Moves: 3, all legal." in out
    status, _, err = hakem("replay", "reversi", "nowhere.txt")
    assert (status, "cannot read nowhere.txt" in err) == (2, True)


def test_a_whole_game_may_be_longer_than_a_files_name(hakem):
    game = "f5 d6 c3 d3 c4 f4 c5 b3 c2"
    moves = " ".join(f"{n}. {move}" for n, move in enumerate(game.split(), 1))
    status, out, _ = hakem("replay", "reversi", f"{moves} {' ' * 250}")
    assert (status, "all legal" in out) == (0, True)
