"""Pairs of looks at one table, to learn to read a board beside a certain look at it.

Layered scenes show many positions on each table, some in another light; a sketched set can be
drawn again with other contents. Of a whole render there is one picture only: here cells take the
looks of others, and some of their like, so that a patch with an edge says nothing by itself.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import torch
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.covers import board_pose
from datasets.deeds import state_of
from datasets.hands import Hand, load_hands
from datasets.manifest import load_scenes
from datasets.scenes import Scene
from datasets.second_look import LATER, START
from datasets.sketch import sketch_kulami, sketch_reversi
from datasets.sketch.board import random_contents
from datasets.stills import can_be_shown, composer_of, game_of, random_state
from datasets.train.cache import kept
from datasets.train.colours import for_torch, other_camera, other_light
from datasets.train.examples import (
    LEAST,
    LETTERS,
    Example,
    any_contents,
    example_of,
    restyled,
    sketched_example,
)
from datasets.train.loop import Batch
from datasets.train.reader import HUES, flat_board
from datasets.train.tables import Shown, cell_size
from vision.detectors.board import CELL, MARGIN

LAYERED, SKETCHED, WHOLE = "layered", "sketched", "whole"
SHARES = {LAYERED: 0.45, SKETCHED: 0.3, WHOLE: 0.25}
"""How often each kind of table is learnt from."""
AGAIN = 3
"""Pictures of each of a scene's whole renders."""
STYLES = 4
"""Sets in which each layered table is shown; the first is the one that was rendered."""
LOOKS = 4
"""Pictures of every sketched set."""


@dataclass(frozen=True, eq=False)
class Looks:
    """Several rectified looks at one table."""

    kind: str
    """Layered, sketched or whole."""
    pictures: NDArray[np.uint8]
    """N x side x side x 3."""
    contents: NDArray[np.int64]
    """N x 8 x 8."""
    hidden: NDArray[np.bool_]
    """N x 8 x 8."""
    tokens: NDArray[np.bool_]
    """N x 8 x 8."""
    certain: NDArray[np.int64]
    """Which of them may be looked back at; the first ones are the likeliest."""


def looks(game: str, split: str, each: int, sketched: int, seed: int) -> Iterator[Looks]:
    """All tables of a split, with so many composed pictures each, and so many sketched sets."""
    hands = load_hands(split)
    for scene in load_scenes(game, split):
        for style in (None, *range(1, STYLES)):
            made = _layered(scene, each // STYLES, hands, seed, style)
            yield _gathered(game, LAYERED, made)
    for scene in load_scenes(game, split, "whole"):
        if cell_size(scene) >= LEAST:
            yield _gathered(game, WHOLE, _same_twice(scene, hands, seed))
    for number in range(sketched):
        rng = np.random.default_rng([seed, number, 91])
        yield _gathered(game, SKETCHED, _drawn(game, hands, rng))


def _gathered(game: str, kind: str, examples: Iterator[Example]) -> Looks:
    parts = [flat_board(game, example, number) for number, example in enumerate(examples)]
    pictures, contents, hidden, tokens = (np.stack([p[k] for p in parts]) for k in range(4))
    certain = np.flatnonzero(~hidden.any((1, 2)))
    return Looks(kind, pictures, contents, hidden, tokens, certain)


def _layered(
    scene: Scene, each: int, hands: list[Hand], seed: int, style: int | None
) -> Iterator[Example]:
    """The second looks first, then composed positions, pieces laid anew now and then."""
    if style is not None:
        style += 1000 * (1 + int(scene.told["seed"]))
    for name in (START, LATER):
        if name in scene.layers:
            for _ in range(AGAIN):
                yield _rendered(scene, name, style)
    rng = random.Random(f"{seed}/{scene.name}/pairs/{style}")
    noise = np.random.default_rng(rng.randrange(2**31))
    composer = composer_of(scene, rng)
    game = game_of(scene)
    for number in range(each):
        if number % 4 == 0:
            composer.displace(rng)  # type: ignore[union-attr]
        if number % 10 == 0:
            state = state_of(scene.game, game.start())
        elif number % 2:
            state = random_state(scene, rng)
        else:
            state = any_contents(scene, noise)
        state = can_be_shown(scene, state)
        table = Shown(scene, state, composer.show(state), composer.index_of(state))
        yield example_of(table, hands, noise, style)


def _rendered(scene: Scene, name: str, style: int | None) -> Example:
    layer = scene.layers[name]
    camera = layer.notes.get("camera")
    pose = scene.pose if camera is None else Pose.from_json(camera)
    contents = tuple("".join(layer.notes["rows"]))
    tokens = tuple(int(cell) for cell in layer.notes.get("tokens", ()))
    picture, hidden = scene.picture(name), np.zeros(64, bool)
    pose = board_pose(scene, pose)
    if style is not None:
        bare = np.zeros(picture.shape[:2], np.uint16)  # no index is stored of an empty board
        table = Shown(scene, contents, picture, scene.index(name) if layer.pieces else bare)
        picture = restyled(table, pose, contents, style)
    return Example(picture, pose, contents, hidden, tokens)


def _same_twice(scene: Scene, hands: list[Hand], seed: int) -> Iterator[Example]:
    state, picture = scene.layers["whole"].state, scene.picture("whole")
    table = Shown(scene, state, picture, scene.index("whole"))
    style = int(scene.told["seed"]) if int(scene.told["seed"]) % 2 else None
    yield example_of(table, [], np.random.default_rng(seed), style)
    for number in range(2):
        rng = np.random.default_rng([seed, int(scene.told["seed"]), number])
        yield example_of(table, hands, rng, style)


def _drawn(game: str, hands: list[Hand], rng: np.random.Generator) -> Iterator[Example]:
    sketch = sketch_reversi if game == "reversi" else sketch_kulami
    look, light = (int(n) for n in rng.integers(2**31, size=2))
    same_light = rng.random() < 0.5
    for number in range(LOOKS):
        contents = _start(game) if not number else random_contents(rng, LETTERS[game])
        lit = np.random.default_rng([light, 0 if same_light else number])
        drawn = sketch(np.random.default_rng(look), contents, lit)
        yield sketched_example(drawn, hands if number else [], rng)


@lru_cache(maxsize=2)
def _start(game: str) -> tuple[str, ...]:
    contents = ["."] * 64
    if game == "reversi":
        contents[27] = contents[36] = "W"
        contents[28] = contents[35] = "B"
    return tuple(contents)


class Pairs:
    """All tables of a split."""

    def __init__(self, game: str, path: Path, made: Iterator[Looks]) -> None:
        self.game = game
        every: list[Looks] = kept(path, made)
        self.tables = {kind: [t for t in every if t.kind == kind] for kind in SHARES}

    def batch(self, rng: np.random.Generator, size: int, kinds: tuple[str, ...] = ()) -> Batch:
        """Random pairs, turned and mirrored alike, in about the same light."""
        odds = np.array([SHARES[kind] for kind in kinds or SHARES])
        chosen = rng.choice(list(kinds or SHARES), size, p=odds / odds.sum())
        parts = [self._pair(rng, str(kind)) for kind in chosen]
        now, then, known, contents, hidden, tokens = zip(*parts, strict=True)
        grids = [torch.from_numpy(np.stack(g)) for g in (known, contents, hidden, tokens)]
        return (
            torch.from_numpy(for_torch(list(now))),
            torch.from_numpy(for_torch(list(then))),
            *grids,
        )

    def _pair(self, rng: np.random.Generator, kind: str) -> tuple[NDArray[Any], ...]:
        table = self.tables[kind][int(rng.integers(len(self.tables[kind])))]
        then = _one_of(table, kind, rng)
        now = int(rng.integers(len(table.pictures)))
        if now == then:
            now = (then + 1) % len(table.pictures)
        board = [table.pictures[now], table.contents[now], table.hidden[now], table.tokens[now]]
        past = [table.pictures[then], table.contents[then], table.hidden[then], table.tokens[then]]
        if kind == WHOLE:
            changed = past if rng.random() < 0.5 else board
            picture, contents, hidden, tokens = changed
            picture, contents, tokens = swapped(picture, contents, hidden, tokens, rng)
            changed[:] = picture, contents, hidden, tokens
        known = np.eye(3, dtype=np.float32)[past[1]] * ~past[2][..., None]
        if rng.random() < 0.3:  # a cell that was hidden then
            known *= rng.random((8, 8, 1)) > 0.1
        turn, mirror = int(rng.integers(4)), bool(rng.integers(2))
        lying = [lie(grid, turn, mirror) for grid in (*board, past[0], known)]
        light = int(rng.integers(2**31))
        seen = [
            other_camera(_mildly(other_light(p, np.random.default_rng(light), hues), rng), rng)
            for p, hues in ((lying[0], HUES[self.game]), (lying[4], HUES[self.game]))
        ]
        return seen[0], seen[1], lying[5].transpose(2, 0, 1), *lying[1:4]


def _one_of(table: Looks, kind: str, rng: np.random.Generator) -> int:
    """Which look was certain: the start position half of the time."""
    first = AGAIN if kind == LAYERED else 1
    among = table.certain[:first] if rng.random() < 0.5 else table.certain
    return int(among[int(rng.integers(len(among)))]) if len(among) else 0


def lie(grid: NDArray[Any], turn: int, mirror: bool) -> NDArray[Any]:
    """A board turned by so many quarters, and mirrored."""
    turned = np.rot90(grid, turn)
    return np.ascontiguousarray(turned[:, ::-1] if mirror else turned)


def _mildly(picture: NDArray[np.uint8], rng: np.random.Generator) -> NDArray[np.uint8]:
    """The same lamp a little later: somewhat brighter or warmer, sometimes from another side."""
    gains = np.exp(rng.normal(0, 0.04, 3) + rng.normal(0, 0.12))
    lit = picture.astype(np.float32) * gains.astype(np.float32)
    if rng.random() < 0.3:
        side = picture.shape[0]
        ys, xs = np.mgrid[0:side, 0:side].astype(np.float32) / side - 0.5
        slope = rng.uniform(-0.5, 0.5, 2)
        lit *= (1 + xs * slope[0] + ys * slope[1])[..., None]
    return np.clip(lit, 0, 255).astype(np.uint8)


def swapped(
    picture: NDArray[np.uint8],
    contents: NDArray[np.int64],
    hidden: NDArray[np.bool_],
    tokens: NDArray[np.bool_],
    rng: np.random.Generator,
) -> tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_]]:
    """The board with other contents: cells take the looks of others of the same picture.

    Gives picture, contents and tokens.
    """
    made, held, marked = picture.copy(), contents.copy(), tokens.copy()
    free = np.flatnonzero(~hidden.ravel())
    if len(free) < 2:
        return made, held, marked
    soft = _soft_cell()
    for cell in free[rng.random(len(free)) < rng.uniform(0.1, 0.7)]:
        source = int(free[int(rng.integers(len(free)))])
        to, out = _box(int(cell)), _box(source)
        made[to] = np.rint(made[to] * (1 - soft) + picture[out] * soft).astype(np.uint8)
        held.flat[int(cell)] = contents.flat[source]
        marked.flat[int(cell)] = tokens.flat[source]
    return made, held, marked


def _box(cell: int) -> tuple[slice, slice]:
    top, left = (round((MARGIN + k) * CELL) for k in divmod(cell, 8))
    return slice(top, top + CELL), slice(left, left + CELL)


@lru_cache(maxsize=1)
def _soft_cell() -> NDArray[np.float32]:
    inside = np.zeros((CELL, CELL), np.float32)
    inside[1:-1, 1:-1] = 1
    return np.asarray(cv2.GaussianBlur(inside, (0, 0), 0.8), np.float32)[..., None]
