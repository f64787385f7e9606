"""Pictures in which no board of ours may be found: other things, and boards that are cut off."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.compose import GridComposer
from datasets.manifest import SCENES, load_scenes
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from datasets.shares import Share, share_of
from datasets.stills import Still, can_be_shown, composer_of, random_state, stored_scenes
from engines import GAMES
from vision.frame import Frame, Picture

MISSING = 0.12
"""At least this share of a cut-off board lies outside the picture."""
CUT_OFF = "cut off"


@dataclass(frozen=True, slots=True)
class NegativeRow:
    """One picture without a whole board of ours."""

    source: str
    """The picture."""
    scene: str
    """The scene behind it."""
    what: str
    """What it shows: a kind of thing, or `cut off`."""
    taken: bool
    """Whether it was taken for a board."""
    ms: float
    """Time to look for one."""


def negative_shares(rows: Sequence[NegativeRow]) -> list[Share]:
    """The table's lines: things that are no board, and boards that are not whole."""
    things = [row for row in rows if row.what != CUT_OFF]
    parts = [row for row in rows if row.what == CUT_OFF]
    return [
        share_of("other things taken for a board", things, lambda r: r.taken),
        share_of("cut-off boards taken for a whole one", parts, lambda r: r.taken),
        share_of("all negatives taken for a board", rows, lambda r: r.taken),
    ]


def negative_count(split: str, cut_off: int = 100, folder: Path = SCENES) -> int:
    """How many pictures `negative_stills` gives."""
    boards = any(stored_scenes(game, split, folder=folder) for game in GAMES)
    rendered = stored_scenes("negatives", split, "whole", folder)
    return rendered + (cut_off if boards else 0)


def negative_stills(split: str, cut_off: int = 100, folder: Path = SCENES) -> Iterator[Still]:
    """Everything rendered for this, then so many cut-off boards of all games."""
    for scene in load_scenes("negatives", split, "whole", folder):
        noise = np.random.default_rng([3, int(scene.told["seed"])])
        picture, _ = photograph(scene.picture("whole"), scene.pose, Optics.random(noise), noise)
        yield _still(picture, scene.name, scene.name, str(scene.board["kind"]))
    scenes = [scene for game in GAMES for scene in load_scenes(game, split, folder=folder)]
    for first, scene in enumerate(scenes):  # each scene's layers are cut up once
        composer = None
        for number in range(first, cut_off, len(scenes)):
            rng = random.Random(f"cut off/{scene.name}/{number}")
            noise = np.random.default_rng(rng.randrange(2**31))
            composer = composer or composer_of(scene, rng)
            if isinstance(composer, GridComposer):
                composer.displace(rng)
            clean = composer.show(can_be_shown(scene, random_state(scene, rng)))
            part = cut(clean, outline(scene), rng)
            picture, _ = photograph(part, scene.pose, Optics.random(noise), noise)
            yield _still(picture, f"{scene.name}#cut{number}", scene.name, CUT_OFF)


def _still(picture: Picture, source: str, scene: str, what: str) -> Still:
    frame = Frame(picture, 0.0, source)
    return Still("none", frame, source, scene, "negative", (), None, notes={"what": what})


def outline(scene: Scene) -> NDArray[np.float64]:
    """The playing field's outline in the picture; a Mangala board reaches to its treasuries."""
    if scene.game != "mangala":
        return scene.pose.project(scene.board["corners"])
    boxes = [(*p["centre"], *p["size"]) for p in scene.board["places"]]
    low = np.min([(x - w / 2, y - h / 2) for x, y, w, h in boxes], axis=0)
    high = np.max([(x + w / 2, y + h / 2) for x, y, w, h in boxes], axis=0)
    corners = [(low[0], high[1], 0), (*high, 0), (high[0], low[1], 0), (*low, 0)]
    return scene.pose.project(corners)


def cut(picture: Picture, board: NDArray[np.float64], rng: random.Random) -> Picture:
    """A part of the picture, as large as the whole, that lacks part of the board."""
    height, width = picture.shape[:2]
    whole = cv2.contourArea(board.astype(np.float32))
    for _ in range(1000):
        scale = rng.uniform(0.45, 0.85)
        wide, high = int(width * scale), int(height * scale)
        left, top = rng.randrange(width - wide + 1), rng.randrange(height - high + 1)
        frame = np.array(
            [(left, top), (left + wide, top), (left + wide, top + high), (left, top + high)],
            np.float32,
        )
        seen, _ = cv2.intersectConvexConvex(board.astype(np.float32), frame)
        if 0.15 < seen / whole < 1 - MISSING:
            part = picture[top : top + high, left : left + wide]
            return np.asarray(cv2.resize(part, (width, height), interpolation=cv2.INTER_CUBIC))
    raise ValueError("no part of this picture cuts the board off")
