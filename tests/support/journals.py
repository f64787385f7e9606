"""Journals of random games, told as the tracker tells them."""

from __future__ import annotations

import random

from engines import new_game
from referee.journal import Journal
from support.playing import random_game


def game_events(name, seed=1, fault_at=None):
    """The events of a random game; the move `fault_at` is a likely fault that stands."""
    game, rng = new_game(name), random.Random(seed)
    transitions = list(random_game(game, rng))
    position = transitions[0][0]
    yield {"event": "start", "time": 0, "game": name, "position": str(position),
           "names": ["Işıl", "Çağrı"], "table": "5"}  # fmt: skip
    for n, (before, move, after) in enumerate(transitions, 1):
        if n == fault_at:
            fault = next(f for f in game.faults(before) if f.moves and f.faults)
            yield _made("fault", n, before, fault)
            return
        yield {"event": "move", "time": n, "n": n, "side": before.side, "move": str(move),
               "faults": [], "before": str(before), "position": str(after)}  # fmt: skip
        position = after
    outcome = game.outcome(position)
    yield {"event": "end", "time": n + 1, "winner": outcome.winner, "reason": outcome.reason}


def _made(kind, n, before, explanation):
    return {
        "event": kind,
        "time": n,
        "n": n,
        "side": explanation.movers[-1],
        "move": " ".join(map(str, explanation.moves)),
        "faults": [fault.to_json() for fault in explanation.faults],
        "before": str(before),
        "position": str(explanation.standing),
    }


def write_game(path, name, seed=1, fault_at=None):
    """A journal of a random game."""
    with Journal(path) as journal:
        for event in game_events(name, seed, fault_at):
            journal.append(event)
    return path
