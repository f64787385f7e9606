"""The pictures beside an event as seen from above, with the cells marked that it is about."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

import cv2
import numpy as np
from fastapi import APIRouter, HTTPException, Query, Response
from fastapi import Path as InPath

from calibration.pose import Pose
from engines.grid import NAMES as CELLS
from engines.mangala.values import NAMES as PLACES
from referee import events as told
from referee.desk.api import LARGEST
from referee.desk.boards import Marks
from referee.desk.web import RefereesDesk
from referee.journal.pictures import named_in
from referee.journal.places import pictures_of
from referee.sheet import grid, pits, svg
from referee.sitting import Written
from vision.frame import Picture
from vision.rectify import rectified

router = APIRouter(include_in_schema=False)
CELL, MARGIN = 50, 0.6
"""Pixels of a cell, and what is shown around the board, in cells."""


@router.get("/desk/looks/{number}/{what}")
def look(
    desk: RefereesDesk,
    number: Annotated[int, InPath(ge=1, le=LARGEST)],
    what: Literal["before", "after"],
    v: Annotated[str, Query(max_length=40)] = "",
) -> Response:
    """The board before or after an event, from above; `v` tells games of one desk apart."""
    sitting = desk.sitting()
    line = next((each for each in sitting.events_after(number - 1)), None)
    if line is None or line.number != number or what not in named_in(line.data):
        raise HTTPException(404, "no such picture")
    path = pictures_of(sitting.journal.path) / named_in(line.data)[what]
    pose = Pose.from_json(line.data["pictures"][what]["pose"])
    height = grid.RAISED.get(sitting.tracker.game.name, 0.0)
    drawn = drawn_look(_read(path), pose, marks_of_event(line), height)
    keep = {"cache-control": "private, max-age=3600"}
    return Response(drawn, media_type="image/svg+xml", headers=keep)


def _read(path: Path) -> Picture:
    """The picture of a file, which may have gone or be spoilt."""
    try:
        data = np.frombuffer(path.read_bytes(), np.uint8)
    except FileNotFoundError:
        raise HTTPException(404, "no such picture") from None
    except OSError:
        raise HTTPException(404, "this picture cannot be read") from None
    picture = cv2.imdecode(data, cv2.IMREAD_COLOR) if data.size else None
    if picture is None:
        raise HTTPException(404, "this picture cannot be read")
    return np.asarray(picture, np.uint8)


def marks_of_event(line: Written) -> Marks:
    """The cells that an event points at."""
    event: Any = line.event
    if isinstance(event, told.Move | told.FaultFound | told.Mended | told.Corrected | told.Breach):
        faults = tuple(cell for fault in event.faults for cell in fault.cells)
        return Marks(faults, (), tuple((event.move or "").split()[-1:]))
    return Marks(doubts=tuple(getattr(event, "cells", ())))


def drawn_look(picture: Picture, pose: Pose, marks: Marks, height: float = 0.0) -> str:
    """A picture straightened at the height of its pieces, with marks over it."""
    if pose.places is not None:
        shown, places = pits.straightened(picture, pose)
        tall, width = shown.shape[:2]
        spot = dict(zip(PLACES, places, strict=True))
        parts = [svg.image(shown, width, tall)]
        for cell, colour, sign in marks.rings():
            parts += pits.ring_at(spot[cell], colour, sign) if cell in spot else ()
        return svg.drawing(width, tall, parts)
    shown = rectified(picture, pose, CELL, MARGIN, height)
    parts = [svg.image(shown, grid.SIDE, grid.SIDE), *grid.labels(seen=True)]
    for cell, colour, sign in marks.rings():
        parts += grid.ring_at(cell, colour, sign) if cell in CELLS else ()
    return svg.drawing(grid.SIDE, grid.SIDE, parts)
