"""One table being refereed, durably: nothing is shown before it is in the journal for good."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from pathlib import Path
from threading import Condition, RLock
from typing import Any

from calibration.pose import Pose
from engines import AnyGame, InputError
from engines.players import Player
from referee import events as told
from referee.bundle import versions
from referee.journal import Journal, JournalError
from referee.journal.frames import Ring
from referee.journal.pictures import BoardPicture
from referee.journal.places import frames_of
from referee.rounds import RoundKeeper
from referee.sitting.acts import Acts
from referee.sitting.beginning import Beginning
from referee.sitting.picturing import pictures_for
from referee.sitting.rebuilding import Rebuilt, rebuild
from referee.sitting.standing import Standing, standing_of
from referee.sitting.written import Written
from referee.table import Table
from referee.tracker import Settings, Tracker
from referee.tracker.memory import beside, remember
from vision import cameras
from vision.frame import Frame

MakeTable = Callable[[AnyGame, Any, Settings], Table]
"""What looks at the board: made for a game, a position and the tracker's settings."""
OF_EACH = 2
"""How many settled frames of one stillness are kept for bug reports."""
PLATE_LOOKS = 3
"""Looks at a board of Kulami by which it is told whether its plates are those of the game."""


def plain_table(game: AnyGame, position: Any, settings: Settings) -> Table:
    """A table without a profile."""
    return Table(game, position, settings=settings)


class Sitting(Acts):
    """A table with its camera, its round and its journal; may be used from several threads."""

    def __init__(self, journal: Journal, rebuilt: Rebuilt, table: Table) -> None:
        """Use `begin`, `resume` or `open`."""
        self.journal, self.table = journal, table
        self.beginning: Beginning = rebuilt.beginning
        """The game, the names, and how it is watched."""
        self.keeper: RoundKeeper = rebuilt.keeper
        """The round."""
        self.resumed = False
        """Whether the game was taken up from the journal."""
        self.follows = False
        """Whether it was begun because the journal's last game is over."""
        self.frame: Frame | None = None
        """The last frame, on the table's clock."""
        self.now = rebuilt.time
        """Seconds on the table's clock, which goes on over restarts."""
        self.sight = "searching"
        """Whether the board is in the picture: searching, found, lost, moved; or ended."""
        self.trouble = ""
        """What keeps events from being written; empty when all is well."""
        self.unkept = ""
        """Why the last frame for bug reports could not be kept: no event is lost with it."""
        self._written = rebuilt.written
        self._waiting: list[tuple[dict[str, Any], Mapping[str, BoardPicture]]] = []
        self._shift: float | None = None
        self._lock = RLock()
        self._news = Condition(self._lock)
        self._ring = Ring(frames_of(journal.path))
        table.follow(rebuilt.tracker)

    @classmethod
    def open(
        cls,
        path: Path,
        beginning: Beginning,
        *,
        new: bool = False,
        any_rules: bool = False,
        done_too: bool = False,
        make_table: MakeTable = plain_table,
    ) -> Sitting:
        """Take up the game of a journal, or begin one where there is none or a `new` is wanted.

        A game whose sheet is signed, or whose recording has ended, is taken up only with
        `done_too`. A new game in a journal that has one is written behind it. Raises `InputError`
        if the journal's game is another one than `beginning` names; with `any_rules` only its name
        matters, and it goes on by the rules and plates that it was begun with. Another game or
        table behind one that has ended must be a `new` one, too.
        """
        journal = Journal(path)
        try:
            rebuilt = None if new else rebuild(journal.entries())
            if rebuilt is None or (rebuilt.done and not done_too):
                _check_table(path, rebuilt, beginning)
                sitting = cls._begun(journal, beginning, make_table)
                sitting.follows = rebuilt is not None
                return sitting
            told_, wanted = rebuilt.beginning.game, beginning.game
            if told_.name != wanted.name or not (any_rules or _named(told_) == _named(wanted)):
                raise InputError(
                    f"{path} is in the middle of a game of {_named(told_)}, not "
                    f"of {_named(wanted)}; --new begins another game in it"
                )
            return cls._taken_up(journal, rebuilt, make_table)
        except BaseException:
            journal.close()
            raise

    @classmethod
    def begin(
        cls, path: Path, beginning: Beginning, *, make_table: MakeTable = plain_table
    ) -> Sitting:
        """Begin a game; what the journal holds already stays before it."""
        return cls.open(path, beginning, new=True, make_table=make_table)

    @classmethod
    def resume(cls, path: Path, *, make_table: MakeTable = plain_table) -> Sitting:
        """Take up the last game of a journal; raises `JournalError` where there is none."""
        if not path.exists():
            raise JournalError(f"there is no journal {path} to go on with")
        journal = Journal(path)
        try:
            rebuilt = rebuild(journal.entries())
            if rebuilt is None:
                raise JournalError(f"{path} tells of no game to go on with")
            return cls._taken_up(journal, rebuilt, make_table)
        except BaseException:
            journal.close()
            raise

    @classmethod
    def _begun(cls, journal: Journal, beginning: Beginning, make_table: MakeTable) -> Sitting:
        tracker = Tracker(beginning.game, beginning.position, beginning.settings)
        rebuilt = Rebuilt(beginning, tracker, RoundKeeper(tracker, beginning.new_round()))
        table = make_table(beginning.game, beginning.position, beginning.settings)
        if table.pose is None:  # nobody has looked at the board, nor at its plates, in a set-up
            table.plates_to_check = PLATE_LOOKS
        sitting = cls(journal, rebuilt, table)
        sitting._begin_set()
        return sitting

    @classmethod
    def _taken_up(cls, journal: Journal, rebuilt: Rebuilt, make_table: MakeTable) -> Sitting:
        told_ = rebuilt.beginning
        table = make_table(told_.game, rebuilt.tracker.position, told_.settings)
        if table.like is None and table.pose is None:
            table.like = table.lay = rebuilt.pose
        sitting = cls(journal, rebuilt, table)
        sitting.resumed = True
        return sitting

    @property
    def begun(self) -> Beginning:
        """How the round was begun; `beginning` is that of the set which is on."""
        return Beginning.from_json(self._written[0].data)

    @property
    def tracker(self) -> Tracker:
        """Where the game stands."""
        return self.table.tracker

    @property
    def pose(self) -> Pose | None:
        """Where the board lies in the last frame, if it is seen."""
        return self.table.pose

    @property
    def ended_early(self) -> bool:
        """Whether the game was ended though the board goes on: no more moves are taken."""
        decided = self.keeper.round.phase in ("between", "referee", "over", "signed")
        return decided and not self.tracker.state.over and self.tracker.awaited is None

    @property
    def number(self) -> int:
        """The number of the last event."""
        return self._written[-1].number if self._written else 0

    def see(self, frame: Frame) -> list[Written]:
        """Look at the next frame; gives the events that are now in the journal.

        Raises `JournalError` where they cannot be written: nothing of them is shown then, and the
        next call tries again.
        """
        with self._lock:
            shown = self._write_out()
            frame = self._timed(frame)
            self.frame, self.now = frame, max(self.now, frame.time)
            self.table.rests = self.ended_early or self.keeper.round.phase == "signed"
            shown += self.hear(self.table.see(frame))
            self._keep(frame)
            return shown

    def finish(self) -> list[Written]:
        """The recording has ended: what is open has ended too."""
        with self._lock:
            end = told.Sight("ended", time=self.now)
            return self._write_out() + self.hear([*self.table.finish(self.now), end])

    def hear(self, events: Iterable[told.Event]) -> list[Written]:
        """Pass on what the tracker tells, write it down, and only then give it back."""
        with self._lock:
            return self._tell(self.keeper.hear(events))

    def held(self) -> RLock:
        """Lets nobody change the table while one looks at several things (`with`)."""
        return self._lock

    def answers(self) -> list[tuple[told.Answer, Any]]:
        """The answers of the doubt that nobody has settled yet, each with the board it means."""
        with self._lock:
            doubt = self.last_of(told.Unsure) if self.tracker.state.offered else None
            if not isinstance(doubt, told.Unsure):
                return []
            return list(zip(doubt.answers, self.tracker.likely_boards(), strict=False))

    def treasury_of(self, who: Player) -> int | None:
        """Mangala: the stones that a player's treasury is believed to hold; None elsewhere."""
        with self._lock:
            tracker = self.tracker
            if tracker.game.name != "mangala":
                return None
            place = "ST" if self.keeper.round.side_of(who) == "south" else "NT"
            return int(tracker.position.board.stones[tracker.view.names.index(place)] or 0)

    def standing(self) -> Standing:
        """How the table stands, for a page."""
        with self._lock:
            return standing_of(self)

    def events_after(self, number: int) -> list[Written]:
        """What was written after an event, since the round began."""
        with self._lock:
            newer = len(self._written)
            while newer and self._written[newer - 1].number > number:
                newer -= 1
            return self._written[newer:]

    def wait(self, number: int, timeout: float) -> list[Written]:
        """The same, waiting up to so many seconds for something new."""
        with self._news:
            self._news.wait_for(lambda: self.number > number, timeout)
            return self.events_after(number)

    def last_of(self, kind: type[told.Event]) -> told.Event | None:
        """The last event of a kind."""
        with self._lock:
            events = (line.event for line in reversed(self._written))
            return next((event for event in events if isinstance(event, kind)), None)

    def close(self) -> None:
        """End; a restart takes the game up as it stands."""
        with self._lock:
            self.journal.close()

    def __enter__(self) -> Sitting:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def _begin_set(self) -> list[Written]:
        """Write how the game begins, and begin it."""
        with self._lock:
            self._waiting.append(({**self.beginning.to_json(versions()), "time": self.now}, {}))
            return self._tell(self.keeper.begin(self.now))

    def _timed(self, frame: Frame) -> Frame:
        """The frame on the table's clock, which stands still while nothing is watched.

        A live camera counts from some moment of its own, so that its first frame is now. A
        recording keeps its times, by which a restart finds its place again, unless it begins anew.
        """
        if self._shift is None:
            self._shift = self.now - frame.time
            if not cameras.is_live(frame.source):
                self._shift = max(0.0, self._shift)
        return replace(frame, time=frame.time + self._shift) if self._shift else frame

    def _tell(self, events: Iterable[told.Event]) -> list[Written]:
        said = list(events)
        for event in said:
            data = {**event.to_json(), **beside(self.tracker, event)}
            if isinstance(event, told.Sight):
                self.sight = event.state
                if self.table.pose is not None:
                    data["pose"] = self.table.pose.to_json()
            self._waiting.append((data, pictures_for(event, self.table, self.frame)))
        if said:
            self._waiting[-1][0]["mind"] = remember(self.tracker)
        return self._write_out()

    def _write_out(self) -> list[Written]:
        """Write what waits, all or nothing."""
        if not self._waiting:
            return []
        try:
            events = []
            for data, pictures in self._waiting:
                named = self.journal.store(pictures)
                events.append({**data, "pictures": named} if named else data)
            entries = self.journal.append_all(events)
        except JournalError as error:
            self.trouble = str(error)
            raise
        lines = [Written.of(entry) for entry in entries]
        self.trouble = ""
        self._waiting.clear()
        self._written += lines
        self._news.notify_all()
        return lines

    def _keep(self, frame: Frame) -> None:
        """Keep the first settled frames of each stillness for bug reports."""
        pose, count = self.table.pose, self.tracker.evidence.count
        if pose is None or self.table.read_at != frame.time or not 1 <= count <= OF_EACH:
            return
        try:
            self._ring.keep(frame, pose)
        except JournalError as error:
            self.unkept = str(error)
        except ValueError:  # the board lies outside the picture: there is nothing to keep
            pass
        else:
            self.unkept = ""


def _check_table(path: Path, rebuilt: Rebuilt | None, wanted: Beginning) -> None:
    """Refuse a game that would go silently behind those of another game, or of another table."""
    if rebuilt is None:
        return
    told_ = rebuilt.beginning
    other = told_.table and wanted.table and told_.table != wanted.table
    if other or told_.game.name != wanted.game.name:
        raise InputError(
            f"{path} is the journal of {told_.game.name} at table {told_.table or '?'}, not of "
            f"{wanted.game.name} at table {wanted.table or '?'}; name another journal, or begin "
            "another game in this one with --new"
        )


def _named(game: AnyGame) -> str:
    default = type(game.rules)()
    rules = {
        name: getattr(game.rules, name)
        for name in game.rules.__dataclass_fields__
        if getattr(game.rules, name) != getattr(default, name)
    }
    told_ = ", ".join(f"{name}={value}" for name, value in rules.items())
    return f"{game.name} ({told_})" if told_ else game.name
