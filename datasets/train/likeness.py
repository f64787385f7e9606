"""Learn how far two looks at a cell with the same content may differ.

python -m datasets.train.likeness reversi

Needs the game's trained network; takes a few minutes. Pairs of pictures of the same training scene
are compared cell by cell, each taken by another camera and recoloured as another light would.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.covers import board_pose
from datasets.manifest import load_scenes
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from datasets.stills import can_be_shown, composer_of, random_state
from datasets.train.colours import recoloured
from vision.detectors.board import look
from vision.detectors.mangala import COUNTS, pit_features
from vision.frame import Frame
from vision.network import MODELS

PICTURES = 24
"""Of every scene."""
STEPS = 3000


def looks(scene: Scene, count: int, seed: int) -> Iterator[tuple[NDArray[Any], NDArray[Any]]]:
    """Features and contents of every cell, picture after picture."""
    rng = random.Random(f"{seed}/{scene.name}/likeness")
    noise = np.random.default_rng(rng.randrange(2**31))
    composer = composer_of(scene, rng)
    for _ in range(count):
        if hasattr(composer, "displace"):
            composer.displace(rng)
        state = can_be_shown(scene, random_state(scene, rng))
        clean = (
            recoloured(composer.show(state), noise) if rng.random() < 0.7 else composer.show(state)
        )
        picture, pose = photograph(clean, scene.pose, Optics.random(noise), noise)
        yield _seen(scene.game, Frame(picture, 0.0, scene.name), board_pose(scene, pose), state)


def _seen(game: str, frame: Frame, pose: Pose, state: Any) -> tuple[NDArray[Any], NDArray[Any]]:
    if game == "mangala":
        counts = np.array([min(int(n), COUNTS - 1) for n in state[:12]])
        return pit_features(frame.picture, pose), counts
    letters = np.array([str(content)[-1] for content in state])
    return look(game, frame, pose).features, letters


def pairs(game: str) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
    """Differences of features, and whether the contents are the same."""
    apart, same = [], []
    for scene in load_scenes(game, "train"):
        seen = list(looks(scene, PICTURES, 1))
        for k in range(1, len(seen)):
            for back in (1, 2, 5):
                if k >= back:
                    (now, here), (then, there) = seen[k], seen[k - back]
                    apart.append(np.abs(now - then))
                    same.append(here == there)
        print(f"{scene.name}: {len(seen)} pictures", flush=True)
    return np.concatenate(apart), np.concatenate(same)


def fit(apart: NDArray[np.float64], same: NDArray[np.bool_]) -> tuple[NDArray[np.float64], float]:
    """Weights (none negative) and bias of a logistic regression with even odds beforehand."""
    scale = apart.mean(0) + 1e-6
    inputs = apart / scale
    # Seldom contents weigh as much as common ones: what comes out are odds to be added.
    each = np.where(same, 0.5 / same.sum(), 0.5 / (~same).sum())
    raw, bias = np.full(inputs.shape[1], -4.0), 1.0
    moment, square = np.zeros(len(raw) + 1), np.zeros(len(raw) + 1)
    for step in range(1, STEPS + 1):
        weights = np.log1p(np.exp(raw))
        told = 1 / (1 + np.exp(-np.clip(bias - inputs @ weights, -30, 30)))
        off = (told - same) * each
        slant = np.append(-(off @ inputs) / (1 + np.exp(-raw)) + 1e-4 * weights, off.sum())
        moment = 0.9 * moment + 0.1 * slant
        square = 0.999 * square + 0.001 * slant**2
        change = 0.02 * (moment / (1 - 0.9**step)) / (np.sqrt(square / (1 - 0.999**step)) + 1e-9)
        raw, bias = raw - change[:-1], bias - change[-1]
    return np.log1p(np.exp(raw)) / scale, float(bias)


def main() -> None:
    """Compare, fit, write."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=("reversi", "kulami", "mangala"))
    game = parser.parse_args().game
    cv2.setNumThreads(1)
    apart, same = pairs(game)
    weights, bias = fit(apart, same)
    told = bias - apart @ weights > 0
    right = float((told == same)[same].mean() + (told == same)[~same].mean()) / 2
    np.savez_compressed(
        MODELS / f"{game}-likeness.npz", weights=weights.astype(np.float32), bias=np.float32(bias)
    )
    print(f"{len(same)} pairs of looks, {right:.2%} told rightly")


if __name__ == "__main__":
    main()
