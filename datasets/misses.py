"""What a referee missed in a game: the board before and after, side by side, with what was told."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from calibration.pose import Pose
from datasets.covers import cell_boxes
from datasets.deeds import state_of, turns_of
from datasets.game_measures import DOUBT, MoveRow, Ply
from datasets.sheets import contact_sheet
from datasets.trials import Clip, Minutes
from datasets.whole import whole
from vision.frame import Picture
from vision.naming import as_utf8
from vision.reading import NAMES

SIDE = 420
"""Pixels of a board's longer side."""
LINE = 20
"""Pixels of a line of words."""
CHANGED, TRUE, TOLD = (0, 215, 255), (90, 220, 90), (60, 60, 255)
"""Yellow: changed by the move; green: what is wrong with it; red: what was said to be wrong."""
MOST = 40
"""Misses on one sheet."""


@dataclass(frozen=True, slots=True)
class Miss:
    """One thing that went wrong."""

    name: str
    """The game, and the number of the move."""
    jpeg: bytes
    """Before and after, cells marked, the truth and what was told beneath."""


def misses_of(clip: Clip, moves: Sequence[MoveRow], minutes: Minutes) -> list[Miss]:
    """Every move that was not told rightly, and every question."""
    states = [state_of(clip.played.game.name, clip.played.start)]
    states += [turn.deeds[-1].state for turn in turns_of(clip.played)]
    found = []
    for turn, true, told, cells in _wrong(clip, moves, minutes):
        before, after = (minutes.looks.get(n) for n in (turn - 1, turn))
        if after is None or minutes.pose is None:
            continue
        changed = [i for i, c in enumerate(states[turn]) if turn and states[turn - 1][i] != c]
        names = NAMES[clip.played.game.name]
        marks = [(i, CHANGED) for i in changed]
        marks += [(names.index(cell), colour) for cell, colour in cells if cell in names]
        pictures = [_marked(p, minutes.pose, marks) for p in (before, after) if p is not None]
        words = [f"{clip.name} move {turn}", f"true: {true}", f"told: {told}"]
        done, data = cv2.imencode(".jpg", _tile(pictures, words), [cv2.IMWRITE_JPEG_QUALITY, 80])
        if done:
            found.append(Miss(f"{clip.name}/{turn:03d}", data.tobytes()))
    return found


def _wrong(
    clip: Clip, moves: Sequence[MoveRow], minutes: Minutes
) -> Iterator[tuple[int, str, str, list[tuple[str, Any]]]]:
    """After which move, what is true, what was told, and the cells that are named."""
    turns = [
        number
        for number, step in enumerate(clip.played.steps, 1)
        for _ in Ply.made(step.told.to_json(), 0.0)
    ]
    last = 0
    for row in moves:
        last = turns[row.number - 1] if row.number else last
        if row.right and row.cells == row.told_cells:
            continue
        cells = [(cell, TRUE) for cell in _named(row.cells)]
        cells += [(cell, TOLD) for cell in _named(row.told_cells)]
        true = f"{row.move} {row.cells}" if row.number else "nothing"
        yield last, true, f"{row.told} {row.told_cells}", cells
    for turn, event in minutes.events:
        if event["event"] in (*DOUBT, "mended"):
            done = clip.played.steps[turn - 1].told.moves if turn else ("the start",)
            made = " ".join(map(str, done))
            cells = [(cell, TOLD) for cell in event.get("cells", ())]
            yield turn, made, f"{event['event']} {_answers(event)}", cells


def _named(cells: str) -> list[str]:
    return [cell for fault in cells.split("+") for cell in fault.partition("@")[2].split(",")]


def _answers(event: Mapping[str, Any]) -> str:
    told: Sequence[Mapping[str, Any]] = event.get("answers") or ()
    some = [f"{a['move']} {'+'.join(a['faults'])} {a['share']:.2f}" for a in told]
    return " | ".join(some) or str(event.get("move") or "")


def _marked(picture: Picture, pose: Pose, marks: Sequence[tuple[int, Any]]) -> Picture:
    """The board cut out, with rings round cells."""
    boxes = cell_boxes(pose)
    middles = pose.project([(x, y, 0.0) for x, y, _, _ in boxes])
    rights = pose.project([(x + w / 2, y, 0.0) for x, y, w, _ in boxes])
    radii = np.linalg.norm(rights - middles, axis=1)
    done = picture.copy()
    for number, (cell, colour) in enumerate(marks):
        middle = tuple(int(v) for v in np.round(middles[cell]))
        radius = max(3, int(radii[cell] * (0.95 - 0.12 * (number % 3))))
        cv2.circle(done, middle, radius, colour, 2, cv2.LINE_AA)
    rim = 2 * float(radii.max())
    low = np.maximum(np.floor(middles.min(0) - rim), 0).astype(int)
    high = np.minimum(np.ceil(middles.max(0) + rim), picture.shape[1::-1]).astype(int)
    cut = done[low[1] : high[1], low[0] : high[0]]
    scale = SIDE / max(cut.shape[:2])
    small: Any = cv2.resize(cut, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    return small


def _tile(pictures: Sequence[Picture], words: Sequence[str]) -> Picture:
    high = max(p.shape[0] for p in pictures)
    tile = np.full((high + LINE * len(words), 2 * SIDE, 3), 28, np.uint8)
    for number, picture in enumerate(pictures):
        left = number * SIDE
        tile[: picture.shape[0], left : left + picture.shape[1]] = picture
    for number, text in enumerate(words):
        place = (6, high + LINE * number + 14)
        font = cv2.FONT_HERSHEY_SIMPLEX
        cv2.putText(tile, text[:120], place, font, 0.42, (230, 230, 230), 1, cv2.LINE_AA)
    return tile


def keep_misses(folder: Path, misses: Sequence[Miss]) -> None:
    """A picture a miss."""
    folder.mkdir(parents=True, exist_ok=True)
    for number, miss in enumerate(misses):
        name = miss.name.replace("/", "_")
        with whole(folder / f"{name}_{number}.jpg") as part:
            part.write_bytes(miss.jpeg)


def miss_sheets(folder: Path) -> list[Picture]:
    """All pictures of a folder on as few sheets as they need."""
    paths = sorted(folder.glob("*.jpg"))
    sheets = []
    for begin in range(0, len(paths), MOST):
        some: list[Any] = [cv2.imread(as_utf8(path)) for path in paths[begin : begin + MOST]]
        high = max(picture.shape[0] for picture in some)
        sheets.append(contact_sheet(some, columns=2, tile=(2 * SIDE, high)))
    return sheets
