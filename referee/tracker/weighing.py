"""Which explanation of a stillness leads, and by how much."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, Literal

import numpy as np

from engines import AnyExplanation
from referee.tracker.evidence import CLEAR, Evidence, Tables
from referee.tracker.look import Look
from referee.tracker.predictions import Prediction, Predictions, Stack, answer
from referee.tracker.settings import Settings
from referee.tracker.view import View

Role = Literal["stay", "other", "next", "restored"]
"""`stay`: nothing new; `other`: this became of the position (in place of the open move, if there is
one); `next`: the open move stands, and this came after it; `restored`: a piece is back."""
FITS = 1.5
"""An explanation that falls short of a perfect fit by less is not held against far-fetched ones."""
WELL = 4.0
"""One that falls short by more makes the engine's judge look at the board."""
MOST_JUDGED = 12
MOST_TAKEN = 40
"""Of each kind, so many of the likeliest are kept."""
FAR_FETCHED = 6
"""With more cells wrong than this the board is out of step, and no fault worth telling."""
OPEN_ODDS, TOLD_ODDS = 0.5, 3.0
"""How much less likely it is that the open move turns into another one, before and after it was
told."""
FIRST_LOOK = 6.0
"""How much less likely it is that anything has changed when there is no sure look to compare with:
nothing tells a move from pieces that are misread then."""
UNMOVED = 6.0
"""How much less likely a fault is when nothing was seen to move since the last sure look: no piece
moves by itself, and what seems to have changed was rather compared wrongly."""
RESTORED_ODDS = 1.0
AFTER_FAULT = 2.0
MOST_FAULTS = 2
"""With more things wrong at once it is rather not understood."""


Grudge = tuple[int, int, float]
"""A cell that spoke against a board, what the board says lay there, and how much it did."""
Line = tuple[AnyExplanation, ...]
"""What happened since the last position that has ended, one explanation after the other."""


@dataclass(frozen=True, eq=False)
class Rival:
    """What may stand on the table already."""

    line: Line
    """How it came about; empty: nothing has happened."""
    behind: float
    """How far it lay behind the likeliest one when it was last seen, or before anybody looked."""
    instead: bool = False
    """Whether its only explanation is another name for the last move, which has been told."""
    against: tuple[Grudge, ...] = ()
    """What spoke against it beside `behind`, which then tells only how likely it was before."""


@dataclass(frozen=True, eq=False)
class Candidate:
    """An explanation with its weight."""

    prediction: Prediction
    """The board it predicts."""
    role: Role
    """What it is to what is already known."""
    score: float
    """The logarithm of its weight."""
    parents: Line = ()
    """What must have happened before it."""
    prior: float = 0.0
    """The logarithm of how likely it was before anybody looked."""
    unseen: tuple[Grudge, ...] = ()
    """What spoke against it where nothing is seen now."""

    @property
    def told(self) -> AnyExplanation:
        """What happened."""
        return self.prediction.told

    @property
    def key(self) -> tuple[Any, ...]:
        """What it says; two candidates with one key say the same."""
        before = tuple(answer(told) for told in self.parents)
        return (before, answer(self.told), self.role == "restored")

    @property
    def line(self) -> Line:
        """All that it says has happened."""
        happened = self.told.moves or self.told.faults
        return (*self.parents, self.told) if happened else self.parents

    @property
    def moves(self) -> tuple[str, ...]:
        """The moves alone, whatever was wrong with them."""
        return tuple(str(move) for told in self.line for move in told.moves)

    def looks_like(self, other: Candidate) -> bool:
        """Whether no picture can tell the two apart."""
        a, b = self.prediction, other.prediction
        return a.tokens == b.tokens and bool(np.array_equal(a.cells, b.cells))

    def is_but_for_order(self, other: Candidate) -> bool:
        """Whether both say that the same pieces were put with the same faults, one way round or
        the other."""
        if self.parents != other.parents or sorted(self.moves) != sorted(other.moves):
            return False
        mine, others = (sorted(f.code for f in c.told.faults) for c in (self, other))
        a, b = self.prediction.cells, other.prediction.cells
        return mine == others and bool(np.array_equal(a, b))


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
    def lead_but_for_order(self) -> float:
        """By how much it leads over all but the same fault with its pieces put in another order."""
        best = self.best
        if not best.told.faults:
            return self.lead
        for other in self.candidates[1:]:
            if not (other.looks_like(best) or other.is_but_for_order(best)):
                return best.score - other.score
        return float("inf")

    @property
    def lead_of_moves(self) -> float:
        """By how much it leads over the next one with other moves, or without any fault."""
        best = self.best
        faulty = any(told.faults for told in best.line)
        for other in self.candidates[1:]:
            same = other.moves == best.moves
            if not same or any(told.faults for told in other.line) != faulty:
                return best.score - other.score
        return float("inf")

    @property
    def lead_of_boards(self) -> float:
        """By how much it leads over the next board that other moves alone explain."""
        same = [c for c in self.candidates if c.moves == self.best.moves]
        for other in self.candidates[1:]:
            if not any(other is c or other.looks_like(c) for c in same):
                return self.best.score - other.score
        return float("inf")

    def lead_beyond(self, counted: Callable[[AnyExplanation], bool]) -> tuple[float, float]:
        """By how much it leads over the same moves but for counting, and over all else."""
        near = far = float("inf")
        for other in self.candidates[1:]:
            behind = self.best.score - other.score
            if other.looks_like(self.best):
                continue
            right = all(not told.faults or counted(told) for told in other.line)
            if other.moves == self.best.moves and right:
                near = min(near, behind)
            else:
                far = min(far, behind)
        return near, far

    def giving(self, counted: Callable[[AnyExplanation], bool], margin: float) -> Ranking:
        """The same with the benefit of the doubt: a fault that hardly leads is no fault.

        That is, one that only counting shows, over the same moves rightly made.
        """
        best = self.best
        faulty = [told for told in best.line if told.faults]
        if not faulty or not all(map(counted, faulty)):
            return self
        for other in self.candidates[1:]:
            if best.score - other.score >= margin:
                break
            legal = not any(told.faults for told in other.line)
            if legal and other.moves == best.moves:
                rest = (c for c in self.candidates if c is not other)
                return Ranking((replace(other, score=best.score), *rest), self.tables)
        return self

    @property
    def agreeing(self) -> tuple[Candidate, ...]:
        """The candidates that end in the same move as the best, whatever came before it."""
        return tuple(
            c
            for c in self.candidates
            if answer(c.told) == answer(self.best.told) and len(c.parents) == len(self.best.parents)
        )

    @property
    def lead_of_last(self) -> float:
        """By how much it leads over the next one that ends in another move."""
        for other in self.candidates[1:]:
            if other.moves[-1:] != self.best.moves[-1:]:
                return self.best.score - other.score
        return float("inf")

    @property
    def also(self) -> tuple[Candidate, ...]:
        """Those that no picture can tell from the best."""
        return tuple(c for c in self.candidates[1:] if c.looks_like(self.best))

    @property
    def misfit(self) -> float:
        """How much the best leaves clearly unexplained beside what it says was done."""
        return self._misfit(self.best)

    def least_misfit(self, close: float) -> float:
        """How much is left unexplained by whichever fits best of those that lie close behind."""
        near = (c for c in self.candidates if self.best.score - c.score <= close)
        return min(self._misfit(candidate) for candidate in near)

    def _misfit(self, candidate: Candidate) -> float:
        cells = candidate.prediction.cells
        short = self.tables.shortfall(cells)
        return float(short[(short > CLEAR) & ~self.tables.done(cells)].sum())


@dataclass(frozen=True, eq=False)
class Situation:
    """What is known before a look."""

    base: Predictions
    """From the last position that has ended."""
    open: AnyExplanation | None
    """The move that has not ended; from `base`."""
    rivals: tuple[Rival, ...]
    """What may stand on the table already; the empty line among them."""
    follow: Callable[[AnyExplanation], Predictions]
    """What may follow from an explanation."""
    restored: Prediction | None
    """The board before a piece left its place."""
    last: Look | None
    """The look against which changes are told."""
    first: bool
    """Whether this is a first look: nothing to compare with, and no doubt carried on."""
    unmoved: bool
    """Whether nothing was seen to move since the last sure look."""
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
        self.tables = evidence.tables(now.last)
        self.found: dict[tuple[Any, ...], Candidate] = {}
        self.top = -np.inf

    @property
    def falls_short(self) -> float:
        return self.tables.best - float(self.top)

    def take(
        self,
        stack: Stack,
        role: Role,
        less: float = 0.0,
        parents: Line = (),
        against: tuple[Grudge, ...] = (),
    ) -> None:
        """Weigh predictions, with what spoke against them before: a cell that is seen again is
        judged afresh, one that a move has changed since never again."""
        if not stack.items:
            return
        if self.now.first and role != "stay":
            less += FIRST_LOOK
        before, hidden = np.full(len(stack.items), less), np.zeros(len(stack.items))
        for cell, content, much in against:
            changed = stack.cells[:, cell] != content
            before += np.where(changed, much, 0.0)
            hidden += np.where(~changed & ~self.tables.seen[cell], much, 0.0)
        scores = self.tables.scores(stack, self.now.last) - before - hidden
        for i in np.argsort(-scores)[:MOST_TAKEN]:
            held = (a for a in against if stack.cells[i, a[0]] == a[1])
            kept = tuple(a for a in held if not self.tables.seen[a[0]])
            prior = float(stack.odds[i] - before[i])
            one = Candidate(stack.items[i], role, float(scores[i]), parents, prior, kept)
            key = one.key
            if key[1] in self.now.refused and role != "stay":
                continue
            if key not in self.found or self.found[key].score < one.score:
                self.found[key] = one
                self.top = max(self.top, one.score)

    def likely(self) -> None:
        """Nothing new, or a legal move, from all that may stand on the table."""
        for rival in self.now.rivals:
            if not rival.instead:
                self._as_it_was(rival)
            book = self._book(rival)
            self.take(book.singles, _role(rival), rival.behind, rival.line, rival.against)
        if self.now.restored is not None:
            self.take(Stack.of([self.now.restored]), "restored", RESTORED_ODDS)

    def _as_it_was(self, rival: Rival) -> None:
        opened, line = self.now.open, rival.line
        if not line:
            role: Role = "stay" if opened is None else "other"
            self.take(self.now.base.nothing, role, rival.behind, (), rival.against)
            return
        told = line[-1]
        book = self.now.base if len(line) == 1 else self.now.follow(line[-2])
        same = Stack.of(book.boards(told, 0.0))
        stays = opened is not None and len(line) == 1 and answer(told) == answer(opened)
        role = "stay" if stays else "other"
        self.take(same, role, rival.behind, line[:-1], rival.against)

    def unlikely(self) -> None:
        """Several moves at once, and what goes wrong in practice."""
        for rival in self.now.rivals:
            if not rival.instead:
                book, less = self._book(rival), rival.behind + self._unlikely(rival)
                for stack in (book.chains, book.faults):
                    self.take(stack, _role(rival), less, rival.line, rival.against)

    def _unlikely(self, rival: Rival) -> float:
        """How much less likely than by itself a fault is as things are."""
        unmoved = UNMOVED if self.now.unmoved else 0.0
        return unmoved + _after_fault(rival)

    def judged(self) -> None:
        """What the engine makes of the board as it was read."""
        cells, unclear = self.evidence.likeliest()
        board = self.view.board(cells, unclear)
        for rival in self.now.rivals:
            if not rival.instead:
                self._judge(rival, board)

    def _judge(self, rival: Rival, board: Any) -> None:
        book = self._book(rival)
        verdict = self.view.game.judge(book.position, board)
        sane = [told for told in verdict.explanations[:MOST_JUDGED] if not _far_fetched(told)]
        predictions = book.faulty(told for told in sane if told.faults)
        for told in sane:
            if told.moves and not told.faults:
                further = self.settings.chain_odds * (len(told.moves) - 1)
                predictions += book.boards(told, -further)
        less = rival.behind + self._unlikely(rival)
        self.take(Stack.of(predictions), _role(rival), less, rival.line, rival.against)

    def _book(self, rival: Rival) -> Predictions:
        return self.now.follow(rival.line[-1]) if rival.line else self.now.base

    def ranking(self) -> Ranking:
        """All of them, best first."""
        ordered = sorted(self.found.values(), key=lambda c: -c.score)
        return Ranking(tuple(ordered), self.tables)


def _role(rival: Rival) -> Role:
    return "next" if rival.line else "other"


def _after_fault(rival: Rival) -> float:
    """A fault that follows a faulty move at once is rare; rather the first one is being mended."""
    last = rival.line[-1] if rival.line else None
    return AFTER_FAULT if last is not None and last.moves and last.faults else 0.0


def _far_fetched(told: AnyExplanation) -> bool:
    cells = {cell for fault in told.faults for cell in fault.cells}
    too_much = len(cells) > FAR_FETCHED or len(told.faults) > MOST_FAULTS
    return too_much and told.pending is None
