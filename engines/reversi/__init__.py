"""Reversi (RULES.md 2)."""

from engines.reversi.game import Reversi
from engines.reversi.values import BLACK, PASS, WHITE, Board, Move, Position, Rules, Score

__all__ = ["BLACK", "PASS", "WHITE", "Board", "Move", "Position", "Reversi", "Rules", "Score"]
