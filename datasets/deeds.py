"""How a move is made by hand, step by step, in each game."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, cast

from datasets.clips import Deed, State, Turn
from datasets.play import Played
from engines import AnyExplanation
from engines.grid import cells
from engines.kulami import Position as KulamiPosition
from engines.mangala import Mangala
from engines.mangala import Position as MangalaPosition
from engines.mangala.sowing import sow
from engines.reversi import Position as ReversiPosition


def reversi_state(position: ReversiPosition) -> State:
    """A letter for every square."""
    return tuple("".join(position.board.rows))


def reversi_turn(before: ReversiPosition, told: AnyExplanation) -> Turn:
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
    for cell in cells(position.tokens & position.board.pieces):  # its marble may have been removed
        letters[cell] = "t" + letters[cell]
    return tuple(letters)


def kulami_turn(before: KulamiPosition, told: AnyExplanation, lay: State = ()) -> Turn:
    """The marble is put, then the token moves from the last marble to it.

    A faulty move ends as it was seen: a marble taken away or moved, a token left behind. `lay`
    tells where tokens lie that were left behind before: there, until their side's next move.
    """
    side = told.movers[-1] if told.movers else before.side
    now = _left_there(kulami_state(before), before.loose, lay)
    others = [each for each in told.standing.loose if each != side]
    after = _left_there(tuple(_kulami_after(told)), others, tuple(now))
    deeds = []

    def do(cell: int, letter: str) -> None:
        if now[cell] != letter:
            now[cell] = letter
            deeds.append(Deed(cell, tuple(now)))

    put = [move.hole for move in told.moves]
    others = [cell for cell in range(64) if now[cell][-1] != after[cell][-1] and cell not in put]
    for cell in put + others:
        do(cell, after[cell][-1])
    for cell in sorted(range(64), key=lambda cell: after[cell].startswith("t")):
        do(cell, after[cell])  # a token leaves its old marble before it lies on the new one
    return Turn(side, tuple(deeds), told.to_json())


def _left_there(state: State, loose: Iterable[str], lay: State) -> list[str]:
    """A board on which the tokens of these sides lie where they lay, not on the last marbles."""
    letters = [str(letter) for letter in state]
    for side in loose if lay else ():
        for cell, letter in enumerate(letters):
            if letter[-1] == side:
                letters[cell] = f"t{side}" if lay[cell] == f"t{side}" else side
    return letters


def _kulami_after(told: AnyExplanation) -> list[str]:
    letters: list[str] = list("".join(told.board.rows))
    tokens = told.board.tokens if told.board.tokens is not None else told.standing.tokens
    for cell in cells(tokens):
        if letters[cell] != ".":
            letters[cell] = "t" + letters[cell]
    return letters


def mangala_state(position: MangalaPosition) -> State:
    """The number of stones in every place."""
    return position.stones


def mangala_turn(game: Mangala, before: MangalaPosition, told: AnyExplanation) -> Turn:
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

    stones = before.stones
    for move, mover in zip(told.moves[:-1], told.movers[:-1], strict=True):
        first = sow(stones, move.place, mover, game.rules)
        do(move.place, 0)
        for spot in first.track:
            do(spot, now[spot] + 1)
        for spot in range(14):
            do(spot, first.stones[spot])
        stones = first.stones
    if told.moves:
        place = told.moves[-1].place
        sowing = sow(stones, place, told.movers[-1], game.rules)
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


_STATES: dict[str, Callable[[Any], State]] = {
    "reversi": reversi_state,
    "kulami": kulami_state,
    "mangala": mangala_state,
}


def state_of(game: str, position: Any) -> State:
    """What every cell of a position holds."""
    return _STATES[game](position)


def turns_of(played: Played) -> list[Turn]:
    """A whole game as hand-work."""
    game = played.game
    if game.name == "mangala":
        rules = cast(Mangala, game)
        return [mangala_turn(rules, step.before, step.told) for step in played.steps]
    if game.name == "reversi":
        return [reversi_turn(step.before, step.told) for step in played.steps]
    turns, lay = list[Turn](), kulami_state(played.start)
    for step in played.steps:
        turns.append(kulami_turn(step.before, step.told, lay))
        lay = turns[-1].deeds[-1].state if turns[-1].deeds else lay
    return turns
