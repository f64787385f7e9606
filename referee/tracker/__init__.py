"""From settled readings to events: nothing, a move, a fault, or something else."""

from referee.tracker.settings import Settings
from referee.tracker.tracker import Tracker

__all__ = ["Settings", "Tracker"]
