"""What the events of a journal tell of the game: its start, moves, faults and positions.

Only these keys are looked at: `event`, `game`, `rules`, `first`, `n`, `move` (several moves with
blanks between), `moves`, `faults`, `before`, `position` and `board`. An event with `game` begins a
game. Positions and boards are text or JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from engines import AnyGame, InputError, new_game

Event = Mapping[str, Any]

MADE = ("move", "fault", "mended", "corrected")
"""The kinds of events that tell of a move."""
INSTEAD = ("mended", "corrected")
"""Those that stand in the place of a move told before."""


def begun(event: Event) -> tuple[AnyGame, Any]:
    """The game that an event begins, and its first position; raises `InputError`."""
    rules, told, first = event.get("rules") or {}, event.get("position"), event.get("first")
    if not isinstance(rules, dict):
        raise InputError("the rules of a game are an object")
    game = new_game(str(event["game"]), rules)
    if told is not None:
        return game, position_of(game, told)
    return game, game.start(None if first is None else str(first))


def position_of(game: AnyGame, told: Any) -> Any:
    """A position from its text or JSON; raises `InputError`."""
    if isinstance(told, str):
        return game.parse_position(told)
    return game.position_from_json(told)


def board_of(game: AnyGame, told: Any) -> Any:
    """A board from its text or JSON; raises `InputError`."""
    return game.parse_board(told) if isinstance(told, str) else game.board_from_json(told)


def moves_of(event: Event) -> list[str]:
    """The moves that an event tells, in order."""
    several, move = event.get("moves"), event.get("move")
    if isinstance(several, list):
        return [str(each) for each in several]
    return move.split() if isinstance(move, str) else []


def faults_of(event: Event) -> list[list[Any]]:
    """The faults that an event tells, as sorted codes with sorted cells."""
    faults = event.get("faults")
    keys = []
    for fault in faults if isinstance(faults, list) else []:
        if isinstance(fault, dict):
            cells = fault.get("cells")
            names = sorted(map(str, cells)) if isinstance(cells, list) else []
            keys.append([str(fault.get("code")), names])
    return sorted(keys)


def number_of(event: Event) -> int | None:
    """The number of the move that an event is about."""
    n = event.get("n")
    return n if isinstance(n, int) and not isinstance(n, bool) and n >= 0 else None
