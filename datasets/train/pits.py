"""Train what counts stones in Mangala's pits and weighs its treasuries.

python -m datasets.train.pits --work WORK
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
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
from datasets.train.honesty import temperature_of
from datasets.train.loop import Batch, train
from datasets.train.pit_maps import heat, mass, middles, outlines, turned
from datasets.train.pit_networks import PitCounter
from datasets.train.pit_places import Board, Item, afresh, of_carvings, of_tables
from datasets.train.stream import Stream
from vision.detectors.mangala import COUNTS
from vision.detectors.pits import COARSE, FINE, SIDE, TREASURY

FALSELY_HIDDEN = 0.002
"""The share of visible pits that may be called hidden."""
EACH = 4
"""Pits of a board that are learnt from at once: more would make a batch of too few boards."""
STORES = 0.15
"""The share of batches that show treasuries."""
EMPTY = 0.4
"""How often an empty pit is learnt from, for once that one with stones is."""
WORSE = 0.4
"""The share of boards that are seen by a worse camera than the one that took them."""
LOT = (120, 40)
"""Tables and carved boards that are made at once, where there is a stream of them."""

Known = tuple[Any, ...]
"""A picture, how many stones are there, the maps of it, and whether a hand hides it."""


class Pits:
    """All boards of a split; the oldest give way to fresh ones if there is a stream."""

    def __init__(self, work: Path, split: str, tables: int, carvings: int, seed: int) -> None:
        made: list[Board] = []
        for of, count in ((of_carvings, carvings), (of_tables, tables)):
            path = work / f"{split}-{of.__name__}-{count}-{seed}.npy"
            made += kept(path, of(split, count, seed))
        self.boards: Sequence[Board] = made

    def batch(self, rng: np.random.Generator, boards: int, stores: bool) -> Batch:
        """Places of so many boards, each turned or mirrored and in another light as a whole."""
        if isinstance(self.boards, Stream):
            self.boards.renew()
        parts: list[Known] = []
        for chosen in rng.integers(0, len(self.boards), boards):
            board = self.boards[chosen]
            picked = range(12, 14) if stores else _some(board, rng)
            warp, light = _any_way(rng, stores), int(rng.integers(2**31))
            for place in picked:
                same = np.random.default_rng(light)  # one board is seen in one light
                parts.append(_learnt(board[int(place)], warp, same, stores))
        return _tensors(parts)


def _some(board: Board, rng: np.random.Generator) -> NDArray[np.int64]:
    """Some pits of a board; an empty one teaches less."""
    odds = np.array([1.0 if count else EMPTY for _, _, count, _, _ in board[:12]])
    return rng.choice(12, EACH, replace=False, p=odds / odds.sum())


def _learnt(item: Item, warp: NDArray[np.float64], rng: np.random.Generator, stores: bool) -> Known:
    """A place as it is shown to the network, and what is to be said of it."""
    picture, index, count, spots, covered = item
    size = TREASURY if stores else (SIDE, SIDE)
    seen, shown, spots = turned(picture, index, spots, warp, size)
    wide, high = size
    found, plain = middles(shown, count)
    # Of a stone that nobody sees it is known where it lies, but for a few that were rendered.
    known = len(spots) == count
    everywhere = np.where(plain[:, None], found, spots) if known else found[plain]
    return (
        _other_look(seen, rng),
        count,
        heat((found[plain] + 0.5) / FINE - 0.5, high // FINE, wide // FINE),
        mass((everywhere + 0.5) / COARSE - 0.5, high // COARSE, wide // COARSE),
        outlines(shown),
        covered,
    )


def _other_look(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The same in another light; what the camera did to it has been done to most of them."""
    lit = other_light(picture, rng, hues=50.0)
    return other_camera(lit, rng) if rng.random() < WORSE else lit


def _tensors(parts: list[Known]) -> Batch:
    pictures, counts, maps, masses, edges, hidden = zip(*parts, strict=True)
    return (
        torch.from_numpy(for_torch(list(pictures))),
        torch.tensor(counts),
        torch.from_numpy(np.stack(maps)[:, None]),
        torch.from_numpy(np.stack(masses)[:, None]),
        torch.from_numpy(np.stack(edges)),
        torch.tensor(hidden),
    )


def _any_way(rng: np.random.Generator, stores: bool) -> NDArray[np.float64]:
    """A turn (of a treasury: half a one), a mirroring and a change of size, as a 2x2 map."""
    turn = rng.integers(2) * np.pi + rng.normal(0, 0.03) if stores else rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    mirror = np.diag([1.0, -1.0 if rng.random() < 0.5 else 1.0])
    return np.array([[cos, -sin], [sin, cos]]) @ mirror * np.exp(rng.normal(0, 0.05))


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Counts of pits, where their mass lies and its sum, the stones' maps, and what is hidden."""
    pictures, counts, maps, masses, edges, hidden = batch
    stores = pictures.shape[2] != SIDE
    if stores:
        # A treasury is looked at with the pits' normalisation: its own would spoil the sums.
        for part in net.modules():
            if isinstance(part, nn.BatchNorm2d):
                part.eval()
    logits, stones, density, covered, drawn = net(pictures, torch.tensor(2 if stores else EACH))
    weight = (~hidden).float()
    seen = weight.sum().clamp(min=1)
    total = 0.5 * functional.binary_cross_entropy_with_logits(covered[:, 0], hidden.float())
    sums = density.sum((1, 2, 3))
    off = functional.smooth_l1_loss(sums, counts.float(), reduction="none", beta=0.3)
    total = total + 0.5 * (off / (1 + 0.1 * counts) * weight).sum() / seen
    # Stones that were rendered but whose place is unknown have no mass to compare.
    known = weight * ((masses.sum((1, 2, 3)) - counts).abs() < 0.2)
    lies = ((density - masses) ** 2).sum((1, 2, 3)) / (1 + 0.1 * counts)
    total = total + 8 * (lies * known).sum() / known.sum().clamp(min=1)
    # Peaks count fully, what is near one little, what is told rightly hardly at all.
    told = stones.clamp(1e-5, 1 - 1e-5)
    peaks = maps > 0.999
    spots = torch.where(
        peaks, -((1 - told) ** 2) * told.log(), -((1 - maps) ** 4) * told**2 * (1 - told).log()
    )
    total = total + 0.5 * (spots.sum((1, 2, 3)) / (1 + counts) * weight).sum() / seen
    lines = functional.binary_cross_entropy_with_logits(drawn, edges, reduction="none")
    total = total + 2 * (lines.mean((1, 2, 3)) * weight).sum() / seen
    if not stores:
        right = functional.cross_entropy(logits, counts.clamp(max=COUNTS - 1), reduction="none")
        total = total + (right.clamp(max=8) * weight).sum() / seen
    return total


class Looked(nn.Module):
    """The counter while it learns: several boards at once, with its outlines."""

    def __init__(self, net: PitCounter) -> None:
        super().__init__()
        self.net = net

    def forward(self, pictures: torch.Tensor, each: torch.Tensor) -> tuple[torch.Tensor, ...]:
        """Everything that it says, of so many places of each board."""
        return self.net.looked(pictures, int(each))


def answers(net: nn.Module, places: Pits) -> tuple[NDArray[Any], ...]:
    """Of visible pits logits, sums, stones; of visible treasuries sums, stones; pits' hidden."""
    logits, pit_sums, truth, sums, stones, hidden = [], [], [], [], [], []
    for board in places.boards:
        for part in (board[:12], board[12:]):
            size = (SIDE, SIDE) if len(part) == 12 else TREASURY
            cuts = [turned(item[0], item[1], item[3], np.eye(2), size)[0] for item in part]
            with torch.no_grad():
                told = [t.numpy() for t in net(torch.from_numpy(for_torch(cuts)))]
            seen = np.array([not item[4] for item in part])
            true = np.array([item[2] for item in part])[seen]
            total = told[2].sum((1, 2, 3))[seen]
            if len(part) == 12:
                logits.append(told[0][seen])
                pit_sums.append(total)
                truth.append(np.minimum(true, COUNTS - 1))
                hidden.append(told[3][seen, 0])
            else:
                sums.append(total)
                stones.append(true)
    every = (logits, pit_sums, truth, sums, stones, hidden)
    return tuple(np.concatenate(part) for part in every)


def error_of(sums: NDArray[Any], stones: NDArray[Any]) -> dict[str, float]:
    """How far sums lie off: a least error and a share of the stones, by the likeliest fit."""
    off = np.abs(sums - stones)
    best, told = np.inf, (0.35, 0.06)
    for least in np.arange(0.1, 1.5, 0.05):
        for share in np.arange(0.0, 0.3, 0.01):
            wide = least + share * stones
            value = float((np.log(wide) + 0.5 * (off / wide) ** 2).mean())
            if value < best:
                best, told = value, (least, share)
    return {"least": round(float(told[0]), 3), "share": round(float(told[1]), 3)}


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 3000, 1600, 20000, 42)
    work = options.work / "pits"
    learnt = Pits(work, "train", options.composed, options.sketched, 0)
    held = Pits(work, "validation", 120, 40, 1)
    print(f"{len(learnt.boards)} boards to learn from, {len(held.boards)} to choose by", flush=True)
    stream = Stream(learnt.boards, partial(afresh, "train", *LOT), first=1000)
    learnt.boards = stream
    check = [held.batch(np.random.default_rng(k), 25, stores=False) for k in range(6)]

    def batch(rng: np.random.Generator) -> Batch:
        stores = bool(rng.random() < STORES)
        return learnt.batch(rng, options.batch // EACH, stores)

    sample = learnt.batch(np.random.default_rng(9), 40, stores=False)[0]
    net = Looked(begun(PitCounter(COUNTS), options, sample))
    still = [learnt.batch(np.random.default_rng([9, k]), 40, stores=False)[0] for k in range(8)]
    calm = [(pictures, torch.tensor(EACH)) for pictures in still]
    train(
        net,
        batch,
        loss,
        check,
        options.steps,
        work,
        options.rate or rate_of(options),
        every=250,
        calm=calm,
    )
    print(f"{stream.renewed} fresh boards", flush=True)
    stream.close()
    counter = net.net.eval()
    logits, pit_sums, truth, sums, stones, hidden = answers(counter, held)
    right = logits.argmax(1) == truth
    finish(
        counter,
        "pits",
        (3, SIDE, SIDE),
        ["counts", "stones", "density", "hidden"],
        options,
        "datasets.train.pits",
        "Counts stones in Mangala's pits, finds them one by one, weighs treasuries",
        free_size=True,
        temperature=temperature_of(torch.from_numpy(logits), torch.from_numpy(truth)),
        hidden_from=round(float(np.quantile(hidden, 1 - FALSELY_HIDDEN)), 2),
        pit_error=error_of(pit_sums, truth),
        treasury_error=error_of(sums, stones),
        metrics={
            "validation_pits_right": float(right.mean()),
            "validation_pits_to_6_right": float(right[truth <= 6].mean()),
            "validation_treasuries_within_a_tenth": float(
                (np.abs(np.rint(sums) - stones) <= np.maximum(1, 0.1 * stones)).mean()
            ),
        },
    )


if __name__ == "__main__":
    main()
