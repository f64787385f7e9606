"""Scenes as they are stored: layers of one table under one light, with exact truth.

A stored scene is a folder with `scene.json`, the empty table, and for every layer a crop of the
picture and of its index (which piece each pixel shows). `datasets.pack` makes it from the
renderer's raw pictures.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.frame import Picture

FORMAT = 1


class BadScene(ValueError):  # noqa: N818 (a scene that must not be used)
    """A scene that cannot be used, and why."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece of a layer."""

    index: int
    """Its value in the index picture."""
    cell: int
    """Its square, hole or place."""
    content: str
    """A colour, `token` or `stone`."""
    top: tuple[float, float, float]
    """The middle of its top in board millimetres."""


@dataclass(frozen=True, slots=True)
class Layer:
    """Some pieces on the otherwise empty table."""

    name: str
    """Its name in the scene."""
    pieces: tuple[Piece, ...]
    """What is shown."""
    box: tuple[int, int, int, int]
    """Left, top, width, height of the stored crop in the whole picture."""
    notes: Mapping[str, Any]
    """What else is known: rows, tokens, stones, another camera."""


@dataclass(frozen=True)
class Scene:
    """One table under one light, seen by one camera."""

    folder: Path
    """Where it is stored."""
    told: Mapping[str, Any]
    """`scene.json`."""

    @classmethod
    def load(cls, folder: Path) -> Scene:
        """A stored scene; raises `BadScene`."""
        try:
            told = json.loads((folder / "scene.json").read_text(encoding="utf-8"))
        except (OSError, ValueError) as error:
            raise BadScene(f"{folder}: no readable scene.json ({error})") from None
        if told.get("format") != FORMAT:
            raise BadScene(f"{folder}: format {told.get('format')!r}, expected {FORMAT}")
        return cls(folder, told)

    @property
    def name(self) -> str:
        """Its name in the manifest."""
        return self.folder.name

    @property
    def game(self) -> str:
        """Which game lies on the table."""
        return str(self.told["game"])

    @property
    def board(self) -> Mapping[str, Any]:
        """The board's geometry in millimetres."""
        board: Mapping[str, Any] = self.told["board"]
        return board

    @cached_property
    def pose(self) -> Pose:
        """The camera, without any lens term."""
        return Pose.from_json(self.told["camera"])

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the pictures."""
        width, height = self.told["camera"]["size"]
        return int(width), int(height)

    @cached_property
    def layers(self) -> dict[str, Layer]:
        """The layers by name."""
        found = {}
        for data in self.told["layers"]:
            pieces = tuple(
                Piece(p["index"], p["cell"], p["content"], tuple(p["top"])) for p in data["pieces"]
            )
            left, top, width, height = data.get("box", (0, 0, *self.size))
            notes = {k: v for k, v in data.items() if k not in ("name", "pieces", "box")}
            found[data["name"]] = Layer(data["name"], pieces, (left, top, width, height), notes)
        return found

    def picture(self, name: str) -> Picture:
        """A layer's picture: the whole one, the empty table where nothing was stored."""
        crop = self._read(f"{name}.webp", cv2.IMREAD_COLOR)
        layer = self.layers[name]
        if (crop.shape[1], crop.shape[0]) == self.size:
            return crop
        whole = self.empty.copy()
        left, top, width, height = layer.box
        whole[top : top + height, left : left + width] = crop
        return whole

    @cached_property
    def empty(self) -> Picture:
        """The table with the bare board."""
        return self._read("empty.webp", cv2.IMREAD_COLOR)

    def index(self, name: str) -> NDArray[np.uint16]:
        """Which piece each pixel of a layer shows; 0 for none."""
        crop = self._read(f"{name}.png", cv2.IMREAD_UNCHANGED)
        left, top, width, height = self.layers[name].box
        whole = np.zeros(self.size[::-1], np.uint16)
        whole[top : top + height, left : left + width] = crop
        return whole

    def _read(self, file: str, flag: int) -> Any:
        data = cv2.imread(str(self.folder / file), flag)
        if data is None:
            raise BadScene(f"{self.folder / file}: no readable picture")
        return data
