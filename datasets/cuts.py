"""Whole games with the hands cut out: of every move only the frames in which the board lies still.

The light flickers from frame to frame, the noise is new in each, and every hand has nudged the
board a little. What a frame shows is composed once a move, so that a move takes a second where a
whole clip of it takes half a minute.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import cv2
import numpy as np

from datasets.clips import Camera, Composer, Moment, State, Turn
from datasets.optics import Optics
from datasets.scenes import Scene
from vision.frame import Picture

STILL = 8
"""Frames, a tenth of a second apart, from the first one after the hand has left."""
LATER = 24
"""Frames that nobody looks at before the one by which a quiet board has ended the move."""
NUDGE = 0.4
"""Standard deviation, in pixels, of how far a hand nudges the board."""


def settled_frames(
    scene: Scene, composer: Composer, start: State, turns: Sequence[Turn], seed: int
) -> Iterator[Moment]:
    """The frames of a game, as `datasets.clips.film` gives them, without hands."""
    rng = np.random.default_rng(seed)
    camera = Camera(scene, Optics.random(rng), rng)
    states = [start, *(turn.deeds[-1].state for turn in turns)]
    for number, state in enumerate(states):
        clean = nudged(composer.show(state), rng) if number else composer.show(state)
        for _ in range(STILL):
            yield camera.take(clean, state, (), False, number)
        camera.wait(LATER)
        yield camera.take(clean, state, (), False, number)


def nudged(picture: Picture, rng: np.random.Generator) -> Picture:
    """The picture after a hand has nudged the board a little."""
    x, y = rng.normal(0, NUDGE, 2)
    height, width = picture.shape[:2]
    warp = np.array([[1, 0, x], [0, 1, y]])
    edge = cv2.BORDER_REFLECT_101
    done: Any = cv2.warpAffine(
        picture, warp, (width, height), flags=cv2.INTER_LINEAR, borderMode=edge
    )
    return done
