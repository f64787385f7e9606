"""The clips that come with Hakem: one whole game each."""

from __future__ import annotations

import json
from pathlib import Path

from engines import InputError

DEMOS = Path(__file__).resolve().parents[1] / "demos"
"""Where the clips lie, one GAME.mp4 a game."""


def found_demos() -> list[str]:
    """The games of which there is a clip."""
    return sorted(path.stem for path in DEMOS.glob("*.mp4"))


def demo_options(name: str) -> dict[str, object]:
    """The rules by which the game of a clip was played, where they are not the usual ones."""
    told = json.loads(demo_path(name).with_suffix(".json").read_text(encoding="utf-8"))["options"]
    return {key: "/".join(v) if isinstance(v, list) else v for key, v in told.items()}


def demo_path(name: str) -> Path:
    """The clip of a game."""
    game = name.strip().casefold()
    known = found_demos()
    if game not in known:
        there = ", ".join(f"demo:{each}" for each in known) or "none is installed"
        raise InputError(f"no demo of {name!r}; there are: {there}")
    return DEMOS / f"{game}.mp4"
