"""How the command begins: quietly, also when it is interrupted while it is being loaded."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

INTERRUPTED = """
import builtins, signal, os
from cli.start import start
signal.signal(signal.SIGINT, signal.default_int_handler)
plain = builtins.__import__
def interrupted(name, *rest, **more):
    if name == "numpy":  # in the midst of it
        os.kill(os.getpid(), signal.SIGINT)
    return plain(name, *rest, **more)
builtins.__import__ = interrupted
start()
"""


def test_an_interrupted_import_ends_quietly():
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED, "rules", "mangala"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 130
    assert "Traceback" not in done.stderr
