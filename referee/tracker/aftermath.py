"""What a look leaves in doubt of the position that stands, until a look or a person tells.

Hands go over the board and players tidy it after the end: what the camera shows then says nothing
about the final position, and must not make it more certain than it was.
"""

from __future__ import annotations

import numpy as np

from referee.events import Doubts, Event
from referee.tracker.evidence import CLEAR, Evidence
from referee.tracker.state import State


def shows(state: State, evidence: Evidence) -> bool:
    """Whether the board lies as it is believed to; in Mangala, swept already or not yet."""
    tables = evidence.tables()
    most = state.settings.misfit * state.view.tolerance
    for cells in (state.look().cells, state.view.cells(state.game.board_of(state.now))):
        off = tables.shortfall(cells)
        if float(off[off > CLEAR].sum()) <= most:
            return True
    return False


def note_doubts(state: State, evidence: Evidence, time: float, covered: bool) -> list[Event]:
    """Keep which cells this look cannot tell, where it shows the position that stands.

    A look that does not show all of the board counts only while there is no better one. After the
    end a change is told, so that a restart knows it.
    """
    enough = state.settings.patience if state.over else state.settings.frames
    if evidence.count < enough or not shows(state, evidence):
        return []
    whole = not covered and bool(evidence.seen.all())
    if not whole and state.doubted == state.now:
        return []
    _, unclear = evidence.likeliest()
    before = state.doubtful
    state.doubtful = tuple(state.view.names[i] for i in np.flatnonzero(unclear))
    state.doubted = state.now
    if not state.over or state.doubtful == before:
        return []
    return [Doubts(state.doubtful, str(state.now), time=time)]
