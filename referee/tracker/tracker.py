"""The tracker: settled readings in, events out. The only place that rounds."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines import AnyGame
from referee.events import EndedBy, Event, OutOfStep, Resync
from referee.tracker.aftermath import note_doubts, shows
from referee.tracker.contradictions import Contradictions
from referee.tracker.correcting import Awaited
from referee.tracker.deciding import LONGEST, Decision, mistyped, rightly_named
from referee.tracker.doubt import CLOSE, answers, ask, may_lie
from referee.tracker.evidence import CLEAR, Evidence
from referee.tracker.look import Look, Maybe, same
from referee.tracker.predictions import Prediction, answer
from referee.tracker.putting_right import PuttingRight
from referee.tracker.recovery import Drift, recover
from referee.tracker.settings import Settings
from referee.tracker.state import State
from referee.tracker.telling import forced_pass
from referee.tracker.view import View
from referee.tracker.views import view_of
from referee.tracker.weighing import Candidate, Line, Ranking, Situation, rank
from vision.reading import Reading

STEADY = 2
"""Readings that must not fit before it is said that the tracker is out of step."""
STIRRED = 0.9
"""A cell that has changed so likely since a sure look, though nothing moved, was moved unseen."""
MOST_OTHERS = 5
"""Explanations of a doubtful move that are kept, should the one chosen prove wrong."""


class Tracker(PuttingRight):
    """Follows one game from any position."""

    def __init__(
        self, game: AnyGame, position: Any = None, settings: Settings | None = None
    ) -> None:
        self.view: View = view_of(game)
        self.settings = settings or Settings()
        start = game.start() if position is None else position
        self.state = State(self.view, self.settings, start)
        self.evidence = Evidence(self.view)
        self.last: Look | None = None
        self.awaited: Awaited | None = None
        self.paused = self.fresh = self._covered = False
        self.gap = False
        """Whether something may have been played that nobody looked at."""
        self.by_hand: frozenset[str] = frozenset()
        """Cells that somebody has set, and that no sure look has shown since."""
        self.ranking: Ranking | None = None
        self.signal: EndedBy | None = None
        self.signalled = 0.0
        self._bad = 0
        self._checked = self._unmoved = False
        self.contradictions = Contradictions(self.view)
        self._drift = Drift()

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.view.game

    @property
    def position(self) -> Any:
        """The position that is believed to stand."""
        return self.state.now

    def moved(self) -> None:
        """Something moves over the board: what was read before no longer counts."""
        if self.state.doubt:
            self.state.rivals, self.state.doubt = self.state.doubt, ()
        self.evidence.clear()
        self._bad = 0
        self._checked = self._unmoved = False

    def see(
        self,
        reading: Reading,
        time: float = 0.0,
        *,
        changes: NDArray[np.float64] | None = None,
        gains: NDArray[np.float64] | None = None,
        quiet: float = 0.0,
        covered: bool = False,
    ) -> list[Event]:
        """Weigh one settled reading.

        `changes` tells how likely each cell has changed since the frame that was current when
        `fresh` was last set, `gains` by how much; `quiet` the seconds since anything moved;
        `covered` whether a hand rests over the board.
        """
        self.fresh, self._covered = False, covered
        if self.paused:
            return []
        if self.evidence.stir(self._unmoved and changes is not None and changes.max() > STIRRED):
            self.state.doubt = ()
        self.evidence.add(reading, *((changes, gains) if self.last is not None else (None, None)))
        if self.awaited is not None:
            events = self._correction(time, quiet, covered)
        elif self.state.over and self.state.lost_piece() is None:  # one may still be put back
            events = self._after_the_end(time, covered)
        else:
            events = self._weigh(time, quiet, covered)
        return events + note_doubts(self.state, self.evidence, time, covered)

    def _after_the_end(self, time: float, covered: bool) -> list[Event]:
        """The board is tidied: only play that goes on shows that the end was told wrongly."""
        self.gap, self.signal, count = False, None, self.evidence.count
        if count < self.settings.frames:
            return []
        if shows(self.state, self.evidence):
            self._bad = 0
            if count == self.settings.frames or count > self.settings.patience:
                self._sure()  # the score is drawn over this frame
            return []
        self._bad += 1
        if self._bad < STEADY or covered:
            return []
        events = recover(self.state, self.evidence, time, beyond=True)
        cells, _ = self.evidence.likeliest()
        if not events and (cells > 0).sum() > (self.state.lying > 0).sum():
            # Pieces are never taken off in play: with fewer it is another game.
            events = self._drift.see(self.state, self.evidence, time)
        if events:
            self._sure()
        return events

    def _weigh(self, time: float, quiet: float, covered: bool) -> list[Event]:
        ranking = self.ranking = rank(self.view, self.settings, self.evidence, self._situation())
        if self.gap and not self._nothing_missed(ranking):
            return self._ask_what_was_missed(ranking, time, covered)
        if mistyped(ranking, self.by_hand):
            return self._ask_what_was_missed(ranking, time, covered)
        if self._does_not_fit(ranking) or (self.state.lost and not self._steady(ranking)):
            return self._astray(ranking, time)
        best = ranking.best
        if best.role == "stay" or self._blind(ranking):
            return self._stays(ranking, time, quiet, covered)
        over = self._over(quiet, covered)
        if (over or best.parents) and self.view.oversight:
            ranking = self.ranking = ranking.giving(self.view.counted, self.view.oversight)
            best = ranking.best
        decision = Decision(self.view, self.settings, self.evidence, ranking, over)
        if not decision.clear(self.state.lying):
            return ask(self.state, ranking, self.evidence, time, covered, over)
        events = self._back_in_step(time)
        return events + self._take(best, ranking, time) + self._may_end(time, quiet, covered)

    def look_anew(self) -> None:
        """The board lies elsewhere, or the light is another: compare with no frame before."""
        self.moved()
        self.last = None

    def end(self, time: float, by: EndedBy = "signal") -> list[Event]:
        """The end signal: button, key, clock; waits for the board to be read if need be."""
        seen = self.awaited is None and self.evidence.count  # else what a hand does is not yet
        if self.state.open is None or not seen:
            self.signal, self.signalled = by, time
            return []
        self.signal = None
        return self.state.close(by, time)

    def finish(self, time: float) -> list[Event]:
        """The camera has ended: what is open has ended too."""
        return self.state.close("camera", time)

    def _situation(self) -> Situation:
        state = self.state
        opened = state.open
        record = state.lost_piece()
        restored = None
        if record is not None and record.told.standing == state.position:
            tokens = self.view.tokens_of(record.before)
            restored = Prediction(record.told, record.lay, tokens, 0.0)
        return Situation(
            state.base,
            None if opened is None else opened.told,
            state.possible(),
            state.follow,
            restored,
            self.last,
            self.last is None and not state.rivals,
            self._unmoved,
            frozenset(state.refused),
        )

    def _blind(self, ranking: Ranking) -> bool:
        """Whether there is no frame to compare with, and nothing speaks loudly for a change."""
        if self.last is not None or not self.view.blind_lead:
            return False
        idle = [c.score for c in ranking.candidates if c.role == "stay"]
        return bool(idle) and ranking.best.score - max(idle) < self.view.blind_lead

    def _plain(self, ranking: Ranking) -> bool:
        """Whether one legal move alone explains all of a board that is compared with nothing."""
        best = ranking.best
        alone = len(best.moves) == 1 and not any(told.faults for told in best.line)
        return alone and ranking.lead >= self.settings.fault_lead and not ranking.misfit

    def _over(self, quiet: float, covered: bool) -> bool:
        """Whether the move that is looked at has ended, by a signal or a quiet board."""
        limit = self.settings.quiet_end
        if covered or self.evidence.count < self.settings.patience:
            return False
        return self.signal is not None or (limit is not None and quiet >= limit)

    def _take(self, best: Candidate, ranking: Ranking, time: float) -> list[Event]:
        """Believe an explanation."""
        state, events = self.state, list[Event]()
        if best.role == "restored":
            events += state.restore(time)
            self._sure()
            return events
        if best.parents:
            events += self._settle(best.parents, time, ranking.agreeing)
        elif not best.told.moves and not best.told.faults:
            events = state.take_back(time)
            self._sure(best.prediction)
            return events
        best = rightly_named(self.game, state.position, best, ranking.also)
        similar = ranking.also if ranking.lead >= self.settings.lead else answers(ranking, 4)[1:]
        alike = (ranking.best, *similar)
        others = tuple(c.told for c in alike if c.parents == best.parents and c is not best)
        events += state.begin(best.told, time, others)
        if state.open is not None:  # else the move that this rests on was the last one
            self._sure(best.prediction, may_lie(ranking))
        return events

    def _settle(self, line: Line, time: float, agreeing: tuple[Candidate, ...]) -> list[Event]:
        """What the next move rests on is certain now, and has ended."""
        state, events = self.state, list[Event]()
        for number, told in enumerate(line):
            others = {answer(c.parents[number]): c.parents[number] for c in agreeing[:MOST_OTHERS]}
            others.pop(answer(told), None)
            if state.renames(told):
                events += state.rename(told, time)
                continue
            if state.open is None or answer(state.open.told) != answer(told):
                events += state.begin(told, time, tuple(others.values()))
            events += state.close("next", time)
        return events

    def _sure(self, seen: Prediction | None = None, maybe: Maybe | None = None) -> None:
        """From now on changes are told against this frame, which shows what was predicted."""
        self.state.rivals = self.state.doubt = ()
        if self._covered or not self.evidence.seen.all():
            return  # a hand in the frame would seem to change the board when it leaves
        look, self.fresh, self.by_hand = self.state.look(seen), True, frozenset()
        if maybe is None and self.last is not None and same(self.last, look):
            maybe = self.last.maybe
        read, shown = self.evidence.means(), self.evidence.tokens
        self.last = replace(look, read=read, shown=shown, maybe=maybe or ())
        self.evidence.note(self.last)
        self._unmoved = True
        self.evidence.look_anew()

    def _stays(self, ranking: Ranking, time: float, quiet: float, covered: bool) -> list[Event]:
        best = next(c for c in ranking.candidates if c.role == "stay")
        first = self.last is None
        enough = self.settings.end_lead if first else self.settings.lead
        if ranking.lead < enough and not self._blind(ranking):
            over = self._over(quiet, covered)
            return ask(self.state, ranking, self.evidence, time, covered, over)
        events = self._back_in_step(time)
        if self.evidence.count >= self.settings.frames:
            events += self.state.settle_lying(best.prediction.cells, time)
            slack = self.settings.misfit * (self.view.tolerance - 1)
            count = self.evidence.count
            if count >= self.settings.patience and not covered:
                events += self.state.set_late(self.evidence, time)
            due = first or count == self.settings.frames or count > self.settings.patience
            if due and (first or ranking.misfit <= slack):
                self._sure(best.prediction)  # comparing costs: not with each frame anew
            self.state.rivals = self.state.doubt = ()
            if self.state.open is None:
                self.state.refused.clear()
                events += self._passes(time, covered)
        events += self._may_end(time, quiet, covered)
        if not covered and self.evidence.count >= self.settings.frames and not self._checked:
            self._checked = True
            events += self.contradictions.check(self.evidence, self.state.look().cells, time)
        return events

    def _passes(self, time: float, covered: bool) -> list[Event]:
        """A signal without a move is a pass, where nothing else can be played (RULES.md 2.4)."""
        signal, told = self.signal, forced_pass(self.game, self.state.position)
        if signal is None or (told is not None and covered):  # a hand may be answering the pass
            return []
        self.signal = None
        if told is None or self.signalled < self.state.deaf_until:
            return []
        return self.state.begin(told, time) + self.state.close(signal, time)

    def _may_end(self, time: float, quiet: float, covered: bool) -> list[Event]:
        """End the open move where a signal, a token or a quiet board says so."""
        opened, settings = self.state.open, self.settings
        if opened is None:
            return []
        if self.signal is not None:
            by, self.signal = self.signal, None
            return self.state.close(by, time)
        if self.evidence.count >= settings.frames and self.view.ends(
            opened.told, self.evidence.tokens
        ):
            return self.state.close("token", time)
        if settings.quiet_end is not None and quiet >= settings.quiet_end and not covered:
            return self.state.close("quiet", time)
        return []

    def _does_not_fit(self, ranking: Ranking) -> bool:
        """Whether nothing explains the board, or only too long a line that nobody can follow."""
        if self.view.blind_lead and self.last is None and ranking.best.role != "stay":
            return not (self._blind(ranking) or self._plain(ranking))
        too_long = len(ranking.best.parents) >= LONGEST
        return too_long or ranking.least_misfit(CLOSE) > self.settings.misfit * self.view.tolerance

    def _nothing_missed(self, ranking: Ranking) -> bool:
        """Whether the board is as it was before the gap; then it is watched on as ever."""
        if self.evidence.count < self.settings.frames or ranking.best.role != "stay":
            return False
        if ranking.lead < self.settings.lead or self._does_not_fit(ranking):
            return False
        self.gap = False
        return True

    def _ask_what_was_missed(self, ranking: Ranking, time: float, covered: bool) -> list[Event]:
        """The board is another one than before the gap: a person says from where play goes on."""
        enough = self.evidence.count >= self.settings.patience and not covered
        if self.state.lost or not enough:
            return []
        self.state.lost, self.last = True, None
        cells, _ = self.evidence.likeliest()
        off = (cells != self.state.look().cells) & self.evidence.seen
        return [OutOfStep(tuple(np.array(self.view.names)[off].tolist()), time=time)]

    def _steady(self, ranking: Ranking) -> bool:
        """Whether an explanation is good enough to end being out of step."""
        return self._blind(ranking) or ranking.lead >= self.settings.lead

    def _astray(self, ranking: Ranking, time: float) -> list[Event]:
        """The board fits nothing: say so at the second reading, then look for a way back."""
        self._bad += 1
        if self._bad < STEADY:
            return []
        events = recover(self.state, self.evidence, time)
        if not events and self.state.lost:
            events = self._drift.see(self.state, self.evidence, time)
        if events:
            self.state.lost = False
            self._sure()
            return events
        self.state.rivals = self.state.doubt = ()
        if self.state.lost:
            return []
        self.state.lost, self.last = True, None
        off = ranking.tables.shortfall(ranking.best.prediction.cells) > CLEAR
        return [OutOfStep(tuple(np.array(self.view.names)[off].tolist()), time=time)]

    def _back_in_step(self, time: float) -> list[Event]:
        self._bad = 0
        if not self.state.lost:
            return []
        self._drift.forget()
        self.state.lost = False
        return [Resync((), self.state.ledger.n, str(self.state.now), time=time)]
