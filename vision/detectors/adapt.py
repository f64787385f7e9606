"""Learning a Mangala table's own looks from frames whose contents are certain, and forgetting.

The network stays as it is; a small correction, linear in its features, is fitted on top of its
answer. It is fitted to the certain frames and, so that nothing is unlearnt of contents that this
table has not shown yet, to a rehearsal of pits that the network was trained with. (Boards of 8x8
cells are read beside a certain look at them instead: `vision.detectors.familiar`.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from vision.detectors.numbers import softmax
from vision.network import MODELS

STIFF = 3.0
"""How strongly the correction is held back; higher trusts the network more."""
ROUNDS = 60
"""Steps of the fit."""
TRUST = 0.5
"""How much this table's own cells weigh against the rehearsed ones."""
WEIGHT = 64.0
"""What all examples weigh together, against the stiffness."""
MOST = 24
"""Frames that are remembered; the oldest but the first (the start position) is forgotten."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """One frame whose contents are certain."""

    logits: NDArray[np.float64]
    """Cells x contents: what the network said."""
    features: NDArray[np.float64]
    """Cells x features."""
    truth: NDArray[np.int64]
    """Which content each cell has."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the table's profile."""
        return {
            "logits": np.round(self.logits, 3).tolist(),
            "features": np.round(self.features, 3).tolist(),
            "truth": self.truth.tolist(),
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Lesson:
        """What `to_json` gave; raises `ValueError` for anything else."""
        logits, features = (np.array(told[key], float) for key in ("logits", "features"))
        truth = np.array(told["truth"], int)
        if not len(truth):
            return NOTHING  # every pit was hidden
        if logits.ndim != 2 or features.ndim != 2:
            raise ValueError("a lesson is no table")
        if not len(logits) == len(features) == len(truth):
            raise ValueError("the parts of a lesson do not fit together")
        if not (np.isfinite(logits).all() and np.isfinite(features).all()):
            raise ValueError("a lesson holds no numbers")
        if truth.min() < 0 or truth.max() >= logits.shape[1]:
            raise ValueError("unknown contents")
        return cls(logits, features, truth)


NOTHING = Lesson(np.zeros((0, 0)), np.zeros((0, 0)), np.zeros(0, np.int64))
"""A lesson that taught nothing; it counts when lessons are forgotten."""


@dataclass(eq=False)
class Adaptation:
    """Everything learnt at one table."""

    rehearsal: Lesson | None = None
    """Cells of other tables that must stay right."""
    lessons: list[Lesson] = field(default_factory=list)
    """In the order in which they were learnt."""
    _slope: NDArray[np.float64] | None = None
    _scale: NDArray[np.float64] | None = None

    @classmethod
    def of(cls, game: str) -> Adaptation:
        """A fresh one for the shipped network of a game."""
        return cls(rehearsal(game))

    def learn(self, lesson: Lesson) -> None:
        """Take a certain frame in."""
        self.lessons.append(lesson)
        if len(self.lessons) > MOST:
            del self.lessons[1]
        self._fit()

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all."""
        self.lessons = [] if count is None else self.lessons[: max(0, len(self.lessons) - count)]
        self._fit()

    def correct(
        self, logits: NDArray[np.float64], features: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """The network's answer for all cells in their order, with this table's correction."""
        if self._slope is not None and self._scale is not None:
            logits = logits + _with_one(features / self._scale) @ self._slope
        return logits

    def recall(self, told: Mapping[str, Any]) -> Lesson:
        """A lesson from its plain values."""
        return Lesson.from_json(told)

    def _fit(self) -> None:
        taught = [lesson for lesson in self.lessons if len(lesson.truth)]
        kept = [*taught, *([self.rehearsal] if self.rehearsal else [])]
        shown = {int(content) for lesson in self.lessons for content in lesson.truth}
        if len(shown) < 2:  # a table that has shown one content alone would make all look like it
            self._slope = self._scale = None
            return
        logits = np.concatenate([lesson.logits for lesson in kept])
        here = np.arange(len(logits)) < sum(len(lesson.truth) for lesson in self.lessons)
        features = np.concatenate([lesson.features for lesson in kept])
        truth = np.concatenate([lesson.truth for lesson in kept])
        self._scale = np.maximum(features.std(0), 0.1 * features.std() + 1e-6)
        inputs = _with_one(features / self._scale)
        wanted = np.eye(logits.shape[1])[truth]
        weight = _weights(truth, here)
        slope = np.zeros((inputs.shape[1], logits.shape[1]))
        speed = 1 / (0.25 * (weight[:, None] * inputs**2).sum() + STIFF)
        velocity = np.zeros_like(slope)
        for _ in range(ROUNDS):
            told = softmax(logits + inputs @ slope)
            slant = inputs.T @ ((told - wanted) * weight[:, None]) + STIFF * slope
            velocity = 0.9 * velocity - speed * slant
            slope = slope + velocity
        self._slope = slope


def _weights(truth: NDArray[np.int64], here: NDArray[np.bool_]) -> NDArray[np.float64]:
    """A content that fills the board must not shout down one of which there are four pieces."""
    weight = np.zeros(len(truth))
    for group, share in ((here, TRUST), (~here, 1 - TRUST)):
        if group.any():
            counts = np.bincount(truth[group])
            each = 1 / counts[truth[group]]
            weight[group] = each / each.sum() * share * min(WEIGHT, len(truth))
    return weight


@lru_cache(maxsize=4)
def rehearsal(game: str) -> Lesson | None:
    """The cells of other tables that ship with a game's network; None where there are none."""
    path = MODELS / f"{game}-rehearsal.npz"
    if not path.exists():
        return None
    with np.load(path) as data:
        return Lesson(
            data["logits"].astype(float), data["features"].astype(float), data["truth"].astype(int)
        )


def _with_one(features: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.column_stack([features, np.ones(len(features))])
