"""Whole games as clips: from a list of moves to frames in which hands do the moving.

A move is cut into small deeds (a disc is put, another turned; a marble, then its token; stones are
taken up, sown one by one, captured). A hand comes, does the deeds one after the other, and leaves;
then the board lies still. Every frame carries its truth: what stands, what the hand hides, whether
anything moves. The same seed gives the same frames.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.covers import COVERED, CellMap, board_pose
from datasets.hands import Hand
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from vision.frame import Frame, Picture

FRAME_RATE = 10.0
NEAR = ("B", "south")
"""Who sits at the lower edge of the board."""

State = tuple[str | int, ...]
"""What every cell holds: letters on a grid (`tB` with a token), numbers of stones in Mangala."""


@dataclass(frozen=True, slots=True)
class Deed:
    """One thing a hand does."""

    cell: int
    """Where the hand is."""
    state: State
    """What stands afterwards."""


@dataclass(frozen=True, slots=True)
class Turn:
    """One move: who makes it and what the hand does."""

    side: str
    """Who moves."""
    deeds: tuple[Deed, ...]
    """What the hand does, in order."""
    told: Mapping[str, Any]
    """The move and its faults, for the truth."""


@dataclass(frozen=True, slots=True, eq=False)
class Moment:
    """One frame of a clip with its truth."""

    frame: Frame
    """The picture."""
    state: State
    """What stands on the board, be it seen or not."""
    hidden: tuple[int, ...]
    """The cells that the hand hides."""
    moving: bool
    """Whether any of a hand or of its shadow is in the picture."""
    pose: Pose
    """Where the board lies."""
    turn: int
    """How many moves are complete."""


class Composer(Protocol):
    """What shows a state of a scene."""

    def show(self, state: State) -> Picture:
        """A clean picture of the state."""


@dataclass(frozen=True, slots=True)
class Pace:
    """How fast people are, in frames."""

    come: int = 3
    """For the hand to come or to leave."""
    deed: int = 3
    """For one deed."""
    still: int = 14
    """Between two moves, with nobody over the board."""
    rest: int = 0
    """For the hand to lie still over its last deed before it leaves."""


PACES = {"calm": Pace(come=4, deed=3, still=33), "quick": Pace()}
"""Calm: three quiet seconds end a move where nobody presses a clock. Quick: half that."""


def film(
    scene: Scene,
    composer: Composer,
    hands: Sequence[Hand],
    start: State,
    turns: Sequence[Turn],
    seed: int,
    pace: Pace | None = None,
) -> Iterator[Moment]:
    """The clip, frame by frame."""
    stage = Stage(scene, composer, hands, start, seed)
    pace = pace or Pace()
    yield from stage.still(pace.still)
    for turn in turns:
        yield from stage.make(turn, pace)
        yield from stage.still(pace.still + int(stage.rng.integers(0, 6)))


class Stage:
    """A board before a camera, and hands over it: gives the frames of what is done."""

    def __init__(
        self,
        scene: Scene,
        composer: Composer,
        hands: Sequence[Hand],
        start: State,
        seed: int,
        every: int = 1,
    ) -> None:
        """`every`: one frame in so many is taken."""
        self.scene, self.composer = scene, composer
        self.rng = np.random.default_rng(seed)
        self.camera = Camera(scene, Optics.random(self.rng), self.rng, every)
        self.cells = CellMap(board_pose(scene, scene.pose), scene.size)
        self._hands = {side: hands[int(self.rng.integers(len(hands)))] for side in ("near", "far")}
        self.turn = 0
        """How many moves are complete."""
        self.show(start)

    def show(self, state: State) -> None:
        """From now on this stands on the board."""
        self.state, self._clean = state, self.composer.show(state)

    def still(self, frames: int) -> Iterator[Moment]:
        """Nobody is over the board."""
        for _ in range(frames):
            yield self.camera.take(self._clean, self.state, (), False, self.turn)

    def make(self, turn: Turn, pace: Pace) -> Iterator[Moment]:
        """A hand comes, does its deeds, perhaps rests, and leaves."""
        near = turn.side in NEAR
        reach = _Reach(self.scene, self._hands["near" if near else "far"], near, self.rng)
        path = reach.path([deed.cell for deed in turn.deeds], pace)
        done = not turn.deeds
        for spot, deed in path:
            if deed is not None:
                done = deed == len(turn.deeds) - 1
                self.show(turn.deeds[deed].state)
            covered, solid = reach.over(self._clean, spot)
            moving = not np.array_equal(covered, self._clean)  # far out, no pixel of it is seen
            left = done and not moving
            hidden = tuple(np.nonzero(self.cells.shares(solid) > COVERED)[0].tolist())
            yield self.camera.take(covered, self.state, hidden, moving, self.turn + left)
        self.turn += 1


class Camera:
    """Takes frames: one lens, flickering light, fresh noise."""

    def __init__(
        self, scene: Scene, optics: Optics, rng: np.random.Generator, every: int = 1
    ) -> None:
        self._pose, self._optics, self._rng, self._count = scene.pose, optics, rng, 0
        self.every = every
        """One frame in so many is taken."""
        self.disturb: Callable[[Picture], Picture] | None = None
        """What has become of the view since the beginning: a knock, another light."""

    def wait(self, frames: int) -> None:
        """Let so many frames go by that nobody looks at."""
        self._count += frames

    def take(
        self, clean: Picture, state: State, hidden: tuple[int, ...], moving: bool, turn: int
    ) -> Moment:
        """The next frame of a clean picture."""
        flicker = float(np.exp(self._rng.normal(0, 0.012)))
        gains = tuple(gain * flicker for gain in self._optics.gain)
        optics = replace(self._optics, gain=gains)  # type: ignore[arg-type]
        clean = clean if self.disturb is None else self.disturb(clean)
        picture, pose = photograph(clean, self._pose, optics, self._rng)
        frame = Frame(picture, self._count / FRAME_RATE, "clip")
        self._count += self.every
        return Moment(frame, state, hidden, moving, pose, turn)


class _Reach:
    """A hand that comes from one side of the board."""

    def __init__(self, scene: Scene, hand: Hand, near: bool, rng: np.random.Generator) -> None:
        self._scene, self._hand, self._rng = scene, hand, rng
        middle, outward = scene.pose.project([(0, 0, 0), (0, -100 if near else 100, 0)])
        way = outward - middle
        self._scale = float(np.linalg.norm(way)) / 100
        self._arm = math.atan2(way[1], way[0]) + float(rng.normal(0, 0.25))
        self._away = middle + way / np.linalg.norm(way) * max(scene.size) * 0.75

    def path(
        self, cells: Sequence[int], pace: Pace
    ) -> Iterator[tuple[NDArray[np.float64], int | None]]:
        """Where the tips are, frame by frame, and which deed is done in that frame."""
        spots = [self._away, *(self._spot(cell) for cell in cells), self._away]
        for number, (a, b) in enumerate(pairwise(spots)):
            last = number == len(spots) - 2
            steps = pace.come if number == 0 or last else max(1, pace.deed - 1)
            for k in range(1, steps + 1):
                share = k / steps
                yield a + (b - a) * share, None
            if not last:
                yield b, number
            if number == len(cells) - 1:
                yield from [(b, None)] * pace.rest

    def _spot(self, cell: int) -> NDArray[np.float64]:
        x, y, z = _middle(self._scene, cell)
        spot: NDArray[np.float64] = self._scene.pose.project([(x, y, z)])[0]
        return spot + self._rng.normal(0, 0.08, 2) * self._scale * 20

    def over(
        self, picture: Picture, spot: NDArray[np.float64]
    ) -> tuple[Picture, NDArray[np.bool_]]:
        return self._hand.over(picture, (float(spot[0]), float(spot[1])), self._arm, self._scale)


def _middle(scene: Scene, cell: int) -> tuple[float, float, float]:
    board = scene.board
    if scene.game == "mangala":
        x, y = board["places"][cell]["centre"]
        return x, y, 0.0
    pitch = board["pitch"]
    return (cell % 8 - 3.5) * pitch, (3.5 - cell // 8) * pitch, 0.0
