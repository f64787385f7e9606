"""The tracker's settings: how long it waits, and how sure it must be."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Settings:
    """Odds are natural logarithms: 1.6 is 5 to 1, 3 is 20 to 1, 5 is 150 to 1."""

    quiet_end: float | None = 3.0
    """Seconds of a quiet and uncovered board that end a move; None: only a signal does."""
    frames: int = 2
    """Settled readings of one stillness that are needed before anything is told."""
    patience: int = 6
    """Readings of one stillness after which it is said that the board is not clear."""
    lead: float = 3.5
    """How far a legal explanation must lead."""
    fault_lead: float = 4.0
    """How far an explanation with a fault must lead."""
    end_lead: float = 1.6
    """How far anything must lead when its move has ended: looking longer at it does not help."""
    count_lead: float = 1.0
    """How far a legal move must lead over a fault that only counting could show."""
    fault_odds: float = 2.0
    """How much less likely any fault is than a legal move, beside its own cost."""
    cost_odds: float = 0.8
    """How much less likely each unit of the engine's cost makes it."""
    further_fault: float = 0.4
    """As which share of a first fault each further one counts: who plays out of turn hardly looks
    at lines and plates either."""
    chain_odds: float = 3.0
    """How much less likely each further move of one settling is."""
    misfit: float = 9.0
    """From here on what the best explanation leaves unexplained means: out of step."""
    rivals: int = 3
    """Explanations that are kept while it is unsure which of them is right."""
    confirmations: int = 2
    """Further moves after which a position is certain enough to learn from."""
