"""Mangala (RULES.md 1)."""

from engines.mangala.game import Mangala
from engines.mangala.sowing import Capture, Sowing
from engines.mangala.values import NORTH, SOUTH, Board, Move, Position, Rules, Score, Sweep

__all__ = [
    "NORTH",
    "SOUTH",
    "Board",
    "Capture",
    "Mangala",
    "Move",
    "Position",
    "Rules",
    "Score",
    "Sowing",
    "Sweep",
]
