"""How much a composed picture differs from a wholly rendered one of the same position.

python scripts/composed_vs_rendered.py results/composed.csv
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

from datasets.compose import GridComposer, PitComposer
from datasets.manifest import SPLITS, load_scenes
from datasets.scenes import Scene
from engines import GAMES


def difference(scene: Scene) -> tuple[float, float]:
    """Mean and 99th percentile of the absolute difference on the board, in grey values."""
    layer = scene.layers["same"]
    if scene.game == "mangala":
        composed = PitComposer(scene).compose(layer.notes["stones"])
    else:
        state = list("".join(layer.notes["rows"]))
        for cell in layer.notes.get("tokens", ()):
            state[cell] = "t" + state[cell]
        composed = GridComposer(scene).show(state)
    left, top, width, height = layer.box
    board = np.s_[top : top + height, left : left + width]
    off = np.abs(composed.astype(int) - scene.picture("same").astype(int))[board]
    return float(off.mean()), float(np.percentile(off, 99))


def main(target: Path) -> None:
    rows = []
    for game in GAMES:
        for split in SPLITS:
            for scene in load_scenes(game, split):
                mean, most = difference(scene)
                rows.append((game, scene.name, split, round(mean, 2), round(most, 1)))
        means = [row[3] for row in rows if row[0] == game]
        if means:
            print(f"{game}: {np.mean(means):.2f} in the mean of {len(means)} scenes, "
                  f"worst {max(means):.2f}")  # fmt: skip
    target.parent.mkdir(parents=True, exist_ok=True)
    with target.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["game", "scene", "split", "mean", "percentile_99"])
        writer.writerows(rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
