"""Measure, move by move of whole games on test tables, what the tracker is told beside readings.

python scripts/measure_moves.py tokens --games 16 --csv results/kulami_tokens.csv
python scripts/measure_moves.py gains --games 15 --csv results/mangala_gains.csv
python scripts/measure_moves.py lifts --games 24 --split validation --csv lifts.csv
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import cv2

from datasets.evaluate_gains import GainRow, evaluate_gains
from datasets.evaluate_games import orders
from datasets.evaluate_lifts import LiftRow, evaluate_lifts
from datasets.evaluate_tokens import TokenRow, evaluate_tokens
from datasets.rows import append_rows


def of_tokens(rows: list[TokenRow]) -> str:
    """How many tokens were overlooked."""
    tokens, missed, learnt = (
        sum(getattr(row, what) for row in rows) for what in ("tokens", "missed", "learnt_missed")
    )
    return f"{missed} of {tokens} overlooked, {learnt} once learnt"


def of_gains(rows: list[GainRow]) -> str:
    """How often it was told rightly that one or two stones came or went."""
    few = [row for row in rows if abs(row.after - row.before) <= 2]
    counted, seen = (
        sum(getattr(row, what) == row.after - row.before for row in few)
        for what in ("counted", "seen")
    )
    return f"of {len(few)} {counted} counted, {seen} seen rightly"


def of_lifts(rows: list[LiftRow]) -> str:
    """How faintly tokens were seen to be lifted, and how plainly others that stayed."""
    lifted, stayed = ([row.told for row in rows if row.lifted == is_so] for is_so in (1, 0))
    faintest, plainest = min(lifted, default=1.0), max(stayed, default=0.0)
    return (
        f"of {len(lifted)} lifted the faintest was told with {faintest:.4f}, "
        f"of {len(stayed)} that stayed the plainest with {plainest:.4f}"
    )


MEASURES: dict[str, tuple[Any, ...]] = {
    "tokens": ("kulami", evaluate_tokens, TokenRow, of_tokens),
    "lifts": ("kulami", evaluate_lifts, LiftRow, of_lifts),
    "gains": ("mangala", evaluate_gains, GainRow, of_gains),
}
"""The game, what looks at it, its rows, and what is said of a game's."""


def main() -> None:
    """Play games and look at every move."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=sorted(MEASURES))
    parser.add_argument("--games", type=int, default=16)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--split", default="test")
    parser.add_argument("--csv", type=Path, required=True)
    told = parser.parse_args()
    game, evaluate, row, said = MEASURES[told.what]
    cv2.setNumThreads(1)
    told.csv.unlink(missing_ok=True)
    for order in orders(game, told.games, seed=told.seed, split=told.split):
        found = list(evaluate(order.clip()))
        append_rows(told.csv, found, row)
        print(f"{order.name}: {said(found)}", flush=True)


if __name__ == "__main__":
    main()
