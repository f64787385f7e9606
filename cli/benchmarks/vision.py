"""`hakem bench vision`: what finding and reading a board costs."""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import cv2
import typer

from calibration.pose import BoardNotFound
from cli import inputs, tables
from cli.benchmarks.report import CsvOption, Measure, of_scenes, report
from datasets.manifest import SCENES
from datasets.stills import Still, composed_stills
from vision.detectors import detector
from vision.find import BoardFinder
from vision.frame import Frame

HIGH = 1080
"""Height of the frames."""
READ = {"reversi": "<= 20", "kulami": "<= 20", "mangala": "<= 60"}
"""Milliseconds in which a board is to be read."""


def vision_command(
    count: Annotated[int, typer.Option(min=1, help="Pictures a scene.")] = 3,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
    folder: tables.Scenes = SCENES,
) -> None:
    """Measure finder and readers on 1080p frames, in processor time of one core."""
    report(of_scenes(_measure, count, folder), as_json, to_csv)


def _measure(game: str, count: int, folder: Path) -> Iterator[Measure]:
    if game not in READ:
        return
    finder, reader = BoardFinder(game), detector(game)
    finding, reading = [], []
    last: Frame | None = None
    for still in composed_stills(game, "test", count, 5, folder):
        last = frame = _enlarged(still)
        begin = time.process_time()
        try:
            pose = finder.find(frame)
        except BoardNotFound:
            finding.append(time.process_time() - begin)
            continue
        middle = time.process_time()
        reader.read(frame, pose)
        finding.append(middle - begin)
        reading.append(time.process_time() - middle)
    if last is None:
        return
    yield Measure(f"{game} find, median", median(finding) * 1e3, "ms", "<= 250", len(finding))
    if reading:
        yield Measure(f"{game} read, median", median(reading) * 1e3, "ms", READ[game], len(reading))
    seconds, megabytes = _fresh(game, last)
    yield Measure(f"{game} first reading after start", seconds, "s", "<= 1.5", 3)
    yield Measure(f"{game} process, resident", megabytes, "MB", "<= 220", 3)


def _enlarged(still: Still) -> Frame:
    picture = still.frame.picture
    scale = HIGH / picture.shape[0]
    large: Any = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_CUBIC)
    return Frame(large, 0.0, still.source)


# The peak that the system tells of a child includes what its parent had, so it must tell itself.
READ_ONCE = """
import sys
from cli.main import main
try:
    main(["read", *sys.argv[1:], "--json"])
except SystemExit:
    pass
told = [line for line in open("/proc/self/status") if line.startswith("VmHWM")]
print(told[0].split()[1] if told else 0, file=sys.stderr)
"""


def _fresh(game: str, frame: Frame, times: int = 3) -> tuple[float, float]:
    """Seconds and megabytes of a process that starts, reads one picture and ends (medians)."""
    seconds, sizes = [], []
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "board.png"
        cv2.imwrite(str(path), frame.picture)
        command = [sys.executable, "-c", READ_ONCE, game, str(path)]
        for _ in range(times):
            begin = time.perf_counter()
            done = subprocess.run(command, capture_output=True, text=True, check=False)
            seconds.append(time.perf_counter() - begin)
            sizes.append(float(done.stderr.split()[-1]) / 1024)
    return median(seconds), median(sizes)
