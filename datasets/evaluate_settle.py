"""Let settlers watch clips, in bad light and with bumps, and count which frames they call still.

Every clip is filmed once and shown to several settlers side by side: as it is, in flickering and in
changing light, and, from many of its frames on, with the picture shifted or turned.
"""

from __future__ import annotations

import copy
import math
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any

import cv2
import numpy as np

from datasets.clips import FRAME_RATE, Moment, Pace
from datasets.covers import board_pose
from datasets.hands import load_hands
from datasets.manifest import SCENES, load_scenes
from datasets.scenes import BadScene, Scene
from datasets.shares import Share, share_of_parts
from datasets.trials import Clip, make_clip
from vision.frame import Frame, Picture
from vision.settle import Settler, State

AFTER = 0.4
"""Seconds after the last hand from which a board is settled."""
REST = 100
"""Frames for which a hand rests in the clips with resting hands."""
RESTS = 3
"""Moves of such a clip."""
CHANGE, CHECK = 4, 13
"""Frames after the last hand at which the light changes, and at which the board must be still."""
WITHIN = 2
"""Frames after a bump within which it must be noticed."""


@dataclass(slots=True)
class SettleRow:
    """What one settler said of one clip: a line of `results/settle.csv`."""

    game: str
    """Which game."""
    clip: str
    """Which clip."""
    scene: str
    """The scene it was made from."""
    trial: str
    """`play`, `rest`, a kind of light, or `bump`."""
    frames: int = 0
    """Frames that were shown."""
    hidden: int = 0
    """Frames in which a hand hides some cell."""
    hidden_still: int = 0
    """Of these, called still."""
    settled: int = 0
    """Frames without a hand for a while."""
    settled_still: int = 0
    """Of these, called still."""
    bumped: int = 0
    """Frames called bumped though nothing was."""
    changes: int = 0
    """Changes of the light over a free board."""
    changes_back: int = 0
    """Of these, still again within a second."""
    bumps: int = 0
    """Bumps of a free board."""
    bumps_noticed: int = 0
    """Of these, noticed in time."""
    hand_bumps: int = 0
    """Bumps while a hand was in the picture."""
    hand_bumps_noticed: int = 0
    """Of these, noticed in time."""
    ms: float = math.nan
    """Milliseconds of one core a frame, median."""


class Light:
    """How bright the light is, frame by frame; 1 as it was filmed."""

    def __init__(self, kind: str, rng: np.random.Generator) -> None:
        self._kind, self._rng, self._frame, self._turns = kind, rng, 0, 0

    def next(self, free: int) -> float:
        """The light of the next frame, `free` frames after the last hand."""
        self._frame += 1
        self._turns += free == CHANGE
        if self._kind == "flicker":
            return float(self._rng.uniform(0.97, 1.03))
        if self._kind == "slow":
            return 1 + 0.3 * math.sin(self._frame / FRAME_RATE / 20 * 2 * math.pi)
        return {"brighter": 1.3, "darker": 0.7}[self._kind] if self._turns % 2 else 1.0


LIGHTS = ("flicker", "slow", "brighter", "darker")


class Trial:
    """One settler in one light."""

    def __init__(self, row: SettleRow, light: Light | None) -> None:
        self.row, self._light = row, light
        self.settler: Settler | None = None
        self._free, self._last = 0, 0.0
        self._times: list[float] = []

    def show(self, moment: Moment, scene: Scene) -> None:
        """The next frame."""
        if self.settler is None:
            self.settler = Settler(board_pose(scene, moment.pose), moment.frame.size)
            self._last = moment.frame.time
        if moment.moving:
            self._last = moment.frame.time
        self._free = 0 if moment.moving else self._free + 1
        frame = moment.frame
        if self._light is not None:
            picture: Any = cv2.convertScaleAbs(frame.picture, alpha=self._light.next(self._free))
            frame = Frame(picture, frame.time, frame.source)
        begin = time.process_time()
        told = self.settler.see(frame)
        self._times.append(time.process_time() - begin)
        self._count(told.state, moment)

    def _count(self, state: State, moment: Moment) -> None:
        row, still = self.row, state is State.STILL
        row.frames += 1
        row.bumped += state is State.BUMPED
        if moment.hidden:
            row.hidden += 1
            row.hidden_still += still
        if moment.frame.time - self._last >= AFTER - 1e-6:
            row.settled += 1
            row.settled_still += still
        if self._light is not None and self._free == CHECK:
            row.changes += 1
            row.changes_back += still

    def done(self) -> SettleRow:
        """The row, once the clip has ended."""
        self.row.ms = median(self._times) * 1e3 if self._times else math.nan
        return self.row


class Bump:
    """A copy of a settler for which the picture has moved."""

    def __init__(self, settler: Settler, hand: bool, warp: Any) -> None:
        self._settler, self.hand, self._warp = copy.deepcopy(settler), hand, warp
        self.left = WITHIN + 1
        self.noticed = False

    def show(self, frame: Frame) -> None:
        """The next frame, moved."""
        told = self._settler.see(Frame(moved(frame.picture, self._warp), frame.time))
        self.noticed |= told.state is State.BUMPED
        self.left -= 1


def moved(picture: Picture, warp: Any) -> Picture:
    """The picture of a camera that was knocked."""
    height, width = picture.shape[:2]
    edge = cv2.BORDER_REFLECT_101
    return cv2.warpAffine(picture, warp, (width, height), flags=cv2.INTER_LINEAR, borderMode=edge)  # type: ignore[return-value]


def random_bump(size: tuple[int, int], rng: np.random.Generator) -> Any:
    """A shift by 3 to 30 pixels anywhere, or a turn by half a degree to three about the middle."""
    if rng.random() < 0.5:
        far, way = np.exp(rng.uniform(np.log(3), np.log(30))), rng.uniform(0, 2 * np.pi)
        return np.array([[1, 0, far * np.cos(way)], [0, 1, far * np.sin(way)]])
    turn = float(rng.uniform(0.5, 3) * rng.choice([-1, 1]))
    return cv2.getRotationMatrix2D((size[0] / 2, size[1] / 2), turn, 1.0)


def settle_clips(
    game: str, split: str, each: int, most_plies: int | None, folder: Path = SCENES
) -> Iterator[tuple[Clip, bool]]:
    """Games on every table of a split, and a short one on each in which the hands rest."""
    hands = load_hands(split, folder)
    if not hands:
        raise BadScene(f"no {split} hands are stored in {folder}")
    for scene in load_scenes(game, split, folder=folder):
        for number in range(each):
            yield make_clip(scene, number, hands, 1, most_plies), False
        yield make_clip(scene, each, hands, 0, RESTS, Pace(rest=REST)), True


def judge_settling(clip: Clip, rests: bool, every: int) -> list[SettleRow]:
    """Show one clip to all settlers; on average one frame in `every` begins a bump."""
    rng = np.random.default_rng(clip.seed)

    def row(trial: str) -> SettleRow:
        return SettleRow(clip.scene.game, clip.name, clip.scene.name, trial)

    plain = Trial(row("rest" if rests else "play"), None)
    trials = [plain, *(Trial(row(k), Light(k, rng)) for k in LIGHTS if not rests)]
    bumped, bumps = row("bump"), list[Bump]()
    for number, moment in enumerate(clip.moments()):
        settler = plain.settler
        if settler is not None and number > 4 and not rests and rng.random() < 1 / every:
            bumps.append(Bump(settler, moment.moving, random_bump(moment.frame.size, rng)))
        for trial in trials:
            trial.show(moment, clip.scene)
        for bump in bumps:
            bump.show(moment.frame)
        _count_bumps(bumped, [bump for bump in bumps if not bump.left])
        bumps = [bump for bump in bumps if bump.left]
    return [*(trial.done() for trial in trials), *([] if rests else [bumped])]


def _count_bumps(row: SettleRow, ended: Iterable[Bump]) -> None:
    for bump in ended:
        row.frames += WITHIN + 1
        row.hand_bumps += bump.hand
        row.hand_bumps_noticed += bump.hand and bump.noticed
        row.bumps += not bump.hand
        row.bumps_noticed += not bump.hand and bump.noticed


def settle_shares(rows: Sequence[SettleRow]) -> list[Share]:
    """The table's lines over clips."""

    def over(what: str, trials: Sequence[str], hits: str, n: str) -> Share:
        some = [row for row in rows if row.trial in trials]
        return share_of_parts(what, [(r.scene, getattr(r, hits), getattr(r, n)) for r in some])

    every = ("play", "rest", *LIGHTS)
    lines = [
        over("frames with a hand called still", ("play", "rest"), "hidden_still", "hidden"),
        over("of these with a resting hand", ("rest",), "hidden_still", "hidden"),
        over("settled frames called still", ("play", "rest"), "settled_still", "settled"),
        over("frames called bumped without a bump", every, "bumped", "frames"),
        over("bumps of a free board noticed", ("bump",), "bumps_noticed", "bumps"),
        over("bumps under a hand noticed", ("bump",), "hand_bumps_noticed", "hand_bumps"),
    ]
    for kind in LIGHTS:
        what = f"{kind} light"
        lines.append(over(f"{what}: still within a second", (kind,), "changes_back", "changes"))
        lines.append(over(f"{what}: hands called still", (kind,), "hidden_still", "hidden"))
    return lines
