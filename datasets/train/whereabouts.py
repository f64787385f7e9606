"""Train what guesses where a board lies and of which game it is.

python -m datasets.train.whereabouts --work WORK
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.train.cache import kept
from datasets.train.colours import for_torch, recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.loop import Batch, train
from datasets.train.networks import Whereabouts
from datasets.train.places import GAMES, Whole, wholes
from vision.find.guess import SIDE, STRIDE

STORED = 320
"""Longer side of the pictures that are kept."""


Item = tuple[NDArray[np.uint8], int, NDArray[np.float32]]
"""A picture, which game it shows (-1 for none), and the corners of its board."""


class Places:
    """Pictures made small, with their labels."""

    def __init__(self, path: Path, made: Iterator[Whole]) -> None:
        self.items: list[Item] = kept(path, (_small(whole) for whole in made))

    def batch(self, rng: np.random.Generator, size: int) -> Batch:
        """Random pictures, each from another distance and turn, recoloured."""
        pictures, maps = [], []
        for i in rng.integers(0, len(self.items), size):
            picture, kind, corners = self.items[i]
            seen, moved = _seen(picture, corners if kind >= 0 else None, rng)
            pictures.append(recoloured(seen, rng))
            maps.append(_maps(kind, moved))
        return torch.from_numpy(for_torch(pictures)), torch.from_numpy(np.stack(maps))


def _small(whole: Whole) -> Item:
    height, width = whole.picture.shape[:2]
    scale = STORED / max(height, width)
    size = (round(width * scale), round(height * scale))
    picture = cv2.resize(whole.picture, size, interpolation=cv2.INTER_AREA)
    kind = GAMES.index(whole.game) if whole.game else -1
    corners = whole.corners if whole.corners is not None else np.zeros((4, 2))
    return np.asarray(picture), kind, ((corners + 0.5) * scale - 0.5).astype(np.float32)


def _seen(
    picture: NDArray[np.uint8], corners: NDArray[np.float32] | None, rng: np.random.Generator
) -> tuple[NDArray[np.uint8], NDArray[np.float64] | None]:
    """The picture turned, shifted and scaled into the network's square; the board stays whole."""
    height, width = picture.shape[:2]
    for tries in range(20):
        turn = rng.uniform(0, 2 * np.pi) if tries < 10 else 0.0
        scale = SIDE / max(height, width) * (rng.uniform(0.5, 1.25) if tries < 15 else 1.0)
        cos, sin = np.cos(turn) * scale, np.sin(turn) * scale
        mirror = -1.0 if rng.random() < 0.5 else 1.0
        linear = np.array([[cos * mirror, -sin], [sin * mirror, cos]])
        shift = rng.uniform(-0.12, 0.12, 2) * SIDE if tries < 15 else np.zeros(2)
        off = np.array([SIDE / 2, SIDE / 2]) + shift - linear @ np.array([width / 2, height / 2])
        warp = np.column_stack([linear, off])
        if corners is None:
            moved = None
            break
        moved = corners @ linear.T + off
        if moved.min() > 1 and moved.max() < SIDE - 2:
            break
    border = cv2.BORDER_REFLECT_101 if rng.random() < 0.5 else cv2.BORDER_CONSTANT
    fill = tuple(float(v) for v in rng.uniform(0, 255, 3))
    seen = cv2.warpAffine(picture, warp, (SIDE, SIDE), borderMode=border, borderValue=fill)
    if corners is not None and border == cv2.BORDER_REFLECT_101:
        seen = cv2.warpAffine(picture, warp, (SIDE, SIDE), borderMode=cv2.BORDER_REPLICATE)
    return np.asarray(seen), moved


def _maps(kind: int, corners: NDArray[np.float64] | None) -> NDArray[np.float32]:
    """A map a game that is 1 inside its board, and one with a spot at each corner."""
    side = SIDE // STRIDE
    maps = np.zeros((len(GAMES) + 1, side, side), np.float32)
    if corners is None:
        return maps
    small = (corners + 0.5) / STRIDE - 0.5
    unit = 16
    filled: Any = np.zeros((side, side), np.uint8)
    cv2.fillConvexPoly(filled, np.round(small * unit).astype(np.int32), 255, cv2.LINE_AA, 4)
    maps[kind] = filled.astype(np.float32) / 255
    ys, xs = np.mgrid[0:side, 0:side]
    for x, y in small:
        spot = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * 1.2**2))
        maps[-1] = np.maximum(maps[-1], spot)
    return maps


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Cross-entropy of the maps, corners weighing more, and the overlap of the boards."""
    pictures, maps = batch
    out = net(pictures)
    games, corners = out[:, :-1], out[:, -1]
    plain = functional.binary_cross_entropy_with_logits(games, maps[:, :-1])
    there = torch.sigmoid(games)
    shared = (there * maps[:, :-1]).sum((2, 3))
    both = there.sum((2, 3)) + maps[:, :-1].sum((2, 3))
    dice = (1 - (2 * shared + 1) / (both + 1)).mean()
    weight = 1 + 20 * maps[:, -1]
    spots = functional.binary_cross_entropy_with_logits(corners, maps[:, -1], weight=weight)
    return plain + 0.5 * dice + 0.3 * spots


def measured(net: nn.Module, batches: list[Batch]) -> dict[str, float]:
    """How much of the boards and of what is told overlaps."""
    overlap = []
    for pictures, maps in batches:
        with torch.no_grad():
            told = net(pictures)[:, :-1] > 0
        true = maps[:, :-1] > 0.5
        there = true.flatten(1).any(1)
        shared, either = (told & true).sum((1, 2, 3)), (told | true).sum((1, 2, 3))
        overlap.append((shared / either.clamp(min=1))[there])
    return {"validation_overlap": float(torch.cat(overlap).mean())}


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 700, 500, 3200, 16)
    work = options.work / "whereabouts"
    counts = f"{options.composed}-{options.sketched}"
    learnt = Places(
        work / f"train-{counts}.npy", wholes("train", options.composed, options.sketched)
    )
    held = Places(work / "validation.npy", wholes("validation", 60, 30, seed=1))
    print(f"{len(learnt.items)} pictures to learn from, {len(held.items)} to choose by", flush=True)
    check = [held.batch(np.random.default_rng(k), 32) for k in range(6)]
    net = train(
        begun(Whereabouts(len(GAMES) + 1), options),
        lambda rng: learnt.batch(rng, options.batch),
        loss,
        check,
        options.steps,
        work,
        rate_of(options),
    )
    finish(
        net,
        "whereabouts",
        (3, SIDE, SIDE),
        ["maps"],
        options,
        "datasets.train.whereabouts",
        "Guesses where a Reversi, Kulami or Mangala board lies",
        metrics=measured(net, check),
    )


if __name__ == "__main__":
    main()
