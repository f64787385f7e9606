"""From explanations to events: one event a move, the faults where they belong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any, TypeVar

from engines import AnyExplanation, AnyGame
from engines.contract import Explanation, IllegalMove
from referee.events import Corrected, FaultFound, Mended, Move, ToldFault, UnderWay

TOGETHER = {"two_discs", "two_marbles"}
"""Faults that only all moves of an explanation make together."""
Kind = TypeVar("Kind", Move, FaultFound, Mended, Corrected)


def forced_pass(game: AnyGame, position: Any) -> AnyExplanation | None:
    """The pass of who can play nothing else (RULES.md 2.4); None where there is a move."""
    moves = game.moves(position)
    if len(moves) != 1 or str(moves[0]) != "pass":
        return None
    after = game.play(position, moves[0])
    return Explanation(moves, (position.side,), (), game.board_of(after), after)


def single_moves(
    game: AnyGame, before: Any, told: AnyExplanation
) -> Iterator[tuple[Any, AnyExplanation]]:
    """The moves of an explanation one by one, each with the position before it.

    Legal moves at its beginning are split off; what is wrong is wrong with the rest.
    """
    while len(told.moves) > 1 and not TOGETHER & {fault.code for fault in told.faults}:
        move, mover = told.moves[0], told.movers[0]
        if mover != before.side:
            break
        try:
            after = game.play(before, move)
        except IllegalMove:
            break
        rest = replace(told, moves=told.moves[1:], movers=told.movers[1:])
        if told.faults and not _wrong_afterwards(game, after, rest):
            break
        yield before, Explanation((move,), (mover,), (), game.board_of(after), after)
        before, told = after, rest
    yield before, told


def _wrong_afterwards(game: AnyGame, after: Any, rest: AnyExplanation) -> bool:
    """Whether the faults are those of the rest, not of the move before."""
    verdict = game.judge(after, rest.board)
    return any(
        told.moves == rest.moves and told.faults == rest.faults for told in verdict.explanations
    )


def side_of(before: Any, told: AnyExplanation) -> str:
    """Who made the last move; without a move, who was to make one."""
    return str(told.movers[-1] if told.movers else before.side)


def move_text(told: AnyExplanation) -> str | None:
    """The moves in text form, blanks between."""
    return " ".join(str(move) for move in told.moves) or None


def told_faults(game: AnyGame, told: AnyExplanation) -> tuple[ToldFault, ...]:
    """The faults in words."""
    return tuple(ToldFault.of(game.name, fault) for fault in told.faults)


def made(
    kind: type[Kind], game: AnyGame, n: int, before: Any, told: AnyExplanation, time: float
) -> Kind:
    """An event about a move."""
    return kind(
        n,
        side_of(before, told),
        move_text(told),
        told.movers,
        told_faults(game, told),
        str(before),
        str(told.standing),
        time=time,
    )


def under_way(game: AnyGame, n: int, before: Any, told: AnyExplanation, time: float) -> UnderWay:
    """The event of a move that is not finished."""
    side = side_of(before, told)
    return UnderWay(n, side, move_text(told), told_faults(game, told), time=time)
