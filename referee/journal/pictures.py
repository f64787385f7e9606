"""Pictures of the board and nothing else: cropped, named by their hash, on the disk for good.

A camera over a table sees children's hands, sleeves and sometimes faces. What is kept is the board
with a narrow margin; whatever else lies in the same rectangle is painted over.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.pose import Pose
from referee.journal.errors import JournalError, told_plainly
from vision.find import outline
from vision.frame import Picture

MARGIN = 0.125
"""How much beyond the board is kept, as a share of its shorter edge: one cell of an 8 x 8 board,
which is what the readers look at."""
QUALITY = 95
"""Of JPEG; pieces and seams are read from it as from the frame."""
NAME = re.compile(r"[0-9a-f]{64}\.jpg")
"""What a picture's file is called."""


@dataclass(frozen=True, slots=True, eq=False)
class BoardPicture:
    """A board cut out of a frame."""

    picture: Picture
    """The cut-out; beyond the board and its margin it is grey."""
    pose: Pose
    """Where the board lies in the cut-out."""


def cut_out(picture: Picture, pose: Pose) -> BoardPicture:
    """The board with its margin; raises `ValueError` where no board is in the picture."""
    height, width = picture.shape[:2]
    corners = pose.project(_widened(pose))
    if not np.isfinite(corners).all():
        raise ValueError("the board's corners cannot be told")
    low = np.clip(np.floor(corners.min(0)), 0, (width, height)).astype(int)
    high = np.clip(np.ceil(corners.max(0)) + 1, 0, (width, height)).astype(int)
    if (high - low).min() < 1:
        raise ValueError("the board lies outside the picture")
    part = picture[low[1] : high[1], low[0] : high[0]]
    mask = np.zeros(part.shape[:2], np.uint8)
    inside = np.clip(np.round(corners - low), -32768, 32767).astype(np.int32)
    cv2.fillConvexPoly(mask, cv2.convexHull(inside), 255)
    shown = np.where(mask[..., None] > 0, part, np.uint8(128))
    matrix = pose.matrix.copy()
    matrix[:2, 2] -= low
    return BoardPicture(np.ascontiguousarray(shown), replace(pose, matrix=matrix))


def _widened(pose: Pose) -> Any:
    corners = outline(pose)
    middle = corners.mean(0)
    half = np.abs(corners - middle)[:, :2].max(0)
    beyond = 2 * half.min() * MARGIN
    return corners + np.sign(corners - middle) * (beyond, beyond, 0)


def store(folder: Path, picture: Picture) -> str:
    """Keep a picture, on the disk for good when this returns; gives its file's name."""
    good, data = cv2.imencode(".jpg", picture, [cv2.IMWRITE_JPEG_QUALITY, QUALITY])
    if not good:
        raise JournalError("this picture cannot be encoded")
    return store_bytes(folder, data.tobytes(), ".jpg")


def store_bytes(folder: Path, data: bytes, suffix: str) -> str:
    """Keep bytes under the name of their hash."""
    name = hashlib.sha256(data).hexdigest() + suffix
    path = folder / name
    with told_plainly(path):
        if path.exists() and path.read_bytes() == data:
            return name
        if not folder.is_dir():
            folder.mkdir(parents=True)
            sync_folder(folder.parent)
        write_for_good(path, data)
    return name


def write_for_good(path: Path, data: bytes) -> None:
    """Write a file whole; when this returns, a cut in power does not lose it."""
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
        sync_folder(path.parent)
    finally:
        part.unlink(missing_ok=True)


def sync_folder(folder: Path) -> None:
    """Make the names in a folder outlast a cut in power."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def named_in(event: Mapping[str, Any]) -> dict[str, str]:
    """The files of the pictures that an event names, by what they show; bad names are left out."""
    told = event.get("pictures")
    if not isinstance(told, dict):
        return {}
    files = {
        str(what): each.get("file") if isinstance(each, dict) else each
        for what, each in told.items()
    }
    return {
        what: file for what, file in files.items() if isinstance(file, str) and NAME.fullmatch(file)
    }
