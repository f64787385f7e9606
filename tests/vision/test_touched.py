"""What was done to a board between two looks at it."""

from __future__ import annotations

import random
from dataclasses import replace

import numpy as np
import pytest

from datasets.covers import board_pose
from datasets.manifest import load_scenes
from datasets.stills import composer_of, random_state
from vision.detectors import detector
from vision.frame import Frame


class Show:
    """One table of the validation scenes, shown to a noisy camera."""

    def __init__(self, game, number=0):
        scene = list(load_scenes(game, "validation"))[number]
        self.rng = random.Random(5)
        self.composer = composer_of(scene, self.rng)
        self.state = list(random_state(scene, random.Random(11)))
        self.pose, self.eyes = board_pose(scene, scene.pose), detector(game)
        self.noise = np.random.default_rng(3)

    def frame(self, gain=1.0, **cells):
        state = list(self.state)
        for cell, content in cells.items():
            state[int(cell[1:])] = content
        picture = self.composer.show(tuple(state)) * gain
        noisy = picture + self.noise.normal(0, 3, picture.shape)
        return Frame(np.clip(noisy, 0, 255).astype(np.uint8), 0.0, "test")

    def told(self, before, after):
        return np.flatnonzero(self.eyes.compare(before, after, self.pose) > 0.5).tolist()


@pytest.mark.parametrize("gain", [1.0, 0.6, 1.2])
@pytest.mark.parametrize("game", ["reversi", "kulami"])
def test_nothing_was_done_though_the_lamp_flickers(game, gain):
    show = Show(game)
    assert show.told(show.frame(), show.frame(gain)) == []


@pytest.mark.parametrize("game", ["reversi", "kulami"])
def test_whatever_comes_goes_or_turns_is_seen(game):
    show = Show(game)
    black, other = show.state.index("B"), "W" if game == "reversi" else "R"
    empty = show.state.index(".")
    for cell, content in ((black, "."), (black, other), (empty, "B"), (empty, other)):
        after = show.frame(**{f"c{cell}": content})
        assert show.told(show.frame(), after) == [cell]
        assert show.told(after, show.frame()) == [cell]


def test_a_token_that_is_lifted_is_seen_whatever_it_stood_on():
    show = Show("kulami", 1)
    bare = [i for i, c in enumerate(show.state) if c in ("B", "R")][:8]
    for cell in bare:
        marked = show.frame(**{f"c{cell}": "t" + show.state[cell]})
        assert show.told(show.frame(), marked) == [cell]
        assert show.told(marked, show.frame()) == [cell]


def test_a_board_that_lay_elsewhere_is_compared_where_it_lay():
    show = Show("kulami")
    still, matrix = show.frame(), show.pose.matrix.copy()
    picture = np.roll(still.picture, (-40, 60), (0, 1))
    matrix[:2, 2] += (60, -40)
    now, after = replace(show.pose, matrix=matrix), Frame(picture, 1.0, "moved")
    assert show.eyes.compare(still, after, now, show.pose).max() < 0.5
    assert show.eyes.compare(still, after, now).max() > 0.5
