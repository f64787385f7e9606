"""Which explanation of a stillness leads, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np

from referee.tracker.evidence import Evidence, Look, Tables
from referee.tracker.predictions import Prediction, Predictions, Stack, answer
from referee.tracker.settings import Settings
from referee.tracker.view import Told, View

Role = Literal["stay", "other", "next", "restored"]
"""`stay`: nothing new; `other`: this became of the position (in place of the open move, if there is
one); `next`: the open move stands, and this came after it; `restored`: a piece is back."""
FITS = 1.5
"""An explanation that falls short of a perfect fit by less is not held against far-fetched ones."""
WELL = 4.0
"""One that falls short by more makes the engine's judge look at the board."""
MOST_JUDGED = 12
FAR_FETCHED = 6
"""With more cells wrong than this the board is out of step, and no fault worth telling."""
OPEN_ODDS, TOLD_ODDS = 0.5, 3.0
"""How much less likely it is that the open move turns into another one, before and after it was
told."""
RESTORED_ODDS = 1.0


@dataclass(frozen=True, eq=False)
class Candidate:
    """An explanation with its weight."""

    prediction: Prediction
    """The board it predicts."""
    role: Role
    """What it is to what is already known."""
    score: float
    """The logarithm of its weight."""
    parent: Told | None = None
    """What must have happened before it."""

    @property
    def told(self) -> Told:
        """What happened."""
        return self.prediction.told

    @property
    def key(self) -> tuple[Any, ...]:
        """What it says; two candidates with one key say the same."""
        before = answer(self.parent) if self.parent is not None else ()
        return (before, answer(self.told), self.role == "restored")

    def looks_like(self, other: Candidate) -> bool:
        """Whether no picture can tell the two apart."""
        a, b = self.prediction, other.prediction
        return a.tokens == b.tokens and bool(np.array_equal(a.cells, b.cells))


@dataclass(frozen=True, eq=False)
class Ranking:
    """The candidates, best first, each answer once."""

    candidates: tuple[Candidate, ...]
    """Never empty."""
    tables: Tables
    """What they were weighed with."""

    @property
    def best(self) -> Candidate:
        """The likeliest."""
        return self.candidates[0]

    @property
    def lead(self) -> float:
        """By how much it leads over the next one that looks different."""
        for other in self.candidates[1:]:
            if not other.looks_like(self.best):
                return self.best.score - other.score
        return float("inf")

    @property
    def also(self) -> tuple[Candidate, ...]:
        """Those that no picture can tell from the best."""
        return tuple(c for c in self.candidates[1:] if c.looks_like(self.best))

    @property
    def misfit(self) -> float:
        """How much the best leaves unexplained."""
        return float(self.tables.shortfall(self.best.prediction.cells).sum())


@dataclass(frozen=True, eq=False)
class Situation:
    """What is known before a look."""

    base: Predictions
    """From the last position that has ended."""
    open: Told | None
    """The move that has not ended; from `base`."""
    said: bool
    """Whether it was told already."""
    parents: tuple[Told, ...]
    """What may stand on the table already, so that the next move can follow."""
    follow: Callable[[Told], Predictions]
    """What may follow from one of them."""
    restored: Prediction | None
    """The board before a piece left its place."""
    last: Look | None
    """The look against which changes are told."""
    refused: frozenset[tuple[Any, ...]]
    """Answers that a person has ruled out."""


def rank(view: View, settings: Settings, evidence: Evidence, now: Situation) -> Ranking:
    """Weigh everything that may have happened, the likeliest kinds first."""
    weigh = _Weighing(view, settings, evidence, now)
    weigh.likely()
    if weigh.falls_short > FITS:
        weigh.unlikely()
        if view.judged and weigh.falls_short > WELL:
            weigh.judged()
    return weigh.ranking()


class _Weighing:
    """One look at everything; keeps the best candidate of each answer."""

    def __init__(self, view: View, settings: Settings, evidence: Evidence, now: Situation) -> None:
        self.view, self.settings, self.evidence, self.now = view, settings, evidence, now
        self.tables = evidence.tables()
        self.found: dict[tuple[Any, ...], Candidate] = {}
        self.top = -np.inf

    @property
    def falls_short(self) -> float:
        return self.tables.best - float(self.top)

    def take(self, stack: Stack, role: Role, less: float = 0.0, parent: Told | None = None) -> None:
        """Weigh some predictions."""
        scores = self.tables.scores(stack, self.now.last) - less
        for i in np.argsort(-scores)[:40]:
            one = Candidate(stack.items[i], role, float(scores[i]), parent)
            key = one.key
            if key[1] in self.now.refused and role != "stay":
                continue
            if key not in self.found or self.found[key].score < one.score:
                self.found[key] = one
                self.top = max(self.top, one.score)

    def likely(self) -> None:
        """Nothing, a legal move, the next one after the open one."""
        now, base = self.now, self.now.base
        less = 0.0
        if now.open is None:
            self.take(base.nothing, "stay")
        else:
            less = TOLD_ODDS if now.said else OPEN_ODDS
            sets = self.view.token_sets(base.position, now.open)
            cells = self.view.cells(now.open.board)
            stay = [Prediction(now.open, cells, tokens, 0.0) for tokens in sets]
            self.take(Stack.of(stay), "stay")
            self.take(base.nothing, "other", less)
        self.take(base.singles, "other", less)
        if now.restored is not None:
            self.take(Stack.of([now.restored]), "restored", RESTORED_ODDS)
        for parent in now.parents:
            self.take(now.follow(parent).singles, "next", self._cost(parent), parent)

    def unlikely(self) -> None:
        """Several moves at once, and what goes wrong in practice."""
        now = self.now
        less = 0.0 if now.open is None else TOLD_ODDS if now.said else OPEN_ODDS
        self.take(now.base.chains, "other", less)
        self.take(now.base.faults, "other", less)
        for parent in now.parents:
            if not parent.faults:
                self.take(now.follow(parent).chains, "next", self._cost(parent), parent)
                self.take(now.follow(parent).faults, "next", self._cost(parent), parent)

    def judged(self) -> None:
        """What the engine makes of the board as it was read."""
        cells, unclear = self.evidence.likeliest()
        board = self.view.board(cells, unclear)
        self._judge(self.now.base, board, None)
        for parent in self.now.parents:
            if not parent.faults:
                self._judge(self.now.follow(parent), board, parent)

    def _judge(self, base: Predictions, board: Any, parent: Told | None) -> None:
        verdict = self.view.game.judge(base.position, board)
        sane = [told for told in verdict.explanations[:MOST_JUDGED] if not _far_fetched(told)]
        less = 0.0 if parent is None else self._cost(parent)
        predictions = base.faulty(told for told in sane if told.faults)
        for told in sane:
            if told.moves and not told.faults:
                further = self.settings.chain_odds * (len(told.moves) - 1)
                cells = self.view.cells(told.board)
                for tokens in self.view.token_sets(base.position, told):
                    predictions.append(Prediction(told, cells, tokens, -further))
        self.take(Stack.of(predictions), "other" if parent is None else "next", less, parent)

    def _cost(self, parent: Told) -> float:
        """The open move costs nothing: it was seen. A rival of it has yet to be believed."""
        if self.now.open is not None and answer(parent) == answer(self.now.open):
            return 0.0
        return self.settings.fault_odds + parent.cost if parent.faults else 1.0

    def ranking(self) -> Ranking:
        """All of them, best first."""
        ordered = sorted(self.found.values(), key=lambda c: -c.score)
        return Ranking(tuple(ordered), self.tables)


def _far_fetched(told: Told) -> bool:
    cells = {cell for fault in told.faults for cell in fault.cells}
    return len(cells) > FAR_FETCHED and told.pending is None
