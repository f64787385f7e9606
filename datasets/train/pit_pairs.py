"""Two looks at one place of a Mangala board, to learn to see what came and what went.

Rendered tables show every filling of a place with the same stones in the same places; on carved
boards stones move a little when others come.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from multiprocessing import get_context

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.compose import PitComposer
from datasets.covers import board_pose
from datasets.cuts import nudged
from datasets.manifest import load_scenes
from datasets.optics import Optics, bent, photograph
from datasets.sketch.carved import Carved, carve_mangala
from datasets.sketch.pebbles import Stone
from datasets.stills import can_be_shown
from datasets.train.pit_places import SHARP, beside, camera_over
from datasets.train.restyle import other_stones
from datasets.train.tables import Shown, any_stones
from engines.mangala.values import STONES
from vision.detectors.pits import SIDE, TREASURY, cut_out, place_windows, window_plane
from vision.frame import Picture

Spots = NDArray[np.float32]

LIKELY = {0: 0.2, 1: 0.3, 2: 0.12, 3: 0.05, -1: 0.13, -2: 0.05}
"""By how many stones a place often changes; else it is emptied, to nothing or one, or filled anew.
"""
PUSHED = (0.0, 0.0, 0.06, 0.25)
"""How far stones move when others come, in radii; which of these is a matter of the board."""


@dataclass(frozen=True, eq=False)
class Pair:
    """One place, then and now."""

    then: Picture
    now: Picture
    came: Spots
    """The middles of the stones that are new (n x 2), in pixels."""
    went: Spots
    """The middles of those that are gone."""


BoardLook = tuple[Picture, NDArray[np.uint16], Pose, list[NDArray[np.float64]]]
"""A clean picture, which stone each pixel shows, the camera, and where the stones of each place
lie, in millimetres: those that do not lie there are not numbers."""


def of_tables(split: str, each: int, seed: int) -> Iterator[list[Pair]]:
    """So many pairs of boards of every layered scene, most of them painted anew."""
    for scene in load_scenes("mangala", split):
        rng = np.random.default_rng([seed, int(scene.told["seed"])])
        composer = PitComposer(scene)
        draw = random.Random(int(rng.integers(2**31)))
        for _ in range(each):
            before = can_be_shown(scene, any_stones(scene, draw))
            most = [composer.most * (1 if place < 12 else 3) for place in range(14)]
            after = tuple(_other(int(n), full, rng) for n, full in zip(before, most, strict=True))
            style = int(rng.integers(2**31))
            looks = []
            for state in (before, after):
                table = Shown(scene, state, composer.show(state), composer.index_of(state))
                paint = np.random.default_rng(style)
                picture = other_stones(table.picture, table.index, paint, 14 * 64 + 1)
                lie = _numbered(table)
                looks.append((picture, table.index, board_pose(scene, scene.pose), lie))
            yield _pairs(looks[0], looks[1], rng)


def of_carvings(split: str, count: int, seed: int) -> Iterator[list[Pair]]:
    """So many pairs of carved boards."""
    seeds = [(seed, 6, len(split), number) for number in range(count)]
    fresh = get_context("spawn")  # forked, OpenCV's threads would wait for each other for ever
    with ProcessPoolExecutor(1, fresh, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        yield from pool.map(_carved, seeds, chunksize=4)


def _carved(seed: tuple[int, ...]) -> list[Pair]:
    rng = np.random.default_rng([*seed, 1])
    pushed = float(rng.choice(PUSHED))
    plan: dict[int, tuple[int, int]] = {}
    lie: list[list[NDArray[np.float64]]] = [[], []]

    def board(late: bool) -> Carved:
        def lying(place: int, stones: list[Stone]) -> dict[int, Stone]:
            if place not in plan:
                n = int(rng.integers(len(stones) + 1))
                plan[place] = n, _other(n, len(stones), rng)
            before, after = plan[place]
            some = dict(enumerate(stones[: after if late else before]))
            if late and before != after:
                some = {k: _moved(stone, pushed, rng) for k, stone in some.items()}
            where = np.full((STONES, 3), np.nan)
            for k, stone in some.items():
                where[k] = stone.middle
            lie[late].append(where)
            return some

        return carve_mangala(np.random.default_rng(seed), camera_over, lying)

    made = [board(False), board(True)]
    looks = [(b.picture, b.index, b.pose, w) for b, w in zip(made, lie, strict=True)]
    return _pairs(looks[0], looks[1], rng)


def _other(stones: int, most: int, rng: np.random.Generator) -> int:
    """What may lie in a place after a move, at most so much."""
    way = rng.random()
    for change, share in LIKELY.items():
        way -= share
        if way < 0:
            return int(np.clip(stones + change, 0, most))
    return min(most, int(rng.integers(2)) if rng.random() < 0.6 else int(rng.integers(most + 1)))


def _moved(stone: Stone, pushed: float, rng: np.random.Generator) -> Stone:
    way = rng.normal(0, pushed * float(stone.axes.min()), 3) * (1, 1, 0)
    return replace(stone, middle=stone.middle + way)


def _numbered(table: Shown) -> list[NDArray[np.float64]]:
    """Where every stone of each place lies; of one that is not known the place's middle."""
    places = table.pose.places
    assert places is not None
    lie = []
    for place, known in enumerate(table.stones()):
        where = np.full((STONES, 3), np.nan)
        where[: int(table.state[place])] = *places[place, :2], 0.0
        where[: len(known)] = known
        lie.append(where)
    return lie


def _pairs(before: BoardLook, after: BoardLook, rng: np.random.Generator) -> list[Pair]:
    """Every place of one board, as one camera sees it twice."""
    optics = Optics.random(rng)
    optics = replace(optics, blur=optics.blur * min(1.0, before[0].shape[1] / SHARP))
    flicker = tuple(g * float(np.exp(rng.normal(0, 0.02))) for g in optics.gain)
    then, pose = photograph(before[0], before[2], optics, rng)
    later = replace(optics, gain=(flicker[0], flicker[1], flicker[2]))
    now, _ = photograph(nudged(after[0], rng), after[2], later, rng)
    index = [bent(look[1], pose, cv2.INTER_NEAREST) for look in (before, after)]
    pairs = []
    for place, window in enumerate(place_windows(beside(pose, rng))):
        size = (SIDE, SIDE) if place < 12 else TREASURY
        came = _alone(index[1], place, after[3][place], before[3][place], pose, window)
        went = _alone(index[0], place, before[3][place], after[3][place], pose, window)
        pairs.append(Pair(cut_out(then, window, size), cut_out(now, window, size), came, went))
    return pairs


def _alone(
    index: NDArray[np.uint16],
    place: int,
    lie: NDArray[np.float64],
    otherwise: NDArray[np.float64],
    pose: Pose,
    window: NDArray[np.float64],
) -> Spots:
    """Where the stones lie, in pixels of the place's picture, that only one of two looks has."""
    size = (SIDE, SIDE) if place < 12 else TREASURY
    plane = window_plane(window, size)
    fresh = np.flatnonzero(np.isfinite(lie[:, 0]) & ~np.isfinite(otherwise[:, 0]))
    if not len(fresh):
        return np.zeros((0, 2), np.float32)
    seen = pose.project(lie[fresh])
    flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
    own = np.asarray(cv2.warpPerspective(index, plane, size, flags=flags))
    spots = cv2.perspectiveTransform(seen[None], np.linalg.inv(plane))[0]
    for k, number in enumerate(fresh):
        ys, xs = np.nonzero(own == place * 64 + number + 1)
        if len(ys) >= 12:  # the middle of what is seen of it
            spots[k] = xs.mean(), ys.mean()
    return spots.astype(np.float32)
