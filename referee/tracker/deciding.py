"""Whether what leads is believed, at once when it is clear, else when its move has ended; and by
which of its names."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engines import AnyGame
from referee.tracker.evidence import Evidence
from referee.tracker.predictions import answer
from referee.tracker.settings import Settings
from referee.tracker.view import Cells, View
from referee.tracker.weighing import Candidate, Ranking

UNEXPLAINED = 6.0
"""A move that leaves so much unexplained elsewhere on the board is not told yet."""
ELSEWHERE = {"disc_shifted", "marble_moved"}
"""Faults by which the piece of their first cell lies in the second."""
LONGEST = 3
"""Moves over which a doubt is carried on; then nobody can follow any more."""


@dataclass(frozen=True, eq=False)
class Decision:
    """One look at one ranking."""

    view: View
    settings: Settings
    evidence: Evidence
    ranking: Ranking
    over: bool
    """Whether the move has ended, by a signal or a quiet board: looking longer does not help."""

    def clear(self, lying: Cells) -> bool:
        """Whether the best leads enough over what lies there, and is seen enough."""
        best, settings = self.ranking.best, self.settings
        if self.evidence.count < settings.frames:
            return False
        # What is only unfinished is held against nobody.
        wrong = best.told.faults and best.told.pending is None
        enough = settings.fault_lead if wrong else settings.lead
        if self.over:
            enough = settings.end_lead
        if self.ranking.lead < enough and not (
            self._but_for_order(enough)
            or self._guessed(enough)
            or self._but_for_counting(enough)
            or self._long_doubted(enough)
        ):
            return False
        if self.ranking.misfit > UNEXPLAINED * self.view.tolerance:
            return False
        touched = best.prediction.cells != lying
        return bool(self.evidence.seen[touched].all())

    def _but_for_order(self, enough: float) -> bool:
        """Whether only the order is open in which pieces were put, all of them by one fault.

        That is no question for anybody, when the move has ended: what leads is told.
        """
        return self.over and self.ranking.lead_but_for_order >= enough

    def _guessed(self, enough: float) -> bool:
        """Whether the moves are clear, and only what was wrong with them is not.

        A doubt that has lasted over a whole move is decided when the next one is clear. Whether
        anything was wrong at all is decided when the move has ended: a number that is one off is
        no question for anybody.
        """
        if not self.view.guesses or self.evidence.count < self.settings.patience:
            return False
        if self.over and self.ranking.lead_of_boards >= enough:
            return True
        if self.ranking.best.parents and self.ranking.lead_of_last >= enough:
            return True
        return self.ranking.lead_of_moves >= enough

    def _but_for_counting(self, enough: float) -> bool:
        """Whether a move is clear by what was touched, and only a number or a token is not.

        That is no question for anybody: a legal move is told, and if a number stays wrong it is a
        contradiction. What leads when the move has ended is told, be it a fault.
        """
        best = self.ranking.best.told
        if best.faults and not (self.over and self.view.counted(best)):
            return False
        if self.evidence.count <= self.settings.frames:
            return False
        near, far = self.ranking.lead_beyond(self.view.counted)
        return near >= (0.0 if self.over else self.settings.count_lead) and far >= enough

    def _long_doubted(self, enough: float) -> bool:
        """Whether a doubt that nobody has settled lies so far back that it must be decided.

        What was played since is clear; to be out of step for an old doubt would lose that too.
        """
        far_back = len(self.ranking.best.parents) >= LONGEST - 1
        return far_back and self.ranking.lead_of_last >= enough


def mistyped(ranking: Ranking, by_hand: frozenset[str]) -> bool:
    """Whether only cells that somebody has just set differ, and nobody has played.

    That is no player's fault: what was set does not lie there, but perhaps elsewhere.
    """
    best = ranking.best
    if best.parents or best.told.moves or not best.told.faults:
        return False
    cells = set[str]()
    for fault in best.told.faults:
        cells.update(fault.cells[:1] if fault.code in ELSEWHERE else fault.cells)
    return bool(cells) and cells <= by_hand


def rightly_named(
    game: AnyGame, position: Any, best: Candidate, also: tuple[Candidate, ...]
) -> Candidate:
    """Of several names for one board the one that the engine's judge gives first."""
    alike = {answer(c.told): c for c in (best, *also) if c.parents == best.parents}
    if len(alike) == 1 or not best.told.faults:
        return best
    before = best.parents[-1].standing if best.parents else position
    for told in game.judge(before, best.told.board).explanations:
        if answer(told) in alike:
            return alike[answer(told)]
    return best
