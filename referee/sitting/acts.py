"""What people do at a table: each act is an event, written before it is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from threading import RLock
from typing import Any, cast

from engines import InputError, match
from engines.mangala.values import NAMES
from engines.match.events import Actor
from engines.match.results import Result
from engines.match.transition import NEXT
from engines.players import PLAYERS, Player, opponent
from referee import events as told
from referee.journal import JournalError
from referee.round_events import ENDED, RESIGNED, STOPPED, said_because
from referee.rounds import RoundKeeper
from referee.sitting.beginning import Beginning
from referee.sitting.written import Written
from referee.table import Table
from referee.tracker import Tracker
from vision import cameras
from vision.frame import Frame

PITS = 12
"""So many of Mangala's places are pits; the others are treasuries."""


class NotYetWritten(JournalError):  # noqa: N818 (a state of the table: the act itself is done)
    """The act is done and waits to be written; whoever repeats it does it twice."""

    def __init__(self, error: JournalError) -> None:
        super().__init__(f"this is done, but not yet written; do not repeat it: {error}")


class Acts:
    """The part of a sitting that listens to people; a refused act raises `InputError`.

    While something waits to be written nothing new is done, and `JournalError` says why; an act
    that is done but could not be written raises `NotYetWritten`.
    """

    keeper: RoundKeeper
    table: Table
    beginning: Beginning
    now: float
    frame: Frame | None
    _lock: RLock
    _tell: Callable[[Iterable[told.Event]], list[Written]]
    _write_out: Callable[[], list[Written]]
    _begin_set: Callable[[], list[Written]]

    @property
    def live(self) -> bool:
        """Whether the world is looked at; a recording stands still while it is paused."""
        source = self.beginning.camera if self.frame is None else self.frame.source
        return not source or cameras.is_live(source)

    def end_of_move(self) -> list[Written]:
        """The end signal: "Hamlem bitti", a button, the clock."""
        with self._acting():
            self._not_paused()
            tracker = self.table.tracker
            said = tracker.note("end", "", self.now)
            return self._tell(self.keeper.hear([*said, *tracker.end(self.now)]))

    def object(self, by: str) -> list[Written]:
        """A breach is reported by player A or B, or by the referee."""
        with self._acting():
            who, allowed = actor(by), self.keeper.round.rules.referee_may_intervene
            if who == match.REFEREE and not allowed:  # nobody is asked for what nobody may report
                return self._tell(self.keeper.happen(match.Objected(who, at=self.now), self.now))
            return self._tell(self.keeper.object(who, self.now))

    def report_last(self) -> list[Written]:
        """The opponent of whoever made the last move reports it."""
        with self._acting():
            round_, state = self.keeper.round, self.table.tracker.state
            if state.open is not None:
                movers = state.open.told.movers
                by = opponent(round_.player_of(str(movers[-1] if movers else state.position.side)))
            else:
                by = opponent(round_.open[-1].by) if round_.open else round_.turn
            return self._tell(self.keeper.object(by, self.now))

    def finished(self, yes: bool) -> list[Written]:
        """The answer to the question whether the mover has finished; yes is the end signal."""
        with self._acting():
            if self.keeper.asks is None:
                raise InputError("nobody has asked whether the mover has finished")
            self._not_paused()
            tracker = self.table.tracker
            said = tracker.note("finished" if yes else "unfinished", "", self.now)
            heard = self.keeper.hear(said)
            return self._tell([*heard, *self.keeper.finished(yes, self.now)])

    def accept(self, side: str | None = None) -> list[Written]:
        """The board counts as it stands, as far as it can be read; `side` is to move."""
        with self._acting():
            self.refuse_if_signed()
            self._not_paused()
            tracker, phase = self.table.tracker, self.keeper.round.phase
            if tracker.awaited is None and (tracker.state.over or phase in (*ENDED, "signed")):
                raise InputError("the game is over, its board may be tidied; correct it by hand")
            return self._tell(self.keeper.hear(tracker.accept(self.now, side)))

    def let_stand(self, detail: str = "") -> list[Written]:
        """Nothing is put right after all: the board counts as it lay when that was asked for."""
        with self._acting():
            self.refuse_if_signed()
            said: list[told.Event] = []
            stands = self.table.tracker.let_stand(self.now, detail)  # or refuses
            if self.keeper.round.phase == "halted":
                said += self.keeper.happen(match.PiecePutBack(match.REFEREE, at=self.now), self.now)
            return self._tell([*said, *self.keeper.hear(stands)])

    def set_cells(self, contents: Mapping[str, str | int]) -> list[Written]:
        """These cells hold that."""
        return self._order(lambda tracker: tracker.set_cells(contents, self.now))

    def set_side(self, side: str) -> list[Written]:
        """It is this side's turn."""
        return self._order(lambda tracker: tracker.set_side(side, self.now))

    def set_position(self, position: Any) -> list[Written]:
        """This is the position."""
        return self._order(lambda tracker: tracker.tell(position, self.now))

    def undo(self, count: int = 1) -> list[Written]:
        """Take the last moves back."""
        return self._order(lambda tracker: tracker.undo(self.now, count))

    def choose(self, number: int) -> list[Written]:
        """Take one of the answers of the last doubt, from 0."""
        return self._order(lambda tracker: tracker.choose(number, self.now))

    def pause(self) -> list[Written]:
        """Look at nothing until `go_on`; a clock stops too."""
        with self._acting():
            if self.table.tracker.paused:
                return []
            return self._tell(self.keeper.hear(self.table.tracker.pause(self.now)))

    def go_on(self) -> list[Written]:
        """Look again; at a live table something may have been played meanwhile, which is asked."""
        with self._acting():
            if not self.table.tracker.paused:
                return []
            said = self.table.tracker.resume(self.now, unseen=self.live)
            return self._tell(self.keeper.hear(said))

    def toggle_pause(self) -> list[Written]:
        """Pause, or go on."""
        with self._lock:
            return self.go_on() if self.table.tracker.paused else self.pause()

    def piece_left(self, by: str, cells: Iterable[str]) -> list[Written]:
        """A piece left the board and was reported; play stops."""
        with self._acting():
            return self._tell(self.keeper.piece_left(actor(by), tuple(cells), self.now))

    def piece_put_back(self, by: str = match.REFEREE) -> list[Written]:
        """The piece is back where it was."""
        with self._acting():
            cells = self.keeper.round.off_board
            said = self.keeper.happen(match.PiecePutBack(actor(by), at=self.now), self.now)
            if self.keeper.round.phase != "halted":  # or nobody may put it back but the referee
                said += self.keeper.hear(self.table.tracker.piece_back(self.now, cells))
            return self._tell(said)

    def ask_count(self, by: str | None = None, pit: str | None = None) -> list[Written]:
        """Mangala: a player, or whoever is to move, asks for the last stone's pit to be counted."""
        with self._lock:
            who = self.keeper.round.turn if by is None else player(by)
            return self._happen(match.CountRequested(who, pit, at=self.now))

    def counted(self, stones: Mapping[str, int]) -> list[Written]:
        """Mangala: what the referee counted by hand: pits (S1 to N6) or treasuries (ST, NT)."""
        with self._acting():
            self.refuse_if_signed()
            tracker = self.table.tracker
            if tracker.game.name != "mangala":
                raise InputError("stones are counted in Mangala only")
            for place, number in stones.items():
                if place not in NAMES:
                    raise InputError(f"no place {place!r}; places are {', '.join(NAMES)}")
                if type(number) is not int or not 0 <= number <= 48:
                    raise InputError(f"{place} cannot hold {number!r} stones")
            board = tracker.position.board.stones
            computed = tuple(int(board[NAMES.index(place)] or 0) for place in stones)
            event = told.Counted(tuple(stones), tuple(stones.values()), computed, time=self.now)
            return self._tell([event])

    def touched(self, by: str, pit: str) -> list[Written]:
        """Mangala: a player touched stones and is bound to their pit."""
        with self._lock:
            who = player(by)
            if self.keeper.round.conduct.touch:
                pit = str(self.table.tracker.game.parse_move(pit))
                if pit not in self.pits_to_touch():
                    raise InputError(f"{pit} is empty; a player is bound by touching stones")
            return self._happen(match.Touched(who, pit, at=self.now))

    def pits_to_touch(self) -> tuple[str, ...]:
        """Mangala: the pits with stones, before the move that is to be made, now or anew."""
        with self._lock:
            tracker, state = self.table.tracker, self.table.tracker.state
            if tracker.awaited is not None:
                position = tracker.awaited.before
            elif state.open is not None and not state.open.said:  # what is under way may be wrong
                position = state.position
            else:
                position = state.now
            stones = zip(NAMES[:PITS], position.stones, strict=False)
            return tuple(name for name, number in stones if number)

    def warn(self, who: str, cause: str) -> list[Written]:
        """The referee warns for conduct."""
        return self._happen(match.RefereeWarned(player(who), cause, at=self.now))

    def disqualify(self, who: str) -> list[Written]:
        """The tournament's referee disqualifies a player."""
        return self._happen(match.Disqualified(player(who), at=self.now))

    def flag_fell(self, who: str, treasury: int | None = None) -> list[Written]:
        """A player's time is up; in Mangala with the stones counted in that treasury."""
        return self._happen(match.FlagFell(player(who), treasury, at=self.now))

    def decide(self, result: str) -> list[Written]:
        """The referee decides what the rules leave to him: A, B or draw."""
        if result not in (*PLAYERS, "draw"):
            raise InputError(f"the result is A, B or draw, not {result!r}")
        return self._happen(match.RefereeDecided(cast("Result", result), at=self.now))

    def end_early(self, why: str, by: str | None = None, because: str = "") -> list[Written]:
        """The game ends before the board shows it.

        `resigned`: the player `by` gives up; `stopped`: the referee ends it and says `because`, and
        it counts as it stands. Time that is up is told by `flag_fell`.
        """
        with self._acting():
            round_, game = self.keeper.round, self.table.tracker.game
            position = self.table.tracker.state.told
            if round_.phase != "play":
                raise InputError(f"the game cannot be ended now: {NEXT[round_.phase]}")
            score: Any = game.score(position)
            first, second = (score.total(side) for side in game.sides)
            if why == RESIGNED:
                if by is None:
                    raise InputError("say who gives up: A or B")
                winner, reason = round_.side_of(opponent(player(by))), RESIGNED
            elif why == STOPPED:
                if self.table.tracker.state.lost:
                    raise InputError("the board fits nothing; accept or correct it first")
                if game.board_of(position) == game.board_of(game.start()):
                    raise InputError("nothing has been played; there is nothing to count")
                winner, reason = score.winner, f"{STOPPED}: {said_because(because)}"
            else:
                raise InputError(f"a game ends early by {RESIGNED} or {STOPPED}, not {why!r}")
            event = told.End(winner, reason, "", (first, second), time=self.now)
            return self._tell(self.keeper.hear([event]))

    def sign(self, by: str) -> list[Written]:
        """A player signs the sheet, and thereby gives up further reports."""
        with self._acting():
            if not self.keeper.agrees_with(self.table.tracker.position):
                raise InputError("the sheet differs from the round's result; correct the board")
            return self._tell(self.keeper.happen(match.Signed(player(by), at=self.now), self.now))

    def sign_next(self) -> list[Written]:
        """Whoever has not signed yet signs, A first."""
        with self._lock:
            left = [each for each in PLAYERS if each not in self.keeper.round.signed]
            return self.sign(left[0] if left else PLAYERS[0])

    def next_set(self) -> list[Written]:
        """The next set of the round begins, from the start position."""
        with self._acting():
            round_ = self.keeper.round
            if round_.phase != "between":
                raise InputError(f"no set can begin now: {NEXT[round_.phase]}")
            number = round_.set_number + 1
            side = _starting_side(round_, number)
            self.beginning = self.beginning.next_set(number, side)
            tracker = Tracker(self.beginning.game, self.beginning.position, self.beginning.settings)
            self.keeper.tracker = tracker
            self.table.follow(tracker)
            return self._begin_set()

    @contextmanager
    def _acting(self) -> Iterator[None]:
        """Nobody else acts meanwhile, and all that was done before is in the journal."""
        with self._lock:
            self._write_out()
            try:
                yield
            except JournalError as error:
                raise NotYetWritten(error) from error

    def _order(self, order: Callable[[Tracker], list[told.Event]]) -> list[Written]:
        with self._acting():
            self.refuse_if_signed()
            said = self.table.carry_out(order(self.table.tracker))
            return self._tell(self.keeper.hear(said))

    def _happen(self, event: match.Event) -> list[Written]:
        with self._acting():
            return self._tell(self.keeper.happen(event, self.now))

    def refuse_if_signed(self) -> None:
        """Refuse what would change a sheet under which both names stand; raises `InputError`."""
        if len(self.keeper.round.signed) == len(PLAYERS):
            raise InputError("both have signed; the result is final")

    def _not_paused(self) -> None:
        """Refuse what needs a look at the board while nobody looks."""
        if self.table.tracker.paused:
            raise InputError("it is paused; go on first")


def _starting_side(round_: match.Round, number: int) -> str:
    """Who moves first in a set: the starter's seat, or the colour that always begins."""
    if round_.conduct.seats == "stay":
        return round_.side_of(round_.starters[number - 1])
    return round_.conduct.sides[0]


def player(word: str) -> Player:
    """A player; raises `InputError`."""
    if word not in PLAYERS:
        raise InputError(f"the players are A and B, not {word!r}")
    return word


def actor(word: str) -> Actor:
    """A player or the referee; raises `InputError`."""
    if word not in (*PLAYERS, match.REFEREE):
        raise InputError(f"it is A, B or the referee who acts, not {word!r}")
    return word
