"""Train what moves a rough quadrangle onto the lattice of a Reversi or Kulami board.

python -m datasets.train.refiner --work WORK
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.hands import load_hands
from datasets.negatives import negative_stills
from datasets.optics import Optics, photograph
from datasets.sketch import sketch_mangala, sketch_other
from datasets.train.cache import kept
from datasets.train.colours import for_torch, recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.examples import examples, sketched_example
from datasets.train.loop import Batch, train
from datasets.train.networks import Refiner
from datasets.train.places import sketched_pits
from vision.find.refine import KINDS, LATTICE, SIDE, flattened

STORED = 640
"""Longer side of the pictures that are kept."""
ROUGH, CLOSE = 0.9, 0.15
"""How far off the quadrangle is, in cells: at first, and when it is nearly right."""

Item = tuple[NDArray[np.uint8], int, NDArray[np.float32]]
"""A picture, what it shows, and where the 25 lattice points lie in it."""


def items(split: str, composed: int, sketched: int, seed: int) -> Iterator[Item]:
    """Pictures of both games, and some that show neither."""
    rng = np.random.default_rng([seed, 5])
    flat = np.column_stack([LATTICE, np.zeros(len(LATTICE))])
    for kind, game in enumerate(KINDS[:-1]):
        for example in examples(game, split, composed, sketched, seed):
            picture, pose = photograph(example.picture, example.pose, Optics.random(rng), rng)
            yield _small(picture, kind, pose.project(flat))
    for still in negative_stills(split, composed // 4):
        yield _small(still.frame.picture, len(KINDS) - 1, _anywhere(still.frame.size, rng))
    hands = load_hands(split)
    for _ in range(sketched):
        other = sketched_example(sketch_other(rng), hands, rng)
        picture, pose = photograph(other.picture, other.pose, Optics.random(rng), rng)
        yield _small(picture, len(KINDS) - 1, pose.project(flat))
    for _ in range(sketched // 6):
        whole = sketched_pits(sketch_mangala(rng), rng)
        size = whole.picture.shape[1], whole.picture.shape[0]
        yield _small(whole.picture, len(KINDS) - 1, _anywhere(size, rng))


def _anywhere(size: tuple[int, int], rng: np.random.Generator) -> NDArray[np.float64]:
    """Some quadrangle in a picture without a board, as a lattice."""
    low, high = sorted(rng.uniform(0.05, 0.95, 2))
    wide = max(0.3, high - low)
    corners = np.array([(0, 0), (1, 0), (1, 1), (0, 1)]) * wide + rng.uniform(0, 1 - wide, 2)
    corners = corners * size + rng.normal(0, 0.05, (4, 2)) * min(size)
    plane = cv2.getPerspectiveTransform(CORNERS, corners.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(LATTICE[None], plane)[0])


CORNERS = np.array([(-4, 4), (4, 4), (4, -4), (-4, -4)], np.float32)


def _small(picture: NDArray[np.uint8], kind: int, points: NDArray[np.float64]) -> Item:
    height, width = picture.shape[:2]
    scale = min(1.0, STORED / max(height, width))
    if scale < 1:
        size = (round(width * scale), round(height * scale))
        picture = np.asarray(cv2.resize(picture, size, interpolation=cv2.INTER_AREA))
    return picture, kind, ((points + 0.5) * scale - 0.5).astype(np.float32)


class Lattices:
    """All items of a split."""

    def __init__(self, path: Path, made: Iterator[Item]) -> None:
        self.items: list[Item] = kept(path, made)

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Random pictures through random rough quadrangles, with the offsets that mend them."""
        pictures, kinds, offsets = [], [], []
        for i in rng.integers(0, len(self.items), size):
            picture, kind, points = self.items[i]
            turn = int(rng.integers(4))
            true = np.rot90(points.reshape(5, 5, 2), turn).reshape(25, 2)
            far = CLOSE if rng.random() < 0.5 else ROUGH
            plane = _rough(true, rng, far)
            told = kind
            if kind < len(KINDS) - 1 and rng.random() < 0.06:
                plane, told = plane @ _shift(rng), -1  # a cell beside: to be mended, not named
            seen = flattened(picture, plane)
            back = np.linalg.inv(plane)
            off = cv2.perspectiveTransform(true[None].astype(np.float64), back)[0] - LATTICE
            pictures.append(recoloured(seen, rng))
            kinds.append(told)
            offsets.append(off.astype(np.float32))
        return (
            torch.from_numpy(for_torch(pictures)),
            torch.tensor(kinds),
            torch.from_numpy(np.stack(offsets)),
        )


def _shift(rng: np.random.Generator) -> NDArray[np.float64]:
    away = rng.choice([-1.0, 0.0, 1.0], 2)
    return np.array([[1, 0, away[0]], [0, 1, away[1]], [0, 0, 1]])


def _rough(
    points: NDArray[np.float32], rng: np.random.Generator, far: float
) -> NDArray[np.float64]:
    """A plane (board cells to pixels) whose corners lie up to `far` cells off."""
    true, _ = cv2.findHomography(LATTICE.astype(np.float32), points)
    moved = CORNERS + rng.uniform(-far, far, (4, 2)).astype(np.float32)
    beside = cv2.getPerspectiveTransform(CORNERS, moved)
    return np.asarray(true @ beside, float)


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Offsets where there is a board, and what it is."""
    pictures, kinds, offsets = batch
    told, logits = net(pictures)
    board = (kinds < len(KINDS) - 1)[:, None, None]
    miss = functional.smooth_l1_loss(told, offsets, reduction="none", beta=0.05)
    total = (miss * board).sum() / (board.sum().clamp(min=1) * 50)
    known = kinds >= 0
    if known.any():
        total = total + 0.1 * functional.cross_entropy(logits[known], kinds[known])
    return total


def measured(net: nn.Module, batches: list[Batch]) -> dict[str, float]:
    """How far points lie off after one look, in cells, and how often the kind is right."""
    off, right = [], []
    for pictures, kinds, offsets in batches:
        with torch.no_grad():
            told, logits = net(pictures)
        board = kinds < len(KINDS) - 1
        off.append((told - offsets)[board].norm(dim=2).flatten())
        right.append((logits.argmax(1) == kinds)[kinds >= 0].float())
    return {
        "validation_cells_off_median": float(torch.cat(off).median()),
        "validation_kinds_right": float(torch.cat(right).mean()),
    }


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 900, 900, 6000, 24)
    work = options.work / "refiner"
    counts = f"{options.composed}-{options.sketched}"
    learnt = Lattices(
        work / f"train-{counts}.npy", items("train", options.composed, options.sketched, 0)
    )
    held = Lattices(work / "validation.npy", items("validation", 60, 40, 1))
    print(f"{len(learnt.items)} pictures to learn from, {len(held.items)} to choose by", flush=True)
    check = [held.batch(np.random.default_rng(k), 48) for k in range(6)]
    net = train(
        begun(Refiner(len(KINDS)), options),
        lambda rng: learnt.batch(rng, options.batch),
        loss,
        check,
        options.steps,
        work,
        rate_of(options, 1.5e-3),
        every=200,
    )
    finish(
        net,
        "refiner",
        (3, SIDE, SIDE),
        ["offsets", "kinds"],
        options,
        "datasets.train.refiner",
        "Moves a rough quadrangle onto the lattice of a Reversi or Kulami board",
        metrics=measured(net, check),
    )


if __name__ == "__main__":
    main()
