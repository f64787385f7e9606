"""`hakem bench settle`: what telling still frames costs, frame by frame."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from statistics import median
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from calibration.pose import Pose
from cli import inputs, tables
from cli.benchmarks.report import CsvOption, Measure, report
from datasets.covers import board_pose
from datasets.manifest import SCENES
from datasets.trials import clips
from engines import InputError
from vision.frame import Frame
from vision.settle import Settler
from vision.small import shrunk

SIZE = (1920, 1080)
"""Width and height of the frames."""
PLIES = 4
BAR = "<= 3"


def settle_command(
    repeat: Annotated[int, typer.Option(min=1, help="Times that the clip is shown.")] = 2,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
    folder: tables.Scenes = SCENES,
) -> None:
    """Measure the settler on 1080p frames of a Reversi clip, in processor time of one core."""
    cv2.setNumThreads(1)
    clip = next(clips("reversi", "test", 1, 0, PLIES, folder), None)
    if clip is None:
        raise InputError(f"no test scenes of reversi are stored in {folder}")
    shown = list(clip.moments())
    pose = _stretched(board_pose(clip.scene, shown[0].pose), clip.scene.size)
    free, hand, shrinking = list[float](), list[float](), list[float]()
    for _ in range(repeat):
        settler = Settler(pose, SIZE)
        for moment in shown:
            large: Any = cv2.resize(moment.frame.picture, SIZE)
            frame = Frame(large, moment.frame.time, clip.name)
            shrinking.append(_timed(shrunk, large, settler.ground.size))
            (hand if moment.moving else free).append(_timed(settler.see, frame))
    figures = {
        "settle, median": (free + hand, BAR),
        "settle, nobody there, median": (free, BAR),
        "settle, with a hand, median": (hand, BAR),
        "of these to make the small picture, median": (shrinking, ""),
    }
    measures = [
        Measure(what, median(times) * 1e3, "ms", bar, len(times))
        for what, (times, bar) in figures.items()
    ]
    report(measures, as_json, to_csv)


def _stretched(pose: Pose, size: tuple[int, int]) -> Pose:
    """The pose in the same picture blown up to `SIZE`."""
    factors = np.array([SIZE[0] / size[0], SIZE[1] / size[1], 1.0])
    return replace(pose, matrix=pose.matrix * factors[:, None])


def _timed(call: Callable[..., Any], *arguments: Any) -> float:
    """Seconds of processor time: the clock on the wall also counts what others do."""
    begin = time.process_time()
    call(*arguments)
    return time.process_time() - begin
