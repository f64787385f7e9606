"""With which networks each file of results/ was measured: figures of others say nothing of these.

`python scripts/note_networks.py FILE …` writes it down after a measurement; a line of
docs/results.md names the files that are older than the networks which ship.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from vision.network import card

RESULTS = Path(__file__).resolve().parents[2] / "results"
NOTES = "networks.json"
FINDERS = ("whereabouts", "refiner", "pit-finder")
GAMES = {
    "reversi": (
        "whereabouts",
        "refiner",
        "reversi-reader",
        "reversi-closely",
        "reversi-familiar",
    ),
    "kulami": ("whereabouts", "refiner", "kulami-reader", "kulami-tokens", "kulami-familiar"),
    "mangala": ("whereabouts", "pit-finder", "pits"),
}
PLAY = {"reversi": ("touched",), "kulami": ("touched",), "mangala": ("sown",)}
"""Networks that only whole games are refereed with."""
EVERY = tuple(
    dict.fromkeys((*FINDERS, *(n for names in (*GAMES.values(), *PLAY.values()) for n in names)))
)
OTHERS = {
    "negatives": (*FINDERS, "reversi-reader"),
    "vision": EVERY,
    "watch": EVERY,
    "reversi_changes": ("touched",),
    "kulami_changes": ("touched",),
    "mangala_changes": (),
    "mangala_gains": ("pits", "sown"),
}
"""Files that hang on other networks than their game's readings."""


def networks_behind(name: str) -> tuple[str, ...]:
    """The networks that a file of results hangs on; none for most benchmarks and proofs."""
    stem = Path(name).stem
    if stem in OTHERS:
        return OTHERS[stem]
    game = stem.removeprefix("games_").split("_")[0]
    return GAMES.get(game, ()) + (PLAY.get(game, ()) if stem.startswith("games_") else ())


def shipped(name: str) -> dict[str, str]:
    """The networks behind a file as they ship, by the beginnings of their hashes."""
    return {network: str(card(network)["sha256"])[:12] for network in networks_behind(name)}


def note(names: Iterable[str], folder: Path = RESULTS) -> None:
    """Write down that these files were measured with the networks that ship now."""
    path = folder / NOTES
    told = json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}
    told |= {Path(name).name: shipped(name) for name in names if networks_behind(name)}
    known = (n for n in sorted(told) if (folder / n).exists() and networks_behind(n))
    kept = {name: told[name] for name in known}
    path.write_text(json.dumps(kept, indent=1) + "\n", encoding="utf-8")


def older(folder: Path = RESULTS) -> list[str]:
    """The files that were measured with other networks than those that ship."""
    told = json.loads((folder / NOTES).read_text(encoding="utf-8"))
    measured = sorted(path.name for path in folder.glob("*.csv") if networks_behind(path.name))
    return [name for name in measured if told.get(name) != shipped(name)]


def measured_line() -> str:
    """What docs/results.md says of it."""
    old = older()
    if not old:
        return "Every figure below that hangs on the networks was measured with those that ship."
    files = ", ".join(f"`results/{name}`" for name in old)
    return f"**Measured with earlier networks than those that ship:** {files}."
