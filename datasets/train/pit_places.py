"""Pictures of Mangala's pits and treasuries to learn counting from, board by board."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from multiprocessing import get_context
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.clips import State
from datasets.covers import lay_hand
from datasets.hands import Hand, load_hands
from datasets.optics import Optics, bent, photograph
from datasets.scenes import Scene
from datasets.sketch.carved import Carved, carve_mangala
from datasets.train.examples import random_pose
from datasets.train.restyle import other_stones
from datasets.train.tables import any_stones, shown
from vision.detectors.pits import SIDE, TREASURY, cut_out, place_windows, window_plane
from vision.frame import Picture

KEPT = 176
"""Side of the pits' pictures that are kept: wide enough to be turned."""
HIDDEN = 0.06
"""A place of which a hand hides more than this share is to be called hidden: one stone may lie
under a finger's tip, and the corners of the share's square are no part of a round pit."""
LATE = 0.35
"""The share of composed boards that look as they do late in a game."""
SHARP = 1100
"""Pictures that are less wide than this are blurred less: each of their pixels is larger."""

Item = tuple[NDArray[np.uint8], NDArray[np.uint8], int, NDArray[np.float32], bool]
"""A place's picture, which stone each of its pixels shows (from 1 on; 0 for none), how many there
are, their middles in pixels, whether a hand hides it."""
Board = list[Item]
"""Twelve pits, two treasuries."""


def of_tables(split: str, count: int, seed: int) -> Iterator[Board]:
    """So many boards of scenes, painted anew."""
    hands = load_hands(split)
    rng = np.random.default_rng([seed, 3, len(split)])
    for table in shown("mangala", split, count, seed, _chosen):
        stones = tuple(int(n) for n in table.state)
        picture = other_stones(table.picture, table.index, rng)
        yield _places(picture, table.index, table.pose, stones, table.stones(), hands, rng)


def _chosen(scene: Scene, rng: random.Random) -> State:
    """Any filling, or what is left late in a game: most pits empty, and mirroring the same lamp."""
    if rng.random() > LATE:
        return any_stones(scene, rng)
    pits = [rng.choice((1, 1, 2, 3, 5)) if rng.random() < 0.2 else 0 for _ in range(12)]
    return (*pits, *(rng.randrange(48) for _ in range(2)))


def of_carvings(split: str, count: int, seed: int) -> Iterator[Board]:
    """So many boards that were carved by `datasets.sketch`."""
    hands = load_hands(split)
    rng = np.random.default_rng([seed, 4, len(split)])
    seeds = [(seed, 5, len(split), number) for number in range(count)]
    # Not forked: OpenCV's threads would wait for each other for ever.
    fresh = get_context("spawn")
    with ProcessPoolExecutor(None, fresh, initializer=cv2.setNumThreads, initargs=(1,)) as pool:
        for one in pool.map(_carved, seeds, chunksize=4):
            yield _places(one.picture, one.index, one.pose, one.stones, one.middles, hands, rng)


def afresh(split: str, tables: int, carvings: int, seed: int) -> list[Board]:
    """So many boards of either kind that nobody has seen before; another seed gives others."""
    hands = load_hands(split)
    boards = list(of_tables(split, tables, seed))
    rng = np.random.default_rng([seed, 4, len(split)])
    for number in range(carvings):
        one = _carved((seed, 5, len(split), number))
        boards.append(
            _places(one.picture, one.index, one.pose, one.stones, one.middles, hands, rng)
        )
    return boards


def _carved(seed: tuple[int, ...]) -> Carved:
    """A carved board, much as a tablet or a phone may see it."""
    return carve_mangala(np.random.default_rng(seed), camera_over)


def camera_over(rng: np.random.Generator, size: tuple[int, int], half: tuple[float, float]) -> Pose:
    """A camera over a carved board."""
    return random_pose(rng, size, 40.0, (0.75, 0.98), half, along=rng.random() < 0.8)


def _places(
    clean: Picture,
    index: NDArray[np.uint16],
    pose: Pose,
    stones: tuple[int, ...],
    tops: Sequence[NDArray[np.float64]],
    hands: list[Hand],
    rng: np.random.Generator,
) -> Board:
    """Every place of one board, cut out as the reader will, a little beside."""
    covers = np.zeros(14)
    if hands and rng.random() < 0.4:
        clean, covers = lay_hand(clean, pose, hands[int(rng.integers(len(hands)))], rng, 1.0)
    optics = Optics.random(rng)
    optics = replace(optics, blur=optics.blur * min(1.0, clean.shape[1] / SHARP))
    picture, seen = photograph(clean, pose, optics, rng)
    shows = bent(index, seen, cv2.INTER_NEAREST)
    board = []
    for number, window in enumerate(place_windows(beside(seen, rng), KEPT / SIDE)):
        size = (KEPT, KEPT) if number < 12 else TREASURY
        plane = window_plane(window, size)
        spots = seen.project(tops[number]) if len(tops[number]) else np.zeros((0, 2))
        if len(spots):
            spots = cv2.perspectiveTransform(spots[None], np.linalg.inv(plane))[0]
        flags = cv2.INTER_NEAREST | cv2.WARP_INVERSE_MAP
        own: Any = cv2.warpPerspective(shows, plane, size, flags=flags)
        first = number * 64
        own = np.where((own > first) & (own <= first + stones[number]), own - first, 0)
        cut, hidden = cut_out(picture, window, size), bool(covers[number] > HIDDEN)
        board.append((cut, own.astype(np.uint8), stones[number], spots.astype(np.float32), hidden))
    return board


def beside(pose: Pose, rng: np.random.Generator) -> Pose:
    """A pose that is as wrong as a finder may be: shifted and scaled by a few percent."""
    assert pose.places is not None
    places = pose.places.copy()
    across = float(np.median(places[:12, 2:]))
    places[:, :2] += rng.normal(0, 0.04, (14, 2)) * across
    places[:, 2:] *= np.exp(rng.normal(0, 0.07))
    return pose.with_places(places)
