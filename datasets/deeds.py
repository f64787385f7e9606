"""How a move is made by hand, step by step, in each game."""

from __future__ import annotations

from typing import Any

from datasets.clips import Deed, State, Turn
from engines.contract import Explanation
from engines.grid import cells
from engines.kulami import Position as KulamiPosition
from engines.mangala import Mangala
from engines.mangala import Position as MangalaPosition
from engines.mangala.sowing import sow
from engines.reversi import Position as ReversiPosition

Told = Explanation[Any, Any, Any]


def reversi_state(position: ReversiPosition) -> State:
    """A letter for every square."""
    return tuple("".join(position.board.rows))


def reversi_turn(before: ReversiPosition, told: Told) -> Turn:
    """The disc is put, then the others are turned one by one, nearest first."""
    now = list("".join(before.board.rows))
    after = "".join(told.board.rows)
    put = next((m.square for m in told.moves if m.square is not None), None)
    changed = [i for i in range(64) if now[i] != after[i]]
    if put is not None:
        changed.sort(key=lambda i: (i != put, max(abs(i // 8 - put // 8), abs(i % 8 - put % 8))))
    deeds = []
    for cell in changed:
        now[cell] = after[cell]
        deeds.append(Deed(cell, tuple(now)))
    return Turn(told.movers[-1] if told.movers else before.side, tuple(deeds), told.to_json())


def kulami_state(position: KulamiPosition) -> State:
    """A letter for every hole, `t` before it where a token lies."""
    letters: list[str] = list("".join(position.board.rows))
    for cell in cells(position.tokens):
        letters[cell] = "t" + letters[cell]
    return tuple(letters)


def kulami_turn(before: KulamiPosition, told: Told) -> Turn:
    """The marble is put, then the token moves from the last marble to it."""
    now = list(kulami_state(before))
    deeds = []
    for move, side in zip(told.moves, told.movers, strict=True):
        now[move.hole] = side
        deeds.append(Deed(move.hole, tuple(now)))
        last = before.last(side)
        if last is not None:
            now[last] = side
            deeds.append(Deed(last, tuple(now)))
        now[move.hole] = "t" + side
        deeds.append(Deed(move.hole, tuple(now)))
    return Turn(told.movers[-1] if told.movers else before.side, tuple(deeds), told.to_json())


def mangala_state(position: MangalaPosition) -> State:
    """The number of stones in every place."""
    return position.stones


def mangala_turn(game: Mangala, before: MangalaPosition, told: Told) -> Turn:
    """The pit is emptied, stones are dropped one by one, then what is captured or swept is carried.

    A faulty move is made as far as it goes like a right one and then put as it was seen.
    """
    after = tuple(n or 0 for n in told.board.stones)
    now = list(before.stones)
    deeds: list[Deed] = []

    def do(place: int, count: int) -> None:
        if now[place] != count:
            now[place] = count
            deeds.append(Deed(place, tuple(now)))

    if told.moves:
        place = told.moves[-1].place
        sowing = sow(before.stones, place, told.movers[-1], game.rules)
        do(place, 0)
        slip = any(fault.code == "wrong_sowing" for fault in told.faults)
        for spot in () if slip else sowing.track:
            do(spot, now[spot] + 1)
        if sowing.capture and not told.faults:
            for spot in sowing.capture.places:
                do(spot, 0)
    for spot in range(14):
        do(spot, after[spot])
    side = told.movers[-1] if told.movers else before.side
    return Turn(side, tuple(deeds), told.to_json())
