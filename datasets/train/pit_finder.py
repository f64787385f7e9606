"""Train what finds the pits and treasuries of a Mangala board near a rough quadrangle.

python -m datasets.train.pit_finder --work WORK
"""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from calibration.pose import Pose
from datasets.negatives import negative_stills
from datasets.optics import Optics, photograph
from datasets.sketch import sketch_mangala, sketch_other
from datasets.train.cache import kept
from datasets.train.colours import for_torch, recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.examples import SKETCHES, sketched_example
from datasets.train.loop import Batch, train
from datasets.train.pit_networks import PitFinder
from datasets.train.places import pits_seen
from datasets.train.tables import any_stones, shown
from vision.find.pits import (
    SIZE,
    flattened,
    lengthwise,
    plane_of,
    quads_of,
    rectangle_round,
    sizes_of,
)
from vision.frame import Picture

STORED = 640
"""Longer side of the pictures that are kept."""
ROUGH, CLOSE = 0.16, 0.03
"""How far off the quadrangle is, as a share of the field, at first and at last."""
BESIDE = 0.18
"""How many boards are shown through a quadrangle that is not theirs, to be refused."""

Item = tuple[NDArray[np.uint8], NDArray[np.float32]]
"""A picture and the 14 places as quadrangles in it (14 x 4 x 2); nothing where there is none."""


def items(split: str, composed: int, sketched: int, seed: int) -> Iterator[Item]:
    """Boards of the scenes, sketches of boards, and things that are none."""
    rng = np.random.default_rng([seed, 8, len(split)])

    for table in shown("mangala", split, composed, seed, any_stones):
        yield _item(*photograph(table.picture, table.pose, Optics.random(rng), rng))
    for _ in range(sketched):
        yield _item(*pits_seen(sketch_mangala(rng), rng))
    for still in negative_stills(split, composed // 6):
        yield _small(still.frame.picture, np.zeros((0, 4, 2)))
    for number in range(sketched // 3):
        sketch = (sketch_other, *SKETCHES.values())[number % 3](rng)
        yield _small(sketched_example(sketch, [], rng).picture, np.zeros((0, 4, 2)))


def _item(picture: Picture, pose: Pose) -> Item:
    assert pose.places is not None
    corners = np.pad(quads_of(pose.places).reshape(-1, 2), ((0, 0), (0, 1)))
    return _small(picture, pose.project(corners).reshape(14, 4, 2))


def _small(picture: Picture, quads: NDArray[np.float64]) -> Item:
    height, width = picture.shape[:2]
    scale = min(1.0, STORED / max(height, width))
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    return picture, ((quads + 0.5) * scale - 0.5).astype(np.float32)


def batch_of(pool: list[Item], rng: np.random.Generator, size: int) -> Batch:
    """Random pictures through random rough quadrangles."""
    pictures, boards, labels = [], [], []
    for i in rng.integers(0, len(pool), size):
        picture, quads = pool[i]
        if len(quads):
            field = rectangle_round(quads.astype(float))
            if rng.random() < 0.5:  # seen from the other side
                field = np.roll(field, 2, axis=0)
                quads = np.concatenate([quads[6:12], quads[:6], quads[13:], quads[12:13]])
                quads = np.roll(quads, 2, axis=1)
            there = rng.random() > BESIDE
            if there:
                plane = _rough(field, rng, ROUGH if rng.random() < 0.6 else CLOSE)
            else:
                plane = _beside(field, rng)
            labels.append(_places(quads, plane))
        else:
            there = False
            size_ = np.array([picture.shape[1], picture.shape[0]])
            low = rng.uniform(0, 0.4, 2) * size_
            high = low + rng.uniform(0.3, 0.6, 2) * size_
            box = np.array([low, (high[0], low[1]), high, (low[0], high[1])])
            plane = plane_of(lengthwise(box))
            labels.append(np.zeros((14, 4), np.float32))
        boards.append(there)
        pictures.append(recoloured(flattened(sizes_of(picture), plane), rng))
    return (
        torch.from_numpy(for_torch(pictures)),
        torch.tensor(boards),
        torch.from_numpy(np.stack(labels)),
    )


def _rough(field: NDArray[np.float64], rng: np.random.Generator, far: float) -> NDArray[np.float64]:
    true = plane_of(field)
    moved = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float)
    moved = moved + rng.uniform(-2 * far, 2 * far, (4, 2)) * (0.6, 1.0)
    return plane_of(np.asarray(cv2.perspectiveTransform(moved[None], true)[0]))


def _beside(field: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.float64]:
    """A quadrangle that shows a board but not as it lies: a pit or more off, part of it, across."""
    square = np.array([(-1, 1), (1, 1), (1, -1), (-1, -1)], float)
    kind = rng.integers(3)
    if kind == 0:  # along by a pit or more, or up or down by a row
        away = (rng.uniform(0.24, 0.8), 0.0) if rng.random() < 0.7 else (0.0, rng.uniform(0.7, 1.2))
        square += np.array(away) * rng.choice([-1, 1])
    elif kind == 1:  # too near or too far
        factor = rng.choice([rng.uniform(0.35, 0.72), rng.uniform(1.45, 2.5)])
        square = square * factor + rng.uniform(-0.3, 0.3, 2)
    else:  # across
        square = np.roll(square, 1, axis=0) * (0.29, 3.5) + rng.uniform(-0.6, 0.6, 2) * (1, 0)
    return plane_of(np.asarray(cv2.perspectiveTransform(square[None], plane_of(field))[0]))


def _places(quads: NDArray[np.float32], plane: NDArray[np.float64]) -> NDArray[np.float32]:
    flat = cv2.perspectiveTransform(
        quads.reshape(1, -1, 2).astype(float), np.linalg.inv(plane)
    ).reshape(14, 4, 2)
    middle = flat.mean(1)
    wide = np.linalg.norm(flat[:, [1, 2]].mean(1) - flat[:, [0, 3]].mean(1), axis=1)
    high = np.linalg.norm(flat[:, [0, 1]].mean(1) - flat[:, [2, 3]].mean(1), axis=1)
    return np.column_stack([middle, wide, high]).astype(np.float32)


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Places where there is a board, and whether there is one."""
    pictures, boards, labels = batch
    places, logits = net(pictures)
    there = boards.float()
    off = functional.smooth_l1_loss(places, labels, reduction="none", beta=0.01)
    # The field is 3.5 times as long as it is high: lengths along it weigh as much more.
    off = off * off.new_tensor([3.5, 1.0, 3.5, 1.0])
    total = (off.mean((1, 2)) * there).sum() / there.sum().clamp(min=1)
    return total + 0.05 * functional.binary_cross_entropy_with_logits(logits[:, 0], there)


def measured(net: nn.Module, batches: list[Batch]) -> dict[str, float]:
    """How far middles lie off after one look, as a share of the field's height, and boards."""
    off, right = [], []
    for pictures, boards, labels in batches:
        with torch.no_grad():
            places, logits = net(pictures)
        away = (places - labels)[boards][:, :, :2] * places.new_tensor([3.5 / 2, 0.5])
        off.append(away.norm(dim=2).flatten())
        right.append(((logits[:, 0] > 0) == boards).float())
    return {
        "validation_middles_off_median": float(torch.cat(off).median()),
        "validation_boards_right": float(torch.cat(right).mean()),
    }


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 900, 600, 2400, 24)
    work = options.work / "pit-finder"
    counts = f"{options.composed}-{options.sketched}"
    made = items("train", options.composed, options.sketched, 0)
    learnt: list[Item] = kept(work / f"train-{counts}.npy", made)
    held: list[Item] = kept(work / "validation.npy", items("validation", 80, 60, 1))
    print(f"{len(learnt)} pictures to learn from, {len(held)} to choose by", flush=True)
    check = [batch_of(held, np.random.default_rng(k), 48) for k in range(6)]
    net = train(
        begun(PitFinder(), options),
        lambda rng: batch_of(learnt, rng, options.batch),
        loss,
        check,
        options.steps,
        work,
        rate_of(options, 1.5e-3),
        every=200,
    )
    finish(
        net,
        "pit-finder",
        (3, SIZE[1], SIZE[0]),
        ["places", "board"],
        options,
        "datasets.train.pit_finder",
        "Finds the pits and treasuries of a Mangala board near a rough quadrangle",
        metrics=measured(net, check),
    )


if __name__ == "__main__":
    main()
