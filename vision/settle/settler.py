"""The settler: sees frame after frame and tells which of them are worth reading."""

from __future__ import annotations

from collections import deque
from typing import Any

import cv2
import numpy as np

from calibration.pose import Pose
from vision.frame import Frame, Grey
from vision.settle.backdrop import Backdrop
from vision.settle.bumps import Vote
from vision.settle.cover import Cells, covered_by_arms
from vision.settle.ground import Ground, Mask
from vision.settle.light import DARK, Glimpse, Plane, apart, bend, exposure, noise_of, relief
from vision.settle.returns import Returns
from vision.settle.values import Settled, State
from vision.small import small_picture

BACK = 0.08
"""Seconds between the two frames that are compared for motion, at least."""
CALM = 0.18
"""Seconds without motion after which a board is still, or a hand rests."""
PATIENCE = 90.0
"""Seconds without the least motion after which what covers the board is no hand."""
LOST = 10.0
"""Seconds without motion after which a board of which nothing is known again lies elsewhere."""
WHOLE = 0.7
"""So much of the board must then seem covered."""
OFTEN = 0.3
"""Seconds between two lessons of the background where nothing new is to be learnt."""
LEAST_CHANGE = 3.5
"""A mean change of fewer grey values is never one."""
SIGMAS = 5.0
"""Nor is one of fewer standard deviations of the noise."""
SPOT = 0.08
"""A change of a smaller patch, in cells, is none."""


class Settler:
    """Watches one board from one pose; after a bump, find the board and make a new one."""

    def __init__(self, pose: Pose | None, size: tuple[int, int]) -> None:
        """`pose` in cells (with places in any unit), for frames of this width and height."""
        self.ground = Ground(pose, size)
        self._frame_size = size
        self._backdrop: Backdrop | None = None
        self._past: deque[Glimpse] = deque()
        self._returns = Returns(self._differ)
        self._noise = 1.0
        self._moved = self._busy = 0.0
        self._begun = self._resting = self._suspect = False
        self._vote = Vote(False, True)
        self._bumped = False

    def see(self, frame: Frame) -> Settled:
        """Look at the next frame."""
        if frame.size != self._frame_size:
            raise ValueError(f"a frame of {self._frame_size} was expected, got {frame.size}")
        return self._look(small_picture(frame, self.ground.size), frame.time)

    def _look(self, grey: Grey, time: float) -> Settled:
        """The same for the small picture."""
        seen = grey.astype(np.float32)
        if self._backdrop is None:
            return self._begin(Glimpse(time, seen, 1.0))
        behind = self._backdrop
        gain = exposure(seen, behind.look.seen)
        look = Glimpse(time, seen, gain * behind.look.level)
        changed, difference = self._beyond_noise(look, behind.look)
        free = not self._counts(changed)
        self._note_motion(look, free, difference)
        if free:
            self._vote, self._suspect, self._bumped = Vote(False, True), False, False
            return self._tell(look, None, False, self._nothing)
        shape = relief(seen * np.float32(1 / gain))
        self._believe(behind.features.look(shape))
        arms, covered = covered_by_arms(changed, shape, behind.relief, self.ground)
        return self._tell(look, changed, arms, covered)

    def _begin(self, look: Glimpse) -> Settled:
        self._moved = self._busy = look.time
        self._past.append(look)
        self._backdrop = Backdrop(look, self.ground)
        return Settled(State.MOVING, self._nothing, 0.0)

    def _note_motion(self, look: Glimpse, free: bool, difference: Plane) -> None:
        """See whether anything over the board moves, and learn the noise of what does not."""
        while len(self._past) > 1 and look.time - self._past[1].time >= BACK:
            self._past.popleft()
        before = self._past[0]
        self._past.append(look)
        if free and before.time > self._busy:  # both frames show the background
            self._hear(difference, 2**0.5)
            return
        self._busy = self._busy if free else look.time
        moving, difference = self._beyond_noise(look, before)
        self._hear(difference, 1.0)
        if not self._counts(moving):
            return
        self._moved = look.time
        self._resting = False
        self._returns.passing(look)
        if not self._begun:
            self._backdrop = Backdrop(look, self.ground)

    def _hear(self, difference: Plane, factor: float) -> None:
        self._noise += 0.1 * (min(3.0, factor * noise_of(difference)) - self._noise)

    def _beyond_noise(self, look: Glimpse, other: Glimpse) -> tuple[Mask, Plane]:
        """Where two frames differ, as zeros and ones, and by how much."""
        difference = apart(look, other)
        over: Any = np.abs(difference)
        if self._backdrop is not None:
            over = cv2.subtract(over, self._backdrop.slack)
        over = cv2.scaleAdd(look.seen, -bend(look, other), over)
        least = max(LEAST_CHANGE, SIGMAS * self._noise)
        return cv2.threshold(over, least, 1, cv2.THRESH_BINARY)[1].astype(np.uint8), difference

    def _differ(self, look: Glimpse, other: Glimpse) -> Mask:
        return self._beyond_noise(look, other)[0]

    def _counts(self, mask: Mask) -> bool:
        """Whether a mask takes more than a spot of the board."""
        taken = cv2.countNonZero(cv2.bitwise_and(mask, self.ground.zone))
        return taken > SPOT * self.ground.area

    def _believe(self, vote: Vote) -> None:
        """Believe the features that the board has moved, but never from one frame alone."""
        self._vote = vote
        if vote.moved:
            self._bumped, self._suspect = self._bumped or self._suspect, True
        elif vote.rest:
            self._suspect = self._bumped = False
        elif not self._bumped:
            self._suspect = False

    def _tell(self, look: Glimpse, changed: Mask | None, arms: bool, covered: Cells) -> Settled:
        quiet = look.time - self._moved
        if self._bumped:
            return Settled(State.BUMPED, covered, quiet)
        if quiet < CALM or self._suspect:
            return Settled(State.MOVING, covered, quiet)
        if arms and changed is not None:
            if self._lost(look, covered, quiet):
                return Settled(State.BUMPED, covered, quiet)
            if not self._uncovered(look, changed, quiet):
                return Settled(State.COVERED, covered, quiet)
        self._learn(look, changed, arms)
        return Settled(State.STILL, self._nothing, quiet)

    def _lost(self, look: Glimpse, covered: Cells, quiet: float) -> bool:
        """Whether so little is known again that the board must lie elsewhere.

        In the dark nothing is known of it.
        """
        there = self._vote.rest or covered.mean() < WHOLE
        return quiet > LOST and not there and float(look.seen.mean()) > 2 * DARK

    def _uncovered(self, look: Glimpse, changed: Mask, quiet: float) -> bool:
        """Whether what seems to be an arm is the board, and the background was wrong."""
        rested, self._resting = self._resting, True
        if not self._vote.rest:
            return False
        region: Any = cv2.bitwise_and(changed, self.ground.zone)
        return quiet > PATIENCE or (not rested and self._returns.known(look, region))

    def _learn(self, look: Glimpse, changed: Mask | None, arms: bool) -> None:
        self._begun = True
        self._returns.forget()
        behind = self._backdrop
        if behind is None or arms:
            self._backdrop = Backdrop(look, self.ground)
        elif changed is not None or look.time - behind.look.time >= OFTEN:
            self._backdrop = behind.learnt(look, changed)

    @property
    def _nothing(self) -> Cells:
        return np.zeros(self.ground.count, bool)
