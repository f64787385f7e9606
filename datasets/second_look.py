"""Readers that know the table before they read it.

Every layered scene was rendered once more at the start position, after a knock against the camera,
in other light and with the pieces laid anew. A fresh reader learns from that picture, and is then
measured on the scene's other pictures, none of which it has seen.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from calibration.pose import Pose
from datasets.answers import blamed
from datasets.covers import board_pose
from datasets.manifest import SCENES
from datasets.optics import Optics, photograph
from datasets.scenes import Scene
from datasets.stills import Still
from engines import InputError
from engines.grid import NAMES
from engines.kulami import Board as KulamiBoard
from engines.mangala import Board as MangalaBoard
from engines.reversi import Board as ReversiBoard
from vision.eyes import Detector
from vision.frame import Frame

START = "again"
"""The layer with the second look at the start position."""
LATER = "same"
"""The layer with a whole position, under the camera and the light of the other layers."""


@dataclass(frozen=True, eq=False)
class KnownBoard:
    """A picture whose content is certain."""

    frame: Frame
    """As a camera gives it."""
    pose: Pose
    """Where the board lies, as eyes want it."""
    board: ReversiBoard | KulamiBoard | MangalaBoard
    """What stands on it."""


def known_board(scene: Scene, name: str) -> KnownBoard | None:
    """One whole picture of a scene through a camera; None when there is no such layer."""
    layer = scene.layers.get(name)
    if layer is None:
        return None
    camera = layer.notes.get("camera")
    pose = scene.pose if camera is None else Pose.from_json(camera)
    noise = np.random.default_rng([int(scene.told["seed"]), len(name)])
    picture, pose = photograph(scene.picture(name), pose, Optics.random(noise), noise)
    frame = Frame(picture, 0.0, f"{scene.name}/{name}")
    return KnownBoard(frame, board_pose(scene, pose), _board(scene.game, layer.notes))


def _board(game: str, notes: Any) -> ReversiBoard | KulamiBoard | MangalaBoard:
    if game == "mangala":
        return MangalaBoard(tuple(int(n) for n in notes["stones"]))
    text = "/".join(notes["rows"])
    if game == "reversi":
        return ReversiBoard.parse(text)
    tokens = ",".join(NAMES[cell] for cell in notes.get("tokens", ()))
    return KulamiBoard.parse(text).with_tokens(tokens)


class Adapting:
    """Gives for each still a reader that has seen its table before, made afresh a scene."""

    def __init__(
        self, make: Callable[[], Any], folder: Path = SCENES, followed: bool = False
    ) -> None:
        self._make, self._folder = make, folder
        self._names = (START, LATER) if followed else (START,)
        self._scene, self._reader = "", None

    def __call__(self, still: Still) -> Detector | None:
        """The reader of the still's table; None when nobody took a second look at it."""
        if still.scene != self._scene:
            self._scene = still.scene
            self._reader = self._adapted(Scene.load(self._folder / still.scene))
        return self._reader

    def _adapted(self, scene: Scene) -> Any:
        lessons = [known_board(scene, name) for name in self._names]
        if lessons[0] is None:
            return None
        reader = self._make()
        if not hasattr(reader, "adapt"):
            raise InputError("this reader cannot learn a table; it needs adapt(frame, pose, board)")
        for lesson in lessons:
            if lesson is not None:
                with blamed(reader, "adapt", lesson.frame.source):
                    reader.adapt(lesson.frame, lesson.pose, lesson.board)
        return reader
