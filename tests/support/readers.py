"""Readers that know the truth, or nearly: to prove the yardstick, not to read boards."""

from __future__ import annotations

import numpy as np

from calibration.pose import Pose
from vision.eyes import BoardNotFound
from vision.frame import Frame
from vision.reading import Reading


class Oracle:
    """Reads what it was told of each source, with the cells it is told to get wrong."""

    def __init__(self, game, truths, errors=None, doubts=None):
        self.game, self.truths = game, truths
        self.errors, self.doubts = errors or {}, doubts or {}

    def read(self, frame: Frame, pose: Pose) -> Reading:
        contents = list(self.truths[frame.source])
        for cell, content in self.errors.get(frame.source, {}).items():
            contents[cell] = content
        reading = Reading.certain(self.game, contents)
        for cell in self.doubts.get(frame.source, ()):
            reading.probabilities[cell] = 0.9 * reading.probabilities[cell] + 0.1 / 3
        return reading


class Guide:
    """Finds the board where it is, a little off, or not at all."""

    def __init__(self, poses, off=0.0, blind=()):
        self.poses, self.off, self.blind = poses, off, blind

    def find(self, frame: Frame) -> Pose:
        if frame.source in self.blind:
            raise BoardNotFound("nothing found", "move the camera")
        pose = self.poses[frame.source]
        shift = np.array([self.off, 0.0, 0.0])
        return Pose(
            pose.matrix, pose.rotation, pose.translation + pose.rotation @ shift, pose.radial
        )
