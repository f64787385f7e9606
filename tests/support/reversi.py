"""The first moves of Reversi as many tests play them, one of them with a fault."""

from __future__ import annotations

from engines import new_game

REVERSI = new_game("reversi")
D3 = REVERSI.play(REVERSI.start(), REVERSI.parse_move("d3"))
C3 = REVERSI.play(D3, REVERSI.parse_move("c3"))
UNTURNED = tuple(
    "........"
    "........"
    "...B...."
    "...WB..."
    "...BW..."
    "........"
    "........"
    "........"
)  # fmt: skip
"""Black has played d3 and not turned d4."""
GONE = tuple(
    "........"
    "........"
    "........"
    "...WB..."
    "...B...."
    "........"
    "........"
    "........"
)  # fmt: skip
"""The start, from which the disc of e5 was taken."""
