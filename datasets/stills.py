"""Single pictures with their truth, from photos, from composed scenes and from whole renders."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.clips import State
from datasets.compose import GridComposer, PitComposer, Thing
from datasets.deeds import state_of
from datasets.manifest import SCENES, load_scenes
from datasets.optics import Optics, photograph
from datasets.photos import load_photos
from datasets.play import reached
from datasets.scenes import Scene
from engines import AnyGame, new_game
from vision.frame import Frame, Picture


@dataclass(frozen=True, eq=False)
class Still:
    """One picture and what is true of it."""

    game: str
    """Which game it shows."""
    frame: Frame
    """The picture."""
    source: str
    """Where it comes from."""
    scene: str
    """The scene behind it; a photo is its own."""
    kind: str
    """`photo`, `composed` or `whole`."""
    contents: tuple[str | int | None, ...]
    """What each cell holds; None where it cannot be seen."""
    corners: NDArray[np.float64] | None
    """The lattice's corners in the picture, if it has any."""
    centres: NDArray[np.float64] | None = None
    """Mangala: the middles of the pits in the picture."""
    pose: Pose | None = None
    """The true pose, where it is known; in squares or holes, in Mangala in millimetres."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Layout, tokens, pit centres, ..."""


def game_of(scene: Scene) -> AnyGame:
    """The rules that the scene's board is played by."""
    options = {"layout": list(scene.board["layout"])} if scene.game == "kulami" else {}
    return new_game(scene.game, options)


def random_state(scene: Scene, rng: random.Random) -> State:
    """A position of the scene's game as play leaves it."""
    game = game_of(scene)
    return state_of(scene.game, reached(game, rng.randrange(0, 60), rng))


def composer_of(scene: Scene, rng: random.Random) -> GridComposer | PitComposer:
    """The composer of a scene, with a displacement chosen for every cell."""
    if scene.game == "mangala":
        return PitComposer(scene)
    composer = GridComposer(scene)
    composer.displace(rng)
    return composer


def can_be_shown(scene: Scene, state: State) -> State:
    """The state with no place fuller than any that was rendered."""
    if scene.game != "mangala":
        return state
    most = PitComposer(scene).most
    return tuple(min(int(n), most * (1 if place < 12 else 3)) for place, n in enumerate(state))


@dataclass(frozen=True, eq=False)
class Shot:
    """A composed picture and all that is known of it."""

    scene: Scene
    """The table."""
    number: int
    """Which of the scene's pictures it is."""
    state: State
    """What stands on the board."""
    picture: Picture
    """As the camera gives it."""
    pose: Pose
    """The camera, in millimetres."""
    things: tuple[Thing, ...]
    """Every piece, in pixels of the picture before the lens."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.shape[1], self.picture.shape[0]


def shots(game: str, split: str, each: int, seed: int = 0, folder: Path = SCENES) -> Iterator[Shot]:
    """So many random positions of every scene of a split, each through another camera."""
    for scene in load_scenes(game, split, folder=folder):
        rng = random.Random(f"{seed}/{scene.name}")
        noise = np.random.default_rng(rng.randrange(2**31))
        composer = composer_of(scene, rng)
        for number in range(each):
            state = can_be_shown(scene, random_state(scene, rng))
            if isinstance(composer, GridComposer):
                composer.displace(rng)
            clean = composer.show(state)
            picture, pose = photograph(clean, scene.pose, Optics.random(noise), noise)
            yield Shot(scene, number, state, picture, pose, tuple(composer.things(state)))


def composed_stills(
    game: str, split: str, each: int, seed: int = 0, folder: Path = SCENES
) -> Iterator[Still]:
    """So many random positions of every scene of a split, each through another camera."""
    for shot in shots(game, split, each, seed, folder):
        source = f"{shot.scene.name}#{shot.number}"
        yield _still(shot.scene, shot.state, shot.picture, shot.pose, source, "composed")


def whole_stills(game: str, seed: int = 0, folder: Path = SCENES) -> Iterator[Still]:
    """The uncomposed test renders, each through a camera."""
    for scene in load_scenes(game, "test", "whole", folder):
        layer = scene.layers["whole"]
        if game == "mangala":
            state: State = tuple(layer.notes["stones"])
        else:
            letters: list[str] = list("".join(layer.notes["rows"]))
            for cell in layer.notes.get("tokens", ()):
                letters[cell] = "t" + letters[cell]
            state = tuple(letters)
        noise = np.random.default_rng([seed, int(scene.told["seed"])])
        picture, pose = photograph(scene.picture("whole"), scene.pose, Optics.random(noise), noise)
        yield _still(scene, state, picture, pose, scene.name, "whole")


def _still(
    scene: Scene, state: State, picture: Picture, pose: Pose, source: str, kind: str
) -> Still:
    contents = tuple(c[-1] if isinstance(c, str) else c for c in state)
    tokens = [i for i, c in enumerate(state) if isinstance(c, str) and c.startswith("t")]
    corners = centres = None
    if scene.game == "mangala":
        pose = pose.with_places([(*p["centre"], *p["size"]) for p in scene.board["places"]])
        centres = pose.place_middles()[:12]
    else:
        corners = pose.project(scene.board["corners"])
        pose = pose.in_units(float(scene.board["pitch"]))
    frame = Frame(picture, 0.0, source)
    notes = {"tokens": tokens, "layout": scene.board.get("layout")}
    return Still(
        scene.game, frame, source, scene.name, kind, contents, corners, centres, pose, notes
    )


def photo_stills(game: str, folder: Path) -> Iterator[Still]:
    """The labelled photos."""
    for photo in load_photos(folder, game):
        notes = {"layout": list(photo.plates), "tokens": list(photo.tokens), **photo.notes}
        yield Still(
            game,
            photo.frame(),
            photo.name,
            photo.name,
            "photo",
            photo.contents,
            photo.corners,
            photo.centres,
            None,
            notes,
        )
