"""Labelled photos of real boards, as the same types that rendered pictures have.

The photos are not part of the project; they lie in a folder `shared/photos` beside it. Anybody's
own photos can be added in the same form, see `docs/datasets.md`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from engines import GAMES
from engines.grid import cell_index
from engines.kulami import Layout
from engines.mangala.values import STONES
from vision.cameras.picture_file import read_picture
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
    """Kulami: eight rows of plate letters; empty where they are not known."""
    tokens: tuple[str, ...] = ()
    """Kulami: the holes with a token."""
    notes: dict[str, Any] = field(default_factory=dict)
    """Subset, view, source."""

    @property
    def name(self) -> str:
        """The picture's name."""
        return self.path.name

    def frame(self) -> Frame:
        """The picture itself, as `hakem read` would take it: a very large one made smaller."""
        read = read_picture(self.path)
        if read is None:
            raise BadLabel(f"{self.path} cannot be read as a picture")
        picture, factor = read
        return Frame(picture, 0.0, str(self.path), reduced=factor)


def load_photos(folder: Path | str, game: str) -> Iterator[Photo]:
    """The labelled photos of one game; raises `BadLabel` with the photo's name."""
    path = _path(folder, game)
    read = {"reversi": _reversi, "kulami": _kulami, "mangala": _mangala}[game]
    for number, label in enumerate(_labels(path), 1):
        if not isinstance(label, dict):
            raise BadLabel(f"{path}, label {number}: expected an object, got {label!r}")
        name = label.get("file")
        if not isinstance(name, str) or not name:
            raise BadLabel(f'{path}, label {number}: expected "file", the name of a picture')
        try:
            yield read(path.parent / name, label)
        except KeyError as error:
            raise BadLabel(f"{path}, {name}: {error} is missing") from None
        except ValueError as error:
            raise BadLabel(f"{path}, {name}: {error}") from None


def photo_count(folder: Path | str, game: str) -> int:
    """How many photos of a game are labelled."""
    return len(_labels(_path(folder, game)))


def _path(folder: Path | str, game: str) -> Path:
    if game not in GAMES:
        raise BadLabel(f"no photos of {game!r}; known: {', '.join(GAMES)}")
    return Path(folder) / game / "labels.json"


def _labels(path: Path) -> list[Any]:
    try:
        labels = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        too_deep = (path.parent.parent / path.name).exists()
        hint = f"; give the folder above {path.parent.parent}" if too_deep else ""
        raise BadLabel(f"cannot read {path}: {error.strerror}{hint}") from None
    except ValueError as error:
        raise BadLabel(f"{path} is not JSON: {error}") from None
    if not isinstance(labels, list):
        raise BadLabel(f"{path}: expected a list of labels")
    return labels


def _rows(rows: Any, letters: str) -> str:
    """The 64 letters of eight rows of eight."""
    good = isinstance(rows, list | tuple) and len(rows) == 8
    good = good and all(isinstance(row, str) and len(row) == 8 for row in rows)
    if not good or (letters and set("".join(rows)) - set(letters)):
        of = f" of {letters!r}" if letters else ""
        raise ValueError(f"expected 8 rows of 8{of}, got {rows}")
    return "".join(rows)


def _grid(rows: Any, letters: str) -> tuple[str | None, ...]:
    return tuple(None if letter == "?" else letter for letter in _rows(rows, letters))


def _points(points: Any, what: str, count: int) -> NDArray[np.float64]:
    """So many points of two finite numbers."""
    try:
        found = np.asarray(points, float)
    except (TypeError, ValueError):
        found = np.empty(0)
    if found.size == 0 == count:
        return np.zeros((0, 2))
    if found.shape != (count, 2) or not np.isfinite(found).all():
        raise ValueError(f"expected {what} as [x, y] in pixels, got {points}")
    return found


def _corners(points: Any) -> NDArray[np.float64]:
    return _points(points, "4 corners, each", 4)


def _notes(label: dict[str, Any], *used: str) -> dict[str, Any]:
    return {key: value for key, value in label.items() if key not in used}


def _reversi(path: Path, label: dict[str, Any]) -> Photo:
    corners = _corners(label["corners"])
    contents = _grid(label["rows"], ".BW?")
    return Photo("reversi", path, corners, contents, notes=_notes(label, "corners", "rows"))


def _kulami(path: Path, label: dict[str, Any]) -> Photo:
    if "corners" in label:
        corners = _corners(label["corners"])
    else:
        corners = _half_a_hole_out(_corners(label["outer_hole_corners_TL_TR_BR_BL"]))
    contents = _grid(label["rows"], ".BR?")
    plates = label.get("plates") or ()
    if plates:
        _rows(plates, "")
        Layout.parse("/".join(plates))  # refuses what are not the 17 plates
    return Photo(
        "kulami",
        path,
        corners,
        contents,
        plates=tuple(plates),
        tokens=_tokens(label.get("markers") or label.get("tokens") or [], contents),
        notes=_notes(label, "corners", "rows", "plates", "outer_hole_corners_TL_TR_BR_BL"),
    )


def _tokens(names: Any, contents: Sequence[str | None]) -> tuple[str, ...]:
    """The holes with a token, which lies on a marble."""
    if not isinstance(names, list) or not all(isinstance(name, str) for name in names):
        raise ValueError(f'expected tokens as a list of holes, e.g. ["d4"], got {names!r}')
    for name in names:
        if contents[cell_index(name)] == ".":
            raise ValueError(f"a token on {name}, where no marble lies")
    return tuple(names)


def _half_a_hole_out(holes: NDArray[np.float64]) -> NDArray[np.float64]:
    """The lattice's corners from the middles of the four corner holes."""
    inner = np.array([(0.5, 0.5), (7.5, 0.5), (7.5, 7.5), (0.5, 7.5)], np.float32)
    outer = np.array([[(0, 0), (8, 0), (8, 8), (0, 8)]], np.float32)
    plane = cv2.getPerspectiveTransform(inner, holes.astype(np.float32))
    return np.asarray(cv2.perspectiveTransform(outer, plane)[0], float)


def _mangala(path: Path, label: dict[str, Any]) -> Photo:
    pits = label["pits"] or []  # a photo may show a board whose pits nobody could count
    if not isinstance(pits, list) or not all(isinstance(pit, dict) for pit in pits):
        raise ValueError(f"expected pits as a list of objects, got {pits!r}")
    centres = _points([pit["centre"] for pit in pits], "the centre of each pit", len(pits))
    contents = tuple(_stones(pit["count"]) for pit in pits)
    return Photo("mangala", path, None, contents, centres, notes=_notes(label, "pits"))


def _stones(count: Any) -> int | None:
    """A number of stones, or None where nobody can count them."""
    if count is None:
        return None
    if isinstance(count, bool) or not isinstance(count, int) or not 0 <= count <= STONES:
        raise ValueError(f"expected a count of 0 to {STONES} stones or null, got {count!r}")
    return count
