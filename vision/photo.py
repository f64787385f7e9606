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
            told["layout_turn"] = reading.notes.get("layout_turn", 0)
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
SEAM, WHITE = (255, 120, 0), (255, 255, 255)


MARGIN = 0.08
"""What is put around a picture whose board leaves no room for names, as a share of its length."""


def annotated(read: Read) -> Picture:
    """The photo with what was read drawn over it: doubtful cells ringed, hidden ones crossed."""
    picture, shift = _with_margin(read)
    thick = max(1, round(max(read.frame.picture.shape) / 700))
    _draw_line(picture, read.corners + shift, EDGE, thick)
    doubtful = set(read.reading.doubtful())
    if read.reading.game == "mangala":
        _draw_pits(picture, read, doubtful, thick, shift)
    else:
        _draw_cells(picture, read, doubtful, thick, shift)
    return np.asarray(picture)


def _with_margin(read: Read) -> tuple[Any, int]:
    """A copy with room for the names of columns and rows, and how far the photo lies in it."""
    picture: Any = read.frame.picture.copy()
    if read.reading.game == "mangala":
        return picture, 0
    high, wide = picture.shape[:2]
    ends = read.pose.project([(x, y, 0.0) for x in (-4.8, 4.8) for y in (-4.8, 4.8)])
    if ends.min() >= 0 and ends[:, 0].max() < wide and ends[:, 1].max() < high:
        return picture, 0
    shift = round(MARGIN * max(high, wide))
    grown = cv2.copyMakeBorder(picture, shift, shift, shift, shift, cv2.BORDER_CONSTANT,
                               value=(90, 90, 90))  # fmt: skip
    return grown, shift


def _draw_line(picture: Any, points: NDArray[np.float64], colour: Any, thick: int) -> None:
    corners = np.round(points).astype(np.int32)
    cv2.polylines(picture, [corners], len(points) > 2, colour, thick, cv2.LINE_AA)


def _draw_cells(picture: Any, read: Read, doubtful: set[str], thick: int, shift: int) -> None:
    reading = read.reading
    middles = read.pose.project([(i % 8 - 3.5, 3.5 - i // 8, 0.0) for i in range(64)]) + shift
    radius = max(3, round(0.16 * float(np.linalg.norm(middles[1] - middles[0]))))
    best = [reading.contents[i] for i in reading.probabilities.argmax(1)]
    if reading.layout is not None:
        _draw_plates(picture, read, thick, shift)
    for i, (x, y) in enumerate(np.round(middles).astype(int).tolist()):
        if not reading.seen[i]:
            cv2.drawMarker(picture, (x, y), DOUBT, cv2.MARKER_TILTED_CROSS, 2 * radius, thick)
            continue
        if best[i] != ".":
            cv2.circle(picture, (x, y), radius, COLOURS[best[i]], -1, cv2.LINE_AA)
            cv2.circle(picture, (x, y), radius, EDGE, thick, cv2.LINE_AA)
        if NAMES[i] in doubtful:
            cv2.circle(picture, (x, y), 2 * radius, DOUBT, 2 * thick, cv2.LINE_AA)
    _draw_names(picture, read, radius, shift)


def _draw_plates(picture: Any, read: Read, thick: int, shift: int) -> None:
    """Kulami's plates by their seams; doubtful seams in the colour of doubt."""
    layout = read.reading.layout
    assert layout is not None
    letters = "".join(layout.rows)
    doubtful = {frozenset(pair) for pair in read.reading.doubtful_seams}
    for i, name in enumerate(NAMES):
        x, y = i % 8 - 4.0, 4.0 - i // 8
        for j, ends in (
            (i + 1, ((x + 1, y, 0.0), (x + 1, y - 1, 0.0))),
            (i + 8, ((x, y - 1, 0.0), (x + 1, y - 1, 0.0))),
        ):
            if j > 63 or (j == i + 1 and j % 8 == 0):
                continue
            unsure = frozenset((name, NAMES[j])) in doubtful
            if unsure or letters[i] != letters[j]:
                _draw_line(picture, read.pose.project(ends) + shift, DOUBT if unsure else SEAM,
                           2 * thick if unsure else thick)  # fmt: skip


def _draw_names(picture: Any, read: Read, radius: int, shift: int) -> None:
    """The columns' letters above row 1 and the rows' numbers beside it: which one is h5?"""
    beside = [(k - 3.5, 4.4, 0.0) for k in range(8)] + [(-4.4, 3.5 - k, 0.0) for k in range(8)]
    for name, at in zip("abcdefgh12345678", read.pose.project(beside) + shift, strict=True):
        _write(picture, name, at, radius / 9)


def _write(
    picture: Any, text: str, at: NDArray[np.float64], scale: float, ink: Any = WHITE
) -> None:
    """A text around a point, outlined in black, so that it can be read on any ground."""
    thin = max(1, round(2 * scale))
    (wide, high), _ = cv2.getTextSize(text, cv2.FONT_HERSHEY_SIMPLEX, scale, thin)
    corner = (round(float(at[0]) - wide / 2), round(float(at[1]) + high / 2))
    edge = max(1, round(2 * scale))
    around = [(x, y) for x in (-edge, 0, edge) for y in (-edge, 0, edge) if x or y]
    # OpenCV 5 writes letters of a font: a greater thickness is bolder, but makes no edge.
    for (x, y), look in (*((each, (0, 0, 0)) for each in around), ((0, 0), ink)):
        cv2.putText(picture, text, (corner[0] + x, corner[1] + y), cv2.FONT_HERSHEY_SIMPLEX, scale,
                    look, thin, cv2.LINE_AA)  # fmt: skip


def _draw_pits(picture: Any, read: Read, doubtful: set[str], thick: int, shift: int) -> None:
    """Each pit's count above its name."""
    reading = read.reading
    for spots in reading.notes.get("stones", ()):
        for x, y in spots:
            cv2.circle(picture, (round(x), round(y)), 2 * thick, EDGE, -1, cv2.LINE_AA)
    best, middles = reading.probabilities.argmax(1), read.pose.place_middles() + shift
    step = float(np.linalg.norm(middles[1] - middles[0]))
    for i, at in enumerate(middles):
        text = str(int(best[i])) if reading.seen[i] else "?"
        ink = DOUBT if reading.names[i] in doubtful or text == "?" else WHITE
        _write(picture, text, at - np.array((0, 0.06 * step)), step / 75, ink)
        _write(picture, reading.names[i], at + np.array((0, 0.26 * step)), step / 150)
