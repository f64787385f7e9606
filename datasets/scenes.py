"""Scenes as they are stored: layers of one table under one light, with exact truth.

A stored scene is a folder with `scene.json`, the empty table, and for every layer a crop of the
picture and of its index (which piece each pixel shows). `datasets.pack` makes it from the
renderer's raw pictures.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from datasets.described import BadScene, read_description
from vision.frame import Picture
from vision.naming import as_utf8

__all__ = ["BadScene", "Layer", "Piece", "Scene"]


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

    @property
    def state(self) -> tuple[str | int, ...]:
        """A whole position as composers show it: a letter a cell, stones a place."""
        if "rows" not in self.notes:
            return tuple(self.notes["stones"])
        letters = list("".join(self.notes["rows"]))
        for cell in self.notes.get("tokens", ()):
            letters[cell] = "t" + letters[cell]
        return tuple(letters)


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
        told = read_description(folder)
        if told["game"] == "hands":
            raise BadScene(f"{folder} is a hand, not a scene")
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
        left, top, width, height = self.layers[name].box
        crop = self._read(f"{name}.webp", cv2.IMREAD_COLOR, (width, height))
        if (width, height) == self.size:
            return crop
        whole = self.empty.copy()
        whole[top : top + height, left : left + width] = crop
        return whole

    @cached_property
    def empty(self) -> Picture:
        """The table with the bare board."""
        return self._read("empty.webp", cv2.IMREAD_COLOR, self.size)

    def index(self, name: str) -> NDArray[np.uint16]:
        """Which piece each pixel of a layer shows; 0 for none."""
        left, top, width, height = self.layers[name].box
        crop = self._read(f"{name}.png", cv2.IMREAD_UNCHANGED, (width, height))
        whole = np.zeros(self.size[::-1], np.uint16)
        whole[top : top + height, left : left + width] = crop
        return whole

    def _read(self, file: str, flag: int, size: tuple[int, int]) -> Any:
        path = self.folder / file
        data = cv2.imread(as_utf8(path), flag)
        if data is None:
            raise BadScene(f"{path}: no readable picture")
        if (data.shape[1], data.shape[0]) != size:
            raise BadScene(
                f"{path}: expected {size[0]} x {size[1]} pixels, "
                f"got {data.shape[1]} x {data.shape[0]}"
            )
        if flag == cv2.IMREAD_UNCHANGED and data.ndim != 2:
            raise BadScene(f"{path}: an index has one channel, got {data.shape[2]}")
        return data
