"""Saying that the board is not clear: which cells, and between which answers."""

from __future__ import annotations

import math

import numpy as np

from referee.events import Answer, Event, Unsure
from referee.tracker.evidence import Evidence
from referee.tracker.state import State
from referee.tracker.telling import move_text
from referee.tracker.weighing import Candidate, Ranking

CLOSE = 7.0
"""An explanation that lies further behind is no answer."""
LIKELY_STILL = 2.0
"""With this lead nothing has happened, and nobody is asked."""


def ask(
    state: State, ranking: Ranking, evidence: Evidence, time: float, covered: bool
) -> list[Event]:
    """Once for each doubt, after looking often enough, and only at an uncovered board."""
    best = ranking.best
    if covered or evidence.count < state.settings.patience:
        return []
    if best.role == "stay" and ranking.lead > LIKELY_STILL:
        return []
    close = answers(ranking, state.settings.rivals)
    state.rivals = tuple(
        c.told for c in close if c.parent is None and c.role == "other" and c.told.moves
    )
    keys = tuple(sorted(str(c.key) for c in close))
    if keys == state.asked:
        return []
    state.asked = keys
    weights = [math.exp(c.score - best.score) for c in close]
    told = tuple(
        Answer(
            move_text(c.told),
            tuple(fault.code for fault in c.told.faults),
            round(weight / sum(weights), 4),
        )
        for c, weight in zip(close, weights, strict=True)
    )
    boards = np.stack([c.prediction.cells for c in close])
    doubtful = np.flatnonzero((boards != boards[0]).any(0) | ~evidence.seen)
    return [Unsure(tuple(state.view.names[i] for i in doubtful), told, time=time)]


def answers(ranking: Ranking, most: int) -> list[Candidate]:
    """The likeliest explanations that look different."""
    close: list[Candidate] = []
    for candidate in ranking.candidates:
        if ranking.best.score - candidate.score > CLOSE or len(close) >= max(2, most):
            break
        if not any(candidate.looks_like(other) for other in close):
            close.append(candidate)
    return close
