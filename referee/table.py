"""One table: frames in, events out. Joins finding, settling, reading and tracking."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol, runtime_checkable

import numpy as np
from numpy.typing import NDArray

from calibration.pose import BoardNotFound, Pose
from engines import AnyGame
from engines.kulami import Kulami
from referee.events import Event, Forget, Learn, OtherPlates, Sight
from referee.orientation import fit, shows, turned_to_fit
from referee.plates import other_plates
from referee.tracker import Settings, Tracker
from referee.tracker.look import Look, same
from vision.detectors import detector
from vision.detectors.kulami import KulamiDetector
from vision.find import BoardFinder
from vision.find.lying import outline, turned_like
from vision.find.nudge import nudged
from vision.frame import Frame
from vision.reading import Reading
from vision.settle import Settled, Settler, State

SEARCH = 1.0
"""Seconds between two searches for a board that is not seen."""
CLOSELY, SELDOM = 0.0, 0.7
"""Seconds between two readings: at the beginning of a stillness, and afterwards."""
COMPARED = 3
"""Of the first readings of a stillness for so many it is told what has changed: they err alike."""
NUDGED = 0.3
"""A board that lies no further off than this, in cells or pits, was nudged."""
KEPT = 6
"""Frames of the last positions that are kept to learn from."""


class Eyes(Protocol):
    """A detector that also compares, adapts and forgets."""

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board."""

    def compare(
        self, before: Frame, after: Frame, pose: Pose, then: Pose | None = None
    ) -> NDArray[np.float64]:
        """For every cell how likely it changed; `then`: where the board lay before."""

    def adapt(self, frame: Frame, pose: Pose, board: Any) -> None:
        """Learn from a frame whose content is certain."""

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""


@runtime_checkable
class Counting(Protocol):
    """Eyes that tell how many pieces came to a cell or went."""

    def gains(
        self,
        before: Frame,
        after: Frame,
        pose: Pose,
        then: Pose,
        changed: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """For every cell and gain how likely the frames look so, as logarithms."""


class Follower(Protocol):
    """Finds a board, and finds it again."""

    def find(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`."""

    def follow(self, frame: Frame, last: Pose) -> Pose:
        """Where it lies after a bump; raises `BoardNotFound`."""


@dataclass(frozen=True, eq=False)
class View:
    """A frame, where the board lay in it, and what it is believed to show."""

    frame: Frame
    pose: Pose
    shows: Look


class Table:
    """Watches one game on one table."""

    def __init__(
        self,
        game: AnyGame,
        start: Any = None,
        *,
        settings: Settings | None = None,
        finder: Follower | None = None,
        eyes: Eyes | None = None,
        pose: Pose | None = None,
        like: Pose | None = None,
        adapts: bool = True,
        turn: int = 0,
    ) -> None:
        """`pose` in cells where it is known already; `like`: how the board lay here before.

        Either says which row is row 1; else it is guessed from the position, and turned by `turn`
        quarters where the guess is known to be wrong.
        """
        self.tracker = Tracker(game, start, settings)
        self.finder: Follower = finder or BoardFinder(game.name)
        self.eyes: Eyes = eyes or eyes_of(game)
        self.pose = pose
        self.like = like
        self.lay: Pose | None = None
        """Where the board lay before a restart; it need not be found again where it still does."""
        self.plates_to_check = 0
        """Kulami: so many further looks tell whether the plates are those of the game."""
        self.settled: Settled | None = None
        """What the last frame showed."""
        self.reading: Reading | None = None
        """What was last read."""
        self.read_at = -1e9
        """When, on the clock of the frames."""
        self.rests = False
        """Whether nothing is read, because what is played no longer counts."""
        self._turn = turn
        self._adapts = adapts
        self._settler: Settler | None = None
        self._sure: View | None = None
        self._views: dict[int, View] = {}
        self._lessons: list[bool] = []
        self._searched = self._read = -1e9
        self._missing = False
        self._size = (0, 0)

    @property
    def position(self) -> Any:
        """The position that is believed to stand."""
        return self.tracker.position

    def see(self, frame: Frame) -> list[Event]:
        """Look at the next frame."""
        if self._settler is None or self.pose is None:
            events = self._find(frame)
            if self._settler is None or self.pose is None:
                return events
            return events + self._look(frame)
        return self._look(frame)

    def follow(self, tracker: Tracker) -> None:
        """Go on with another game, or with one that was rebuilt; the board lies where it lay."""
        self.tracker, self._sure = tracker, None
        self._views.clear()

    def seen_after(self, n: int) -> View | None:
        """The last sure look at the board after move `n`, or at the latest before it."""
        known = [m for m in self._views if m <= n]
        return self._views[max(known)] if known else None

    def finish(self, time: float) -> list[Event]:
        """The camera has ended."""
        return self.carry_out(self.tracker.finish(time))

    def _find(self, frame: Frame) -> list[Event]:
        """Look for the board, not too often."""
        if self.pose is None:
            if frame.time - self._searched < SEARCH:
                return []
            self._searched = frame.time
            try:
                self.pose = self._where(frame)
            except BoardNotFound as error:
                return self._lost(error, frame.time)
            self.lay = None
        self._settle(frame)
        return [Sight("found", time=frame.time)]

    def _where(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`.

        Somebody may have said where it lies because it cannot be found, or is found wrongly.
        """
        game, lay = self.tracker.game, self.lay
        stays = lay is not None and shows(game, self.position, frame, lay)
        try:
            found = self.finder.find(frame)
        except BoardNotFound:
            if lay is not None and stays:
                return lay
            raise
        if self.like is not None:
            pose = turned_like(found, self.like)
        else:
            pose = turned_to_fit(game, self.position, frame, found).turned(self._turn)
        if lay is None or not stays:
            return pose
        return max((lay, pose), key=lambda each: fit(game, self.position, frame, each))

    def _settle(self, frame: Frame) -> None:
        """Begin to watch the board where it lies now."""
        self._settler, self._size, self._missing = Settler(self.pose, frame.size), frame.size, False

    def _begin(self, frame: Frame) -> list[Event]:
        """Nothing is known of where the board lies in such frames."""
        self.tracker.look_anew()
        self.pose = self._settler = self._sure = None
        self._searched = -1e9
        return self._find(frame)

    def _lost(self, error: BoardNotFound, time: float) -> list[Event]:
        if self._missing:
            return []
        self._missing = True
        return [Sight("lost", str(error), time=time)]

    def _look(self, frame: Frame) -> list[Event]:
        assert self._settler is not None
        if frame.size != self._size:  # a camera that was reopened may give another size
            return self._begin(frame)
        settled = self.settled = self._settler.see(frame)
        if settled.state is State.MOVING:
            self.tracker.moved()
            self._read = -1e9
            return []
        if settled.state is State.BUMPED:
            return self._follow(frame)
        if self.tracker.paused or self.rests:
            return []  # reading costs most, and the tracker would not look
        pause = CLOSELY if self._closely(settled) else SELDOM
        if frame.time - self._read < pause:
            return []
        self._read = frame.time
        return self._weigh(frame, settled)

    def _closely(self, settled: Settled) -> bool:
        """Whether this frame is to be read: until all is learnt from it, and when a move ends."""
        limit = self.tracker.settings.quiet_end
        opened = self.tracker.state.open is not None or self.tracker.awaited is not None
        if opened and limit is not None and settled.quiet >= limit:
            return True
        return self.tracker.evidence.count < self.tracker.settings.patience

    def _follow(self, frame: Frame) -> list[Event]:
        """The board or the camera was bumped: find it again.

        After a nudge boards are compared as before, each where it lay; after more than that light
        and shadows are others.
        """
        self.tracker.moved()
        if self.pose is None or frame.time - self._searched < SEARCH / 2:
            return []
        self._searched = frame.time
        pose = self._nudged(frame)
        if pose is None:
            self._look_anew()
            try:
                pose = self.finder.follow(frame, self.pose)
            except BoardNotFound as error:
                return self._lost(error, frame.time)
        self.pose = pose
        self._settle(frame)
        return [Sight("moved", time=frame.time)]

    def _nudged(self, frame: Frame) -> Pose | None:
        """Where the board lies if it was only nudged since the last sure look."""
        if self._sure is None:
            return None
        last = self._sure.pose
        pose = nudged(self._sure.frame, frame, last, outline(last))
        return pose if pose is not None and _apart(last, pose) <= NUDGED else None

    def _look_anew(self) -> None:
        """There is no frame any more with which others can be compared."""
        self.tracker.look_anew()
        self._sure = None

    def _weigh(self, frame: Frame, settled: Settled) -> list[Event]:
        assert self.pose is not None
        reading = self.eyes.read(frame, self.pose)
        covered = settled.state is State.COVERED
        if covered:
            hidden = np.maximum(reading.hidden, settled.covered.astype(float))
            reading = replace(reading, hidden=hidden)
        self.reading, self.read_at = reading, frame.time
        changes = gains = None
        evidence = self.tracker.evidence
        # A look that may become the sure one must not hide what has changed since the last.
        late = evidence.count >= self.tracker.settings.patience
        compare, sure = late or evidence.compared < COMPARED, self._sure
        if compare and sure is not None and self.tracker.last is not None:
            changes = self._changes(sure, frame, self.pose)
            gains = self._gains(sure, frame, self.pose, changes)
        events = self.tracker.see(
            reading, frame.time, changes=changes, gains=gains, quiet=settled.quiet, covered=covered
        )
        if self.tracker.fresh:
            assert self.tracker.last is not None
            self._sure = View(frame, self.pose, self.tracker.last)
            self._keep(self._sure)
        if not covered:
            events = [*self._check_plates(frame), *events]
        return self.carry_out(events)

    def _keep(self, view: View) -> None:
        """Keep a sure look at the position, to learn from and to show.

        One in which the next player has lifted the own token already replaces none that shows it.
        """
        state = self.tracker.state
        if state.open is not None and not state.open.said:
            return
        n, whole = state.ledger.n, state.look()
        known = self._views.get(n)
        if known is None or same(view.shows, whole) or not same(known.shows, whole):
            self._views[n] = view
        for old in sorted(self._views)[:-KEPT]:
            del self._views[old]

    def _changes(self, sure: View, frame: Frame, pose: Pose) -> NDArray[np.float64]:
        """What has changed since the last sure look, also if the board was nudged since."""
        if sure.pose is pose:
            return self.eyes.compare(sure.frame, frame, pose)
        return self.eyes.compare(sure.frame, frame, pose, sure.pose)

    def _gains(
        self, sure: View, frame: Frame, pose: Pose, changes: NDArray[np.float64]
    ) -> NDArray[np.float64] | None:
        """How many came where something has changed, of eyes that can tell."""
        if not isinstance(self.eyes, Counting):
            return None
        return self.eyes.gains(sure.frame, frame, pose, sure.pose, changes)

    def _check_plates(self, frame: Frame) -> list[Event]:
        game = self.tracker.game
        if not self.plates_to_check or self.pose is None or not isinstance(game, Kulami):
            return []
        self.plates_to_check -= 1
        seen = other_plates(game.layout, frame, self.pose)
        if seen is None:
            return []
        self.plates_to_check = 0
        return [OtherPlates(str(seen), time=frame.time)]

    def carry_out(self, events: Iterable[Event]) -> list[Event]:
        """Do with the detector what the tracker asks for."""
        said = list(events)
        for event in said if self._adapts else ():
            if isinstance(event, Learn):
                board = self.tracker.game.parse_board(event.board)
                view = self._shown(event.n, board)
                self._lessons.append(view is not None)
                if view is not None:
                    self.eyes.adapt(view.frame, view.pose, board)
            elif isinstance(event, Forget):
                gone = self._lessons[-event.count :]
                del self._lessons[-event.count :]
                if sum(gone):
                    self.eyes.forget(sum(gone))
        return said

    def _shown(self, n: int, board: Any) -> View | None:
        """The look kept after move `n`, if it shows this board and not one that was taken back."""
        view = self._views.get(n)
        if view is None or not np.array_equal(view.shows.cells, self.tracker.view.cells(board)):
            return None
        return view


def _apart(one: Pose, other: Pose) -> float:
    """How far the corners of a board lie apart in two poses, in cells; Mangala: in pits."""
    corners = outline(one)
    a, b = one.project(corners), other.project(corners)
    size = 1.0 if one.places is None else float(np.median(one.places[:12, 2]))
    cells = float(np.ptp(corners[:, 0])) / size
    cell = float(np.linalg.norm(a[1] - a[0])) / cells
    return float(np.linalg.norm(a - b, axis=1).max()) / max(cell, 1e-6)


def eyes_of(game: AnyGame) -> Eyes:
    """The shipped detector; Kulami's plates are known from the rules."""
    if isinstance(game, Kulami):
        return KulamiDetector(game.layout)
    return detector(game.name)
