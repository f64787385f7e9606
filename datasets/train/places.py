"""Pictures of all games with the outline of their boards, to learn where a board lies."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.hands import Hand, load_hands
from datasets.manifest import SCENES
from datasets.negatives import negative_stills, outline
from datasets.sketch import PitSketch, sketch_mangala, sketch_other
from datasets.sketch.board import any_colour, surface
from datasets.sketch.mangala import SCALE
from datasets.stills import random_state
from datasets.train.examples import SKETCHES, random_pose, sketched_example, with_hand
from datasets.train.tables import shown
from vision.frame import Picture

GAMES = ("reversi", "kulami", "mangala")


@dataclass(frozen=True, eq=False)
class Whole:
    """A picture and where the board lies in it."""

    picture: Picture
    """The picture."""
    game: str | None
    """Which game; None when no board, or no whole one, is there."""
    corners: NDArray[np.float64] | None
    """The playing field's four corners, clockwise; Mangala: round pits and treasuries."""


def wholes(
    split: str, composed: int, sketched: int, seed: int = 0, folder: Path = SCENES
) -> Iterator[Whole]:
    """So many pictures of tables and sketches of each game, and things that are none."""
    hands = load_hands(split, folder)
    noise = np.random.default_rng([seed, len(split), 10])
    for game in GAMES:
        for table in shown(game, split, composed, seed, random_state, folder):
            picture = table.picture
            if hands and noise.random() < 0.2 and game != "mangala":
                hand = hands[int(noise.integers(len(hands)))]
                picture, _ = with_hand(picture, table.pose, hand, noise)
            yield Whole(picture, game, outline(table.scene))
    rng = np.random.default_rng([seed, len(split), 9])
    for _ in range(sketched):
        for game in GAMES:
            yield _sketched(game, hands, rng)
    for still in negative_stills(split, composed // 2, folder):
        yield Whole(still.frame.picture, None, None)
    for _ in range(sketched):
        yield Whole(sketched_example(sketch_other(rng), hands, rng).picture, None, None)


def _sketched(game: str, hands: list[Hand], rng: np.random.Generator) -> Whole:
    if game == "mangala":
        return sketched_pits(sketch_mangala(rng), rng)
    example = sketched_example(SKETCHES[game](rng), hands, rng)
    corners = example.pose.project([(-4, 4, 0), (4, 4, 0), (4, -4, 0), (-4, -4, 0)])
    return Whole(example.picture, game, corners)


def sketched_pits(sketch: PitSketch, rng: np.random.Generator) -> Whole:
    """A Mangala sketch seen by a camera."""
    picture, pose = pits_seen(sketch, rng)
    return Whole(picture, "mangala", pose.project(field_corners(sketch.places)))


def field_corners(places: NDArray[np.float64]) -> NDArray[np.float64]:
    """The corners of the rectangle round all pits and treasuries."""
    low = (places[:, :2] - places[:, 2:] / 2).min(0)
    high = (places[:, :2] + places[:, 2:] / 2).max(0)
    return np.array([(low[0], high[1], 0), (*high, 0), (high[0], low[1], 0), (*low, 0)])


def pits_seen(sketch: PitSketch, rng: np.random.Generator) -> tuple[Picture, Pose]:
    """The picture that a camera takes of a sketch, and its pose in millimetres."""
    width, height = (900, 506) if rng.random() < 0.5 else (800, 600)
    half = max(sketch.half)
    pose = random_pose(rng, (width, height), 25.0, (0.6, 0.97)).in_units(4 / half)
    high, wide = sketch.picture.shape[:2]
    x, y = wide / 2 / SCALE, high / 2 / SCALE
    corners = pose.project([(-x, y, 0), (x, y, 0), (x, -y, 0), (-x, -y, 0)]).astype(np.float32)
    flat = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float32) - 0.5
    plane = cv2.getPerspectiveTransform(flat, corners)
    size = float(np.linalg.norm(corners[1] - corners[0])) / wide
    canvas: Any = sketch.picture
    if size < 0.8:
        canvas = cv2.GaussianBlur(canvas, (0, 0), 0.4 / size)
    table = surface(rng, any_colour(rng), height, width) * rng.uniform(0.4, 1.1)
    drawn: Any = cv2.warpPerspective(canvas, plane, (width, height), flags=cv2.INTER_LINEAR)
    mask: Any = cv2.warpPerspective(np.ones((high, wide), np.float32), plane, (width, height))
    picture = np.clip(table + (drawn - table) * mask[..., None], 0, 255).astype(np.uint8)
    return picture, pose.with_places(sketch.places)
