"""Training is asked for in words where its packages are not installed."""

from __future__ import annotations

import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.skipif(find_spec("torch") is not None, reason="torch is installed here")
def test_without_torch_there_is_one_line():
    done = subprocess.run(
        [sys.executable, "-m", "datasets.train.reader", "reversi"],
        cwd=ROOT, capture_output=True, text=True, timeout=60,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "training needs torch; `make train` sets up an environment with it\n"
