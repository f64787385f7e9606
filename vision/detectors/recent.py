"""The last answers of a detector: who compares a frame has read it just before."""

from __future__ import annotations

import weakref
from collections.abc import Callable
from typing import Generic, TypeVar

from calibration.pose import Pose
from vision.frame import Frame, Picture

KEPT = 3
"""The last sure frame, this one, and the one before."""

Answer = TypeVar("Answer")
Known = tuple[object, ...]
Entry = tuple[weakref.ref[Picture], Pose, Known, Answer]


class Recent(Generic[Answer]):
    """Answers to the last frames; does not keep the frames."""

    def __init__(self) -> None:
        self._kept: list[Entry[Answer]] = []

    def of(self, frame: Frame, pose: Pose, known: Known, think: Callable[[], Answer]) -> Answer:
        """The answer for a frame and a pose, thought out anew only if anything is another one.

        `known` is everything else that it rests on; all of it is compared by identity.
        """
        for number, (picture, where, by, answer) in enumerate(self._kept):
            same = len(by) == len(known) and all(a is b for a, b in zip(by, known, strict=True))
            if picture() is frame.picture and where is pose and same:
                self._kept.append(self._kept.pop(number))
                return answer
        answer = think()
        self._kept.append((weakref.ref(frame.picture), pose, known, answer))
        del self._kept[:-KEPT]
        return answer
