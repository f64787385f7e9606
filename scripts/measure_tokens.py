"""Measure how well Kulami's tokens are seen, by a stranger and by who has learnt the table's own.

python scripts/measure_tokens.py --games 24 --csv results/kulami_tokens.csv
"""

from __future__ import annotations

import argparse
from pathlib import Path

import cv2

from datasets.evaluate_games import orders
from datasets.evaluate_tokens import TokenRow, evaluate_tokens
from datasets.rows import append_rows


def main() -> None:
    """Play games of the test tables and read every move twice."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=24)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--split", default="test")
    parser.add_argument("--csv", type=Path, required=True)
    told = parser.parse_args()
    cv2.setNumThreads(1)
    told.csv.unlink(missing_ok=True)
    for order in orders("kulami", told.games, seed=told.seed, split=told.split):
        found = list(evaluate_tokens(order.clip()))
        append_rows(told.csv, found, TokenRow)
        tokens, missed, learnt = (
            sum(getattr(row, what) for row in found)
            for what in ("tokens", "missed", "learnt_missed")
        )
        print(f"{order.name}: {missed} of {tokens} overlooked, {learnt} once learnt", flush=True)


if __name__ == "__main__":
    main()
