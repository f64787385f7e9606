"""Saying that the board is not clear: which cells, and between which answers."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from engines import AnyExplanation
from referee.events import Answer, Event, Unsure
from referee.tracker.evidence import Evidence, Tables
from referee.tracker.look import Maybe
from referee.tracker.predictions import answer
from referee.tracker.state import State
from referee.tracker.telling import move_text
from referee.tracker.weighing import Candidate, Ranking, Rival

CLOSE = 7.0
"""An explanation that lies further behind is no answer."""
FAR = 15.0
"""How far behind lies what was not even weighed."""
MOST_RIVALS = 5
NOTED = 0.3
"""A cell that speaks against a board by less is not noted."""
FEW_APART = 2
"""Explanations that differ in more cells are not a matter of one cell that was misread."""
LIKELY_STILL = 2.0
"""With this lead nothing has happened, and nobody is asked."""


def ask(
    state: State, ranking: Ranking, evidence: Evidence, time: float, covered: bool, over: bool
) -> list[Event]:
    """Once for each doubt, after looking often enough, and only at an uncovered board.

    What will be clear enough when its move has ended (`over`) is not asked before.
    """
    best = ranking.best
    if evidence.count >= state.settings.frames:
        known = {answer(told) for rival in state.possible() for told in rival.line}
        state.doubt = _rivals(ranking, known if covered else None, state.view.afresh)
    if covered or evidence.count < state.settings.patience:
        return []
    if best.role == "stay" and ranking.lead > LIKELY_STILL:
        return []
    lead = ranking.lead_of_boards if state.view.guesses else ranking.lead_but_for_order
    if not best.told.faults or state.view.counted(best.told):
        lead = max(lead, ranking.lead_beyond(state.view.counted)[1])
    waits = not over and state.settings.quiet_end is not None
    if waits and lead >= state.settings.end_lead:
        return []
    close = answers(ranking, state.settings.rivals)
    keys = tuple(sorted(str(c.key) for c in close))
    if keys == state.asked:
        return []
    state.asked, state.offered = keys, tuple(close)
    weights = [math.exp(c.score - best.score) for c in close]
    told = tuple(
        Answer(
            " ".join(filter(None, (move_text(told) for told in c.line))) or None,
            tuple(fault.code for told in c.line for fault in told.faults),
            round(weight / sum(weights), 4),
        )
        for c, weight in zip(close, weights, strict=True)
    )
    boards = np.stack([c.prediction.cells for c in close[:2]])
    doubtful = np.flatnonzero((boards != boards[0]).any(0) | ~evidence.seen)
    return [Unsure(tuple(state.view.names[i] for i in doubtful), told, time=time)]


def _rivals(
    ranking: Ranking, known: set[tuple[Any, ...]] | None, afresh: bool
) -> tuple[Rival, ...]:
    """What may stand on the table, with its weight; that nothing has happened always among it.

    Under a hand (what was `known` before it came is told then) nothing new is wrong yet: stones
    that it holds, and what it hides or shades, are no fault that a later look could rest on.
    """

    def new_fault(told: AnyExplanation) -> bool:
        return known is not None and bool(told.faults) and answer(told) not in known

    some = [c for c in ranking.candidates if not any(map(new_fault, c.line))]
    best = some[0].score if some else ranking.best.score
    close = [c for c in some[:MOST_RIVALS] if best - c.score < CLOSE and c.role != "restored"]
    idle = [c for c in some if not c.line]
    if idle and idle[0] not in close:
        close.append(idle[0])
    if afresh:
        found = _to_be_seen_again(close, ranking.tables)
    else:
        found = [Rival(c.line, best - c.score) for c in close]
    if not idle:
        found.append(Rival((), FAR))
    return tuple(found)


def _to_be_seen_again(close: list[Candidate], tables: Tables) -> list[Rival]:
    """The same by how likely each was before anybody looked, and what then spoke against it."""
    likeliest = max((c.prior for c in close), default=0.0)
    found = []
    for candidate in close:
        cells = candidate.prediction.cells
        short = tables.shortfall(cells)
        noted = [
            (int(cell), int(cells[cell]), float(short[cell]))
            for cell in np.flatnonzero(short > NOTED)
        ]
        against = (*candidate.unseen, *noted)
        found.append(Rival(candidate.line, likeliest - candidate.prior, against=against))
    return found


def may_lie(ranking: Ranking) -> Maybe:
    """Cells that may hold something else than the best says, what, and how much less likely it is.

    A look that believed the wrong thing makes a fault of what somebody puts right in silence.
    """
    best, found = ranking.best, dict[tuple[int, int], float]()
    for other in ranking.candidates[1:]:
        less = best.score - other.score
        if less > CLOSE:
            break
        cells = other.prediction.cells
        apart = np.flatnonzero(cells != best.prediction.cells)
        if len(apart) <= FEW_APART:
            for cell in apart:
                found.setdefault((int(cell), int(cells[cell])), less)
    return tuple((*key, less) for key, less in found.items())


def answers(ranking: Ranking, most: int) -> list[Candidate]:
    """The likeliest explanations that look different."""
    close: list[Candidate] = []
    for candidate in ranking.candidates:
        if ranking.best.score - candidate.score > CLOSE or len(close) >= max(2, most):
            break
        if not any(candidate.looks_like(other) for other in close):
            close.append(candidate)
    return close
