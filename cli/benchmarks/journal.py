"""`hakem bench journal`: how fast events become durable, journals are checked, sheets are made."""

from __future__ import annotations

import tempfile
from pathlib import Path
from statistics import median
from typing import Annotated, Any

import numpy as np
import typer

from calibration.corners import pose_from_corners
from cli import inputs
from cli.benchmarks.report import CsvOption, Measure, report, timed
from engines import new_game
from referee.bundle import opened, pack
from referee.journal import Journal, verify
from referee.journal.pictures import cut_out
from referee.sheet import Confirmed, Sheet, count_board, write_page

SIZE = (1920, 1080)
CORNERS = [(540, 120), (1380, 120), (1380, 960), (540, 960)]
BOARD = "BBBBB.../RRRRRR../BRBRBRBR/BBRRBBRR/RBRBRBRB/RRBB..../BR....../........"


def journal_command(
    events: Annotated[int, typer.Option(min=20, help="Events to write.")] = 500,
    pictures: Annotated[int, typer.Option(min=5, help="Pictures to write.")] = 30,
    as_json: inputs.JsonOption = False,
    to_csv: CsvOption = None,
) -> None:
    """Measure how long an event takes to be durable, with and without pictures, and a sheet."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:  # a real disk, not memory
        path = Path(folder) / "bench.hakem"
        measures = [*_writing(path, events, pictures), *_reading(path, Path(folder) / "bench.zip")]
        report([*measures, _sheet(Path(folder) / "sheet.pdf")], as_json, to_csv)


def _writing(path: Path, events: int, pictures: int) -> list[Measure]:
    noise = np.random.default_rng(1).integers(80, 120, (SIZE[1], SIZE[0], 3), np.uint8)
    pose = pose_from_corners(CORNERS, SIZE)
    bare: list[float] = []
    pictured: list[float] = []
    with Journal(path) as journal:
        for n in range(events):
            told: dict[str, Any] = {"event": "move", "time": n / 10, "n": n, "move": "f5"}
            bare.append(timed(journal.append, told | {"position": BOARD})[0])
        for n in range(pictures):
            frame = np.roll(noise, n, 1)

            def put(frame: Any = frame, n: int = n) -> None:
                journal.append({"event": "fault", "time": n}, {"after": cut_out(frame, pose)})

            pictured.append(timed(put)[0])
    return [
        _milliseconds("an event, until it is durable, median", bare, median(bare)),
        _milliseconds("an event, 95 %", bare, float(np.percentile(bare, 95))),
        _milliseconds("an event with a picture of 1080p, median", pictured, median(pictured)),
    ]


def _reading(path: Path, out: Path) -> list[Measure]:
    seconds, checked = timed(verify, path)
    packing, _ = timed(pack, path, out)

    def unpack() -> None:
        with opened(out):
            pass

    opening, _ = timed(unpack)
    count = checked.events
    return [
        Measure("verify the journal and its pictures", seconds * 1e3, "ms", "", count),
        Measure("pack its bundle", packing * 1e3, "ms", "", count),
        Measure("open its bundle", opening * 1e3, "ms", "", count),
    ]


def _sheet(path: Path) -> Measure:
    game = new_game("kulami")
    counted = count_board(game, game.parse_board(BOARD), Confirmed(over=True))
    times = [timed(write_page, Sheet(counted), path)[0] for _ in range(5)]
    return _milliseconds("a sheet of Kulami as PDF, median", times, median(times))


def _milliseconds(what: str, times: list[float], seconds: float) -> Measure:
    return Measure(what, seconds * 1e3, "ms", "", len(times))
