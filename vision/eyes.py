"""What finders and detectors are: the two small contracts of the eyes."""

from __future__ import annotations

from typing import Protocol

from calibration.pose import BoardNotFound, Pose
from vision.frame import Frame
from vision.reading import Reading

__all__ = ["BoardNotFound", "Detector", "Finder"]


class Finder(Protocol):
    """Finds the board of one game."""

    def find(self, frame: Frame) -> Pose:
        """Where the board lies; raises `BoardNotFound`."""


class Detector(Protocol):
    """Reads the board of one game."""

    def read(self, frame: Frame, pose: Pose) -> Reading:
        """What stands on the board, with all doubt kept."""
