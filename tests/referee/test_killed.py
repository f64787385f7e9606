"""A process that is killed while it writes loses nothing that it has shown, and doubles nothing."""

from __future__ import annotations

import os
import random
import signal
import time

import cv2
import numpy as np
import pytest

from calibration.corners import pose_from_corners
from referee.journal import Journal, read_journal, verify
from referee.journal.pictures import cut_out


def _watch(path, shown, pictures):
    """Append events from where the journal stands, and show each one after it is written."""
    with Journal(path) as journal:
        number = len(journal)
        while True:
            number += 1
            event = {"event": "move", "time": float(number), "n": number, "pad": "x" * 200}
            pictured = {"after": pictures[number % 2]} if number % 5 == 0 else None
            if number % 7 == 0:
                journal.append_all([event, {**event, "event": "end", "n": number + 1}], pictured)
                os.write(shown, f"{number}\n{number + 1}\n".encode())
                number += 1
            else:
                journal.append(event, pictured)
                os.write(shown, f"{number}\n".encode())


def _kill_one(path, pictures, events, after):
    """Run a writer in a process of its own, and give what it had shown when it was killed.

    That is so many seconds after it has shown so many events: on a busy machine seconds alone
    might kill it before it has done anything.
    """
    seen, shown = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(seen)
            _watch(path, shown, pictures)
        finally:
            os._exit(1)
    os.close(shown)
    told = b""
    while told.count(b"\n") < events:
        told += os.read(seen, 1)
    time.sleep(after)
    os.kill(child, signal.SIGKILL)
    _, status = os.waitpid(child, 0)
    assert os.WTERMSIG(status) == signal.SIGKILL, "the writer ended by itself"
    with os.fdopen(seen, "rb") as lines:
        return [int(line) for line in (told + lines.read()).splitlines()]


def _kill(tmp_path, times):
    cv2.setNumThreads(1)
    pose = pose_from_corners([(80, 40), (240, 40), (240, 200), (80, 200)], (320, 240))
    noise = np.random.default_rng(1)
    pictures = [cut_out(noise.integers(0, 255, (240, 320, 3), np.uint8), pose) for _ in range(2)]
    path, rng = tmp_path / "table1.hakem", random.Random(5)
    before, told = 0, 0
    for _ in range(times):
        shown = _kill_one(path, pictures, rng.randrange(12), rng.uniform(0.0, 0.1))
        told += len(shown)
        if not path.exists() or path.stat().st_size == 0:
            assert not shown
            continue
        numbers = [entry.event["n"] for entry in read_journal(path)]
        assert numbers == list(range(1, len(numbers) + 1)), "an event is missing or doubled"
        assert shown == list(range(before + 1, before + len(shown) + 1))
        assert len(numbers) >= before + len(shown), "an event that was shown is missing"
        check = verify(path)
        assert check.good, check.troubles
        before = len(numbers)
    assert told > times, "the writers hardly wrote; the test shows nothing"


def test_twenty_kills_lose_nothing(tmp_path):
    _kill(tmp_path, 20)


@pytest.mark.slow
def test_two_hundred_kills_lose_nothing(tmp_path):
    _kill(tmp_path, 200)
