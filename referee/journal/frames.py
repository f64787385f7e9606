"""The last settled frames of a table, cut out like the pictures, in a ring of files.

They are for bug reports: the same frames can be given to the tracker of another day. They are no
part of the chain; a frame that is lost is no event that is lost.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from calibration.pose import Pose
from calibration.profile import BadProfile, pose_from_json
from referee.journal.errors import JournalError, told_plainly
from referee.journal.pictures import QUALITY, cut_out
from vision.frame import Frame

MOST = 40
"""How many frames are kept."""
NAME = re.compile(r"\d{8}\.(?:jpg|json)")
"""What the files of a frame are called: its number, counted from the beginning of the watch."""
MOST_PIXELS = 1 << 25
"""No frame that is read back is larger."""


@dataclass(frozen=True, slots=True, eq=False)
class KeptFrame:
    """A settled frame from the ring."""

    number: int
    """Which, counted from the beginning of the watch."""
    frame: Frame
    """The cut-out, with the time of the frame it was cut from."""
    pose: Pose
    """Where the board lies in it."""


class Ring:
    """The last settled frames in a folder; the oldest gives way."""

    def __init__(self, folder: Path, most: int = MOST) -> None:
        if most < 1:
            raise ValueError(f"a ring keeps at least 1 frame, not {most}")
        self.folder, self._most = folder, most
        with told_plainly(folder):
            folder.mkdir(parents=True, exist_ok=True)
            self._next = max(_numbers(folder), default=0) + 1

    def keep(self, frame: Frame, pose: Pose) -> int:
        """Keep a frame; gives its number."""
        shown, number = cut_out(frame.picture, pose), self._next
        told = {"time": frame.time, "source": frame.source, "pose": shown.pose.to_json()}
        good, data = cv2.imencode(".jpg", shown.picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
        if not good:
            raise JournalError("this frame cannot be encoded")
        with told_plainly(self.folder):
            _put(self.folder / f"{number:08}.jpg", data.tobytes())
            _put(self.folder / f"{number:08}.json", json.dumps(told).encode())
            self._next += 1
            for old in _numbers(self.folder):
                if old <= number - self._most:
                    for kind in ("json", "jpg"):
                        (self.folder / f"{old:08}.{kind}").unlink(missing_ok=True)
        return number


def _put(path: Path, data: bytes) -> None:
    part = path.with_name(f".{path.name}.part")
    part.write_bytes(data)
    part.replace(path)


def _numbers(folder: Path) -> list[int]:
    return sorted(int(path.stem) for path in folder.glob("*.json") if NAME.fullmatch(path.name))


def read_frames(folder: Path) -> Iterator[KeptFrame]:
    """The frames of a ring, oldest first; raises `JournalError` that names a broken one."""
    if not folder.is_dir():
        return
    for number in _numbers(folder):
        yield _read(folder, number)


def _read(folder: Path, number: int) -> KeptFrame:
    words, shown = folder / f"{number:08}.json", folder / f"{number:08}.jpg"
    with told_plainly(words):
        try:
            told = json.loads(words.read_text(encoding="utf-8"))
            pose = pose_from_json(told["pose"])
            time, source = float(told["time"]), str(told.get("source", ""))
        except (ValueError, KeyError, TypeError, RecursionError, BadProfile):
            raise JournalError(f"{words} does not describe a frame") from None
    with told_plainly(shown):
        data = np.frombuffer(shown.read_bytes(), np.uint8)
    try:
        picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    except cv2.error:
        picture = None
    if picture is None or picture.size > 3 * MOST_PIXELS:
        raise JournalError(f"{shown} is no picture")
    return KeptFrame(number, Frame(np.asarray(picture, np.uint8), time, source), pose)
