"""How many stones came: told by looking at a place before and after."""

from __future__ import annotations

import numpy as np
import pytest

from datasets.compose import PitComposer
from datasets.covers import board_pose
from datasets.manifest import load_scenes
from datasets.optics import Optics, photograph
from engines.mangala.values import STONES
from vision.detectors import detector
from vision.frame import Frame

BEFORE = (4, 5, 3, 6, 2, 5, 4, 1, 5, 3, 4, 2, 3, 1)
AFTER = (0, 6, 4, 7, 3, 5, 4, 1, 5, 2, 4, 0, 4, 1)


@pytest.fixture(scope="module", params=range(3))
def told(request):
    scene = list(load_scenes("mangala", "validation"))[request.param]
    rng = np.random.default_rng(request.param)
    composer, frames = PitComposer(scene), []
    optics = Optics.random(rng)
    for time, stones in enumerate((BEFORE, AFTER)):
        picture, pose = photograph(composer.show(stones), scene.pose, optics, rng)
        frames.append(Frame(picture, float(time), "test"))
    eyes, pose = detector("mangala"), board_pose(scene, pose)
    changed = eyes.compare(*frames, pose)
    return changed, eyes.gains(*frames, pose, pose, changed)


def test_one_stone_more_or_less_is_seen(told):
    _, gains = told
    wanted = np.subtract(AFTER, BEFORE)
    few = np.flatnonzero(np.abs(wanted) == 1)
    seen = gains[few].argmax(1) - STONES
    assert (seen == wanted[few]).mean() >= 5 / 6
    gone = np.flatnonzero(wanted < -1)
    assert (gains[gone].argmax(1) - STONES < -1).all()


def test_of_what_has_not_changed_nothing_is_said(told):
    changed, gains = told
    assert gains.shape == (14, 2 * STONES + 1)
    assert (gains[changed <= 0.5] == 0).all()
