"""Export to the formats that Ultralytics trains on: boxes of pieces, poses of boards.

<target>/images/<split>/0001.jpg
<target>/labels/<split>/0001.txt
<target>/data.yaml
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.scenes import Scene
from vision.frame import Picture

PIECES: dict[str, tuple[str, ...]] = {
    "reversi": ("B", "W"),
    "kulami": ("B", "R", "token"),
    "mangala": ("stone",),
}
BOARDS = ("reversi", "kulami", "mangala")


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


def write_yolo(
    target: Path, splits: dict[str, Iterable[Sample]], names: Sequence[str], keypoints: int = 0
) -> dict[str, int]:
    """Write pictures, labels and `data.yaml`; gives how many pictures each split has."""
    counts = {}
    for split, samples in splits.items():
        images, labels = target / "images" / split, target / "labels" / split
        images.mkdir(parents=True, exist_ok=True)
        labels.mkdir(parents=True, exist_ok=True)
        counts[split] = 0
        for number, sample in enumerate(samples):
            cv2.imwrite(str(images / f"{number:05d}.jpg"), sample.picture)
            text = "".join(f"{line}\n" for line in sample.lines)
            (labels / f"{number:05d}.txt").write_text(text, encoding="utf-8")
            counts[split] += 1
    lines = [f"path: {target.resolve()}"]
    lines += [f"{_yolo_name(split)}: images/{split}" for split in splits]
    if keypoints:
        # A turned board has the same corners in another order; mirrored, they swap.
        flips = [1, 0, 3, 2] if keypoints == 4 else list(range(keypoints))
        lines += [f"kpt_shape: [{keypoints}, 3]", f"flip_idx: {flips}"]
    lines += ["names:", *(f"  {i}: {name}" for i, name in enumerate(names))]
    (target / "data.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
    return counts


def _yolo_name(split: str) -> str:
    return {"validation": "val"}.get(split, split)
