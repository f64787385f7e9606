"""Single pictures with their truth, from photos, from composed scenes and from whole renders."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.clips import State
from datasets.compose import GridComposer, PitComposer, Thing
from datasets.covers import board_pose, lay_hand
from datasets.deeds import state_of
from datasets.hands import Hand, load_hands
from datasets.manifest import SCENES, load_scenes, read_manifest
from datasets.optics import Optics, photograph
from datasets.photos import load_photos
from datasets.play import reached
from datasets.scenes import BadScene, Scene
from datasets.stones import random_stones
from engines import AnyGame, new_game
from engines.grid import cell_index
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
    """`photo`, `altered` (a photo), `composed`, `hand` (composed, a hand over it) or `whole`."""
    contents: tuple[str | int | None, ...]
    """What each cell holds; None where it cannot be seen, all of it, or is not known."""
    corners: NDArray[np.float64] | None
    """The lattice's corners in the picture, if it has any."""
    centres: NDArray[np.float64] | None = None
    """Mangala: the middles of the pits in the picture."""
    pose: Pose | None = None
    """The true pose, where it is known; in squares or holes, in Mangala in millimetres."""
    covers: tuple[float, ...] = ()
    """How much of each cell is hidden; empty where nothing is."""
    beneath: tuple[str | int | None, ...] = ()
    """What each cell holds, be it seen or not; empty where nobody knows."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Kulami: the layout's rows, and the holes with a token by number; what else is known."""


TOUCHED = 0.01
"""A cell of which more than this share is hidden cannot be seen in full."""


def game_of(scene: Scene) -> AnyGame:
    """The rules that the scene's board is played by."""
    options = {"layout": list(scene.board["layout"])} if scene.game == "kulami" else {}
    return new_game(scene.game, options)


def random_state(scene: Scene, rng: random.Random) -> State:
    """A position of the scene's game as play leaves it; Mangala: with all counts frequent."""
    if scene.game == "mangala":
        return random_stones(rng, PitComposer(scene).most)
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
    covers: tuple[float, ...] = ()
    """How much of each cell a hand hides; empty without a hand."""

    @property
    def size(self) -> tuple[int, int]:
        """Width and height."""
        return self.picture.shape[1], self.picture.shape[0]


def shots(
    game: str,
    split: str,
    each: int,
    seed: int = 0,
    folder: Path = SCENES,
    hands: float = 0.0,
) -> Iterator[Shot]:
    """So many random positions of every scene of a split, each through another camera.

    `hands` is the share of pictures in which one of the split's hands lies over the board; without
    its hand each of them would be the same.
    """
    those = load_hands(split, folder, game) if hands else []
    if hands and not those:
        raise BadScene(f"no {split} hands are stored in {folder}")
    for scene in load_scenes(game, split, folder=folder):
        rng = random.Random(f"{seed}/{scene.name}")
        noise = np.random.default_rng(rng.randrange(2**31))
        reaching = np.random.default_rng([seed, int(scene.told["seed"])])
        phase = float(reaching.random())  # which ones, so that their share is exact
        composer = composer_of(scene, rng)
        for number in range(each):
            state = can_be_shown(scene, random_state(scene, rng))
            if isinstance(composer, GridComposer):
                composer.displace(rng)
            clean = composer.show(state)
            covers: tuple[float, ...] = ()
            if int((number + 1) * hands + phase) > int(number * hands + phase):
                clean, covers = _reached_into(clean, scene, those, reaching)
            picture, pose = photograph(clean, scene.pose, Optics.random(noise), noise)
            things = tuple(composer.things(state))
            yield Shot(scene, number, state, picture, pose, things, covers)


def _reached_into(
    clean: Picture, scene: Scene, hands: Sequence[Hand], rng: np.random.Generator
) -> tuple[Picture, tuple[float, ...]]:
    hand = hands[int(rng.integers(len(hands)))]
    unit = float(scene.board.get("pitch", 1.0))  # Mangala's poses are in millimetres
    picture, covers = lay_hand(clean, board_pose(scene, scene.pose), hand, rng, unit)
    return picture, tuple(covers.tolist())


def composed_stills(
    game: str,
    split: str,
    each: int,
    seed: int = 0,
    folder: Path = SCENES,
    hands: float = 0.0,
) -> Iterator[Still]:
    """So many random positions of every scene of a split, each through another camera."""
    for shot in shots(game, split, each, seed, folder, hands):
        source = f"{shot.scene.name}#{shot.number}"
        kind = "hand" if shot.covers else "composed"
        yield _still(shot.scene, shot.state, shot.picture, shot.pose, source, kind, shot.covers)


def stored_scenes(game: str, split: str, kind: str = "layers", folder: Path = SCENES) -> int:
    """How many scenes there are of a game, split and kind."""
    wanted = (game, split, kind)
    return sum((e.game, e.split, e.kind) == wanted for e in read_manifest(folder))


def whole_stills(game: str, seed: int = 0, folder: Path = SCENES) -> Iterator[Still]:
    """The uncomposed test renders, each through a camera."""
    for scene in load_scenes(game, "test", "whole", folder):
        layer = scene.layers["whole"]
        noise = np.random.default_rng([seed, int(scene.told["seed"])])
        picture, pose = photograph(scene.picture("whole"), scene.pose, Optics.random(noise), noise)
        yield _still(scene, layer.state, picture, pose, scene.name, "whole")


def _still(
    scene: Scene,
    state: State,
    picture: Picture,
    pose: Pose,
    source: str,
    kind: str,
    covers: tuple[float, ...] = (),
) -> Still:
    contents = tuple(c[-1] if isinstance(c, str) else c for c in state)
    tokens = [i for i, c in enumerate(state) if isinstance(c, str) and c.startswith("t")]
    corners = None if scene.game == "mangala" else pose.project(scene.board["corners"])
    pose = board_pose(scene, pose)
    visible: tuple[str | int | None, ...] = contents
    if covers:
        visible = tuple(
            None if cover > TOUCHED else c for c, cover in zip(contents, covers, strict=True)
        )
    return Still(
        game=scene.game,
        frame=Frame(picture, 0.0, source),
        source=source,
        scene=scene.name,
        kind=kind,
        contents=visible,
        corners=corners,
        centres=pose.place_middles()[:12] if scene.game == "mangala" else None,
        pose=pose,
        covers=covers,
        beneath=contents,
        notes={"tokens": tokens, "layout": scene.board.get("layout")},
    )


def photo_stills(game: str, folder: Path) -> Iterator[Still]:
    """The labelled photos; a hidden square is covered, a pit that nobody counted is unknown."""
    for photo in load_photos(folder, game):
        frame = photo.frame()
        corners, centres = (
            None if points is None else frame.from_original(points)
            for points in (photo.corners, photo.centres)
        )
        hidden = [content is None for content in photo.contents] if game != "mangala" else []
        layout, tokens = list(photo.plates), [cell_index(name) for name in photo.tokens]
        yield Still(
            game=game,
            frame=frame,
            source=photo.name,
            scene=photo.name,
            kind="photo",
            contents=photo.contents,
            corners=corners,
            centres=centres,
            covers=tuple(float(h) for h in hidden) if any(hidden) else (),
            notes={**photo.notes, "layout": layout, "tokens": tokens},
        )
