"""Labelled photos of real boards, as the same types that rendered pictures have.

The photos are not part of the project; they lie in a folder `shared/photos` beside it. Anybody's
own photos can be added in the same form, see `docs/datasets.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame import Frame


class BadLabel(ValueError):  # noqa: N818 (a label that cannot be used)
    """A photo's label that cannot be used, and why."""


@dataclass(frozen=True, eq=False)
class Photo:
    """One labelled photo."""

    game: str
    """Which game it shows."""
    path: Path
    """The picture."""
    corners: NDArray[np.float64] | None
    """4 x 2: the lattice's outer corners, clockwise; `rows[0]` runs from first to second."""
    contents: tuple[str | int | None, ...]
    """What each cell (or labelled pit) holds; None where it is hidden or cannot be told."""
    centres: NDArray[np.float64] | None = None
    """Mangala: the middles of the labelled pits, n x 2."""
    plates: tuple[str, ...] = ()
    """Kulami: eight rows of plate letters."""
    tokens: tuple[str, ...] = ()
    """Kulami: the holes with a token."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Subset, view, source."""

    @property
    def name(self) -> str:
        """The picture's name."""
        return self.path.name

    def frame(self) -> Frame:
        """The picture itself."""
        picture: Any = cv2.imread(str(self.path), cv2.IMREAD_COLOR)
        if picture is None:
            raise BadLabel(f"{self.path} cannot be read as a picture")
        return Frame(picture, 0.0, str(self.path))


def load_photos(folder: Path, game: str) -> Iterator[Photo]:
    """The labelled photos of one game; raises `BadLabel` with the photo's name."""
    path = folder / game / "labels.json"
    try:
        labels = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise BadLabel(f"cannot read {path}: {error.strerror}") from None
    except ValueError as error:
        raise BadLabel(f"{path} is not JSON: {error}") from None
    if not isinstance(labels, list):
        raise BadLabel(f"{path}: expected a list of labels")
    read = {"reversi": _reversi, "kulami": _kulami, "mangala": _mangala}[game]
    for label in labels:
        name = label.get("file", "?") if isinstance(label, dict) else "?"
        try:
            yield read(folder / game / name, label)
        except (KeyError, TypeError, ValueError) as error:
            raise BadLabel(f"{path}, {name}: {error!r}") from None


def _grid(rows: list[str], letters: str) -> tuple[str | None, ...]:
    whole = "".join(rows)
    if len(rows) != 8 or len(whole) != 64 or set(whole) - set(letters):
        raise ValueError(f"expected 8 rows of 8 of {letters!r}, got {rows}")
    return tuple(None if letter == "?" else letter for letter in whole)


def _notes(label: dict[str, Any], *used: str) -> dict[str, Any]:
    return {key: value for key, value in label.items() if key not in used}


def _reversi(path: Path, label: dict[str, Any]) -> Photo:
    corners = np.asarray(label["corners"], float).reshape(4, 2)
    contents = _grid(label["rows"], ".BW?")
    return Photo("reversi", path, corners, contents, notes=_notes(label, "corners", "rows"))


def _kulami(path: Path, label: dict[str, Any]) -> Photo:
    if "corners" in label:
        corners = np.asarray(label["corners"], float).reshape(4, 2)
    else:
        corners = _half_a_hole_out(
            np.asarray(label["outer_hole_corners_TL_TR_BR_BL"], float).reshape(4, 2)
        )
    return Photo(
        "kulami",
        path,
        corners,
        _grid(label["rows"], ".BR?"),
        plates=tuple(label["plates"]),
        tokens=tuple(label.get("markers") or label.get("tokens") or ()),
        notes=_notes(label, "corners", "rows", "plates", "outer_hole_corners_TL_TR_BR_BL"),
    )


def _half_a_hole_out(holes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The lattice's corners from the middles of the four corner holes."""
    inner = np.array([(0.5, 0.5), (7.5, 0.5), (7.5, 7.5), (0.5, 7.5)], np.float32)
    outer = np.array([[(0, 0), (8, 0), (8, 8), (0, 8)]], np.float32)
    plane = cv2.getPerspectiveTransform(inner, holes.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(outer, plane)[0], float)


def _mangala(path: Path, label: dict[str, Any]) -> Photo:
    pits = label["pits"] or []  # a photo may show a board whose pits nobody could count
    centres = np.asarray([pit["centre"] for pit in pits], float).reshape(-1, 2)
    contents = tuple(None if pit["count"] is None else int(pit["count"]) for pit in pits)
    return Photo("mangala", path, None, contents, centres, notes=_notes(label, "pits"))
