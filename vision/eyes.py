"""What finders and detectors are: the two small contracts of the eyes."""

from __future__ import annotations

from typing import Protocol

from calibration.pose import Pose
from vision.frame import Frame
from vision.reading import Reading


class BoardNotFound(Exception):  # noqa: N818 (the contract's name; often no error at all)
    """No board of ours, or not a whole one, is in the picture."""

    def __init__(self, reason: str, what_to_do: str) -> None:
        super().__init__(f"{reason}; {what_to_do}")
        self.reason = reason
        """Why, in plain words."""
        self.what_to_do = what_to_do
        """What would help."""


class Finder(Protocol):
    """Finds the board of one game."""

    def find(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`."""


class Detector(Protocol):
    """Reads the board of one game."""

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board, with all doubt kept."""
