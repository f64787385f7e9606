"""Show whole random games with faults to the tracker, as noisy readings; write results/tracker.csv.

python scripts/measure_tracker.py [GAMES [FAULTS]]
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

import numpy as np

from datasets.game_measures import GameRow, MoveRow, game_shares
from datasets.noisy_games import NoisyEyes, show_game
from datasets.play import play_game
from datasets.rows import write_rows
from engines import GAMES, new_game

RESULTS = Path(__file__).resolve().parents[1] / "results"


def main(count: int = 30, faults: int = 4) -> None:
    moves: list[MoveRow] = []
    games: list[GameRow] = []
    for name in GAMES:
        some: list[MoveRow] = []
        whole: list[GameRow] = []
        game = new_game(name)
        for seed in range(count):
            # Of two names for one board no reading tells which is true.
            rng = random.Random(f"{name}/{seed}")
            played = play_game(game, rng, faults, as_judged=True)
            eyes = NoisyEyes(name, np.random.default_rng(seed))
            told, row, _ = show_game(played, f"{name}/{seed}", eyes)
            some += told
            whole.append(row)
        print(name)
        for share in game_shares(some, whole):
            print(f"  {share}")
        moves += some
        games += whole
    write_rows(RESULTS / "tracker.csv", moves, MoveRow)
    write_rows(RESULTS / "tracker_games.csv", games, GameRow)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
