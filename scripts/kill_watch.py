"""Kill a running watch at random moments: no event that was printed may be missing or doubled.

python scripts/kill_watch.py 200 --csv results/kills.csv
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sys
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from itertools import islice
from multiprocessing import get_context
from pathlib import Path

from cli.main import main as main_command
from datasets.rows import write_rows
from engines import new_game
from referee.journal import read_journal, verify
from referee.sitting import Beginning, Sitting
from vision import cameras
from vision.cameras.demos import demo_options


@dataclass
class Row:
    """What became of one run."""

    journal: int
    """On which journal."""
    run: int
    """Its number."""
    seconds: float
    """How long it lived, in processor time."""
    killed: bool
    """False: it had come to the end of the recording by itself."""
    printed: int
    """Events that it printed."""
    events: int
    """Events in the journal afterwards."""
    moves: int
    """Moves and faults of the journal's last game."""
    missing: int
    """Printed events that the journal does not hold, or holds otherwise."""
    doubled: int
    """Numbers that were printed twice, and moves that were told twice."""
    verified: bool
    """Whether the journal is as it was written."""


def run_once(game: str, journal: Path, after: float) -> tuple[list[dict], float, bool]:
    """Watch until the kill; gives what was printed, how long it ran and whether it was killed.

    The watch is a process of its own, forked after everything was imported to save seconds. The
    moment is told in processor time, so that a busy machine kills no earlier.
    """
    command = ["watch", game, "--camera", f"demo:{game}", "--journal", str(journal)]
    command += ["--speed", "0", "--json"]
    with tempfile.TemporaryFile() as printed, tempfile.TemporaryFile() as said:
        child = os.fork()
        if child == 0:
            _become_a_watch(command, printed.fileno(), said.fileno())
        ended, status, lived = 0, 0, 0.0
        while not ended and lived < after:
            time.sleep(0.005)
            lived = _spent(child)
            ended, status = os.waitpid(child, os.WNOHANG)
        if not ended:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
        elif status:
            said.seek(0)
            raise SystemExit(f"the watch failed: {said.read().decode()}")
        printed.seek(0)
        whole = printed.read().decode().splitlines(keepends=True)
    return [json.loads(line) for line in whole if line.endswith("\n")], lived, not ended


def _spent(child: int) -> float:
    """Seconds of processor time that a process has used."""
    words = Path(f"/proc/{child}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")


def _become_a_watch(command: list[str], printed: int, said: int) -> None:
    """Run `hakem watch` in this process, which never returns."""
    try:
        os.dup2(printed, 1)
        os.dup2(said, 2)
        sys.stdout = os.fdopen(1, "w")
        sys.stderr = os.fdopen(2, "w")
        main_command(command)
    except SystemExit as left:
        sys.stdout.flush()
        os._exit(left.code if isinstance(left.code, int) else 0)
    finally:
        os._exit(99)


def warm_up(game: str) -> None:
    """Load the networks once, so that the forked watches need not."""
    with tempfile.TemporaryDirectory() as folder:
        rules = new_game(game, demo_options(game))
        beginning = Beginning(rules, rules.start())
        with (
            Sitting.begin(Path(folder) / "warm.hakem", beginning) as sitting,
            cameras.open(f"demo:{game}", speed=0) as camera,
        ):
            for frame in islice(camera, 5):
                sitting.see(frame)


def told_twice(journal: Path) -> int:
    """Moves that were told twice: each is numbered after the last one that holds."""
    twice, n = 0, 0
    for entry in read_journal(journal):
        event = entry.event
        if "game" in event:
            n = 0
        elif event["event"] in ("move", "fault"):
            twice += event["n"] != n + 1
            n = event["n"]
        elif event["event"] in ("mended", "corrected"):
            n = event["n"] if event.get("move") or event.get("faults") else event["n"] - 1
        elif event["event"] in ("told", "resync"):
            n = event["n"]
    return twice


def moves_of(journal: Path) -> list[str]:
    """The moves of the last game, those with faults as well."""
    found: list[str] = []
    for entry in read_journal(journal):
        if "game" in entry.event:
            found = []
        elif entry.event["event"] in ("move", "fault"):
            found.append(f"{entry.event['n']} {entry.event['move']}")
    return found


def kill_often(game: str, times: int, seed: int, longest: float) -> list[Row]:
    """Kill so many runs on one journal; gives a row a run."""
    with tempfile.TemporaryDirectory() as folder:
        return _kill_often(game, times, seed, longest, Path(folder) / "killed.hakem")


def _kill_often(game: str, times: int, seed: int, longest: float, journal: Path) -> list[Row]:
    rng = random.Random(seed)
    printed: set[int] = set()
    rows: list[Row] = []
    while sum(row.killed for row in rows) < times:
        lines, lived, killed = run_once(game, journal, rng.uniform(0.0, longest))
        held = {}
        if journal.exists() and journal.stat().st_size:
            held = {entry.number: entry.event for entry in read_journal(journal)}
        missing = 0
        for line in lines:
            told = {key: value for key, value in line.items() if key not in ("number", "frame")}
            kept = held.get(line["number"], {})
            missing += any(kept.get(key) != value for key, value in told.items())
        numbers = [line["number"] for line in lines]
        twice = len(numbers) - len(set(numbers)) + len(printed & set(numbers))
        printed |= set(numbers)
        row = Row(
            seed,
            len(rows) + 1,
            round(lived, 2),
            killed,
            len(lines),
            len(held),
            len(moves_of(journal)) if held else 0,
            missing,
            twice + (told_twice(journal) if held else 0),
            not held or verify(journal).good,
        )
        rows.append(row)
        print(row, flush=True)
    return rows


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("times", type=int, nargs="?", default=200)
    reader.add_argument("--game", default="kulami")
    reader.add_argument("--seed", type=int, default=1)
    reader.add_argument("--longest", type=float, default=3.0, help="seconds that a run may live")
    reader.add_argument("--jobs", type=int, default=1, help="journals that are killed side by side")
    reader.add_argument("--csv", type=Path)
    given = reader.parse_args()
    warm_up(given.game)
    each = -(-given.times // given.jobs)
    with ProcessPoolExecutor(given.jobs, get_context("fork")) as pool:
        jobs = [
            pool.submit(kill_often, given.game, each, given.seed + number, given.longest)
            for number in range(given.jobs)
        ]
        rows = [row for job in jobs for row in job.result()]
    if given.csv is not None:
        write_rows(given.csv, rows, Row)
    bad = [row for row in rows if row.missing or row.doubled or not row.verified]
    print(f"{len(rows)} runs, {sum(row.killed for row in rows)} killed, {len(bad)} wrong")
    raise SystemExit(1 if bad else 0)


if __name__ == "__main__":
    main()
