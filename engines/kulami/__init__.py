"""Kulami (RULES.md 3)."""

from engines.kulami.game import Kulami
from engines.kulami.layout import Layout, Plate
from engines.kulami.score import Score
from engines.kulami.values import BLACK, RED, Board, Move, Position, Rules

__all__ = [
    "BLACK",
    "RED",
    "Board",
    "Kulami",
    "Layout",
    "Move",
    "Plate",
    "Position",
    "Rules",
    "Score",
]
