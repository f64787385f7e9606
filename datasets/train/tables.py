"""Clean pictures of the scenes to learn from: composed positions, and whole renders.

Layered scenes show every position on a few tables; whole renders show one position each on many
tables. Half of the pictures are of either kind.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.clips import State
from datasets.compose import PitComposer
from datasets.covers import board_pose
from datasets.manifest import SCENES, load_scenes
from datasets.scenes import Layer, Scene
from datasets.sketch.mangala import random_stones
from datasets.stills import can_be_shown, composer_of
from vision.frame import Picture

Choice = Callable[[Scene, random.Random], State]


@dataclass(frozen=True, eq=False)
class Shown:
    """A picture of a table and what stands on it."""

    scene: Scene
    """The table."""
    state: State
    """What stands there."""
    picture: Picture
    """As a camera without faults gives it."""
    index: NDArray[np.uint16]
    """Which piece each pixel of it shows; 0 for none."""

    @property
    def pose(self) -> Pose:
        """In cells; in Mangala in millimetres, with the places."""
        return board_pose(self.scene, self.scene.pose)

    def stones(self) -> list[NDArray[np.float64]]:
        """Mangala: where the stones of each place lie, in millimetres, as far as is known."""
        return [_middles(self._layer(p), p, int(n)) for p, n in enumerate(self.state)]

    def _layer(self, place: int) -> Layer | None:
        if "whole" in self.scene.layers:
            return self.scene.layers["whole"]
        fill = -(-int(self.state[place]) // (1 if place < 12 else 3))
        return self.scene.layers[PitComposer(self.scene).fill_name(fill)] if fill else None


def _middles(layer: Layer | None, place: int, count: int) -> NDArray[np.float64]:
    pieces = [p.top for p in layer.pieces if p.cell == place][:count] if layer else []
    return np.array(pieces, float).reshape(-1, 3)


def any_stones(_: Scene, rng: random.Random) -> State:
    """Mangala: the fills that sketches have too."""
    return random_stones(np.random.default_rng(rng.randrange(2**31)))


def shown(
    game: str,
    split: str,
    count: int,
    seed: int,
    choose: Choice,
    folder: Path = SCENES,
    least: float = 0.0,
) -> Iterator[Shown]:
    """So many pictures of a split: chosen states composed, then the whole renders in some order.

    Whole renders with cells of fewer than `least` pixels are left out.
    """
    layered = list(load_scenes(game, split, folder=folder))
    whole = [
        scene
        for scene in load_scenes(game, split, "whole", folder)
        if not least or cell_size(scene) >= least
    ]
    composed = count // 2 if whole else count
    for scene in layered:
        rng = random.Random(f"{seed}/{scene.name}")
        composer = composer_of(scene, rng)
        for _ in range(-(-composed // len(layered))):
            if not isinstance(composer, PitComposer):
                composer.displace(rng)
            state = can_be_shown(scene, choose(scene, rng))
            yield Shown(scene, state, composer.show(state), composer.index_of(state))
    random.Random(f"{seed}/{split}").shuffle(whole)
    for number in range(count - composed):
        scene = whole[number % len(whole)]
        state, picture = scene.layers["whole"].state, scene.picture("whole")
        yield Shown(scene, state, picture, scene.index("whole"))


def cell_size(scene: Scene) -> float:
    """How long the shortest edge of a board of 8x8 cells is, in pixels a cell."""
    corners = scene.pose.project(scene.board["corners"])
    return float(np.linalg.norm(corners - np.roll(corners, 1, axis=0), axis=1).min()) / 8
