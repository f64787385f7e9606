"""Write the recorded games that `hakem demo` replays, each with faults in it.

    python scripts/make_demo_records.py

The games are played by a simple greedy player with a fixed seed, so the files never change unless
this script or the rules do. At the named moves the player errs, in a way that `faults` lists.
"""

from __future__ import annotations

import json
import random
from pathlib import Path
from typing import Any

from engines import AnyGame, new_game
from engines.records import Record, Step, replay

TARGET = Path(__file__).resolve().parent.parent / "cli" / "demo_records"

PLAYERS = {
    "reversi": {"B": "Elif", "W": "Kerem"},
    "kulami": {"B": "Defne", "R": "Mert"},
    "mangala": {"south": "Zeynep", "north": "Ali"},
}
# After how many moves which fault happens; it stands, because nobody reports it.
FAULTS = {
    "reversi": {17: "missing_flip", 40: "extra_flip"},
    "kulami": {12: "plate_closed", 27: "not_in_line"},
    "mangala": {9: "wrong_sowing", 16: "capture_missed"},
}


def main() -> None:
    TARGET.mkdir(exist_ok=True)
    for name in FAULTS:
        record = play(new_game(name), random.Random(1923))
        text = json.dumps(record.to_json(), ensure_ascii=False, indent=1) + "\n"
        (TARGET / f"{name}.json").write_text(text, encoding="utf-8")
        steps = list(replay(record))
        wrong = [(s.number, [f.code for f in s.explanation.faults]) for s in steps if s.explanation]
        print(name, len(steps), "steps", wrong, game_end(record, steps[-1].position))


def game_end(record: Record, position: Any) -> str:
    outcome = record.game.outcome(position)
    return f"winner {outcome.winner}" if outcome else "not finished"


def play(game: AnyGame, rng: random.Random) -> Record:
    position = game.start()
    steps: list[Step] = []
    due = dict(FAULTS[game.name])
    while moves := game.moves(position):
        wanted = next((code for at, code in due.items() if at <= len(steps)), None)
        slip = slip_of(game, position, wanted, rng) if wanted else None
        if slip is not None:
            due = {at: code for at, code in due.items() if code != wanted}
            steps.append(Step(str(slip.moves[-1]), slip.board.to_json()))
            position = slip.standing
            continue
        move = max(moves, key=lambda m: (value(game, position, m), rng.random()))
        steps.append(Step(str(move)))
        position = game.play(position, move)
    return Record(game, game.start(), tuple(steps), PLAYERS[game.name])


def slip_of(game: AnyGame, position: Any, code: str, rng: random.Random) -> Any:
    """One likely slip of the wanted kind, after which the game goes on."""
    slips = [
        e
        for e in game.faults(position)
        if [f.code for f in e.faults] == [code]
        and len(e.moves) == 1
        and game.judge(position, e.board).best == e
        and game.moves(e.standing)
    ]
    return rng.choice(slips) if slips else None


def value(game: AnyGame, position: Any, move: Any) -> float:
    """How a careless child likes this move: few discs early in Reversi, else most points."""
    after = game.play(position, move)
    side, enemy = position.side, next(s for s in game.sides if s != position.side)
    lead = game.score(after).total(side) - game.score(after).total(enemy)
    return -lead if game.name == "reversi" and lead < 12 else lead


if __name__ == "__main__":
    main()
