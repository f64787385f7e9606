"""File names in another code than UTF-8, as old memory sticks have them: one line, not a crash."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from engines import InputError
from vision import cameras
from vision.cameras.demos import demo_path
from vision.naming import as_utf8

ROOT = Path(__file__).resolve().parents[2]
LATIN = os.fsdecode(b"caf\xe9")


def hakem(folder, *words):
    """A process of its own: what is told to OpenCV wrongly takes Python with it."""
    return subprocess.run(
        [sys.executable, "-m", "cli.start", *words],
        cwd=folder,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize(
    "words",
    [
        ("read", "reversi", f"{LATIN}.png", "--json"),
        ("read", "reversi", LATIN, "--json"),
        ("read", "reversi", "good.png", "--corners", "9,9,90,9,90,90", "--out", f"{LATIN}.png"),
        ("cameras", "--snapshot", f"{LATIN}.mp4", "out.png"),
        ("cameras", "--snapshot", "good.png", f"{LATIN}.jpg"),
    ],
)  # fmt: skip
def test_a_name_in_another_code_is_one_line(words, tmp_path):
    picture = cv2.imencode(".png", np.full((120, 120, 3), 90, np.uint8))[1].tobytes()
    (tmp_path / LATIN).mkdir()
    for name in ("good.png", f"{LATIN}.png", f"{LATIN}/good.png"):
        (tmp_path / name).write_bytes(picture)
    (tmp_path / f"{LATIN}.mp4").write_bytes(demo_path("reversi").read_bytes())
    done = hakem(tmp_path, *words)
    assert (done.returncode, done.stdout) == (2, "")
    assert re.fullmatch(r"hakem: the name caf\ufffd\S* is not in UTF-8; .*\n", done.stderr)


def test_names_in_any_alphabet_are_taken():
    assert as_utf8(Path("masa/ğüşİ ıö.png")) == "masa/ğüşİ ıö.png"
    with pytest.raises(InputError, match="rename"):
        as_utf8(Path(LATIN))


def test_a_folder_is_refused_before_a_game_is_begun_with_it(tmp_path):
    for name in ("1.png", f"2{LATIN}.png"):
        (tmp_path / name).write_bytes(cv2.imencode(".png", np.zeros((9, 9, 3), np.uint8))[1])
    with pytest.raises(InputError, match=r"2caf.\.png is not in UTF-8"):
        cameras.open(str(tmp_path))
