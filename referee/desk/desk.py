"""The desk of one table: who may look, what runs, and what has been told so far."""

from __future__ import annotations

import contextlib
import secrets
import threading
from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from calibration.profile import Profile
from engines import InputError
from referee.desk.access import Access
from referee.desk.players import PlayersView
from referee.desk.running import Running
from referee.desk.scoring import Said
from referee.desk.streams import Bell, Numbered, message
from referee.desk.trial import Trial
from referee.sitting import Beginning, Sitting
from referee.sitting.sitting import MakeTable, plain_table
from vision import cameras
from vision.cameras import Camera
from vision.cameras.camera import Notice, Status


class Desk:
    """What all pages of a table share."""

    def __init__(
        self,
        folder: Path,
        access: Access,
        *,
        language: str = "tr",
        asks_browser: bool = False,
        demos: Sequence[str] = (),
        open_door: bool = False,
    ) -> None:
        """Journals go into `folder`. `demos` can be chosen on the page.

        The `language` is spoken where a reader has chosen none; where it is itself nobody's
        choice, the desk `asks_browser` first.
        With an `open_door` whoever sits at this machine is the referee, without the PIN.
        """
        self.folder, self.access, self.language = folder, access, language
        self.asks_browser = asks_browser
        self.demos, self.open_door = tuple(demos), open_door
        self.bell, self.players_bell = Bell(), Bell()
        self.players = PlayersView(self.players_bell.ring)
        self.running: Running | None = None
        self.opened = threading.Event()
        """Set when somebody has opened a page, or asked as the referee."""
        self.trial: Trial | None = None
        """The camera that is tried in the set-up."""
        self.profile: Profile | None = None
        """What is known of the table's lens, place and colours."""
        self.seen: set[int] = set()
        """The events that the referee has put aside."""
        self.said = Said()
        """What people have said about the score."""
        self.mark = ""
        """Tells the games of this desk apart: each numbers its events from 1."""
        self._told: list[Numbered] = []
        self._before = 0
        self._lock = threading.RLock()
        self._trying = threading.RLock()

    def begin(
        self,
        beginning: Beginning,
        source: str,
        *,
        path: Path | None = None,
        make_table: MakeTable = plain_table,
        speed: float = 1.0,
        resume: bool = False,
        any_rules: bool = False,
        once_opened: bool = False,
        check: Callable[[Sitting], None] = lambda sitting: None,
    ) -> None:
        """Watch a game in place of the one that runs; raises `InputError`, and that one goes on.

        With `resume` the game of the journal at `path` is taken up, if it has one, also when it is
        signed: its sheet may be wanted again. With `any_rules` it is whatever rules it has. With
        `once_opened` a recording begins when somebody has opened a page to see it. `check` may
        refuse the game that was taken up, before anything is looked at.
        """
        where = path or self._new_path(beginning)
        shared = self._shared(source)
        camera = shared or cameras.open(source, speed=speed, on_notice=self._hear_camera)
        try:
            if not resume:
                sitting = Sitting.begin(where, beginning, make_table=make_table)
            else:
                sitting = Sitting.open(
                    where, beginning, any_rules=any_rules, done_too=True, make_table=make_table
                )
        except BaseException:
            if shared is None:
                camera.close()
            raise
        try:
            check(sitting)
            if sitting.resumed and not camera.live:  # a recording goes on where the journal ends
                camera.close()
                camera = cameras.open(source, speed=speed, after=sitting.now)
        except BaseException:
            sitting.close()
            if shared is None:
                camera.close()
            raise
        self.watch(sitting, camera, once_opened)

    def _shared(self, source: str) -> Camera | None:
        """The camera that is open already where this source is meant: none can be opened twice,
        and one that was closed for a new game may not open again."""
        running = self.running
        if running is None or not running.camera.live:
            return None
        same = running.camera.source == cameras.shown_source(source)
        return running.camera if same and running.camera.status is not Status.CLOSED else None

    def _hear_camera(self, notice: Notice) -> None:
        running = self.running
        if running is not None and running.camera.source == notice.source:
            running.hear(notice)

    def watch(self, sitting: Sitting, camera: Camera, once_opened: bool = False) -> Running:
        """Show a sitting, and let it see what a camera sees.

        The new game takes the old one's place in one step: a page that asks meanwhile finds one of
        them, never an empty table. The old one is closed before the new one looks, because they may
        share their camera.
        """
        begin = self.opened if once_opened and not camera.live else None
        running = Running(sitting, camera, self.publish, begin)
        with self._lock:
            old, self.running = self.running, running
            self.seen.clear()
            self.said = Said()
            self.mark = secrets.token_hex(4)
            self._told = []
            self._before = 0
            self.players.begin(sitting, lambda: running.patience.waits)
        self.publish()
        if old is not None:
            old.close(leave_camera=old.camera is camera)
        running.start()
        return running

    def end(self) -> None:
        """Stop watching."""
        with self._lock:
            running, self.running = self.running, None
        if running is not None:
            running.close()

    def begin_trial(self, make: Callable[[Running | None], Trial]) -> None:
        """Try a camera, in place of the one that is tried; raises `InputError`."""
        with self._trying:  # a second one that came meanwhile would keep the first one's camera
            self.end_trial()
            trial = make(self.running)
            trial.start()
            self.trial = trial

    def end_trial(self) -> None:
        """Give the camera of the set-up back."""
        with self._trying:
            trial, self.trial = self.trial, None
            if trial is not None:
                trial.close()

    def close(self) -> None:
        """Stop everything."""
        self.hang_up()
        self.end_trial()
        self.end()

    def hang_up(self) -> None:
        """End all streams; may be called from a handler of signals."""
        self.bell.close()
        self.players_bell.close()

    def sitting(self) -> Sitting:
        """The table that is watched; raises `InputError` where there is none."""
        running = self.running
        if running is None:
            raise InputError("no game is watched; set one up first")
        return running.sitting

    def publish(self) -> None:
        """Make known what the journal holds; may be called from any thread."""
        with self._lock:
            if self.running is None:
                return
            for line in self.running.sitting.events_after(self._before):
                self._before = line.number
                told = message(line.to_json(), f"{self.mark}.{line.number}")
                self._told.append((line.number, told))
                self.players.hear(line, self.running.frame)
            self.players.look(self.running.sitting)
        self.bell.ring()

    def news(self, after: int) -> list[Numbered]:
        """What was told after an event; never waits for the table."""
        told = self._told
        newer = len(told)
        while newer and told[newer - 1][0] > after:
            newer -= 1
        return told[newer:]

    def _new_path(self, beginning: Beginning) -> Path:
        name = "".join(c for c in beginning.table if c.isalnum())[:24] or "table"
        stamp = datetime.now().strftime("%Y%m%d-%H%M%S")
        with contextlib.suppress(OSError):  # the journal tells it better
            self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{name}-{stamp}.hakem"
        count = 1
        while path.exists():
            count += 1
            path = self.folder / f"{name}-{stamp}-{count}.hakem"
        return path
