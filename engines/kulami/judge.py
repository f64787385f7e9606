"""How one Kulami board became another: legal lines first, else what went wrong (RULES.md 3.3-3.6).

Every explanation, legal or not, is made by `explain` from a hypothesis (which marbles were put, in
which order, by whom); the likely faults of `engines.kulami.faults` use it too, so both agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations
from typing import TYPE_CHECKING, TypeAlias

import engines.contract as contract
from engines.articles import KULAMI as ARTICLES
from engines.contract import Fault, by_cost
from engines.grid import NAMES, cell_names, cells, pair_nearest
from engines.kulami.values import BLACK, RED, Board, Move, Position, other

if TYPE_CHECKING:
    from engines.kulami.game import Kulami

Explanation: TypeAlias = contract.Explanation[Position, Board, Move]
Verdict: TypeAlias = contract.Verdict[Position, Board, Move]
Step: TypeAlias = tuple[int, str]
"""A hole and who put a marble there."""

MAX_MARBLES = 3
"""How many marbles may be put between two looks and still be followed."""
MOST_NEW = 6
"""With more new marbles than this, moved ones among them, the board is another game's."""

MOVE_COST = 2.0
FAULT_COST = {
    "token_not_moved": 2.0,
    "not_in_line": 4.0,
    "plate_closed": 4.0,
    "token_misplaced": 4.0,
    "no_marble_left": 5.0,
    "wrong_side": 5.0,
    "marble_moved": 5.0,
    "marble_removed": 5.0,
    "two_marbles": 5.5,
}
CELL_COST = 0.5
FIRST_WRONG_COST = 0.25


def judge(game: Kulami, before: Position, after: Board) -> Verdict:
    """Every explanation of how `before` became `after`, likeliest first."""
    legal = _legal_lines(game, before, after)
    if legal:
        return contract.Verdict(by_cost(legal))
    return contract.Verdict(by_cost(list(_faulty(game, before, after))))


def _legal_lines(game: Kulami, before: Position, after: Board) -> list[Explanation]:
    """Legal moves that lead to what can be seen of `after`.

    Nothing and one marble are always tried; more only while nothing shorter explains the board.
    """
    placed = before.black | before.red
    new = after.pieces & ~placed
    may_be_filled = (new | after.hidden) & ~placed
    if new.bit_count() > MAX_MARBLES or placed & after.visible & ~after.pieces:
        return []
    most = min(MAX_MARBLES, may_be_filled.bit_count())
    found: list[Explanation] = []
    lines: list[tuple[tuple[Step, ...], Position]] = [((), before)]
    for marbles in range(most + 1):
        if marbles > 1 and found:
            break
        longer = []
        for steps, position in lines:
            if after.shows(position.black, position.red):
                explanation = explain(game, before, after, steps)
                if explanation.legal:
                    found.append(explanation)
            if marbles < most:
                mask = game.open_holes(position) & may_be_filled
                unplaced = new & ~(position.black | position.red)
                if unplaced.bit_count() >= most - marbles:
                    mask &= new  # no marble can be spared for a hidden hole
                longer += [
                    ((*steps, (hole, position.side)), game.put(position, hole))
                    for hole in cells(mask)
                ]
        lines = longer
    return found


def explain(game: Kulami, before: Position, after: Board, steps: tuple[Step, ...]) -> Explanation:
    """What is wrong, if anything, if these marbles were put in this order and `after` stands."""
    faults: list[Fault] = []
    disorder = 0.0
    position = before
    for number, (hole, mover) in enumerate(steps):
        if mover != position.side:
            twice = number > 0 and steps[number - 1][1] == mover
            code = "two_marbles" if twice else "wrong_side"
            names = (NAMES[steps[number - 1][0]], NAMES[hole]) if twice else (NAMES[hole],)
            faults.append(_fault(code, names))
            position = replace(position, side=mover)
        broken = list(_step_faults(game, position, hole))
        faults += broken
        # Of two orders the one that begins well is told first.
        disorder += FIRST_WRONG_COST if broken and number < len(steps) - 1 else 0.0
        position = game.put(position, hole)
    regular = not faults
    finished = position

    position, astray = _compare_marbles(position, after, steps)
    faults += astray
    tokens = _token_faults(before, finished, after, steps)
    pending = finished if tokens and regular and not astray and steps else None
    faults += tokens
    if any(fault.code == "token_not_moved" for fault in tokens):
        position = position.loosened(steps[-1][1])

    moves = tuple(Move(hole) for hole, _ in steps)
    cost = MOVE_COST * max(0, len(moves) - 1) + disorder
    cost += sum(FAULT_COST[f.code] + CELL_COST * len(f.cells) for f in faults)
    if not moves and not faults and not after.hidden:
        cost = 0.5
    return contract.Explanation(
        moves,
        tuple(mover for _, mover in steps),
        tuple(faults),
        Board(position.black, position.red, 0, after.tokens),
        position,
        pending,
        cost,
    )


def _step_faults(game: Kulami, position: Position, hole: int) -> Iterator[Fault]:
    """Why this marble breaks the rules, and which marble forbids it (RULES.md 3.3, 3.4)."""
    for reason in game.wrong_with(position, hole):
        names = [NAMES[hole]]
        if reason == "not_in_line":
            target = position.last(other(position.side))
            names += [] if target is None else [NAMES[target]]
        elif reason == "plate_closed":
            plate = game.layout.plate_at[hole]
            names += [NAMES[m] for m in game.closing_marbles(position) if plate >> m & 1]
        if reason in ARTICLES:
            yield _fault(reason, tuple(names))


def _compare_marbles(
    position: Position, after: Board, steps: tuple[Step, ...]
) -> tuple[Position, list[Fault]]:
    """What differs from the expected marbles, and the position as it really stands."""
    seen = after.visible
    faults: list[Fault] = []
    last = {BLACK: position.last_black, RED: position.last_red}
    lost = 0
    for side, expected, found in (
        (BLACK, position.black, after.black),
        (RED, position.red, after.red),
    ):
        gone = expected & seen & ~found
        come = found & ~expected
        for source, target in pair_nearest(gone, come):
            faults.append(_fault("marble_moved", (NAMES[source], NAMES[target])))
            gone ^= 1 << source
            come ^= 1 << target
            if last[side] == source:
                last[side] = target
        lost |= gone
        if come:
            mover = steps[-1][1] if steps else position.side
            faults.append(
                _fault("two_marbles" if side == mover else "wrong_side", cell_names(come))
            )
    if lost:
        faults.append(_fault("marble_removed", cell_names(lost)))
    standing = replace(
        position,
        black=after.black | (after.hidden & position.black),
        red=after.red | (after.hidden & position.red),
        last_black=last[BLACK],
        last_red=last[RED],
    )
    return standing, faults


def _token_faults(
    before: Position, position: Position, after: Board, steps: tuple[Step, ...]
) -> list[Fault]:
    """Tokens that are not where they belong, as far as they were looked for (RULES.md 3.4).

    A token missing from an older marble is nothing: its owner may be lifting it for the next move.
    """
    if after.tokens is None:
        return []
    faults = []
    stray = after.tokens & ~position.tokens & after.visible
    for side, own in ((BLACK, position.black), (RED, position.red)):
        stray &= ~own if side in position.loose else -1  # that was told when it was left there
    if steps:
        hole, mover = steps[-1]
        if after.visible & ~after.tokens & 1 << hole:
            old = before.last(mover)
            still_there = old is not None and bool(after.tokens & 1 << old)
            names = (NAMES[hole], NAMES[old]) if still_there and old is not None else (NAMES[hole],)
            faults.append(_fault("token_not_moved", names))
            if still_there and old is not None:
                stray &= ~(1 << old)
    if stray:
        faults.append(_fault("token_misplaced", cell_names(stray)))
    return faults


def _faulty(game: Kulami, before: Position, after: Board) -> Iterator[Explanation]:
    """Every hypothesis worth telling when no legal line explains the board."""
    placed = before.black | before.red
    new = [(hole, BLACK) for hole in cells(after.black & ~placed)]
    new += [(hole, RED) for hole in cells(after.red & ~placed)]
    # Marbles that vanished may be the ones that appeared elsewhere; all others were put.
    vanished = (placed & after.visible & ~after.pieces).bit_count()
    fewest = max(0, len(new) - vanished)
    if fewest > MAX_MARBLES or len(new) > MOST_NEW:
        yield explain(game, before, after, ())  # out of step: no order of moves is worth telling
        return
    if fewest == 0:
        for hole in cells(game.open_holes(before) & after.hidden):
            yield explain(game, before, after, ((hole, before.side),))
    for count in range(fewest, min(MAX_MARBLES, len(new)) + 1):
        for steps in permutations(new, count):
            yield explain(game, before, after, steps)


def _fault(code: str, names: tuple[str, ...]) -> Fault:
    return Fault(code, names, ARTICLES[code].source)
