"""Train what counts stones in Mangala's pits and weighs its treasuries.

python -m datasets.train.pits --work WORK
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from calibration.pose import Pose
from datasets.covers import lay_hand
from datasets.hands import Hand, load_hands
from datasets.optics import Optics, photograph
from datasets.sketch.carved import Carved, carve_mangala
from datasets.train.cache import kept
from datasets.train.colours import for_torch, recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.examples import random_pose
from datasets.train.honesty import temperature_of
from datasets.train.loop import Batch, train
from datasets.train.networks import PitCounter
from datasets.train.restyle import other_stones
from datasets.train.tables import any_stones, shown
from vision.detectors.mangala import COUNTS
from vision.detectors.pits import SIDE, TREASURY, cut_out, place_windows, window_plane
from vision.frame import Picture

KEPT = 136
"""Side of the pits' pictures that are kept: wide enough to be turned."""
FALSELY_HIDDEN = 0.002
"""The share of visible pits that may be called hidden."""
RARE = 0.25
"""Numbers that are rarer than this share of the commonest are not made any commoner."""
WANTED = {12: 0.8, 6: 1.0}
"""How often numbers up to these are learnt from, the largest first."""
SELDOM = 0.4
"""How often larger ones are."""
SPOT = 1.0
"""Size of a stone's spot in the map, in map pixels."""
BENEATH = 0.5
"""Of stones that are seen nearer to each other than this share of the usual distance, one lies
beneath the other and is not seen."""

HIDDEN = 0.06
"""A place of which a hand hides more than this share is to be called hidden: one stone may lie
under a finger's tip, and the corners of the share's square are no part of a round pit."""

Item = tuple[NDArray[np.uint8], int, NDArray[np.float32], bool]
"""A place's picture, its stones, their middles in pixels, whether a hand hides it."""


def of_tables(split: str, count: int, seed: int) -> Iterator[Item]:
    """All places of so many boards of scenes, painted anew."""
    hands = load_hands(split)
    rng = np.random.default_rng([seed, 3, len(split)])
    for table in shown("mangala", split, count, seed, any_stones):
        stones = tuple(int(n) for n in table.state)
        picture = other_stones(table.picture, table.index, rng)
        yield from _places(picture, table.pose, stones, table.stones(), hands, rng)


def of_carvings(split: str, count: int, seed: int) -> Iterator[Item]:
    """All places of so many boards that were carved by `datasets.sketch`."""
    hands = load_hands(split)
    rng = np.random.default_rng([seed, 4, len(split)])
    seeds = [(seed, 5, len(split), number) for number in range(count)]
    # Not forked: OpenCV's threads would wait for each other for ever.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(None, fresh, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for board in pool.map(_carved, seeds, chunksize=4):
            yield from _places(board.picture, board.pose, board.stones, board.middles, hands, rng)


def _carved(seed: tuple[int, ...]) -> Carved:
    """A carved board, much as a tablet or a phone may see it."""
    return carve_mangala(np.random.default_rng(seed), _camera)


def _camera(rng: np.random.Generator, size: tuple[int, int], half: tuple[float, float]) -> Pose:
    return random_pose(rng, size, 40.0, (0.75, 0.98), half, along=rng.random() < 0.8)


def _places(
    clean: Picture,
    pose: Pose,
    stones: tuple[int, ...],
    tops: Sequence[NDArray[np.float64]],
    hands: list[Hand],
    rng: np.random.Generator,
) -> Iterator[Item]:
    """Every place of one board, cut out as the reader will, a little beside."""
    covers = np.zeros(14)
    if hands and rng.random() < 0.4:
        clean, covers = lay_hand(clean, pose, hands[int(rng.integers(len(hands)))], rng, 1.0)
    picture, seen = photograph(clean, pose, Optics.random(rng), rng)
    beside = _beside(seen, rng)
    for number, window in enumerate(place_windows(beside, KEPT / SIDE)):
        size = (KEPT, KEPT) if number < 12 else TREASURY
        plane = window_plane(window, size)
        spots = seen.project(tops[number]) if len(tops[number]) else np.zeros((0, 2))
        if len(spots):
            spots = cv2.perspectiveTransform(spots[None], np.linalg.inv(plane))[0]
        cut = cut_out(picture, window, size)
        yield cut, stones[number], spots.astype(np.float32), bool(covers[number] > HIDDEN)


def _beside(pose: Pose, rng: np.random.Generator) -> Pose:
    """A pose that is as wrong as a finder may be: shifted and scaled by a few percent."""
    assert pose.places is not None
    places = pose.places.copy()
    across = float(np.median(places[:12, 2:]))
    places[:, :2] += rng.normal(0, 0.04, (14, 2)) * across
    places[:, 2:] *= np.exp(rng.normal(0, 0.07))
    return pose.with_places(places)


class Pits:
    """All places of a split, pits and treasuries apart."""

    def __init__(self, work: Path, split: str, tables: int, carvings: int, seed: int) -> None:
        parts = ((of_carvings, carvings), (of_tables, tables))
        every: list[Item] = []
        for of, count in parts:
            path = work / f"{split}-{of.__name__}-{count}-{seed}.npy"
            every += kept(path, of(split, count, seed))
        self.pits = [item for item in every if item[0].shape[0] == KEPT]
        self.stores = [item for item in every if item[0].shape[0] != KEPT]
        self._odds = {False: _even(self.pits), True: _even(self.stores)}

    def batch(self, rng: np.random.Generator, size: int, stores: bool) -> Batch:
        """Random places, turned or mirrored, recoloured."""
        pool = self.stores if stores else self.pits
        pictures, counts, maps, masses, hidden = [], [], [], [], []
        for i in rng.choice(len(pool), size, p=self._odds[stores]):
            picture, count, spots, covered = pool[i]
            warp = _any_way(rng, stores)
            shape = TREASURY if stores else (SIDE, SIDE)
            seen, spots = _turned(picture, spots, warp, shape)
            pictures.append(recoloured(seen, rng, hues=50.0))
            counts.append(count)
            maps.append(_heat(spots, seen.shape[0] // 2, seen.shape[1] // 2))
            masses.append(_mass(spots, seen.shape[0] // 4, seen.shape[1] // 4))
            hidden.append(covered)
        return (
            torch.from_numpy(for_torch(pictures)),
            torch.tensor(counts),
            torch.from_numpy(np.stack(maps)[:, None]),
            torch.from_numpy(np.stack(masses)[:, None]),
            torch.tensor(hidden),
        )


def _even(pool: list[Item]) -> NDArray[np.float64]:
    """How often each is to be taken so that all numbers of stones come up about equally."""
    numbers = np.array([min(item[1], COUNTS - 1) for item in pool])
    often = np.bincount(numbers, minlength=COUNTS)
    wanted = np.full(COUNTS, SELDOM)
    for most, share in WANTED.items():
        wanted[: most + 1] = share
    odds = (wanted / np.maximum(often, often.max() * RARE))[numbers]
    return np.asarray(odds / odds.sum())


def _any_way(rng: np.random.Generator, stores: bool) -> NDArray[np.float64]:
    """A turn (of a treasury: half a one), a mirroring and a change of size, as a 2x2 map."""
    turn = rng.integers(2) * np.pi + rng.normal(0, 0.03) if stores else rng.uniform(0, 2 * np.pi)
    cos, sin = np.cos(turn), np.sin(turn)
    mirror = np.diag([1.0, -1.0 if rng.random() < 0.5 else 1.0])
    return np.array([[cos, -sin], [sin, cos]]) @ mirror * np.exp(rng.normal(0, 0.05))


def _turned(
    picture: NDArray[np.uint8],
    spots: NDArray[np.float32],
    warp: NDArray[np.float64],
    size: tuple[int, int],
) -> tuple[NDArray[np.uint8], NDArray[np.float32]]:
    """A picture of this size of the middle of another, turned; points move along."""
    middle = np.array([picture.shape[1] - 1, picture.shape[0] - 1]) / 2
    off = (np.array(size) - 1) / 2 - warp @ middle
    full = np.column_stack([warp, off])
    edge = cv2.BORDER_REPLICATE
    seen = cv2.warpAffine(picture, full, size, flags=cv2.INTER_LINEAR, borderMode=edge)
    return np.asarray(seen), (spots @ warp.T + off).astype(np.float32)


def _heat(spots: NDArray[np.float32], high: int, wide: int) -> NDArray[np.float32]:
    """A peak of 1 for every stone that is seen."""
    heat = np.zeros((high, wide), np.float32)
    ys, xs = np.mgrid[0:high, 0:wide]
    for x, y in np.rint((_on_top(spots) + 0.5) / 2 - 0.5):
        heat = np.maximum(heat, np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * SPOT**2)))
    return heat.astype(np.float32)


def _on_top(spots: NDArray[np.float32]) -> NDArray[np.float32]:
    """The stones that are seen, the later ones lying on the earlier ones."""
    if len(spots) < 4:
        return spots
    far = np.linalg.norm(spots[:, None] - spots[None], axis=2)
    far[np.diag_indices(len(spots))] = np.inf
    near = BENEATH * float(np.median(far.min(1)))
    covered = np.triu(far < near, 1).any(1)
    return spots[~covered]


def _mass(spots: NDArray[np.float32], high: int, wide: int) -> NDArray[np.float32]:
    """How densely stones lie: each spreads a mass of one."""
    mass = np.zeros((high, wide), np.float32)
    ys, xs = np.mgrid[0:high, 0:wide]
    for x, y in (spots + 0.5) / 4 - 0.5:
        one = np.exp(-((xs - x) ** 2 + (ys - y) ** 2) / (2 * SPOT**2))
        mass += one / max(float(one.sum()), 1e-3)
    return mass.astype(np.float32)


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Counts of pits, where their mass lies and its sum, the stones' map, and what is hidden."""
    pictures, counts, maps, masses, hidden = batch
    if pictures.shape[2] != SIDE:
        # A treasury is looked at with the pits' normalisation: its own would spoil the sums.
        for part in net.modules():
            if isinstance(part, nn.BatchNorm2d):
                part.eval()
    logits, stones, density, covered = net(pictures)
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
    if pictures.shape[2] == SIDE:
        right = functional.cross_entropy(logits, counts.clamp(max=COUNTS - 1), reduction="none")
        total = total + (right.clamp(max=8) * weight).sum() / seen
    return total


def answers(net: nn.Module, places: Pits) -> tuple[NDArray[Any], ...]:
    """Of visible pits logits, sums and stones; of visible treasuries sums and stones."""
    logits, pit_sums, truth, sums, stones = [], [], [], [], []
    for pool, stores in ((places.pits, False), (places.stores, True)):
        seen = [item for item in pool if not item[3]]
        for part in np.array_split(np.arange(len(seen)), -(-len(seen) // 64)):
            some = [seen[i] for i in part]
            size = TREASURY if stores else (SIDE, SIDE)
            cuts = [_turned(item[0], item[2], np.eye(2), size)[0] for item in some]
            with torch.no_grad():
                told = net(torch.from_numpy(for_torch(cuts)))
            true = np.array([item[1] for item in some])
            if stores:
                sums.append(told[2].sum((1, 2, 3)).numpy())
                stones.append(true)
            else:
                logits.append(told[0].numpy())
                pit_sums.append(told[2].sum((1, 2, 3)).numpy())
                truth.append(np.minimum(true, COUNTS - 1))
    every = (logits, pit_sums, truth, sums, stones)
    return tuple(np.concatenate(part) for part in every)


def hidden_from(net: nn.Module, places: Pits) -> float:
    """The logit of *hidden* from which on a pit is called so: hardly a visible one reaches it."""
    told = []
    seen = [item for item in places.pits if not item[3]]
    for part in np.array_split(np.arange(len(seen)), -(-len(seen) // 64)):
        cuts = [_turned(seen[i][0], seen[i][2], np.eye(2), (SIDE, SIDE))[0] for i in part]
        with torch.no_grad():
            told.append(net(torch.from_numpy(for_torch(cuts)))[3][:, 0].numpy())
    return round(float(np.quantile(np.concatenate(told), 1 - FALSELY_HIDDEN)), 2)


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
    options = options_of(__doc__, 1200, 800, 8000, 40)
    work = options.work / "pits"
    learnt = Pits(work, "train", options.composed, options.sketched, 0)
    held = Pits(work, "validation", 100, 40, 1)
    print(f"{len(learnt.pits)} pits to learn from, {len(held.pits)} to choose by", flush=True)
    check = [held.batch(np.random.default_rng(k), 96, stores=False) for k in range(6)]

    def batch(rng: np.random.Generator) -> Batch:
        stores = bool(rng.random() < 0.15)
        return learnt.batch(rng, options.batch // (3 if stores else 1), stores)

    net = begun(PitCounter(COUNTS), options)
    net = train(net, batch, loss, check, options.steps, work, rate_of(options), every=200)
    logits, pit_sums, truth, sums, stones = answers(net, held)
    finish(
        net,
        "pits",
        (3, SIDE, SIDE),
        ["counts", "stones", "density", "hidden"],
        options,
        "datasets.train.pits",
        "Counts stones in Mangala's pits, finds them one by one, weighs treasuries",
        free_size=True,
        temperature=temperature_of(torch.from_numpy(logits), torch.from_numpy(truth)),
        hidden_from=hidden_from(net, held),
        pit_error=error_of(pit_sums, truth),
        treasury_error=error_of(sums, stones),
        metrics={
            "validation_pits_right": float((logits.argmax(1) == truth).mean()),
            "validation_treasuries_within_a_tenth": float(
                (np.abs(np.rint(sums) - stones) <= np.maximum(1, 0.1 * stones)).mean()
            ),
        },
    )


if __name__ == "__main__":
    main()
