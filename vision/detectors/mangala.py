"""Reads a Mangala board: how many stones lie in each pit and treasury, and where each is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from engines.mangala import Board
from engines.mangala.values import STONES
from vision.border import within
from vision.detectors.changes import differences
from vision.detectors.law import by_law
from vision.detectors.numbers import sigmoid, softmax
from vision.detectors.pits import (
    FINE,
    SIDE,
    TREASURY,
    pit_pictures,
    pits_at,
    place_windows,
    spacing,
    window_plane,
)
from vision.detectors.sown import likelihoods, looks_at
from vision.detectors.weight import Lesson, Weight
from vision.frame import Frame, Picture
from vision.network import card, network, temperature
from vision.reading import Reading

GAME = "mangala"
COUNTS = 18
"""The network tells 0 to 16 stones apart; the last is 17 or more."""
COMPARED = ((70, 70), (84, 177))
"""Width and height of the pictures of a pit and a treasury in which changes are looked for."""
RIMS = (12, 19)
"""Pixels of these pictures, all round, in which no change is looked for."""
CHANGED = 3.1
"""A place that differs by so much is as likely changed as not."""
BY_SUM = 0.25
"""How much of what is told of a pit comes from the sum of its map (chosen on validation pits)."""
SHOWN, TYPICAL = 4, 5
"""So many pits of a certain look are shown beside those that are read, with about so many stones
each: they tell what a stone of this table looks like, however few lie on it now."""
WARY, PILED = 2.0, 3.0
"""How much surer the network must be that a pit, a treasury is hidden than its card says: a pile of
other stones than it knows looks like something that lies on them, and the tracker would wait for it
to go away. What may be hidden is doubtful all the same."""
PEAK = 0.35
"""A spot of the stones' map that is brighter than this is a stone."""


class MangalaDetector:
    """The reader of one table, or of single pictures (`alone`), which the law of 48 mends."""

    def __init__(self, alone: bool = False) -> None:
        self.alone = alone
        self.adaptation = Weight()

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """Stones in every place, with all doubt kept, and the single stones that were found."""
        pits, stores = pit_pictures(frame.picture, pose)
        told = _count(pits, self.adaptation.shown)
        probabilities = np.zeros((14, STONES + 1))
        probabilities[:12] = self._told(told)
        sums, store_maps, hidden = _weigh(stores)
        for number, stones in enumerate(sums):
            probabilities[12 + number] = around(stones * self.adaptation.stones)
        stones = [_stones(m) for m in (*told.maps, *store_maps)]
        reading = Reading(
            GAME,
            probabilities,
            np.concatenate([told.hidden, hidden]),
            notes={"stones": _in_picture(stones, pose)},
        )
        reading = within(reading, pose, frame.size)
        return by_law(reading) if self.alone else reading

    def count(self, picture: Picture, middles: NDArray[np.float64]) -> NDArray[np.float64]:
        """Pits whose middles are given in pixels: for each a probability for 0 to 48 stones."""
        pits = pits_at(picture, middles, spacing(middles))
        return self._told(_count(pits, self.adaptation.shown))

    def _told(self, seen: Counted) -> NDArray[np.float64]:
        """For each pit a probability for 0 to 48 stones.

        The network's answer and the sum of its map err in different pits: a part of the odds comes
        from the sum.
        """
        weight = self.adaptation.stones
        numbers = np.arange(COUNTS)
        logits = np.array([np.interp(numbers / weight, numbers, pit) for pit in seen.logits])
        told = card("pits")["pit_error"]
        wide = told["least"] + told["share"] * numbers
        bell = -0.5 * ((numbers - seen.sums[:, None] * weight) / wide) ** 2 - np.log(wide)
        own = np.log(softmax(logits / temperature("pits")) + 1e-9)
        return spread(softmax((1 - BY_SUM) * own + BY_SUM * bell))

    def compare(
        self, before: Frame, after: Frame, pose: Pose, then: Pose | None = None
    ) -> NDArray[np.float64]:
        """For every place how likely it changed between two settled frames.

        `then` is where the board lay before, if that was elsewhere.
        """
        a, b = (
            [*pits, *stores]
            for pits, stores in (
                pit_pictures(before.picture, then or pose, *COMPARED),
                pit_pictures(after.picture, pose, *COMPARED),
            )
        )
        boxes, left = [], 0
        for number, picture in enumerate(a):
            high, wide = picture.shape[:2]
            rim = RIMS[number >= 12]
            boxes.append((left + rim, rim, left + wide - rim, high - rim))
            left += wide
        return sigmoid((differences(_shelf(a), _shelf(b), boxes, patch=13) - CHANGED) * 4)

    def gains(
        self,
        before: Frame,
        after: Frame,
        pose: Pose,
        then: Pose,
        changed: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """How likely two frames look as they do if a place has gained so many stones.

        `then` is where the board lay before. Logarithms, 14 x 97: from 48 fewer to 48 more. Only
        places that have `changed` are looked at; of others nothing is said.
        """
        told = np.zeros((14, 2 * STONES + 1))
        if not (changed > 0.5).any():
            return told
        looks = looks_at(before.picture, then), looks_at(after.picture, pose)
        for kind, (first, last) in enumerate(((0, 12), (12, 14))):
            some = first + np.flatnonzero(changed[first:last] > 0.5)
            if len(some):
                was, now = ([look[kind][k - first] for k in some] for look in looks)
                told[some] = likelihoods(was, now)
        return told

    def adapt(self, frame: Frame, pose: Pose, board: Board) -> None:
        """Learn this table's looks from a frame whose content is certain."""
        pits, _ = pit_pictures(frame.picture, pose)
        seen = _count(pits, self.adaptation.shown)
        known = np.array([n is not None for n in board.stones[:12]]) & (seen.hidden < 0.5)
        truth = np.array([n or 0 for n in board.stones[:12]])
        some = [k for k in np.argsort(np.abs(truth - TYPICAL)) if known[k] and truth[k] > 1]
        shown = tuple(pits[k] for k in some[:SHOWN])
        self.adaptation.learn(Lesson(seen.sums[known], truth[known], shown))

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""
        self.adaptation.forget(count)


@dataclass(frozen=True, eq=False)
class Counted:
    """What the network says of some pits."""

    logits: NDArray[np.float64]
    """Pits x counts."""
    sums: NDArray[np.float64]
    """How many stones lie there by how densely they lie."""
    maps: NDArray[np.float32]
    """For each a map with a spot on every stone."""
    hidden: NDArray[np.float64]
    """How likely each is hidden."""


def _count(pictures: Sequence[Picture], beside: Sequence[Picture] = ()) -> Counted:
    """Show pits to the network, and beside them some whose stones it knows."""
    told = network("pits")(*pictures, *beside)
    counts, maps, density, hidden = (part[: len(pictures)] for part in told)
    return Counted(
        np.asarray(counts, float),
        np.asarray(density.sum((1, 2, 3)), float),
        maps[:, 0],
        _hidden(hidden),
    )


def _hidden(logits: NDArray[np.float32], more: float = WARY) -> NDArray[np.float64]:
    """How likely places are hidden; the network suspects too many, and needs so much more."""
    return sigmoid(np.asarray(logits[:, 0], float) - card("pits")["hidden_from"] - more)


def _weigh(
    pictures: list[Picture],
) -> tuple[NDArray[np.float64], NDArray[np.float32], NDArray[np.float64]]:
    """Stones in treasuries as a sum over the map of how densely they lie."""
    _, maps, density, hidden = network("pits")(*pictures)
    return np.asarray(density.sum((1, 2, 3)), float), maps[:, 0], _hidden(hidden, PILED)


def spread(counts: NDArray[np.float64]) -> NDArray[np.float64]:
    """Probabilities of 0 to 17 and more as probabilities of 0 to 48."""
    wide = np.zeros((len(counts), STONES + 1))
    wide[:, : COUNTS - 1] = counts[:, :-1]
    tail = 0.6 ** np.arange(STONES + 2 - COUNTS)
    wide[:, COUNTS - 1 :] = counts[:, -1:] * (tail / tail.sum())
    return wide


def around(stones: float) -> NDArray[np.float64]:
    """What a treasury's sum may mean: the fuller, the wider."""
    told = card("pits")["treasury_error"]
    wide = told["least"] + told["share"] * max(stones, 0.0)
    numbers = np.arange(STONES + 1)
    odds = np.exp(-0.5 * ((numbers - stones) / wide) ** 2) + 1e-9
    return np.asarray(odds / odds.sum())


def _stones(heat: NDArray[np.float32]) -> NDArray[np.float64]:
    """The middles of stones in a map (n x 2, pixels of the place's picture)."""
    peak = cv2.dilate(heat, np.ones((3, 3), np.uint8))
    ys, xs = np.nonzero((heat >= peak) & (heat > PEAK))
    return np.column_stack([(xs + 0.5) * FINE - 0.5, (ys + 0.5) * FINE - 0.5])


def _in_picture(stones: list[NDArray[np.float64]], pose: Pose) -> list[list[tuple[float, float]]]:
    """Stones in pixels of the whole picture, place by place, for drawing."""
    found = []
    for number, (spots, window) in enumerate(zip(stones, place_windows(pose), strict=True)):
        plane = window_plane(window, (SIDE, SIDE) if number < 12 else TREASURY)
        seen = cv2.perspectiveTransform(spots[None], plane)[0] if len(spots) else spots
        found.append([(round(float(u), 1), round(float(v), 1)) for u, v in seen])
    return found


def _shelf(pictures: list[Picture]) -> Picture:
    """Pictures side by side, the shorter ones black below."""
    high = max(p.shape[0] for p in pictures)
    shelf = np.zeros((high, sum(p.shape[1] for p in pictures), 3), np.uint8)
    left = 0
    for picture in pictures:
        shelf[: picture.shape[0], left : left + picture.shape[1]] = picture
        left += picture.shape[1]
    return shelf
