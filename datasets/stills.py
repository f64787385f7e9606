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
from datasets.compose import GridComposer, Optics, PitComposer, photograph
from datasets.deeds import kulami_state, mangala_state, reversi_state
from datasets.manifest import SCENES, load_scenes
from datasets.photos import load_photos
from datasets.scenes import Scene
from engines import new_game
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
    pose: Pose | None = None
    """The true pose, where it is known; in squares or holes, in Mangala in millimetres."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Layout, tokens, pit centres, ..."""


_STATES = {"reversi": reversi_state, "kulami": kulami_state, "mangala": mangala_state}


def random_state(scene: Scene, rng: random.Random) -> State:
    """A position of the scene's game as play leaves it."""
    options = {"layout": list(scene.board["layout"])} if scene.game == "kulami" else {}
    game = new_game(scene.game, options)
    position = game.start()
    for _ in range(rng.randrange(0, 60)):
        moves = game.moves(position)
        if not moves:
            break
        position = game.play(position, rng.choice(moves))
    told: Any = _STATES[scene.game]
    state: State = told(position)
    return state


def show(scene: Scene, state: State, rng: random.Random) -> Picture:
    """A clean picture of a state, pieces in any of their displacements."""
    if scene.game == "mangala":
        pits = PitComposer(scene)
        most = [pits.most * (1 if place < 12 else 3) for place in range(14)]
        return pits.compose([min(int(n), m) for n, m in zip(state, most, strict=True)])
    composer = GridComposer(scene)
    variants = 1 + max(variant for _, _, variant in composer.sprites)
    composer.variants = {cell: rng.randrange(variants) for cell in range(64)}
    return composer.show(state)


def composed_stills(
    game: str, split: str, each: int, seed: int = 0, folder: Path = SCENES
) -> Iterator[Still]:
    """So many random positions of every scene of a split, each through another camera."""
    for scene in load_scenes(game, split, folder=folder):
        rng = random.Random(f"{seed}/{scene.name}")
        noise = np.random.default_rng(rng.randrange(2**31))
        for number in range(each):
            state = random_state(scene, rng)
            clean = show(scene, state, rng)
            picture, pose = photograph(clean, scene.pose, Optics.random(noise), noise)
            yield _still(scene, state, picture, pose, f"{scene.name}#{number}", "composed")


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
    corners = None if scene.game == "mangala" else pose.project(scene.board["corners"])
    if scene.game != "mangala":
        pose = pose.in_units(float(scene.board["pitch"]))
    frame = Frame(picture, 0.0, source)
    notes = {"tokens": tokens, "layout": scene.board.get("layout")}
    return Still(scene.game, frame, source, scene.name, kind, contents, corners, pose, notes)


def photo_stills(game: str, folder: Path) -> Iterator[Still]:
    """The labelled photos."""
    for photo in load_photos(folder, game):
        notes = {"plates": photo.plates, "centres": photo.centres, **photo.notes}
        yield Still(
            game,
            photo.frame(),
            photo.name,
            photo.name,
            "photo",
            photo.contents,
            photo.corners,
            None,
            notes,
        )
