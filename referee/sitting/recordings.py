"""A recording waits for its referee: while it is paused, and a while when a correction is due.

Nobody in a recording hears an objection. So it is held where the objection was accepted, that the
referee can see what a correction asks for; then it goes on by itself from the board as it lies.
A demo is held at its first fault, too: the next move comes after two seconds, and whoever sees such
a card for the first time reads longer.
"""

from __future__ import annotations

import time

from referee.events import BY_ITSELF, FaultFound
from referee.sitting.sitting import Sitting
from vision.cameras import Camera

LONGEST = 12.0
"""Seconds that a recording waits for a correction that it cannot make."""


class Patience:
    """Whether the next picture of a camera must wait; one that is live never does."""

    def __init__(
        self, sitting: Sitting, camera: Camera, longest: float = LONGEST, at_fault: float = 0.0
    ) -> None:
        """At its first fault a recording waits `at_fault` seconds, or until somebody acts."""
        self._sitting, self._camera, self._longest = sitting, camera, longest
        self._since: float | None = None
        self._at_fault = at_fault
        self._faulty: tuple[int, float] | None = None
        """The last event when the first fault was told, and when that was."""
        self.waits = False
        """Whether the recording is being held, as `holds` found last."""

    def holds(self) -> bool:
        """Whether to ask again before the next picture is taken; lets be what nobody decides."""
        self.waits = not self._camera.live and self._must_wait()
        if self.waits:
            self._camera.rest()
        return self.waits

    def enough(self) -> None:
        """The first fault has been put aside, which no event tells."""
        if self._faulty is not None:
            self._at_fault = 0.0

    @property
    def left(self) -> float | None:
        """Seconds until a recording goes on by itself; None where it does not wait for that."""
        since = self._since
        return None if since is None else max(0.0, since + self._longest - time.monotonic())

    def _must_wait(self) -> bool:
        with self._sitting.held():
            tracker = self._sitting.tracker
            if tracker.paused or tracker.awaited is None:
                self._since = None
                return tracker.paused or self._lingers()
            if self._since is None:
                self._since = time.monotonic()
            if time.monotonic() - self._since < self._longest:
                return True
            self._since = None
            self._sitting.let_stand(BY_ITSELF)
            return False

    def _lingers(self) -> bool:
        """Whether the first fault is still being looked at: meanwhile only people write events."""
        if not self._at_fault:
            return False
        if self._faulty is None:
            if self._sitting.last_of(FaultFound) is None:
                return False
            self._faulty = (self._sitting.number, time.monotonic())
        number, since = self._faulty
        return self._sitting.number == number and time.monotonic() - since < self._at_fault
