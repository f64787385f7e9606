"""Train what sees how many stones came or went between two looks at a place of a Mangala board.

python -m datasets.train.sown --work WORK

What a stone looks like is taken from the counter (`datasets.train.pits`) in the same WORK, or else
from the one that ships.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.train.cache import kept
from datasets.train.colours import for_torch, other_camera, other_light
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.export import MODELS
from datasets.train.honesty import temperature_of
from datasets.train.loop import Batch, train
from datasets.train.pairs import lie
from datasets.train.pit_maps import heat
from datasets.train.pit_networks import PitCounter, SownCounter
from datasets.train.pit_pairs import Pair, of_carvings, of_tables
from datasets.train.thaw import thaw
from vision.detectors.pits import COARSE, SIDE, TREASURY
from vision.detectors.sown import MOST_GAIN

STORES = 0.4
"""The share of batches that show treasuries."""


class Pairs:
    """All pairs of boards of a split."""

    def __init__(self, work: Path, split: str, each: int, carvings: int, seed: int) -> None:
        self.kinds = [
            kept(
                work / f"{split}-carved-{carvings}-{seed}.npy", of_carvings(split, carvings, seed)
            ),
            kept(work / f"{split}-tables-{each}-{seed}.npy", of_tables(split, each, seed)),
        ]

    def batch(self, rng: np.random.Generator, size: int, stores: bool) -> Batch:
        """So many places of any boards, turned and mirrored, each pair in about one light."""
        parts = []
        for _ in range(size):
            boards = self.kinds[int(rng.random() < 0.6)]
            board = boards[int(rng.integers(len(boards)))]
            place = int(rng.integers(12, 14) if stores else rng.integers(12))
            parts.append(_learnt(board[place], rng, stores))
        return tensors(parts)


Looks = NDArray[np.uint8]
Known = tuple[Looks, Looks, NDArray[np.float32], NDArray[np.float32], int]
"""Then, now, the maps of what came and went, and how many more there are."""


def tensors(parts: list[Known]) -> Batch:
    """For torch."""
    then, now, came, went, gain = zip(*parts, strict=True)
    return (
        torch.from_numpy(for_torch(list(then))),
        torch.from_numpy(for_torch(list(now))),
        torch.from_numpy(np.stack([np.stack(came), np.stack(went)], 1)),
        torch.from_numpy(np.clip(gain, -MOST_GAIN, MOST_GAIN) + MOST_GAIN),
    )


def plain(pair: Pair) -> Known:
    """A pair as it is, with its maps."""
    high, wide = pair.now.shape[0] // COARSE, pair.now.shape[1] // COARSE
    maps = [heat((s + 0.5) / COARSE - 0.5, high, wide) for s in (pair.came, pair.went)]
    return pair.then, pair.now, maps[0], maps[1], len(pair.came) - len(pair.went)


def _learnt(pair: Pair, rng: np.random.Generator, stores: bool) -> Known:
    then, now, came, went, gain = plain(pair)
    turn = int(rng.integers(2)) * 2 if stores else int(rng.integers(4))
    mirror = bool(rng.integers(2))
    if rng.random() < 0.5:  # what can be brought can be taken
        then, now, came, went, gain = now, then, went, came, -gain
    light = int(rng.integers(2**31))
    seen = []
    for picture in (then, now):
        lit = other_light(lie(picture, turn, mirror), np.random.default_rng(light), 50.0)
        warmer = lit * np.exp(rng.normal(0, 0.03, 3) + rng.normal(0, 0.05))
        seen.append(other_camera(np.clip(warmer, 0, 255).astype(np.uint8), rng))
    return seen[0], seen[1], lie(came, turn, mirror), lie(went, turn, mirror), gain


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """How many stones a place has gained, and where they came and went."""
    then, now, maps, gains = batch
    if then.shape[2] != SIDE:
        # A treasury is looked at with the pits' normalisation: there are too few in a batch.
        for part in net.modules():
            if isinstance(part, nn.BatchNorm2d):
                part.eval()
    told, moved = net(then, now)
    where = functional.binary_cross_entropy_with_logits(moved, maps, reduction="none")
    total = functional.cross_entropy(told, gains, label_smoothing=0.01)
    return total + 0.1 * where.sum((1, 2, 3)).mean()


def answers(net: nn.Module, boards: list[list[Pair]]) -> tuple[NDArray[Any], ...]:
    """For every place of every pair of boards: logits, the true gain, whether it is a treasury."""
    logits, truth, stores = [], [], []
    for board in boards:
        for part in (board[:12], board[12:]):
            then, now, _, gains = tensors([plain(pair) for pair in part])
            with torch.no_grad():
                logits.append(net(then, now)[0].numpy())
            truth.append(gains.numpy())
            stores.append([len(part) == 2] * len(part))
    return np.concatenate(logits), np.concatenate(truth), np.concatenate(stores)


def _counter(checkpoint: Path, looks: torch.Tensor) -> dict[str, torch.Tensor]:
    """What the counter has learnt; `looks` are likely pictures."""
    if not checkpoint.exists():
        print(f"no {checkpoint}: the counter that ships says what a stone looks like", flush=True)
        return thaw(PitCounter(), MODELS / "pits.onnx", looks).state_dict()
    weights: dict[str, torch.Tensor] = torch.load(checkpoint, weights_only=False)["weights"]
    return {name.removeprefix("net."): value for name, value in weights.items()}


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 150, 900, 6000, 36)
    work = options.work / "sown"
    learnt = Pairs(work, "train", options.composed, options.sketched, 0)
    held = Pairs(work, "validation", 40, 24, 1)
    counts = [len(boards) for boards in learnt.kinds]
    print(f"{counts} pairs of boards to learn from (carved, rendered)", flush=True)
    check = [held.batch(np.random.default_rng(k), 60, stores=False) for k in range(6)]

    def batch(rng: np.random.Generator) -> Batch:
        return learnt.batch(rng, options.batch, bool(rng.random() < STORES))

    shown = [learnt.batch(np.random.default_rng([9, k]), 60, stores=False) for k in range(8)]
    still = [(then, now) for then, now, _, _ in shown]
    net = SownCounter(2 * MOST_GAIN + 1)
    net.counter.load_state_dict(_counter(options.work / "pits" / "checkpoint.pt", shown[0][1]))
    net = begun(net, options)
    net = train(
        net, batch, loss, check, options.steps, work, rate_of(options), every=250, calm=still
    )
    logits, truth, stores = answers(net, held.kinds[1])
    right, few = logits.argmax(1) == truth, np.abs(truth - MOST_GAIN) == 1
    often = np.mean([b[3].bincount(minlength=2 * MOST_GAIN + 1).numpy() for b in shown], 0) + 0.1
    often = often + often[::-1]  # what can be brought can be taken
    finish(
        net,
        "sown",
        [(3, SIDE, SIDE), (3, SIDE, SIDE)],
        ["gains", "moved"],
        options,
        "datasets.train.sown",
        "Sees how many stones a place of a Mangala board has gained between two looks, and where",
        inputs=("then", "now"),
        data=f"{options.composed} pairs of every layered training table, "
        f"{options.sketched} of carved boards",
        free_size=True,
        pit_pixels=[SIDE, SIDE],
        treasury_pixels=list(TREASURY),
        temperature=temperature_of(torch.from_numpy(logits), torch.from_numpy(truth)),
        learnt_shares=[round(float(n), 4) for n in often / often.sum()],
        metrics={
            "validation_gains_right": float(right[~stores].mean()),
            "validation_one_more_or_less_right": float(right[few & ~stores].mean()),
            "validation_treasuries_right": float(right[stores].mean()),
        },
    )


if __name__ == "__main__":
    main()
