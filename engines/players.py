"""The two people of a round. A side (colour or seat) is what a player has in one set."""

from __future__ import annotations

from typing import Literal

Player = Literal["A", "B"]
"""A player of the round, whatever colour or seat the set gives."""

PLAYERS: tuple[Player, Player] = ("A", "B")


def opponent(player: Player) -> Player:
    """The other player."""
    return "B" if player == "A" else "A"
