"""Labelled board pictures to learn from: composed scenes and sketches, each with its corners."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.clips import State
from datasets.covers import lay_hand
from datasets.hands import Hand, load_hands
from datasets.manifest import SCENES
from datasets.scenes import Scene
from datasets.sketch import SIDE, Sketch, sketch_kulami, sketch_reversi
from datasets.sketch.board import any_colour, random_contents, surface
from datasets.stills import random_state
from datasets.train.restyle import Parts, other_set
from datasets.train.tables import Shown, shown
from vision.frame import Picture

HIDDEN = 0.3
"""A cell of which a hand hides more than this share is to be called hidden, others to be read."""
LEAST = 13.0
"""Pixels of a cell in the smallest pictures that are learnt from."""
BARE = 0.08
"""The share of composed boards without any piece: else there seems to be one on every board."""
RESTYLED = 0.7
"""The share of tables that are painted anew."""
TOKEN = 100
"""From this on an index is a token's (`datasets.render.kulami`)."""
LETTERS = {"reversi": "BW", "kulami": "BR"}
SKETCHES = {"reversi": sketch_reversi, "kulami": sketch_kulami}


@dataclass(frozen=True, eq=False)
class Example:
    """One picture of an 8x8 board and what is true of it."""

    picture: Picture
    """As a camera without faults gives it."""
    pose: Pose
    """In cells."""
    contents: tuple[str, ...]
    """A letter for every cell."""
    hidden: NDArray[np.bool_]
    """Which cells a hand hides."""
    tokens: tuple[int, ...] = ()
    """Kulami: cells with a token."""
    plates: tuple[str, ...] = ()
    """Kulami: eight rows of plate letters."""


def examples(
    game: str, split: str, composed: int, sketched: int, seed: int = 0, folder: Path = SCENES
) -> Iterator[Example]:
    """So many pictures of a split's tables, then so many sketches."""
    hands = load_hands(split, folder)
    noise = np.random.default_rng([seed, len(split), 1])

    def choose(scene: Scene, rng: random.Random) -> State:
        if rng.random() < BARE:
            return (".",) * 64
        return random_state(scene, rng) if rng.random() < 0.5 else any_contents(scene, noise)

    for table in shown(game, split, composed, seed, choose, folder, LEAST):
        style = int(noise.integers(2**31)) if noise.random() < RESTYLED else None
        yield example_of(table, hands, noise, style)
    rng = np.random.default_rng([seed, len(split)])
    for _ in range(sketched):
        yield sketched_example(SKETCHES[game](rng), hands, rng)


def example_of(
    table: Shown, hands: list[Hand], rng: np.random.Generator, style: int | None
) -> Example:
    """A table's picture with what is true of it, sometimes with a hand over it.

    `style` is the set that lies there, None for the one that was rendered.
    """
    tokens = tuple(i for i, c in enumerate(table.state) if str(c).startswith("t"))
    contents = tuple(str(c)[-1] for c in table.state)
    plates = tuple(table.scene.board.get("layout", ()))
    picture, pose, hidden = table.picture, table.pose, np.zeros(64, bool)
    if style is not None:
        picture = restyled(table, pose, contents, style)
    if hands and rng.random() < 0.3:
        picture, hidden = with_hand(picture, pose, hands[int(rng.integers(len(hands)))], rng)
    return Example(picture, pose, contents, hidden, tokens, plates)


def restyled(table: Shown, pose: Pose, contents: tuple[str, ...], style: int) -> Picture:
    """The table's picture with board and pieces in other colours."""
    index = table.index
    field: NDArray[np.uint8] = np.zeros(index.shape, np.uint8)
    corners = pose.project([(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)])
    cv2.fillConvexPoly(field, np.round(corners).astype(np.int32), 1)
    black, other = (
        np.isin(index, [i + 1 for i, c in enumerate(contents) if c == letter])
        for letter in LETTERS[table.scene.game]
    )
    parts = Parts((field > 0) & (index == 0), black, other, index >= TOKEN)
    return other_set(table.scene.game, table.picture, parts, style)


def any_contents(scene: Scene, rng: np.random.Generator) -> State:
    """Contents that no game need ever lead to."""
    contents = list(random_contents(rng, LETTERS[scene.game]))
    if scene.game == "kulami":
        filled = [i for i, c in enumerate(contents) if c != "."]
        for cell in rng.permutation(filled)[: rng.integers(0, 8)]:
            contents[int(cell)] = "t" + contents[int(cell)]
    return tuple(contents)


def with_hand(
    picture: Picture, pose: Pose, hand: Hand, rng: np.random.Generator
) -> tuple[Picture, NDArray[np.bool_]]:
    """A hand somewhere over the board, and the cells of which it hides more than a little."""
    covered, shares = lay_hand(picture, pose, hand, rng)
    return covered, shares > HIDDEN


def sketched_example(sketch: Sketch, hands: list[Hand], rng: np.random.Generator) -> Example:
    """A sketch seen by a camera: turned, tilted, on a larger table."""
    width, height = 640, 480
    pose = random_pose(rng, (width, height))
    corners = pose.project([(-5, 5, 0), (5, 5, 0), (5, -5, 0), (-5, -5, 0)]).astype(np.float32)
    square = np.array([(0, 0), (SIDE, 0), (SIDE, SIDE), (0, SIDE)], np.float32) - 0.5
    plane = cv2.getPerspectiveTransform(square, corners)
    table = surface(rng, any_colour(rng), height, width) * rng.uniform(0.4, 1.1)
    size = float(np.linalg.norm(corners[1] - corners[0])) / SIDE
    canvas: Any = sketch.picture
    if size < 0.7:  # against flicker of fine lines when made smaller
        canvas = cv2.GaussianBlur(canvas, (0, 0), 0.45 / size)
    drawn: Any = cv2.warpPerspective(canvas, plane, (width, height), flags=cv2.INTER_LINEAR)
    mask: Any = cv2.warpPerspective(np.ones((SIDE, SIDE), np.float32), plane, (width, height))
    picture = np.clip(table + (drawn - table) * mask[..., None], 0, 255).astype(np.uint8)
    hidden = np.zeros(64, bool)
    if hands and rng.random() < 0.3:
        hand = hands[int(rng.integers(len(hands)))]
        picture, hidden = with_hand(picture, pose, hand, rng)
    return Example(picture, pose, sketch.contents, hidden, sketch.tokens, sketch.plates)


def random_pose(
    rng: np.random.Generator,
    size: tuple[int, int],
    tilt: float = 45.0,
    fill: tuple[float, float] = (0.35, 0.97),
    half: tuple[float, float] = (4.0, 4.0),
    along: bool = False,
) -> Pose:
    """A camera over a board, 8x8 in cells or of another half size, all of it in the picture.

    `along`: the board lies about along the picture.
    """
    width, height = size
    focal = width / 2 / np.tan(np.radians(rng.uniform(40, 95)) / 2)
    matrix = np.array([[focal, 0, width / 2 - 0.5], [0, focal, height / 2 - 0.5], [0, 0, 1]])
    lean = np.radians(tilt * rng.random() ** 1.3)
    around, roll = rng.uniform(0, 2 * np.pi, 2)
    if along:
        roll = rng.integers(2) * np.pi + rng.normal(0, 0.25)
    away = np.array([np.sin(lean) * np.cos(around), np.sin(lean) * np.sin(around), np.cos(lean)])
    right = np.array([np.cos(roll), np.sin(roll), 0.0])
    right -= away * (right @ away)
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(-away, right), -away])
    wide, long = half
    corners = np.array([(-wide, long, 0), (wide, long, 0), (wide, -long, 0), (-wide, -long, 0)])
    wanted = rng.uniform(*fill)
    low, high = 1.5 * max(half), 100.0 * max(half)
    for _ in range(40):
        far = (low + high) / 2
        pose = Pose(matrix, rotation, np.array([0.0, 0.0, far]))
        seen = pose.project(corners)
        spread = (seen.max(0) - seen.min(0)) / size
        near = pose.depth(corners).min() < 1
        low, high = (far, high) if near or spread.max() > wanted else (low, far)
    pose = Pose(matrix, rotation, np.array([0.0, 0.0, high]))
    seen = pose.project(corners)
    room = (np.array(size) - np.ptp(seen, axis=0)) / 2
    shift = np.array(size) / 2 - (seen.max(0) + seen.min(0)) / 2 + rng.uniform(-0.9, 0.9, 2) * room
    moved = matrix.copy()
    moved[:2, 2] += shift  # as if cut out of a larger picture
    return Pose(moved, rotation, np.array([0.0, 0.0, high]))


def seams_of(plates: tuple[str, ...]) -> tuple[NDArray[np.bool_], NDArray[np.bool_]]:
    """Where a seam parts a hole from its right (8x7) and from its lower neighbour (7x8)."""
    grid = np.array([list(row) for row in plates])
    return grid[:, 1:] != grid[:, :-1], grid[1:] != grid[:-1]
