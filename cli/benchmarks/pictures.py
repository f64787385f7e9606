"""`hakem bench pictures`: how fast labelled pictures are composed."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Annotated

import numpy as np
import typer

from cli import inputs, tables
from cli.benchmarks.report import CsvOption, Measure, of_scenes, report, timed
from datasets.manifest import SCENES, load_scenes
from datasets.optics import Optics, photograph
from datasets.stills import can_be_shown, composer_of, random_state


def pictures_command(
    count: Annotated[int, typer.Option(min=2, help="Pictures a scene.")] = 20,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
    folder: tables.Scenes = SCENES,
) -> None:
    """Measure the composer and the camera's effects on the test scenes."""
    report(of_scenes(_measure, count, folder), as_json, to_csv)


def _measure(game: str, count: int, folder: Path) -> Iterator[Measure]:
    composing, taking = [], []
    for scene in load_scenes(game, "test", folder=folder):
        rng, noise = random.Random(scene.name), np.random.default_rng(7)
        composer = composer_of(scene, rng)
        composer.show(can_be_shown(scene, random_state(scene, rng)))  # cuts the layers up
        for _ in range(count):
            seconds, clean = timed(composer.show, can_be_shown(scene, random_state(scene, rng)))
            composing.append(seconds)
            taking.append(timed(photograph, clean, scene.pose, Optics.random(noise), noise)[0])
    if not composing:
        return
    n, whole = len(composing), [a + b for a, b in zip(composing, taking, strict=True)]
    yield Measure(f"{game} compose, median", median(composing) * 1e3, "ms", "", n)
    yield Measure(f"{game} camera, median", median(taking) * 1e3, "ms", "", n)
    yield Measure(f"{game} pictures with all effects", n / sum(whole), "1/s", ">= 20", n)
