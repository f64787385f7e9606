"""A frame that was read a moment ago is not read again to be compared."""

from __future__ import annotations

import gc

import numpy as np

from vision.detectors.recent import KEPT, Recent
from vision.frame import Frame


def frame():
    return Frame(np.zeros((4, 4, 3), np.uint8), 0.0)


def test_an_answer_is_thought_out_once_for_the_same_frame_pose_and_knowledge():
    recent, thought = Recent(), []

    def ask(seen, pose, *known):
        return recent.of(seen, pose, known, lambda: thought.append(1) or len(thought))

    one, pose, lesson = frame(), object(), object()
    assert ask(one, pose) == ask(one, pose) == 1
    assert ask(one, object()) == 2
    assert ask(one, pose, lesson) == 3
    assert ask(one, pose) == 1
    assert ask(frame(), pose) == 4


def test_the_last_sure_frame_is_kept_while_it_is_compared_with():
    recent, thought, pose, sure = Recent(), [], object(), frame()
    for _ in range(5 * KEPT):
        now = frame()
        recent.of(now, pose, (), lambda: None)
        recent.of(sure, pose, (), lambda: thought.append(1))
        recent.of(now, pose, (), lambda: None)
    assert len(thought) == 1


def test_frames_are_not_kept_in_memory():
    recent, pose = Recent(), object()
    for _ in range(5):
        recent.of(frame(), pose, (), lambda: None)
    gc.collect()
    assert all(picture() is None for picture, *_ in recent._kept)
