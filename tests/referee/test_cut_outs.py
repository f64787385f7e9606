"""What is kept of a frame is enough to read the board from it again."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from datasets.stills import whole_stills
from referee.journal.frames import Ring, read_frames
from vision.detectors import detector


@pytest.mark.parametrize("game", ["reversi", "kulami", "mangala"])
def test_a_kept_frame_is_read_as_the_whole_one(tmp_path, game):
    cv2.setNumThreads(1)
    reader = detector(game)
    stills = [still for still, _ in zip(whole_stills(game), range(3), strict=False)]
    ring = Ring(tmp_path)
    for still in stills:
        ring.keep(still.frame, still.pose)
    off = []
    for still, kept in zip(stills, read_frames(tmp_path), strict=True):
        assert kept.frame.picture.size < still.frame.picture.size
        before = reader.read(still.frame, still.pose).probabilities
        after = reader.read(kept.frame, kept.pose).probabilities
        off.append(np.abs(before - after).max(1))
    assert np.mean(np.concatenate(off) > 0.2) <= 0.03
