"""Hands laid over a composed picture."""

from __future__ import annotations

import math
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from datasets.described import BadScene, read_description
from datasets.manifest import SCENES, read_manifest
from vision.frame import Picture
from vision.naming import as_utf8

FADE = 40
"""Over how many pixels the shadow fades out at the edge of the stored picture."""
SOLID = 0.9
"""From this alpha on a pixel is hand; below it is shadow or edge."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand with its shadow, cut out; its arm comes from the lower edge."""

    name: str
    """Its name in the manifest."""
    colour: NDArray[np.uint8]
    """Height x width x 3."""
    alpha: NDArray[np.float32]
    """How much it covers, shadow included."""
    tip: tuple[float, float]
    """The fingertips, in its own pixels."""
    scale: float
    """Its pixels a millimetre."""
    told: dict[str, Any]
    """Pose, what it holds, sleeve."""

    @classmethod
    def load(cls, folder: Path) -> Hand:
        """A stored hand; raises `BadScene`."""
        told = read_description(folder)
        if told["game"] != "hands":
            raise BadScene(f"{folder} is a scene of {told['game']}, not a hand")
        files = [folder / "hand.webp", folder / "hand.png"]
        path = next((file for file in files if file.exists()), files[0])
        picture: Any = cv2.imread(as_utf8(path), cv2.IMREAD_UNCHANGED)
        if picture is None or picture.ndim != 3 or picture.shape[2] != 4:
            raise BadScene(f"{path}: no picture with alpha")
        alpha = picture[..., 3].astype(np.float32) / 255 * _frame(picture.shape[:2])
        x, y = told["tip"]
        return cls(folder.name, picture[..., :3], alpha, (x, y), float(told["scale"]), told)

    def over(
        self, picture: Picture, at: tuple[float, float], arm: float, scale: float
    ) -> tuple[Picture, NDArray[np.bool_]]:
        """The picture with the hand's tip at `at`, its arm leaving towards the angle `arm`.

        `arm` is in radians, 0 to the right and growing downwards; `scale` in pixels a millimetre.
        Gives also which pixels the hand itself hides.
        """
        size = scale / self.scale
        turn = arm - math.pi / 2  # as stored, the arm leaves downwards
        cos, sin = math.cos(turn) * size, math.sin(turn) * size
        x, y = self.tip
        warp = np.array(
            [[cos, -sin, at[0] - cos * x + sin * y], [sin, cos, at[1] - sin * x - cos * y]]
        )
        height, width = picture.shape[:2]
        alpha: Any = cv2.warpAffine(self.alpha, warp, (width, height), flags=cv2.INTER_LINEAR)
        rows, columns = np.nonzero(alpha.any(1))[0], np.nonzero(alpha.any(0))[0]
        solid: NDArray[np.bool_] = alpha > SOLID
        if not rows.size:
            return picture, solid
        window = slice(rows[0], rows[-1] + 1), slice(columns[0], columns[-1] + 1)
        warp[:, 2] -= (columns[0], rows[0])
        part: Any = cv2.warpAffine(
            self.colour,
            warp,
            (int(columns[-1] - columns[0] + 1), int(rows[-1] - rows[0] + 1)),
            flags=cv2.INTER_LINEAR,
            borderMode=cv2.BORDER_REPLICATE,
        )
        done = picture.copy()
        share = alpha[window][..., None]
        done[window] = np.rint(done[window] * (1 - share) + part * share).astype(np.uint8)
        return done, solid


HELD = {"reversi": {"white", "black"}, "kulami": {"red"}, "mangala": {"stone"}}
"""What a hand may hold in each game; an empty hand fits all."""


def load_hands(split: str, folder: Path = SCENES, game: str | None = None) -> list[Hand]:
    """The stored hands of a split that fit a game; tested and trained with never the same."""
    found = [e for e in read_manifest(folder) if e.game == "hands" and e.split == split]
    hands = [Hand.load(folder / entry.scene) for entry in found]
    fitting = {None, *(HELD[game] if game else ())}
    return [hand for hand in hands if not game or hand.told.get("held") in fitting]


def _frame(shape: tuple[int, int]) -> NDArray[np.float32]:
    """1 inside, falling to 0 at the left, right and upper edge; the arm leaves by the lower one."""
    height, width = shape
    across = np.minimum(np.arange(width), np.arange(width)[::-1])
    down = np.arange(height)
    inside = np.minimum(across[None, :], down[:, None]) / FADE
    return np.clip(inside, 0, 1).astype(np.float32)
