"""What a person may tell the tracker at any time; every order is an event too."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import numpy as np

from engines import AnyExplanation, AnyGame, InputError
from engines.contract import Explanation
from engines.match import Correction
from referee.events import Awaiting, Deed, EndedBy, Event, Told
from referee.tracker.correcting import PIECE, UNDO, Awaited
from referee.tracker.evidence import Evidence
from referee.tracker.look import Look
from referee.tracker.predictions import answer
from referee.tracker.settings import Settings
from referee.tracker.state import State
from referee.tracker.view import Cells, View
from referee.tracker.weighing import Ranking
from vision.reading import CONTENTS


class Orders:
    """The part of the tracker that listens to people."""

    view: View
    settings: Settings
    state: State
    evidence: Evidence
    last: Look | None
    awaited: Awaited | None
    ranking: Ranking | None
    signal: EndedBy | None
    paused: bool
    gap: bool
    by_hand: frozenset[str]

    @property
    def game(self) -> AnyGame:
        """The rules."""
        return self.view.game

    def pause(self, time: float) -> list[Event]:
        """Look at nothing until `resume`."""
        self.paused = True
        return [self._told("pause", "", time)]

    def resume(self, time: float, unseen: bool = False) -> list[Event]:
        """Look again; `unseen`: something may have been played meanwhile, which is asked then."""
        self.paused, self.gap = False, self.gap or unseen
        self.evidence.clear()
        return [self._told("resume", "", time)]

    def set_cells(self, contents: Mapping[str, str | int], time: float) -> list[Event]:
        """These cells hold that; all else is as believed."""
        known = CONTENTS[self.game.name]
        cells = self.view.cells(self.game.board_of(self.state.now)).copy()
        for name, content in contents.items():
            if name not in self.view.names:
                raise InputError(f"no such cell {name!r}; cells are {', '.join(self.view.names)}")
            if str(content) not in known:
                raise InputError(f"{name} cannot hold {content!r}; valid: {', '.join(known[:8])}")
            cells[self.view.names.index(name)] = known.index(str(content))
        position = self.view.corrected(self.state.now, cells, contents)
        followed = self._followed(position, cells)
        detail = ",".join(f"{name}={content}" for name, content in {**contents, **followed}.items())
        left = tuple(cell for cell in self.state.doubtful if cell not in {**contents, **followed})
        left += tuple(followed)  # nobody has looked there
        self.by_hand |= {*contents, *followed}
        return self._stand(position, "cell", detail, time, left)

    def _followed(self, position: Any, cells: Cells) -> dict[str, str]:
        """The places that hold something else than was said or read, so that 48 stones remain."""
        stands = self.view.cells(self.game.board_of(position))
        known = CONTENTS[self.game.name]
        return {self.view.names[i]: known[int(stands[i])] for i in np.flatnonzero(stands != cells)}

    def set_side(self, side: str, time: float) -> list[Event]:
        """It is this side's turn."""
        position = self.view.with_side(self.state.now, self.game.parse_side(side))
        return self._stand(position, "side", side, time, self.state.doubtful)

    def tell(self, position: Any, time: float) -> list[Event]:
        """This is the position."""
        return self._stand(position, "position", str(position), time)

    def accept(self, time: float, side: str | None = None) -> list[Event]:
        """The board counts as it stands now, as far as it can be read."""
        if not self.evidence.count:
            raise InputError("the board has not been read yet; wait until nobody is over it")
        cells, unclear = self.evidence.likeliest()
        believed = self.view.cells(self.game.board_of(self.state.now))
        seen, tokens = self.evidence.seen, self.evidence.tokens
        cells = np.where(seen, cells, believed).astype(np.int16)
        position = self.view.as_it_stands(self.state.now, cells, tokens, seen)
        if side is not None:
            position = self.view.with_side(position, self.game.parse_side(side))
        doubtful = tuple(self.view.names[i] for i in np.flatnonzero(unclear))
        followed = self._followed(position, cells)
        words = [name for name in doubtful if name not in followed]
        words += [f"{name}={content}" for name, content in followed.items()]
        doubtful = tuple(dict.fromkeys((*doubtful, *followed)))
        return self._stand(position, "accept", ",".join(words), time, doubtful)

    def choose(self, number: int, time: float) -> list[Event]:
        """Take one of the answers that `Unsure` named."""
        offered = self.state.offered
        if not offered:
            raise InputError("there is nothing to choose: no doubt waits for an answer")
        if not 0 <= number < len(offered):
            raise InputError(f"there is no answer {number}; answers: {len(offered)}")
        chosen, events = offered[number], list[Event]()
        self.state.lost = self.gap = False
        for told in chosen.parents:
            if self.state.renames(told):
                events += self.state.rename(told, time)
                continue
            if self.state.open is None or answer(self.state.open.told) != answer(told):
                events += self.state.begin(told, time)
            events += self.state.close("next", time)
        opened = self.state.open
        if chosen.role == "restored":
            events += self.state.restore(time)
        elif not (chosen.told.moves or chosen.told.faults):
            events += self.state.take_back(time)
        elif opened is None or answer(opened.told) != answer(chosen.told):
            events += self.state.begin(chosen.told, time)
        self.last, self.state.rivals, self.state.doubt = None, (), ()
        self.state.offered = ()
        return [self._told("choose", str(number), time), *events]

    def likely_boards(self) -> list[Any]:
        """The boards that the answers of `choose` mean, in their order."""
        return [self.view.board(each.prediction.cells) for each in self.state.offered]

    def undo(self, time: float, count: int = 1) -> list[Event]:
        """Take the last moves back, and what was learnt through them."""
        records = self.state.ledger.records
        if not 1 <= count <= len(records):
            raise InputError(f"{count} moves cannot be taken back; told so far: {len(records)}")
        first, lies = records[-count], self.state.look().cells
        stays, seen = self.state.now, self.last
        self.state.refused = {answer(record.told) for record in records[-count:]}
        refused = set(self.state.refused)
        forgotten = self.state.ledger.back_to(len(records) - count, time)
        self.state.stand(first.before, first.lay)
        self.state.refused = refused
        self.state.over, self.state.asked = False, ()
        self.last, self.awaited = None, None
        if not np.array_equal(lies, first.lay):
            n, board = len(records) - count + 1, self.view.board(lies)
            undone: AnyExplanation = Explanation((), (), (), board, stays)
            self.awaited = Awaited(
                n, UNDO, first.before, first.lay, first.before, undone, stays, seen
            )
        return [self._told("undo", str(count), time), *forgotten]

    def let_stand(self, time: float, detail: str = "") -> list[Event]:
        """Nothing is put right after all: the board counts as it lay when that was asked for."""
        awaited = self.awaited
        if awaited is None:
            raise InputError("nothing is awaited that could be let be")
        if awaited.task == UNDO:
            self.state.stand(awaited.stays, self.view.cells(awaited.faulty.board))
        self.awaited, self.last, self.state.over = None, awaited.seen, False
        return [self._told("accept", detail, time), *self.state.end_if_over(time)]

    def wait_no_more(self) -> None:
        """The set was ended meanwhile: nothing is put right, no move is made any more."""
        if self.state.drop():
            self.last = None
        if self.awaited is not None:
            self.last = None if self.awaited.task == UNDO else self.awaited.seen
            self.awaited = None

    def await_correction(self, due: Correction, time: float) -> list[Event]:
        """A report was accepted: wait until the board is put right."""
        records = self.state.ledger.records
        spot = self._record_of(due)
        if spot is None:
            raise InputError("the move that was reported is not among those told")
        record = records[spot]
        target = due.target(self.game)
        if target is None:
            target = record.before if due.task == "take_back" else None
        if due.task == "anew":
            target = None
        if self.state.drop():  # whatever is being done, it may be the correction already
            self.last = None
        self.awaited = Awaited(
            *(spot + 1, due.task, record.before, record.lay, target, record.told),
            *(self.state.now, self.last),
            None if target is None or due.move is None else self.game.parse_move(due.move),
        )
        self.last = self.signal = None  # a signal from before says nothing about the correction
        self.evidence.clear()
        return [Awaiting(spot + 1, str(self.awaited.side), due.task, time=time)]

    def await_piece(self, time: float) -> list[Event]:
        """A piece that left the board is put back by the referee (RULES.md 2.8).

        It may have been told as a fault, be about to be, or not be missed by the camera as yet.
        """
        if self.awaited is not None:
            return []  # what is awaited shows that it is back
        state = self.state
        record, opened = state.lost_piece(), state.open
        if record is not None:
            n, before, lay, faulty = state.ledger.n, record.before, record.lay, record.told
        else:
            missed = None
            if state.drop() and opened is not None and not opened.told.moves:
                missed = opened.told
            n, before, lay = state.ledger.n + 1, state.now, state.look().cells
            faulty = missed or Explanation((), (), (), self.view.board(lay), before)
        self.awaited = Awaited(n, PIECE, before, lay, before, faulty, state.now, self.last)
        if not self.awaited.falls:
            self.last = None
            self.evidence.clear()
        return [Awaiting(n, str(before.side), PIECE, time=time)]

    def piece_back(self, time: float, cells: Iterable[str] = ()) -> list[Event]:
        """The referee says that the piece is back in its cell: the board stands as it did before.

        Where it does not, the referee is asked to look again, and no player has shifted anything.
        """
        awaited, events = self.awaited, list[Event]()
        if awaited is None or awaited.task != PIECE:
            return []
        if awaited.falls:
            self.awaited = None  # it was never missed
        else:
            events = self.tell(awaited.target, time)
        missed = {cell for fault in awaited.faulty.faults for cell in fault.cells}
        self.by_hand |= missed.union(cells)
        return events

    def _record_of(self, due: Correction) -> int | None:
        """The last move that was told from the position before the reported one."""
        records = self.state.ledger.records
        for spot in range(len(records) - 1, -1, -1):
            if str(records[spot].before) == due.before:
                return spot
        return None

    def _stand(
        self, position: Any, what: Deed, detail: str, time: float, doubtful: tuple[str, ...] = ()
    ) -> list[Event]:
        """Go on from what a person says, who has left these cells in doubt."""
        self.state.stand(position)
        self.state.doubtful, self.state.doubted = doubtful, position
        self.state.lost = self.state.over = False
        self.state.asked = ()
        self.last, self.awaited, self.gap = None, None, False
        return [self._told(what, detail, time), *self.state.end_if_over(time)]

    def note(self, what: Deed, detail: str, time: float) -> list[Event]:
        """That a person said something which by itself changes nothing here."""
        return [self._told(what, detail, time)]

    def _told(self, what: Deed, detail: str, time: float) -> Told:
        if what in ("undo", "choose", "accept", "position"):
            self.by_hand = frozenset()
        position = str(self.state.now)
        return Told(what, detail, position, self.state.ledger.n, time=time)
