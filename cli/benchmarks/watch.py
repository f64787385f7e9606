"""`hakem bench watch`: what watching costs, how soon a move is told, whether memory grows."""

from __future__ import annotations

import math
import os
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, takewhile
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import cv2
import numpy as np
import typer

from cli import inputs
from cli.benchmarks.report import CsvOption, Measure, report
from cli.terminal import tracked
from datasets.demos import Truth, truth_path
from engines import GAMES, AnyGame, new_game
from referee import events as told
from referee.sitting import Beginning, Sitting
from vision import cameras
from vision.cameras.demos import demo_options, demo_path
from vision.frame import Frame, Picture

SIZE = (1920, 1080)
"""Width and height of the frames."""
RATE = 10.0
"""Frames a second."""
WARM = 10.0
"""Simulated minutes after which all that is kept a while is full: frames, views, lessons."""
THINKING = 6
"""So many times as long as in the clip a board lies still: a move every twenty seconds."""
SHARE, DELAY, GROWTH = "<= 25", "<= 0.5", "<= 16"


@dataclass
class Watched:
    """What a watch came to."""

    spent: list[float] = field(default_factory=list)
    """Seconds of processor time, frame by frame, once the board is found."""
    delays: list[float] = field(default_factory=list)
    """Seconds from the first frame without a hand to the event, the work on it included."""


def watch_command(
    seconds: Annotated[float, typer.Option(min=5, help="Of each demo clip, in 1080p.")] = 60.0,
    minutes: Annotated[
        float, typer.Option(min=0, help="Simulated minutes over which memory is looked at.")
    ] = 60.0,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
) -> None:
    """Measure a whole watch on the demo clips, in processor time of all threads.

    Decoding the clip is not counted: a camera's own work is another matter. Some minutes, most of
    them for the simulated hour.
    """
    cv2.setNumThreads(1)
    measures: list[Measure] = []
    delays: list[float] = []
    for name in GAMES:
        watched = _watched(new_game(name, demo_options(name)), seconds)
        share = 100 * sum(watched.spent) / max(1, len(watched.spent)) * RATE
        what = f"{name}, 1080p at 10 frames/s, share of one core"
        measures.append(Measure(what, share, "%", SHARE, len(watched.spent)))
        delays += watched.delays
    if delays:
        measures += [
            Measure("end of a move to its event, median", median(delays), "s", DELAY, len(delays)),
            Measure("the same, of nine in ten", of_most(delays), "s", DELAY, len(delays)),
        ]
    if minutes:
        grown, frames = _growth(minutes)
        what = f"memory that {minutes:g} simulated minutes have added"
        measures.append(Measure(what, grown, "MB", GROWTH, frames))
    report(measures, as_json, to_csv)


def _watched(game: AnyGame, seconds: float) -> Watched:
    truth = Truth.load(truth_path(demo_path(game.name)))
    moving = [(hand, turn) for _, _, hand, turn in truth.states()]
    watched, left = Watched(), dict[int, float]()
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "table.hakem"
        with Sitting.begin(path, Beginning(game, game.start())) as sitting:
            first = takewhile(lambda frame: frame.time <= seconds, _frames(game.name, SIZE))
            total = min(len(moving), int(seconds * RATE) + 1)
            for number, frame in enumerate(tracked(first, f"watching {game.name}", total)):
                hand, turn = moving[number]
                if not hand:
                    left.setdefault(turn, frame.time)
                found = sitting.pose is not None
                begin = time.process_time()
                lines = sitting.see(frame)
                spent = time.process_time() - begin
                if found:
                    watched.spent.append(spent)
                for event in (line.event for line in lines):
                    if isinstance(event, told.Move) and event.n in left:
                        watched.delays.append(frame.time - left[event.n] + spent)
    return watched


def of_most(delays: list[float]) -> float:
    """Within what nine in ten lie, or more where nine in ten are no whole number."""
    return sorted(delays)[math.ceil(0.9 * len(delays)) - 1]


def _growth(minutes: float) -> tuple[float, int]:
    """Megabytes by which the process has grown at most since it was warm; frames seen."""
    game = new_game("reversi")  # is read fastest; what is kept of a game is kept of all alike
    frames = max(1, round(minutes * 60 * RATE))
    warm = min(round(WARM * 60 * RATE), frames // 2)
    first = most = 0.0
    with tempfile.TemporaryDirectory() as folder:
        beginning = Beginning(game, game.start())
        with Sitting.begin(Path(folder) / "table.hakem", beginning) as sitting:
            pictures = islice(_played(game.name, sitting), frames)
            for number, picture in enumerate(tracked(pictures, "looking at memory", frames)):
                sitting.see(Frame(picture, number / RATE))
                if number == warm:
                    first = most = _memory()
                elif number > warm and number % round(60 * RATE) == 0:
                    most = max(most, _memory())
            most = max(most, _memory())
    return most - first, frames


def _played(name: str, sitting: Sitting) -> Iterator[Picture]:
    """The demo clip again and again, at the pace of a tournament: people think between moves.

    What nobody touches is shown for longer. So the hour has the moves of an hour, and most of its
    wall time does not go into reading ten games of it.
    """
    hands = [hand for _, _, hand, _ in Truth.load(truth_path(demo_path(name))).states()]
    while True:
        for frame, hand in zip(_frames(name, None), hands, strict=True):
            for _ in range(1 if hand else THINKING):
                yield frame.picture
        game = sitting.tracker.game  # the board is cleared, and the clip is played once more
        sitting.set_position(game.start())


def _memory() -> float:
    """Megabytes of the process that lie in memory."""
    pages = int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def _frames(name: str, size: tuple[int, int] | None) -> Iterator[Frame]:
    """The demo clip, enlarged into the middle of a frame of this size."""
    with cameras.open(f"demo:{name}", speed=0) as camera:
        for frame in camera:
            if size is None:
                yield frame
                continue
            height, width = frame.picture.shape[:2]
            scale = min(size[0] / width, size[1] / height)
            small: Any = cv2.resize(frame.picture, (round(width * scale), round(height * scale)))
            x, y = size[0] - small.shape[1], size[1] - small.shape[0]
            edges = (y // 2, y - y // 2, x // 2, x - x // 2)
            large: Any = cv2.copyMakeBorder(small, *edges, cv2.BORDER_REPLICATE)
            yield Frame(np.asarray(large, np.uint8), frame.time, frame.source)
