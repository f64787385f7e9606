"""What happens at real tables besides moves, filmed on test scenes: one short clip a situation.

All are of Reversi. A clip is made frame by frame when it is asked for; `Moment.turn` counts what
the hands have done, so that whoever watches can step in between.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from datasets.clips import Deed, Moment, Pace, Stage, State, Turn
from datasets.deeds import reversi_state, reversi_turn
from datasets.hands import load_hands
from datasets.manifest import SCENES, load_scenes
from datasets.scenes import BadScene, Scene
from datasets.stills import composer_of
from engines.contract import Explanation
from engines.grid import cell_index
from engines.reversi import Position, Reversi
from vision.frame import Picture

GAME = Reversi()
PACE = Pace(come=3, deed=2, still=0)
EVERY = 2
"""Five frames a second are enough, and half the work."""
SECOND = 5
"""So many frames."""
OPENING = ("d3", "c3")
"""Black's and white's first move in most of the clips."""
LATER = ("c4", "e3", "f2", "c5")
"""After these black's `e6` turns three discs."""


@dataclass(frozen=True)
class Situation:
    """One clip and how it is made."""

    name: str
    """A word for files and commands."""
    what: str
    """What happens, in a sentence."""
    start: Position
    """The position at its beginning."""
    script: Callable[[Director], Iterator[Moment]]
    """Who does what, when."""

    def moments(
        self, seed: int = 0, every: int = EVERY, scene: Scene | None = None, folder: Path = SCENES
    ) -> Iterator[Moment]:
        """The frames with their truth, on one test scene (the smallest where none is named)."""
        hands = load_hands("test", folder, "reversi")
        if not hands:
            raise BadScene(f"no test hands are stored in {folder}")
        table = scene or smallest_scene(folder)
        composer = composer_of(table, random.Random(seed))
        stage = Stage(table, composer, hands, reversi_state(self.start), seed, every)
        return self.script(Director(stage, self.start, SECOND * EVERY // every))


def smallest_scene(folder: Path = SCENES) -> Scene:
    """The test scene of which frames are made most quickly."""
    scenes = list(load_scenes("reversi", "test", folder=folder))
    if not scenes:
        raise BadScene(f"no test scenes of reversi are stored in {folder}")
    return min(scenes, key=lambda scene: (scene.size[0] * scene.size[1], scene.name))


class Director:
    """Tells the hands on a stage what to do."""

    def __init__(self, stage: Stage, position: Position, second: int) -> None:
        self.stage, self.position, self._second = stage, position, second

    def wait(self, seconds: float) -> Iterator[Moment]:
        """Nobody is over the board."""
        yield from self.stage.still(round(seconds * self._second))

    def turn(self, move: str) -> Turn:
        """The hand-work of a legal move; the position goes on."""
        before = self.position
        played = GAME.parse_move(move)
        self.position = after = GAME.play(before, played)
        told: Any = Explanation((played,), (before.side,), (), after.board, after)
        return reversi_turn(before, told)

    def play(self, *moves: str) -> Iterator[Moment]:
        """Legal moves, one hand right after the other."""
        for move in moves:
            yield from self.stage.make(self.turn(move), PACE)

    def put(self, cell: str, letter: str, side: str = "B") -> Iterator[Moment]:
        """One square is changed, whatever the rules say."""
        spot = cell_index(cell)
        state: State = tuple(letter if i == spot else c for i, c in enumerate(self.stage.state))
        turn = Turn(side, (Deed(spot, state),), {})
        yield from self.stage.make(turn, PACE)

    def rest(self, cell: str, seconds: float, frames: int) -> Iterator[Moment]:
        """A hand lies over a cell; so many frames are taken of it."""
        turn = Turn("B", (Deed(cell_index(cell), self.stage.state),), {})
        camera, every = self.stage.camera, self.stage.camera.every
        for moment in self.stage.make(turn, replace(PACE, rest=frames)):
            yield moment
            camera.every = every
            resting = moment.hidden and self.stage.turn == moment.turn
            if resting and frames:
                camera.every = max(every, round(seconds * 10 / frames))
        camera.every = every


def _fast_play(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    yield from table.play(*OPENING)
    yield from table.wait(2)


def _nudged_board(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    yield from table.play(OPENING[0])
    yield from table.wait(1.6)
    table.stage.camera.disturb = _knock
    yield from table.wait(3)
    yield from table.play(OPENING[1])
    yield from table.wait(1.6)


def _lamp(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    yield from table.play(OPENING[0])
    yield from table.wait(1.6)
    table.stage.camera.disturb = _lamplight
    yield from table.wait(2)
    yield from table.play(OPENING[1])
    yield from table.wait(1.6)


def _resting_hand(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    yield from table.play(OPENING[0])
    yield from table.wait(3.6)
    yield from table.rest("h8", 60, 40)
    yield from table.wait(1)
    yield from table.play(OPENING[1])
    yield from table.wait(1.6)


def _taken_back(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    yield from table.put("g7", "B")
    yield from table.wait(1.6)
    yield from table.put("g7", ".")
    yield from table.wait(1.2)
    yield from table.play(OPENING[0])
    yield from table.wait(1.2)


def _slow_flips(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    whole = table.turn("e6")
    for deed in whole.deeds:
        yield from table.stage.make(replace(whole, deeds=(deed,)), PACE)
        yield from table.wait(2)


def _dropped_piece(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    yield from table.play(OPENING[0])
    yield from table.wait(3.6)
    disc = table.stage.state[cell_index("e5")]
    yield from table.put("e5", ".", "W")
    yield from table.wait(3.8)
    yield from table.put("e5", str(disc), "W")
    yield from table.wait(1.4)
    yield from table.play(OPENING[1])
    yield from table.wait(1.2)


def _objection(table: Director) -> Iterator[Moment]:
    yield from table.wait(1.2)
    whole = table.turn(OPENING[0])
    yield from table.stage.make(replace(whole, deeds=whole.deeds[:1]), PACE)
    yield from table.wait(4)
    yield from table.stage.make(replace(whole, deeds=whole.deeds[1:]), PACE)
    yield from table.wait(1.2)
    yield from table.play(OPENING[1])
    yield from table.wait(1.2)


def _knock(picture: Picture) -> Picture:
    """The camera was knocked: a dozen pixels and a degree and a half."""
    height, width = picture.shape[:2]
    warp = cv2.getRotationMatrix2D((width / 2, height / 2), 1.5, 1.0)
    warp[:, 2] += (9, -7)
    done: Any = cv2.warpAffine(picture, warp, (width, height), borderMode=cv2.BORDER_REFLECT_101)
    return done


def _lamplight(picture: Picture) -> Picture:
    """A warm lamp stands to the left of the board now."""
    width = picture.shape[1]
    falling = np.linspace(1.45, 1.1, width, dtype=np.float32)[None, :, None]
    warm = np.array([0.92, 1.0, 1.06], np.float32)
    return np.clip(picture * (falling * warm), 0, 255).astype(np.uint8)


def _after(*moves: str) -> Position:
    position = GAME.start()
    for move in moves:
        position = GAME.play(position, GAME.parse_move(move))
    return position


_ALL = (
    ("fast_play", "Two moves are made in one settling.", (), _fast_play),
    ("nudged_board", "The camera is knocked between two moves.", (), _nudged_board),
    ("lamp", "A lamp is switched on between two moves.", (), _lamp),
    ("resting_hand", "A hand rests over a corner for a minute.", (), _resting_hand),
    ("taken_back", "A disc on an illegal square is taken back in time.", (), _taken_back),
    ("slow_flips", "Discs are turned with pauses of two seconds.", LATER, _slow_flips),
    ("dropped_piece", "A disc falls on the floor and is put back.", (), _dropped_piece),
    ("objection", "A flip is missing; after a report it is made.", (), _objection),
)
SITUATIONS: dict[str, Situation] = {
    name: Situation(name, what, _after(*moves), script) for name, what, moves, script in _ALL
}
"""By name."""
