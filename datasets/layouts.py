"""Random Kulami layouts: the 17 plates laid out to 8x8 in a way nobody has seen yet."""

from __future__ import annotations

import random
from string import ascii_uppercase

from engines.kulami.layout import PLATES, Layout


def random_layout(rng: random.Random) -> Layout:
    """A valid layout; the first free hole is covered by a random plate until all are laid."""
    while True:
        grid: list[str] = [""] * 64
        if _lay(grid, dict(PLATES), rng, 0, [4000]):
            rows = ["".join(grid[i : i + 8]) for i in range(0, 64, 8)]
            return Layout.parse("/".join(rows))


def _lay(
    grid: list[str],
    left: dict[tuple[int, int], int],
    rng: random.Random,
    laid: int,
    tries: list[int],
) -> bool:
    """Cover the first free hole in every way that fits; gives up after some tries."""
    tries[0] -= 1
    if tries[0] < 0:
        return False
    if "" not in grid:
        return True
    row, column = divmod(grid.index(""), 8)
    shapes = {turned for size, count in left.items() if count for turned in (size, size[::-1])}
    for height, width in rng.sample(sorted(shapes), len(shapes)):
        holes = [8 * (row + r) + column + c for r in range(height) for c in range(width)]
        if row + height > 8 or column + width > 8 or any(grid[hole] for hole in holes):
            continue
        size = (min(height, width), max(height, width))
        left[size] -= 1
        for hole in holes:
            grid[hole] = ascii_uppercase[laid]
        if _lay(grid, left, rng, laid + 1, tries):
            return True
        left[size] += 1
        for hole in holes:
            grid[hole] = ""
    return False
