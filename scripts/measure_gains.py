"""Measure how well it is seen how many stones came to a place of a Mangala board or went.

python scripts/measure_gains.py --games 15 --csv results/mangala_gains.csv
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from datasets.evaluate_gains import GainRow, evaluate_gains
from datasets.evaluate_games import orders
from datasets.rows import append_rows


def main() -> None:
    """Play games of the test tables and look at every place that a move touches."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=15)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--split", default="test")
    parser.add_argument("--csv", type=Path, required=True)
    told = parser.parse_args()
    cv2.setNumThreads(1)
    told.csv.unlink(missing_ok=True)
    for order in orders("mangala", told.games, seed=told.seed, split=told.split):
        found = list(evaluate_gains(order.clip()))
        append_rows(told.csv, found, GainRow)
        few = [row for row in found if abs(row.after - row.before) <= 2]
        counted, seen = (
            sum(getattr(row, what) == row.after - row.before for row in few)
            for what in ("counted", "seen")
        )
        print(f"{order.name}: of {len(few)} {counted} counted, {seen} seen rightly", flush=True)


if __name__ == "__main__":
    main()
