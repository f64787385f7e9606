"""One photo: the board found, or its corners given, and read."""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np
from numpy.typing import ArrayLike, NDArray

from calibration.corners import pose_from_corners
from calibration.pits import pose_from_pits
from calibration.pose import Pose
from calibration.profile import Profile
from engines.grid import NAMES
from vision.detectors import detector
from vision.detectors.memory import recall
from vision.find import BoardFinder, outline
from vision.frame import Frame, Picture
from vision.reading import Reading


@dataclass(frozen=True, eq=False)
class Read:
    """A photo that was read."""

    frame: Frame
    """The photo."""
    pose: Pose
    """Where the board lies."""
    reading: Reading
    """What stands on it."""
    find_ms: float
    """Time to find the board; 0 when it was given."""
    read_ms: float
    """Time to read it."""

    @property
    def corners(self) -> NDArray[np.float64]:
        """The board's outer corners in the picture, clockwise from row 1's left end."""
        return self.pose.project(outline(self.pose))

    def to_json(self) -> dict[str, Any]:
        """What `hakem read --json` prints."""
        reading = self.reading
        told: dict[str, Any] = {
            "game": reading.game,
            "found": True,
            "corners": np.round(self.frame.to_original(self.corners), 1).tolist(),
        }
        if reading.game == "mangala":
            stones = [
                int(n) if seen else None
                for n, seen in zip(reading.probabilities.argmax(1), reading.seen, strict=True)
            ]
            told["pits"] = {"south": stones[:6], "north": stones[6:12]}
            told["treasuries"] = {"south": stones[12], "north": stones[13]}
        else:
            told["rows"] = list(reading.most_likely().rows)  # type: ignore[union-attr]
        if reading.layout is not None:
            told["plates"] = list(reading.layout.rows)
            told["layout"] = reading.notes.get("known_layout")
            told["doubtful_seams"] = [list(pair) for pair in reading.doubtful_seams]
        if reading.tokens is not None:
            there = reading.carrying & reading.seen
            told["tokens"] = [NAMES[i] for i in np.nonzero(there)[0]]
            told["unseen_tokens"] = reading.unseen_tokens
        told |= {
            "confidence": round(reading.confidence, 4),
            "doubtful": list(reading.doubtful()),
            "cells": reading.to_json(),
            "ms": {"find": round(self.find_ms, 1), "read": round(self.read_ms, 1)},
        }
        return told


def locate(
    game: str,
    frame: Frame,
    corners: ArrayLike | None = None,
    pits: ArrayLike | None = None,
    profile: Profile | None = None,
) -> Pose:
    """Where the board lies: as it is told, or found; raises `BoardNotFound`.

    What is told is in pixels of the picture as its file has it.
    A profile brings its lens and, where it has seen the board before, tells which row is row 1.
    """
    lens = profile.lens if profile else None
    if corners is not None:
        return pose_from_corners(frame.from_original(corners), frame.size, lens)
    if pits is not None:
        return pose_from_pits(frame.from_original(pits), frame.size, lens)
    last = profile.pose if profile else None
    if last is not None and (last.places is None) == (game != "mangala"):
        return BoardFinder(game, lens).follow(frame, last)
    return BoardFinder(game, lens).find(frame)


def read_photo(
    game: str,
    frame: Frame,
    corners: ArrayLike | None = None,
    pits: ArrayLike | None = None,
    profile: Profile | None = None,
    alone: bool = True,
) -> Read:
    """Find the board, unless it is told where it lies, and read it; raises `BoardNotFound`.

    `alone` is off where somebody else judges by the law of 48 stones, and must know what was seen.
    """
    reader = detector(game, alone)
    if profile is not None:
        profile.fits(frame.size)
        if game in profile.colours:
            recall(game, reader, profile.colours[game])
    begin = time.perf_counter()
    pose = locate(game, frame, corners, pits, profile)
    middle = time.perf_counter()
    reading = reader.read(frame, pose)
    end = time.perf_counter()
    given = corners is not None or pits is not None
    find_ms = 0.0 if given else (middle - begin) * 1e3
    return Read(frame, pose, reading, find_ms, (end - middle) * 1e3)


COLOURS = {".": (160, 160, 160), "B": (30, 30, 30), "W": (255, 255, 255), "R": (40, 40, 230)}
DOUBT, EDGE = (0, 190, 255), (60, 220, 60)


def annotated(read: Read) -> Picture:
    """The photo with what was read drawn over it: doubtful cells ringed, hidden ones crossed."""
    picture: Any = read.frame.picture.copy()
    thick = max(1, round(max(picture.shape) / 700))
    outline = np.round(read.corners).astype(np.int32)
    cv2.polylines(picture, [outline], True, EDGE, thick, cv2.LINE_AA)
    doubtful = set(read.reading.doubtful())
    if read.reading.game == "mangala":
        _draw_pits(picture, read, doubtful, thick)
    else:
        _draw_cells(picture, read, doubtful, thick)
    return np.asarray(picture)


def _draw_cells(picture: Any, read: Read, doubtful: set[str], thick: int) -> None:
    reading = read.reading
    middles = read.pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0.0) for i in range(64)])
    radius = max(3, round(0.16 * float(np.linalg.norm(middles[1] - middles[0]))))
    best = [reading.contents[i] for i in reading.probabilities.argmax(1)]
    for i, (x, y) in enumerate(np.round(middles).astype(int).tolist()):
        if not reading.seen[i]:
            cv2.drawMarker(picture, (x, y), DOUBT, cv2.MARKER_TILTED_CROSS, 2 * radius, thick)
            continue
        if best[i] != ".":
            cv2.circle(picture, (x, y), radius, COLOURS[best[i]], -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), radius, EDGE, thick, cv2.LINE_AA)
        if NAMES[i] in doubtful:
            cv2.circle(picture, (x, y), 2 * radius, DOUBT, 2 * thick, cv2.LINE_AA)
    _draw_names(picture, read, radius)


def _draw_names(picture: Any, read: Read, radius: int) -> None:
    """The columns' letters above row 1 and the rows' numbers beside it: which one is h5?"""
    beside = [(k - 3.5, 4.4, 0.0) for k in range(8)] + [(-4.4, 3.5 - k, 0.0) for k in range(8)]
    scale = radius / 9
    for name, at in zip("abcdefgh12345678", read.pose.project(beside), strict=True):
        (wide, high), _ = cv2.getTextSize(name, cv2.FONT_HERSHEY_SIMPLEX, scale, 1)
        corner = (round(float(at[0]) - wide / 2), round(float(at[1]) + high / 2))
        for look, width in (((0, 0, 0), 4), ((255, 255, 255), 2)):
            stroke = max(1, round(width * scale))
            cv2.putText(picture, name, corner, cv2.FONT_HERSHEY_SIMPLEX, scale, look, stroke,
                        cv2.LINE_AA)  # fmt: skip


def _draw_pits(picture: Any, read: Read, doubtful: set[str], thick: int) -> None:
    reading = read.reading
    for spots in reading.notes.get("stones", ()):
        for x, y in spots:
            cv2.circle(picture, (round(x), round(y)), 2 * thick, EDGE, -1, cv2.LINE_AA)
    best = reading.probabilities.argmax(1)
    for i, (x, y) in enumerate(np.round(read.pose.place_middles()).astype(int).tolist()):
        text = str(int(best[i])) if reading.seen[i] else "?"
        colour = DOUBT if reading.names[i] in doubtful or text == "?" else (255, 255, 255)
        for look, width in (((0, 0, 0), 4 * thick), (colour, 2 * thick)):
            cv2.putText(picture, text, (x - 10 * thick, y + 8 * thick), cv2.FONT_HERSHEY_SIMPLEX,
                        0.8 * thick, look, width, cv2.LINE_AA)  # fmt: skip
