"""What stands on the board: one file a game."""

from __future__ import annotations

from engines import InputError
from vision.detectors.kulami import KulamiDetector
from vision.detectors.mangala import MangalaDetector
from vision.detectors.reversi import ReversiDetector

AnyDetector = ReversiDetector | KulamiDetector | MangalaDetector
DETECTORS: dict[str, type[ReversiDetector] | type[KulamiDetector] | type[MangalaDetector]] = {
    "reversi": ReversiDetector,
    "kulami": KulamiDetector,
    "mangala": MangalaDetector,
}


def detector(game: str, alone: bool = False) -> AnyDetector:
    """A fresh reader of a game's boards.

    `alone`: it is to read single pictures, not to follow a game (`vision.detectors.law`).
    """
    if game not in DETECTORS:
        raise InputError(f"no reader for {game!r}; known: {', '.join(DETECTORS)}")
    return MangalaDetector(alone) if game == "mangala" else DETECTORS[game]()
