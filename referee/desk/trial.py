"""A look at a table before the game: is the board found, and does the start position stand on it?

Everything that is wrong is said with what to do about it.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.corners import pose_from_corners
from calibration.pits import OUTER, pose_from_pits
from calibration.pose import BoardNotFound, Pose
from engines import AnyGame, InputError, new_game
from engines.grid import NAMES as CELLS
from engines.kulami import Kulami, Layout
from engines.mangala import Board as MangalaBoard
from referee.orientation import turned_to_fit
from referee.sheet.stones import likeliest_stones
from referee.sitting.looking import Looking
from referee.table import eyes_of
from vision.cameras import Camera
from vision.detectors import detector
from vision.find import outline
from vision.find.lying import turned_like
from vision.frame import Frame
from vision.reading import Reading
from vision.rectify import rectified

PAUSE = 0.6
"""Seconds between two looks."""
DARK, BRIGHT, GLARE = 45.0, 250, 0.3
"""A board darker than this on average; pixels as bright as this; so many of them are glare."""
INSET = ((0.2, 0.2), (0.25, 0.42))
"""How far inside the picture the points to drag begin: on corners, on Mangala's outer pits."""
FORGOTTEN = 180.0
"""Seconds after which nobody seems to look at the set-up any more."""
LIKELY = 0.02
"""The start is seen where each of its cells is at least this share as likely as what seems to
stand there: stones in a heap are often miscounted by one, and then 49 would be in play."""
MOVED = 0.02
"""A corner that strays further than this share of the picture's width has moved."""


@dataclass(frozen=True, eq=False)
class TrialLook:
    """What one look has shown."""

    frame: Frame
    """The picture."""
    pose: Pose | None = None
    """Where the board lies."""
    board: Any = None
    """What stands on it, as far as it is seen."""
    layout: Layout | None = None
    """Kulami: the plates as they are seen."""
    wrong: tuple[str, ...] = ()
    """The cells that do not show the start position."""
    unclear: tuple[str, ...] = ()
    """The cells that seem to hold something else, but may well show the start position."""
    doubtful: tuple[str, ...] = ()
    """The cells that are not sure."""
    glare: tuple[str, ...] = ()
    """The cells with glare on them."""
    dark: bool = False
    """Whether it is too dark."""
    moved: bool = False
    """Whether board or camera have moved since the last look."""
    reason: str = ""
    """Why there is no board."""
    what_to_do: str = ""
    """What would help."""

    @property
    def ready(self) -> bool:
        """Whether the start position stands there."""
        return self.board is not None and not self.wrong

    def handles(self) -> list[tuple[float, float]]:
        """The points that can be dragged: corners, or Mangala's outer pits."""
        if self.pose is None:
            return []
        if self.pose.places is None:
            seen = self.pose.project(outline(self.pose))
        else:
            seen = self.pose.place_middles()[list(OUTER)]
        return [(float(x), float(y)) for x, y in seen]


def guessed_handles(game: str, size: tuple[int, int]) -> list[tuple[float, float]]:
    """Where the points to drag begin while no board is found: clockwise from the upper left."""
    (left, top), (width, height) = INSET[game == "mangala"], size
    near, far = (left * width, top * height), ((1 - left) * width, (1 - top) * height)
    return [near, (far[0], near[1]), far, (near[0], far[1])]


@dataclass
class Trial:
    """Looks at a camera again and again until it is closed."""

    source: str
    """Which camera."""
    game: AnyGame
    """Which game."""
    camera: Camera | None
    """The open camera; None where `frames` come from a table that runs."""
    newest: Callable[[], Frame | None]
    """The newest picture, where the camera is open elsewhere."""
    looking: Looking = field(default_factory=Looking)
    """What is known of the table from its profile."""
    look: TrialLook | None = None
    """The last look."""
    trouble: str = ""
    """Why there are no pictures."""
    refused: str = ""
    """Why the pictures cannot be looked at with the table's profile."""
    given: Pose | None = None
    """Where a person says that the board lies."""
    plates_given: bool = False
    """Whether a person has said where the plates lie."""
    frame: Frame | None = None
    """The newest picture."""
    asked: float = field(default_factory=time.monotonic)
    """When somebody last wanted to know; a forgotten set-up gives its camera back."""
    _judged: Any = None
    _stop: threading.Event = field(default_factory=threading.Event)
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def start(self) -> None:
        """Begin to look, in threads of their own: one takes pictures, one reads them."""
        self._threads = [
            threading.Thread(target=target, name="hakem-trial", daemon=True)
            for target in (self._take, self._read)
        ]
        for thread in self._threads:
            thread.start()

    def close(self) -> None:
        """Stop, and give the camera back."""
        self._stop.set()
        for thread in self._threads:
            thread.join(timeout=5)
        if self.camera is not None:
            self.camera.close()

    def touch(self) -> None:
        """Somebody still looks at this."""
        self.asked = time.monotonic()

    def place(self, points: list[tuple[float, float]] | None) -> None:
        """Corners (or Mangala's outer pits) as a person has put them; None: find them again."""
        frame = self.frame
        if points is None or frame is None:
            self.given = None
            return
        width, height = frame.size
        inside = np.clip(np.asarray(points, float), (-0.2 * width, -0.2 * height),
                         (1.2 * width, 1.2 * height))  # fmt: skip
        make = pose_from_pits if self.game.name == "mangala" else pose_from_corners
        try:
            self.given = make(inside, frame.size, self.looking.lens)
        except ValueError as error:
            raise InputError(str(error)) from None
        self.look_now(frame)

    def set_layout(self, rows: str | None) -> None:
        """Kulami: the plates as a person has put them; None: read them; raises `InputError`."""
        if not isinstance(self.game, Kulami):
            raise InputError("only Kulami has plates")
        with self._lock:  # a look that has begun before would put the plates as it read them
            if rows is not None:
                self.game = _with_plates(self.game, rows)
            self.plates_given = rows is not None
            self._judged = None
        if self.frame is not None:
            self.look_now(self.frame)

    def look_now(self, frame: Frame) -> TrialLook:
        """Look at a frame."""
        with self._lock:
            same = self.look is not None and self.look.frame is frame
            if same and self.look is not None and self._judged == (self.given, self.game):
                return self.look  # a recording waits, and nothing new was told
            self._judged = (self.given, self.game)
            self.look = self._seen(frame, self.look)
            return self.look

    def _take(self) -> None:
        while not self._stop.is_set():
            if self.camera is None:
                self.frame = self.newest() or self.frame
                self._stop.wait(0.1)
                continue
            try:
                self.frame = next(self.camera)
            except StopIteration:
                self.trouble = "the camera gives no more pictures"
                return
            except InputError as error:
                self.trouble = str(error)
                return
            if not self.camera.live:  # a recording waits with its first picture for the start
                return

    def _read(self) -> None:
        while not self._stop.is_set():
            begun = time.monotonic()
            if begun - self.asked > FORGOTTEN:
                self.trouble = "the set-up was left alone; choose the camera again"
                self._stop.set()
                if self.camera is not None:
                    self.camera.close()
                return
            if self.frame is not None:
                try:
                    self.look_now(self.frame)
                    self.refused = ""
                except InputError as error:  # the profile is of another camera
                    self.refused = str(error)
            self._stop.wait(max(0.05, PAUSE - (time.monotonic() - begun)))

    def _seen(self, frame: Frame, before: TrialLook | None) -> TrialLook:
        if self.looking.profile is not None:
            self.looking.profile.fits(frame.size)
        pose, like = self.given, self.looking.like(self.game)
        if pose is None:
            try:
                found = self._found(frame, before)
            except BoardNotFound as error:
                if _brightness(frame.picture) < DARK:
                    return TrialLook(
                        frame, dark=True, reason=error.reason, what_to_do=error.what_to_do
                    )
                return TrialLook(frame, reason=error.reason, what_to_do=error.what_to_do)
            if before is not None and before.pose is not None:
                pose = found  # row 1 stays row 1
            elif like is not None:
                pose = turned_like(found, like)
            elif isinstance(self.game, Kulami) and not self.plates_given:
                pose = found
            else:
                pose = turned_to_fit(self.game, self.game.start(), frame, found)
        return self._with_board(frame, pose, before)

    def _found(self, frame: Frame, before: TrialLook | None) -> Pose:
        """The board, looked for where it lay before; raises `BoardNotFound`."""
        finder = self.looking.finder(self.game)
        if before is None or before.pose is None:
            return finder.find(frame)
        return finder.follow(frame, before.pose)

    def _with_board(self, frame: Frame, pose: Pose, before: TrialLook | None) -> TrialLook:
        layout = None
        if isinstance(self.game, Kulami) and not self.plates_given:
            layout = detector("kulami").read(frame, pose).layout
            if layout is not None:
                self.game = _with_plates(self.game, str(layout))
        eyes = eyes_of(self.game)
        self.looking.teach(self.game, eyes)
        reading = eyes.read(frame, pose)
        board = likeliest_board(reading)
        wrong, unclear = unlike_the_start(self.game, reading)
        glare, dark = _light(self.game, frame, pose, _contents(self.game, board))
        doubtful, moved = reading.doubtful(), _moved(pose, before)
        return TrialLook(frame, pose, board, layout, wrong, unclear, doubtful, glare, dark, moved)


def _with_plates(game: Kulami, rows: str) -> AnyGame:
    """The same rules with other plates; raises `InputError`."""
    options = {name: getattr(game.rules, name) for name in game.rules.__dataclass_fields__}
    return new_game(game.name, {**options, "layout": rows})


def likeliest_board(reading: Reading) -> Any:
    """What seems to stand there; Mangala's counts, where all are seen, come to 48 together."""
    if reading.game == "mangala" and reading.seen.all():
        return MangalaBoard(likeliest_stones(reading, {}))
    return reading.most_likely()


def unlike_the_start(game: AnyGame, reading: Reading) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The cells that do not show the start, and those of which it is only not clear."""
    wrong, unclear = [], []
    due = _contents(game, game.board_of(game.start()))
    for i, name in enumerate(reading.names):
        likely = reading.probabilities[i]
        there = float(likely[reading.contents.index(due[i])])
        if not reading.seen[i] or there < LIKELY * likely.max():
            wrong.append(name)
        elif there < likely.max():
            unclear.append(name)
    return tuple(wrong), tuple(unclear)


def _contents(game: AnyGame, board: Any) -> list[str]:
    if game.name == "mangala":
        return ["?" if count is None else str(count) for count in board.stones]
    return list("".join(board.rows))


def _moved(pose: Pose, before: TrialLook | None) -> bool:
    if before is None or before.pose is None:
        return False
    was, now = before.pose.project(outline(before.pose)), pose.project(outline(pose))
    width = before.frame.size[0]
    nearest = min(float(np.abs(np.roll(now, k, 0) - was).max()) for k in range(4))
    return nearest > MOVED * width


def _brightness(picture: NDArray[np.uint8]) -> float:
    return float(picture[::8, ::8].mean())


def _light(
    game: AnyGame, frame: Frame, pose: Pose, seen: list[str]
) -> tuple[tuple[str, ...], bool]:
    """The cells with glare, and whether the board is too dark."""
    if game.name == "mangala":
        return (), _brightness(frame.picture) < DARK
    flat = rectified(frame.picture, pose, 24, 0.0)
    cells = flat.reshape(8, 24, 8, 24, 3).transpose(0, 2, 1, 3, 4).reshape(64, -1, 3)
    bright = (cells.min(2) >= BRIGHT).mean(1)
    glare = tuple(CELLS[i] for i in range(64) if bright[i] > GLARE and seen[i] != "W")
    return glare, float(flat.mean()) < DARK
