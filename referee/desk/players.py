"""All that people without the PIN may know: who plays, the board, the turn, the clock, the result.

A fault must not show. The rules let an unreported fault stand, so whoever sees that the program
stumbled has been helped. Therefore nothing here is taken from the tracker as it decides, only from
moves that have ended: a legal move is told to the referee at once and a fault when its move has
ended, and players who could see that difference would know. Only beside a signed result stands the
board that was counted, which is no secret any more. In Mangala the picture itself is shown,
because stones drawn one by one would be a counting aid.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import cv2

from calibration.pose import Pose
from engines import AnyGame
from engines.match import Round
from engines.players import PLAYERS
from referee import events as told
from referee.desk.boards import draw_board
from referee.round_events import CORRECTIONS
from referee.sheet import pits, svg
from referee.sitting import Sitting, Written
from vision.frame import Frame
from vision.settle import State


@dataclass(frozen=True, slots=True)
class Public:
    """What is shown."""

    version: int = 0
    """Counts what was shown, not what was seen."""
    board: bytes = b""
    """The picture."""
    media: str = "image/svg+xml"
    """What kind of picture."""
    game: str = ""
    """Which game."""
    turn: str = ""
    """Whose turn it is, as a colour or seat; empty when nobody's."""
    sides: tuple[str, ...] = ()
    """The sides of players A and B."""
    names: tuple[str, ...] = ()
    """Their names, empty where none were given."""
    over: bool = False
    """Whether the game is over; then it is nobody's turn."""
    clocks: tuple[tuple[str, float, bool], ...] = ()
    """Side, seconds left, and whether they run."""
    result: tuple[str, tuple[int, int] | None] | None = None
    """Winner's name or `draw`, and the score: only when both have signed."""
    of_set: int = 0
    """Which set this is the result of; 0 for the whole game."""


class PlayersView:
    """Keeps what is shown; fed with everything, lets through what has been decided."""

    def __init__(self, ring: Callable[[], None]) -> None:
        self._ring = ring
        self._lock = threading.Lock()
        self.shown = Public()
        self._sitting: Sitting | None = None
        self._held: Callable[[], bool] = _never
        self._game: AnyGame | None = None
        self._positions: dict[int, str] = {}
        self._position = self._drawn = ""
        self._pictured = False

    def begin(self, sitting: Sitting, held: Callable[[], bool] | None = None) -> None:
        """A new game; `held` tells whether it is a recording that waits, and its clocks with it."""
        self._sitting, self._game = sitting, sitting.tracker.game
        self._held = held or _never
        self._positions.clear()
        self._drawn, self._pictured = "", False
        self.shown = Public(version=self.shown.version)
        self._show(str(sitting.tracker.position), None, None, sitting)

    def now(self) -> Public:
        """What is shown, with the clocks as they stand this moment; never waits for the table."""
        shown, sitting = self.shown, self._sitting
        return shown if sitting is None else replace(shown, clocks=_clocks(sitting, self._held()))

    def hear(self, line: Written, frame: Frame | None) -> None:
        """Remember what stands after each move, for when it has ended."""
        event = line.event
        if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected):
            self._positions[event.n] = event.position
            if isinstance(event, told.Corrected):
                self._position = event.position
        elif isinstance(event, told.Ended):
            self._position = self._positions.get(event.n, self._position)
        elif isinstance(event, told.Resync | told.Restored) or (
            isinstance(event, told.Told) and event.what in CORRECTIONS
        ):
            self._position = event.position
        elif event is None and isinstance(line.data.get("position"), str):
            self._position = line.data["position"]

    def look(self, sitting: Sitting) -> None:
        """Show what has changed, if anything."""
        if _result(sitting) is not None:
            self._look_at_the_end(sitting)
            return
        still = sitting.table.settled is not None and sitting.table.settled.state is State.STILL
        frame = sitting.frame if still else None
        self._show(self._position, frame, sitting.pose, sitting)

    def _look_at_the_end(self, sitting: Sitting) -> None:
        """Show the board that was counted, also where its last move was still open."""
        tracker = sitting.tracker
        view = sitting.table.seen_after(tracker.state.ledger.n)
        frame, pose = (None, None) if view is None else (view.frame, view.pose)
        self._show(str(tracker.position), frame, pose, sitting)

    def _show(
        self, position: str, frame: Frame | None, pose: Pose | None, sitting: Sitting
    ) -> None:
        game = self._game
        if game is None:
            return
        with self._lock:
            before = self.shown
            changed = position != self._drawn or not before.board
            self._position = position
            board, media = before.board, before.media
            if game.name == "mangala":
                if frame is not None and pose is not None and (changed or not self._pictured):
                    board, media = _photo(frame, pose), "image/jpeg"
                    self._pictured, self._drawn = True, position
                elif not board or not self._pictured:
                    board, media = _bare().encode(), "image/svg+xml"
            elif changed:
                drawn = draw_board(game, game.board_of(game.parse_position(position)))
                board = drawn.replace(f'"{svg.FONT}"', '"system-ui, sans-serif"').encode()
                media, self._drawn = "image/svg+xml", position
            round_ = sitting.keeper.round
            over = round_.phase in ("between", "referee", "over", "signed")
            shown = replace(
                before,
                board=board,
                media=media,
                game=game.name,
                turn="" if over else _turn(round_, str(game.parse_position(position).side)),
                sides=tuple(round_.side_of(player) for player in PLAYERS),
                names=sitting.beginning.names,
                over=over,
                clocks=_clocks(sitting, self._held()),
                result=_result(sitting),
                of_set=0 if round_.decision else round_.set_number,
            )
            if _differs(before, shown):
                self.shown = replace(shown, version=before.version + 1)
                self._ring()


def _differs(before: Public, after: Public) -> bool:
    """A clock that only runs on is nothing new."""
    same = replace(after, clocks=before.clocks, version=before.version) == before
    runs = [(side, runs) for side, _, runs in before.clocks]
    return not same or runs != [(side, runs) for side, _, runs in after.clocks]


def _never() -> bool:
    """A camera that looks at the world waits for nobody."""
    return False


def _turn(round_: Round, next_: str) -> str:
    """Whose turn it is. A report that was accepted is known to both players, who have heard the
    referee: then it is the turn of whoever must put the board right."""
    return next_ if round_.awaiting is None else str(round_.side_of(round_.awaiting.by))


def _clocks(sitting: Sitting, held: bool) -> tuple[tuple[str, float, bool], ...]:
    round_ = sitting.keeper.round
    clock = round_.clock
    if clock is None:
        return ()
    now = max(sitting.now, clock.since)
    return tuple(
        (
            round_.side_of(each),
            round(clock.remaining(each, now), 1),
            clock.running == each and not held,
        )
        for each in PLAYERS
    )


def _result(sitting: Sitting) -> Any:
    """Only what both have signed."""
    round_ = sitting.keeper.round
    decision, sets = round_.decision, round_.results
    if len(round_.signed) < len(PLAYERS) or (decision is None and not sets):
        return None
    result = sets[-1].result if decision is None else decision.result
    # Beside a winner by time, warnings or several sets the last count would tell another story.
    counted = decision is not None and decision.reason == "sets" and round_.conduct.sets == 1
    score = sets[-1].score if counted else None
    if result == "draw":
        return ("draw", score)
    names = dict(zip(PLAYERS, sitting.beginning.names, strict=True))
    return (names[result] or f"side:{round_.side_of(result)}", score)


def _photo(frame: Frame, pose: Pose) -> bytes:
    shown, _ = pits.straightened(frame.picture, pose)
    good, data = cv2.imencode(".jpg", shown, [cv2.IMWRITE_JPEG_QUALITY, 80])
    return data.tobytes() if good else b""


def _bare() -> str:
    """The board of Mangala before it is seen: pits without stones."""
    places = pits.clean_places()
    return svg.drawing(pits.WIDTH, pits.HEIGHT, list(pits.empty_pits(places)))
