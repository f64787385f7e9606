"""How much a composed picture differs from a wholly rendered one of the same position.

python scripts/composed_vs_rendered.py results/composed.csv
"""

from __future__ import annotations

import csv
import sys
from pathlib import Path

import numpy as np

from datasets.compose import GridComposer, PitComposer
from datasets.manifest import load_scenes
from datasets.scenes import Scene
from datasets.splits import SPLITS
from datasets.whole import whole
from engines import GAMES


def difference(scene: Scene) -> tuple[float, float]:
    """Mean and 99th percentile of the absolute difference on the board, in grey values."""
    layer = scene.layers["same"]
    composer = PitComposer(scene) if scene.game == "mangala" else GridComposer(scene)
    composed = composer.show(layer.state)
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
    with whole(target) as part, part.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["game", "scene", "split", "mean", "percentile_99"])
        writer.writerows(rows)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
