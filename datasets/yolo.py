"""Export to the formats that Ultralytics trains on: boxes of pieces, poses of boards.

<target>/images/<split>/0001.jpg
<target>/labels/<split>/0001.txt
<target>/data.yaml
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.manifest import SCENES
from datasets.scenes import Scene
from datasets.stills import shots
from datasets.whole import whole
from vision.frame import Picture
from vision.naming import as_utf8

PIECES: dict[str, tuple[str, ...]] = {
    "reversi": ("B", "W"),
    "kulami": ("B", "R", "token"),
    "mangala": ("stone",),
}
BOARDS = ("reversi", "kulami", "mangala")
FEWEST_PIXELS = 8
"""Of a piece that is seen less than this there is no box."""


@dataclass(frozen=True, slots=True, eq=False)
class Sample:
    """One labelled picture."""

    picture: Picture
    """What is seen."""
    lines: tuple[str, ...]
    """Its label, a line an object."""


def box_line(kind: int, box: Sequence[float], size: tuple[int, int]) -> str:
    """`class x y width height`, as shares of the picture; the box is left, top, right, bottom."""
    width, height = size
    left, top, right, bottom = box
    left, right = max(0.0, left), min(float(width), right)
    top, bottom = max(0.0, top), min(float(height), bottom)
    numbers = (
        (left + right) / 2 / width,
        (top + bottom) / 2 / height,
        (right - left) / width,
        (bottom - top) / height,
    )
    return f"{kind} " + " ".join(f"{n:.6f}" for n in numbers)


def pose_line(kind: int, corners: NDArray[np.float64], size: tuple[int, int]) -> str:
    """A box round the board and its four corners as visible keypoints."""
    low, high = corners.min(0), corners.max(0)
    line = box_line(kind, (*low, *high), size)
    width, height = size
    points = " ".join(f"{x / width:.6f} {y / height:.6f} 2" for x, y in corners)
    return f"{line} {points}"


def board_corners(scene: Scene, pose: Pose) -> NDArray[np.float64]:
    """The four corners of the board in the picture, clockwise."""
    if scene.game == "mangala":
        outline = np.asarray(scene.board["outline"], float)
        x, y = np.abs(outline[:, 0]).max(), np.abs(outline[:, 1]).max()
        corners = [(-x, y, 0.0), (x, y, 0.0), (x, -y, 0.0), (-x, -y, 0.0)]
        return pose.project(corners)
    return pose.project(scene.board["corners"])


def bent_box(box: Sequence[float], pose: Pose) -> tuple[float, float, float, float]:
    """The box round what a box of the clean picture has become through the lens."""
    left, top, right, bottom = box
    x, y = (left + right) / 2, (top + bottom) / 2
    around = [(left, top), (x, top), (right, top), (right, y), (right, bottom), (x, bottom)]
    bent = pose.bend([*around, (left, bottom), (left, y)])
    low, high = bent.min(0), bent.max(0)
    return float(low[0]), float(low[1]), float(high[0]), float(high[1])


def piece_samples(
    game: str, split: str, each: int, seed: int = 0, folder: Path = SCENES
) -> Iterator[Sample]:
    """Composed pictures with a box for every piece that is seen."""
    kinds = {content: kind for kind, content in enumerate(PIECES[game])}
    for shot in shots(game, split, each, seed, folder):
        lines = [
            box_line(kinds[thing.content], bent_box(thing.box, shot.pose), shot.size)
            for thing in shot.things
            if thing.pixels >= FEWEST_PIXELS
        ]
        yield Sample(shot.picture, tuple(lines))


def board_samples(split: str, each: int, seed: int = 0, folder: Path = SCENES) -> Iterator[Sample]:
    """Composed pictures of all games with the board's box and its four corners."""
    for kind, game in enumerate(BOARDS):
        for shot in shots(game, split, each, seed, folder):
            corners = board_corners(shot.scene, shot.pose)
            yield Sample(shot.picture, (pose_line(kind, corners, shot.size),))


def write_yolo(
    target: Path, splits: dict[str, Iterable[Sample]], names: Sequence[str], keypoints: int = 0
) -> dict[str, int]:
    """Write pictures, labels and `data.yaml`; gives how many pictures each split has.

    The target is a new or an empty folder, and appears when all is written.
    """
    with whole(target) as part:
        counts = {split: _write_split(part, split, some) for split, some in splits.items()}
        lines = [f"path: {target.resolve()}"]
        lines += [f"{_yolo_name(split)}: images/{split}" for split in splits]
        if keypoints:
            # A turned board has the same corners in another order; mirrored, they swap.
            flips = [1, 0, 3, 2] if keypoints == 4 else list(range(keypoints))
            lines += [f"kpt_shape: [{keypoints}, 3]", f"flip_idx: {flips}"]
        lines += ["names:", *(f"  {i}: {name}" for i, name in enumerate(names))]
        (part / "data.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return counts


def _write_split(target: Path, split: str, samples: Iterable[Sample]) -> int:
    images, labels = target / "images" / split, target / "labels" / split
    images.mkdir(parents=True)
    labels.mkdir(parents=True)
    count = 0
    for count, sample in enumerate(samples, 1):
        name = f"{count - 1:05d}"
        if not cv2.imwrite(as_utf8(images / f"{name}.jpg"), sample.picture):
            raise OSError(f"cannot write {images / name}.jpg")
        text = "".join(f"{line}\n" for line in sample.lines)
        (labels / f"{name}.txt").write_text(text, encoding="utf-8")
    return count


def _yolo_name(split: str) -> str:
    return {"validation": "val"}.get(split, split)
