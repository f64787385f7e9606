"""A table's own looks: learnt from certain frames, and forgotten again."""

from __future__ import annotations

import time

import numpy as np

from vision.detectors.adapt import MOST, Adaptation, Lesson


def table(rng, cells=64, shift=1.5):
    """A table on which the network takes content 1 for content 2, though its features differ."""
    truth = rng.choice(3, cells, p=[0.6, 0.2, 0.2])
    features = rng.normal(0, 1, (cells, 16))
    features[:, 0] += 3 * (truth == 1)
    features[:, 1] += 3 * (truth == 2)
    logits = np.eye(3)[truth] * 2.0
    logits[truth == 1, 2] += 2 + shift
    return Lesson(logits, features, truth)


def right(adaptation, lesson):
    told = adaptation.correct(lesson.logits, lesson.features)
    return float((told.argmax(1) == lesson.truth).mean())


def test_what_was_learnt_helps_on_other_frames_and_can_be_forgotten():
    rng = np.random.default_rng(1)
    adaptation = Adaptation()
    later = table(rng, 640)
    before = right(adaptation, later)
    for _ in range(4):
        adaptation.learn(table(rng))
    after = right(adaptation, later)
    assert before < 0.85 < 0.95 < after
    adaptation.forget(4)
    assert right(adaptation, later) == before
    assert not adaptation.lessons


def test_forgetting_one_lesson_is_as_if_it_had_never_been():
    rng = np.random.default_rng(2)
    lessons = [table(rng) for _ in range(3)]
    once, twice = Adaptation(), Adaptation()
    for lesson in lessons[:2]:
        once.learn(lesson)
        twice.learn(lesson)
    twice.learn(lessons[2])
    twice.forget(1)
    probe = table(rng)
    assert np.allclose(
        once.correct(probe.logits, probe.features), twice.correct(probe.logits, probe.features)
    )


def test_an_empty_board_does_not_make_it_blind_for_pieces():
    rng = np.random.default_rng(3)
    start = table(rng, shift=-4)
    keep = start.truth == 0
    empty = Lesson(start.logits[keep], start.features[keep], start.truth[keep])
    later = table(rng, 640, shift=-4)
    for rehearsal in (None, table(rng, 200, shift=-4)):
        adaptation = Adaptation(rehearsal)
        adaptation.learn(empty)
        assert right(adaptation, later) > 0.98


def test_the_start_position_is_never_forgotten_and_it_is_quick():
    rng = np.random.default_rng(4)
    adaptation = Adaptation()
    first = table(rng)
    adaptation.learn(first)
    for _ in range(MOST + 3):
        adaptation.learn(table(rng))
    assert adaptation.lessons[0] is first
    assert len(adaptation.lessons) == MOST
    begin = time.process_time()
    adaptation.learn(table(rng))
    assert time.process_time() - begin < 0.5
