"""Reading a board leaves nothing behind in the home folder, and notes nothing to be sent."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
READ = """
import numpy as np
from vision.network import network
network("refiner")(np.zeros((160, 160, 3), np.uint8))
"""


def test_the_networks_run_without_keeping_statistics(tmp_path):
    environment = {k: v for k, v in os.environ.items() if k != "ORT_DISABLE_TELEMETRY"}
    environment |= {"HOME": str(tmp_path), "XDG_CACHE_HOME": str(tmp_path / "cache")}
    subprocess.run([sys.executable, "-c", READ], cwd=ROOT, env=environment, check=True, timeout=60)
    assert list(tmp_path.rglob("*")) == []
