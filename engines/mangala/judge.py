"""How one Mangala board became another: legal lines, else what went wrong (RULES.md 1.3-1.11)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, TypeAlias

import engines.contract as contract
from engines.contract import by_cost
from engines.mangala.irregular import (
    FAULT_COST,
    MOVE_COST,
    Explanation,
    Line,
    capture_missed,
    fault_at,
    first_difference,
    half_swept,
    irregular,
    out_of_turn,
    sweeping,
    told,
    without_move,
)
from engines.mangala.sowing import due_sweep, sow, swept
from engines.mangala.values import (
    PITS,
    SIDES,
    STONES,
    TREASURY,
    Board,
    Move,
    Position,
    facing,
    other,
)

if TYPE_CHECKING:
    from engines.mangala.game import Mangala

Verdict: TypeAlias = contract.Verdict[Position, Board, Move]

MAX_MOVES = 6
"""How many moves, extra turns included, may lie between two looks and still be followed."""
NEAREST = 3
"""How many of the pits that come closest are told when nothing explains a board exactly."""


def judge(game: Mangala, before: Position, after: Board) -> Verdict:
    """Every explanation of how `before` became `after`, likeliest first."""
    levels: list[list[Line]] = []
    legal = _legal_lines(game, before, after, levels) + _swept(game, before, after)
    if any(explanation.legal for explanation in legal):
        return contract.Verdict(by_cost([e for e in legal if e.legal]))
    faulty = legal + list(_faulty(game, before, after, levels))
    faulty = faulty or list(_answered(game, before, after))
    return contract.Verdict(by_cost(faulty or list(_nearest(game, before, after))))


def _swept(game: Mangala, before: Position, after: Board) -> list[Explanation]:
    """What became of stones that were due to be swept before this look (RULES.md 1.11)."""
    due = due_sweep(before.stones, game.rules)
    if due is None:
        return []
    done = swept(before.stones, due)
    stones = done if after.shows(done) else _filled(before.stones, after)
    return list(sweeping(game, before, stones))


def lines(game: Mangala, before: Position, after: Board | None = None) -> Iterator[list[Line]]:
    """Legal lines from a position, shortest first, a list for each length.

    A line is one player's turn with its extra turns, and perhaps the answer with its own. Given a
    board, lines that already have more stones in a treasury than lie there are dropped, for
    treasuries never shrink. Given none, of several lines to one position the first is kept.
    """
    ceiling = _ceiling(after) if after else (STONES, STONES, STONES)
    level: list[Line] = [((), before)]
    seen = {(before.stones, before.side)}
    for _ in range(MAX_MOVES):
        yield level
        longer: list[Line] = []
        for moves, position in level:
            answered = bool(moves) and moves[-1].side != before.side
            if answered and position.side == before.side:
                continue
            for move in game.moves(position):
                sowing = sow(position.stones, move.place, move.side, game.rules)
                following = game.after(position, sowing, move.side)
                key = (following.stones, following.side)
                south, north = following.stones[12:]
                if south > ceiling[0] or north > ceiling[1] or south + north > ceiling[2]:
                    continue
                if after is None:
                    if key in seen:
                        continue
                    seen.add(key)
                longer.append(((*moves, move), following))
        level = longer
        if not level:
            return
    yield level


def _ceiling(after: Board) -> tuple[int, int, int]:
    """The most that can lie in each treasury and in both, from what was counted."""
    south, north = after.stones[12:]
    pits = sum(n for n in after.stones[:12] if n is not None)
    both = STONES - pits if south is None or north is None else min(STONES, south + north)
    return STONES if south is None else south, STONES if north is None else north, both


def _legal_lines(
    game: Mangala, before: Position, after: Board, levels: list[list[Line]]
) -> list[Explanation]:
    """Legal lines to what was counted; beyond one move only while nothing shorter explains it.

    The lines looked at are left in `levels`: a fault may have come after one of them.
    """
    found: list[Explanation] = []
    for count, level in enumerate(lines(game, before, after)):
        levels.append(level)
        for moves, position in level:
            if after.shows(position.stones):
                found.append(_legal(moves, position, after))
        if count and found:
            break
    return found


def _legal(moves: tuple[Move, ...], position: Position, after: Board) -> Explanation:
    cost = MOVE_COST * (len(moves) - 1) if moves else (0.5 if after.known else 0.0)
    movers = tuple(move.side for move in moves)
    return contract.Explanation(moves, movers, (), position.board, position, None, cost)


def _faulty(
    game: Mangala, before: Position, after: Board, levels: list[list[Line]]
) -> Iterator[Explanation]:
    """Every slip that fits exactly what was counted, in this move or after a legal line."""
    for line in _prefixes(before, levels):
        _, position = line
        if game.is_over(position):
            continue
        for side in SIDES:
            for place in PITS[side]:
                if not _may_have_been_played(position, place, side, after):
                    continue
                slips = irregular if side == position.side else out_of_turn
                for explanation in slips(game, line, place, after.shows):
                    if after.shows(explanation.board.stones):
                        yield explanation
                if side == position.side:
                    yield from _half_swept(game, line, place, after)
    for move in game.moves(before):
        slip = capture_missed(game, before, move.place)
        if slip is not None:
            yield from _answers(game, slip, after)
    standing = _filled(before.stones, after)
    if sum(abs(a - b) for a, b in zip(before.stones, standing, strict=True)) <= 2:
        yield without_move(before, standing)


def _prefixes(before: Position, levels: list[list[Line]]) -> Iterator[Line]:
    """Legal moves that may have come first: extra turns, or one move that the other answers."""
    for level in levels:
        for line in level:
            moves, position = line
            if len(moves) <= 1 or position.side == before.side == moves[-1].side:
                yield line


def _may_have_been_played(position: Position, place: int, side: str, after: Board) -> bool:
    """Whether the pit can have been played: what it cannot reach is as it was, but for a stone."""
    stones = position.stones
    count, seen = stones[place], after.stones[place]
    if not count or (seen == count and count > 2):
        return False
    if count > 11 or not (any(stones[:6]) and any(stones[6:12])):
        return True
    if sum(map(bool, stones[:6])) < 3 or sum(map(bool, stones[6:12])) < 3:
        return True  # the set may end here and all stones be swept
    may_change = _REACH[place][count]
    elsewhere = 0
    for i, there in enumerate(after.stones):
        if there is not None and there != stones[i] and i not in may_change:
            elsewhere += abs(there - stones[i])
    return elsewhere <= 1


def _reach(place: int, count: int) -> frozenset[int]:
    """The places that a sowing of so many stones, one too far at most, may change."""
    ring = (*range(6), *range(6, 12))
    spots = {ring[(place + k) % 12] for k in range(count + 2)}
    return frozenset(spots | {facing(spot) for spot in spots} | set(TREASURY.values()))


_REACH = tuple(tuple(_reach(place, count) for count in range(12)) for place in range(12))


def _half_swept(game: Mangala, line: Line, place: int, after: Board) -> Iterator[Explanation]:
    """A move that ends the set, and the sweep still under way (RULES.md 1.11)."""
    _, position = line
    right = sow(position.stones, place, position.side, game.rules)
    if right.sweep is None:
        return
    stones = _filled(right.taken, after)
    if stones in (right.taken, right.stones):
        return
    fault = half_swept(right.taken, right.sweep, stones)
    if fault is not None:
        target = game.after(position, right, position.side)
        yield told(line, place, position.side, [fault], stones, target, target)


def _answered(game: Mangala, before: Position, after: Board) -> Iterator[Explanation]:
    """A slip that nobody mended, and the opponent's answer on the board as it stood."""
    for move in game.moves(before):
        for slip in irregular(game, ((), before), move.place):
            yield from _answers(game, slip, after)


def _answers(game: Mangala, slip: Explanation, after: Board) -> Iterator[Explanation]:
    if slip.board != slip.standing.board:
        return  # stones are missing or added: nobody plays on like that
    for answer in game.moves(slip.standing):
        stood = game.play(slip.standing, answer)
        if after.shows(stood.stones):
            yield contract.Explanation(
                (*slip.moves, answer),
                (*slip.movers, answer.side),
                slip.faults,
                stood.board,
                stood,
                None,
                slip.cost + MOVE_COST,
            )


def _nearest(game: Mangala, before: Position, after: Board) -> Iterator[Explanation]:
    """The pits whose sowing comes closest, when nothing explains the board exactly."""
    ranked = []
    for move in game.moves(before):
        right = sow(before.stones, move.place, before.side, game.rules)
        stones = _filled(right.stones, after)
        off = sum(abs(a - b) for a, b in zip(right.stones, stones, strict=True))
        ranked.append((off, move.place, right, stones))
    for off, place, right, stones in sorted(ranked, key=lambda r: r[:2])[:NEAREST]:
        missing = STONES - sum(stones)
        target = game.after(before, right, before.side)
        if missing and None in after.stones[12:]:
            stones = _balanced(stones, after, before.side, missing)
            missing = STONES - sum(stones)
        differences = [there - due for there, due in zip(stones, right.stones, strict=True)]
        faults = []
        if any(d > 0 for d in differences) and any(d < 0 for d in differences):
            faults.append(first_difference(right, stones, place))
        if missing:
            spots = tuple(i for i, d in enumerate(differences) if d * missing < 0)
            code = "stones_missing" if missing > 0 else "stones_added"
            faults.append(fault_at(code, spots, -missing))
        standing = target if missing else Position(stones, other(before.side))
        cost = sum(FAULT_COST[fault.code] for fault in faults) + 0.5 * off
        yield told(((), before), place, before.side, faults, stones, standing, None, cost)
    stones = _filled(before.stones, after)
    if stones != before.stones:
        yield without_move(before, stones)


def _balanced(stones: tuple[int, ...], after: Board, side: str, missing: int) -> tuple[int, ...]:
    """Stones nobody counted lie in an uncounted treasury, the mover's first."""
    for owner in (side, other(side)):
        place = TREASURY[owner]
        if after.stones[place] is None and stones[place] + missing >= 0:
            return (*stones[:place], stones[place] + missing, *stones[place + 1 :])
    return stones


def _filled(expected: tuple[int, ...], after: Board) -> tuple[int, ...]:
    """What was counted, and the expected stones where nothing was."""
    return tuple(
        there if seen is None else seen for there, seen in zip(expected, after.stones, strict=True)
    )
