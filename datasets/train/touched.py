"""Train what sees which cells of an 8x8 board were touched between two looks at it.

python -m datasets.train.touched --work WORK
"""

from __future__ import annotations

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from datasets.train.board_pairs import AGAIN, BoardPair, board_pairs
from datasets.train.cache import kept
from datasets.train.colours import for_torch, other_camera, other_light, shadow
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.honesty import temperature_of
from datasets.train.loop import Batch, train
from datasets.train.networks import TouchSpotter
from datasets.train.pairs import lie
from vision.detectors.board import SIDE
from vision.detectors.touched import in_first_light

DARK = 0.25
"""The share of pairs that are shown in the dark."""
SHADED = 0.15
"""The share of pairs of which a shadow falls into one look only."""


def batch_of(pairs: list[BoardPair], rng: np.random.Generator, size: int) -> Batch:
    """Random pairs, turned and mirrored, each in about one light."""
    return tensors([_learnt(pairs[int(i)], rng) for i in rng.integers(0, len(pairs), size)])


def tensors(some: list[BoardPair]) -> Batch:
    """For torch."""
    return (
        torch.from_numpy(for_torch([pair.then for pair in some])),
        torch.from_numpy(for_torch([in_first_light(pair.then, pair.now) for pair in some])),
        torch.from_numpy(np.stack([pair.changed for pair in some])),
    )


def _learnt(pair: BoardPair, rng: np.random.Generator) -> BoardPair:
    turn, mirror, back = int(rng.integers(4)), bool(rng.integers(2)), bool(rng.integers(2))
    light = int(rng.integers(2**31))
    dark = rng.uniform(0.1, 0.5) if rng.random() < DARK else 1.0
    shaded = int(rng.integers(2)) if rng.random() < SHADED else None
    seen = []
    for number, picture in enumerate((pair.then, pair.now)):
        lit = other_light(lie(picture, turn, mirror), np.random.default_rng(light), 50.0)
        dimmed = lit * dark * np.exp(rng.normal(0, 0.02, 3) + rng.normal(0, 0.04))
        if number == shaded:
            dimmed *= 1 - 0.5 * (1 - shadow(lit.shape[:2], rng)[..., None])
        seen.append(other_camera(np.clip(dimmed, 0, 255).astype(np.uint8), rng))
    then, now = reversed(seen) if back else seen  # what can be done can be undone
    return BoardPair(then, now, lie(pair.changed, turn, mirror))


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """What was done where; of what was done there is little, and it counts for more."""
    then, now, changed = batch
    told = net(then, now)[:, 0]
    weight = torch.where(changed, 3.0, 1.0)
    return functional.binary_cross_entropy_with_logits(told, changed.float(), weight)


def answers(net: nn.Module, pairs: list[BoardPair]) -> tuple[torch.Tensor, torch.Tensor]:
    """For every cell of some pairs what is said, as two logits, and what is true."""
    told, truth = [], []
    for number in range(0, len(pairs), 32):
        then, now, changed = tensors(pairs[number : number + 32])
        with torch.no_grad():
            told.append(net(then, now)[:, 0].flatten())
        truth.append(changed.flatten().long())
    logits = torch.cat(told)
    return torch.stack([torch.zeros_like(logits), logits], 1), torch.cat(truth)


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 60, 500, 5000, 24)
    work = options.work / "touched"
    counts = f"{options.composed}-{options.sketched}"
    made = board_pairs("train", options.composed, options.sketched, 0)
    learnt: list[BoardPair] = kept(work / f"train-{counts}.npy", made)
    held: list[BoardPair] = kept(work / "validation.npy", board_pairs("validation", 40, 60, 1))
    print(f"{len(learnt)} pairs to learn from, {len(held)} to choose by", flush=True)
    check = [batch_of(held, np.random.default_rng(k), 40) for k in range(8)]
    net = train(
        begun(TouchSpotter(), options),
        lambda rng: batch_of(learnt, rng, options.batch),
        loss,
        check,
        options.steps,
        work,
        rate_of(options),
        every=250,
    )
    logits, truth = answers(net, held)
    told, done = logits[:, 1] > 0, truth.bool()
    finish(
        net,
        "touched",
        [(3, SIDE, SIDE), (3, SIDE, SIDE)],
        ["cells"],
        options,
        "datasets.train.touched",
        "Sees which cells of an 8x8 board were touched between two looks at it",
        inputs=("then", "now"),
        data=f"{options.composed} pairs of every layered training table, {AGAIN} of every whole "
        f"render, {options.sketched} sketched ones of each game",
        temperature=temperature_of(logits, truth),
        metrics={
            "validation_touched_seen": float(told[done].float().mean()),
            "validation_untouched_told_touched": float(told[~done].float().mean()),
        },
    )


if __name__ == "__main__":
    main()
