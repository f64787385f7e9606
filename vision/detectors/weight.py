"""What a stone of this Mangala table weighs and looks like: learnt from frames that are certain.

The counter tells how much stone it sees in a pit. On a table with large, flat or mirroring stones
that is too much or too little for every pit alike, and the start position, forty-eight stones at
once, shows by how much. Some pits of it are kept, to be shown beside those that are read. (Boards
of 8x8 cells are read beside a certain look at them instead: `vision.detectors.familiar`.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from engines.mangala.values import STONES
from vision.detectors.keepsakes import as_text, from_text
from vision.detectors.pits import SIDE
from vision.frame import Picture

HELD = 15.0
"""So many stones of other tables speak for the weight that the counter was trained with."""
FARTHEST = 1.5
"""No table's stones weigh more than so many times as much, or as little, as others'."""
MOST = 24
"""Frames that are remembered; the oldest but the first (the start position) is forgotten."""


@dataclass(frozen=True, eq=False)
class Lesson:
    """One frame whose contents are certain: its visible pits."""

    seen: NDArray[np.float64]
    """How much stone the network saw in each."""
    truth: NDArray[np.int64]
    """How many stones lay there."""
    shown: tuple[Picture, ...] = ()
    """Pictures of some pits with stones."""

    def to_json(self) -> dict[str, Any]:
        """Plain values, for the table's profile."""
        return {
            "seen": np.round(self.seen, 3).tolist(),
            "truth": self.truth.tolist(),
            "shown": [as_text(picture) for picture in self.shown],
        }

    @classmethod
    def from_json(cls, told: Mapping[str, Any]) -> Lesson:
        """What `to_json` gave; raises `ValueError` for anything else."""
        seen, truth = np.array(told["seen"], float), np.array(told["truth"], float)
        if seen.ndim != 1 or seen.shape != truth.shape:
            raise ValueError("the parts of a lesson do not fit together")
        if not (np.isfinite(seen).all() and np.isfinite(truth).all()):
            raise ValueError("a lesson holds no numbers")
        few = (seen < 0) | (truth < 0) | (truth % 1 > 0)
        if (few | (seen > 2 * STONES) | (truth > STONES)).any():
            raise ValueError("these are no numbers of stones")
        shown = tuple(from_text(text, (SIDE, SIDE)) for text in told["shown"])
        return cls(seen, truth.astype(np.int64), shown)


@dataclass(eq=False)
class Weight:
    """Everything learnt at one table."""

    lessons: list[Lesson] = field(default_factory=list)
    """In the order in which they were learnt."""
    passed: int = 0
    """How many were learnt between the first and the others, and are remembered no more."""

    def learn(self, lesson: Lesson) -> None:
        """Take a certain frame in."""
        self.lessons.append(lesson)
        if len(self.lessons) > MOST:
            del self.lessons[1]
            self.passed += 1

    def forget(self, count: int | None = None) -> None:
        """Forget the last lessons, or all; of many, some are remembered no more already."""
        learnt = len(self.lessons) + self.passed
        left = 0 if count is None else max(0, learnt - count)
        self.lessons = self.lessons[: max(min(1, left), left - self.passed)]
        self.passed = min(self.passed, max(0, left - 1))

    def recall(self, told: Mapping[str, Any]) -> Lesson:
        """A lesson from its plain values."""
        return Lesson.from_json(told)

    @property
    def shown(self) -> tuple[Picture, ...]:
        """Pits of the certain look that showed the most with stones; of several, the last."""
        return max((lesson.shown for lesson in reversed(self.lessons)), key=len, default=())

    @property
    def stones(self) -> float:
        """How many stones there are for one that the network sees."""
        seen = sum(float(lesson.seen.sum()) for lesson in self.lessons)
        truth = sum(float(lesson.truth.sum()) for lesson in self.lessons)
        return float(np.clip((truth + HELD) / (seen + HELD), 1 / FARTHEST, FARTHEST))
