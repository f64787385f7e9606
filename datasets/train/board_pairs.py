"""Two looks at one board of 8x8 cells, a few deeds apart, to learn to see what was done.

Pieces lie as they lay but where something was done; the lamp flickers, the board is nudged.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from datasets.clips import State
from datasets.compose import GridComposer
from datasets.manifest import load_scenes
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from datasets.sketch.board import random_contents
from datasets.stills import composer_of, random_state
from datasets.train.examples import (
    LEAST,
    LETTERS,
    RESTYLED,
    SKETCHES,
    Example,
    any_contents,
    example_of,
    sketched_example,
)
from datasets.train.pairs import swapped
from datasets.train.reader import JITTER, nudge
from datasets.train.tables import Shown, cell_size
from vision.detectors.board import CELL, HEIGHT, MARGIN
from vision.frame import Picture
from vision.reading import CONTENTS
from vision.rectify import rectified

GAMES = ("reversi", "kulami")
NOTHING = 0.2
"""The share of pairs between which nothing was done."""
MOST_DEEDS = 9
"""So many cells change at most."""
AGAIN = 3
"""Pairs of each whole render."""
FLICKER = 0.05
"""Standard deviation of the exposure from one look to the next."""
NUDGED = 0.025
"""Standard deviation, in cells, of how far the board lies off between two looks."""


@dataclass(frozen=True, eq=False)
class BoardPair:
    """Two rectified looks."""

    then: Picture
    now: Picture
    changed: NDArray[np.bool_]
    """8 x 8: where something was done."""


def board_pairs(split: str, each: int, sketched: int, seed: int) -> Iterator[BoardPair]:
    """So many pairs of every layered table, some of every whole render, and so many sketches."""
    for game in GAMES:
        for scene in load_scenes(game, split):
            yield from _layered(scene, each, seed)
        for scene in load_scenes(game, split, "whole"):
            if cell_size(scene) >= LEAST:
                yield from (_whole(scene, seed, number) for number in range(AGAIN))
        for number in range(sketched):
            yield _sketched(game, np.random.default_rng([seed, number, 33]))


def _layered(scene: Scene, each: int, seed: int) -> Iterator[BoardPair]:
    rng = random.Random(f"{seed}/{scene.name}/board pairs")
    noise = np.random.default_rng(rng.randrange(2**31))
    composer = composer_of(scene, rng)
    assert isinstance(composer, GridComposer)
    for number in range(each):
        composer.displace(rng)
        state = random_state(scene, rng) if number % 2 else any_contents(scene, noise)
        style = int(noise.integers(2**31)) if noise.random() < RESTYLED else None
        looks = []
        for shown in (state, done_to(state, scene.game, noise)):
            table = Shown(scene, shown, composer.show(shown), composer.index_of(shown))
            looks.append(example_of(table, [], noise, style))
        yield _seen(scene.game, looks[0], looks[1], noise)


def _whole(scene: Scene, seed: int, number: int) -> BoardPair:
    """Of one render cells take the looks of others."""
    noise = np.random.default_rng([seed, int(scene.told["seed"]), number])
    state, picture = scene.layers["whole"].state, scene.picture("whole")
    table = Shown(scene, state, picture, scene.index("whole"))
    style = int(noise.integers(2**31)) if noise.random() < RESTYLED else None
    example = example_of(table, [], noise, style)
    pair = _seen(scene.game, example, example, noise)
    contents = np.array([CONTENTS[scene.game].index(c) for c in example.contents]).reshape(8, 8)
    tokens = _tokens(example).reshape(8, 8)
    now, other, marked = swapped(pair.now, contents, np.zeros((8, 8), bool), tokens, noise)
    return replace(pair, now=now, changed=(other != contents) | (marked != tokens))


def _sketched(game: str, rng: np.random.Generator) -> BoardPair:
    """A set that is drawn twice; what tells its pieces apart is drawn anew."""
    look, light, camera = (int(n) for n in rng.integers(2**31, size=3))
    contents = random_contents(rng, LETTERS[game])
    looks = []
    for shown in (contents, tuple(str(c)[-1] for c in done_to(contents, game, rng))):
        lit = np.random.default_rng(light)
        drawn = SKETCHES[game](np.random.default_rng(look), shown, lit)
        looks.append(sketched_example(drawn, [], np.random.default_rng(camera)))
    return _seen(game, looks[0], looks[1], rng)


def done_to(state: State, game: str, rng: np.random.Generator) -> State:
    """What may be on the table a little later: nothing else, or other things on a few cells."""
    after = [str(content) for content in state]
    if rng.random() < NOTHING:
        return tuple(after)
    for cell in rng.permutation(64)[: rng.integers(1, MOST_DEEDS + 1)]:
        others = [".", *LETTERS[game]]
        if game == "kulami":
            others += [f"t{letter}" for letter in LETTERS[game]]
            if after[cell] != "." and rng.random() < 0.6:  # only its token is moved
                bare = after[cell][-1]
                others = [bare, f"t{bare}"]
        others.remove(after[cell])
        after[cell] = others[int(rng.integers(len(others)))]
    return tuple(after)


def _seen(game: str, then: Example, now: Example, rng: np.random.Generator) -> BoardPair:
    """Two pictures through one camera, each as exposed and as off as frames are."""
    optics = Optics.random(rng)
    warp = nudge(rng, JITTER * (2.0 if rng.random() < 0.2 else 1.0))
    flats = []
    for example in (then, now):
        level = float(np.exp(rng.normal(0, FLICKER)))
        lit = replace(optics, gain=tuple(g * level for g in optics.gain))  # type: ignore[arg-type]
        seen, pose = photograph(example.picture, example.pose, lit, rng)
        flats.append(rectified(seen, pose, CELL, MARGIN, HEIGHT[game], warp))
        warp = warp @ nudge(rng, NUDGED * (3.0 if rng.random() < 0.2 else 1.0))
    changed = np.array(then.contents) != np.array(now.contents)
    changed |= _tokens(then) != _tokens(now)
    return BoardPair(flats[0], flats[1], changed.reshape(8, 8))


def _tokens(example: Example) -> NDArray[np.bool_]:
    marked = np.zeros(64, bool)
    marked[list(example.tokens)] = True
    return marked
