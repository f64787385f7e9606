"""Did a cell change between two settled frames? Measured over moves of random games."""

from __future__ import annotations

import random
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.compose import GridComposer
from datasets.covers import board_pose
from datasets.deeds import state_of
from datasets.manifest import SCENES, load_scenes
from datasets.optics import Optics, photograph
from datasets.play import reached
from datasets.scenes import Scene
from datasets.shares import Share, share_of, share_of_parts
from datasets.stills import can_be_shown, composer_of, game_of
from vision.frame import Frame

FLICKER = 0.05
"""Standard deviation of the exposure from one frame to the next."""
NUDGE = 0.6
"""Standard deviation, in pixels, of how far the board seems to lie off between two frames."""


class Comparer(Protocol):
    """Tells which cells changed."""

    def compare(self, before: Frame, after: Frame, pose: Pose) -> NDArray[np.float64]:
        """For every cell how likely it changed between two settled frames."""


@dataclass(frozen=True, eq=False)
class Pair:
    """Two settled frames, a move apart or with nothing done."""

    scene: str
    before: Frame
    after: Frame
    pose: Pose
    changed: NDArray[np.bool_]
    """What is true of every cell."""


@dataclass(frozen=True, slots=True)
class ChangeRow:
    """One pair's result: a line of a CSV."""

    source: str
    scene: str
    cells: int
    """How many cells were compared."""
    changed: int
    """How many of them changed."""
    missed: int
    """Changed, but told unchanged."""
    alarms: int
    """Unchanged, but told changed."""
    ms: float
    """Time to compare."""


def pairs(game: str, split: str, each: int, seed: int = 0, folder: Path = SCENES) -> Iterator[Pair]:
    """So many pairs of every scene: one in four shows the same position twice."""
    for scene in load_scenes(game, split, folder=folder):
        rng = random.Random(f"{seed}/{scene.name}/changes")
        noise = np.random.default_rng(rng.randrange(2**31))
        composer = composer_of(scene, rng)
        for number in range(each):
            if isinstance(composer, GridComposer):
                composer.displace(rng)
            yield _pair(scene, composer, number, rng, noise)


def _pair(
    scene: Scene, composer: Any, number: int, rng: random.Random, noise: np.random.Generator
) -> Pair:
    rules = game_of(scene)
    position = reached(rules, rng.randrange(0, 56), rng)
    moves = rules.moves(position)
    later = rules.play(position, rng.choice(moves)) if moves and number % 4 else position
    states = [can_be_shown(scene, state_of(scene.game, p)) for p in (position, later)]
    optics = Optics.random(noise)
    frames = []
    pose = scene.pose
    for state in states:
        level = float(np.exp(noise.normal(0, FLICKER)))
        lit = replace(optics, gain=tuple(g * level for g in optics.gain))  # type: ignore[arg-type]
        picture, pose = photograph(composer.show(state), scene.pose, lit, noise)
        frames.append(Frame(picture, 0.0, f"{scene.name}#{number}"))
    matrix = pose.matrix.copy()
    matrix[:2, 2] += noise.normal(0, NUDGE, 2)
    pose = replace(pose, matrix=matrix)
    pose = board_pose(scene, pose)
    changed = np.array([a != b for a, b in zip(*states, strict=True)])
    return Pair(scene.name, frames[0], frames[1], pose, changed)


def judge_changes(some: Iterable[Pair], comparer: Comparer) -> Iterator[ChangeRow]:
    """Compare every pair and count what was told wrongly."""
    for pair in some:
        begin = time.perf_counter()
        told = comparer.compare(pair.before, pair.after, pair.pose) > 0.5
        spent = (time.perf_counter() - begin) * 1e3
        yield ChangeRow(
            pair.before.source,
            pair.scene,
            len(told),
            int(pair.changed.sum()),
            int((pair.changed & ~told).sum()),
            int((told & ~pair.changed).sum()),
            spent,
        )


def change_shares(rows: Iterable[ChangeRow]) -> list[Share]:
    """The table's lines."""
    every = list(rows)
    right = [(r.scene, r.cells - r.missed - r.alarms, r.cells) for r in every]
    missed = [(r.scene, r.missed, r.changed) for r in every]
    alarms = [(r.scene, r.alarms, r.cells - r.changed) for r in every]
    return [
        share_of_parts("cells told changed or not rightly", right),
        share_of_parts("changes missed", missed),
        share_of_parts("unchanged cells told changed", alarms),
        share_of("pairs all right", every, lambda r: not r.missed and not r.alarms),
    ]
