"""One move of Mangala gone wrong: every slip that players make in practice (RULES.md 1.3-1.11).

`judge` matches these against what it sees and `faults` lists them: one source, so both agree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, TypeAlias

import engines.contract as contract
from engines.articles import MANGALA as ARTICLES
from engines.contract import Fault
from engines.mangala.sowing import (
    Capture,
    Sowing,
    due_sweep,
    finish,
    sow,
    swept,
    swept_wrongly,
    take,
)
from engines.mangala.values import (
    HOME,
    NAMES,
    PITS,
    START,
    STONES,
    TRACK,
    TREASURY,
    Board,
    Move,
    Position,
    Sweep,
    facing,
    other,
)

if TYPE_CHECKING:
    from engines.mangala.game import Mangala

Explanation: TypeAlias = contract.Explanation[Position, Board, Move]
Line: TypeAlias = tuple[tuple[Move, ...], Position]
"""Legal moves already made, and the position they led to."""

MOVE_COST = 2.0
FAULT_COST = {
    "capture_missed": 2.0,
    "sweep_wrong": 2.5,
    "enemy_treasury_sown": 3.5,
    "capture_wrong": 4.0,
    "wrong_sowing": 4.0,
    "extra_turn_wrong": 5.0,
    "wrong_side": 5.0,
    "stones_missing": 5.0,
    "enemy_pit_played": 6.0,
    "stones_added": 6.0,
    "stones_shifted": 7.0,
}
ELSEWHERE_COST = 1.0
"""A stone lost or added where the move did not pass."""
STONE_COST = 1.5
"""For each further stone that changed without a move."""
HAND_COST = 2.0
"""Stones missing because they are still in the hand: nothing unusual."""


Fits: TypeAlias = Callable[[tuple[int, ...]], bool]
"""Whether the stones are those that are looked for; spares making what nobody wants."""


def anything(stones: tuple[int, ...]) -> bool:
    """Every board is wanted."""
    return True


def irregular(
    game: Mangala, line: Line, place: int, fits: Fits = anything
) -> Iterator[Explanation]:
    """Everything likely to go wrong when the side to move plays the pit `place`."""
    _, position = line
    side = position.side
    right = sow(position.stones, place, side, game.rules)
    target = game.after(position, right, side)
    yield from _captures(line, place, right, target)
    yield from _sweeps(line, place, right, target)
    yield from _in_the_hand(line, place, right, target, fits)
    yield from _paths(game, line, place, right, fits)
    for spot in dict.fromkeys((*right.track, *range(14))):
        for step, code in ((-1, "stones_missing"), (1, "stones_added")):
            if right.stones[spot] + step >= 0:
                stones = _changed(right.stones, spot, step)
                if fits(stones):
                    cost = FAULT_COST[code] + (0 if spot in right.track else ELSEWHERE_COST)
                    fault = fault_at(code, (spot,), step)
                    yield told(line, place, side, [fault], stones, target, None, cost)


def _captures(line: Line, place: int, right: Sowing, target: Position) -> Iterator[Explanation]:
    """A capture not taken, half taken, or taken without the right (RULES.md 1.8, 1.9)."""
    side, sown, due = right.side, right.sown, right.capture
    turn = other(side)
    if due:
        yield _untaken(line, place, right, target)
        lifted = list(right.sown)
        for spot in due.places:
            lifted[spot] = 0
        fault = fault_at("stones_missing", due.places, -due.count)
        yield told(line, place, side, [fault], tuple(lifted), target, target, HAND_COST)
        if due.kind == "opposite":
            half = Capture("opposite", due.places[1:], due.count - 1)
            stones = take(sown, half, side)
            fault = fault_at("capture_wrong", due.places[:1], 1)
            yield told(line, place, side, [fault], stones, Position(stones, turn), target)
    elif right.last < 12:
        places: tuple[int, ...] = (right.last,)
        if right.last in PITS[side] and sown[facing(right.last)]:
            places = (right.last, facing(right.last))
        count = sum(sown[spot] for spot in places)
        stones = take(sown, Capture("wrong", places, count), side)
        fault = fault_at("capture_wrong", places, -sown[right.last])
        yield told(line, place, side, [fault], stones, Position(stones, turn))


def _untaken(line: Line, place: int, right: Sowing, target: Position) -> Explanation:
    due = right.capture
    places = due.places if due else ()
    fault = fault_at("capture_missed", places, right.sown[right.last])
    standing = Position(right.sown, other(right.side))
    return told(line, place, right.side, [fault], right.sown, standing, target)


def capture_missed(game: Mangala, position: Position, place: int) -> Explanation | None:
    """The capture that playing a pit earns, not taken; None when it earns none."""
    right = sow(position.stones, place, position.side, game.rules)
    if right.capture is None:
        return None
    target = game.after(position, right, position.side)
    return _untaken(((), position), place, right, target)


def _sweeps(line: Line, place: int, right: Sowing, target: Position) -> Iterator[Explanation]:
    """The stones left at the end not swept, or by the wrong player (RULES.md 1.11)."""
    if right.sweep is None:
        return
    left = tuple(i for i, n in enumerate(right.sweep.pits) if n)
    fault = fault_at("sweep_wrong", left, right.taken[left[0]])
    side = right.side
    standing = Position(right.taken, other(side))
    yield told(line, place, side, [fault], right.taken, standing, target)
    stones = swept_wrongly(right.taken, right.sweep)
    fault = fault_at("sweep_wrong", (TREASURY[right.sweep.by],), -right.sweep.count)
    yield told(line, place, side, [fault], stones, Position(stones, other(side)))


def _in_the_hand(
    line: Line, place: int, right: Sowing, target: Position, fits: Fits
) -> Iterator[Explanation]:
    """The move under way: stones taken up and only some of them sown yet."""
    board = list(line[1].stones)
    board[place] = 0
    for number, spot in enumerate(right.track):
        stones = tuple(board)
        if fits(stones):
            fault = fault_at("stones_missing", (place,), number - len(right.track))
            yield told(line, place, right.side, [fault], stones, target, target, HAND_COST)
        board[spot] += 1


def _paths(
    game: Mangala, line: Line, place: int, right: Sowing, fits: Fits
) -> Iterator[Explanation]:
    """The stones sown along a wrong path, then captured as the last one seems to allow."""
    _, position = line
    side, track = right.side, TRACK[right.side]
    start, count = track.index(place), position.stones[place]
    seen = {right.stones, right.sown, right.taken, position.stones}
    if count > 1:
        with_enemy = (*track, TREASURY[other(side)])
        path = tuple(with_enemy[(start + k) % 14] for k in range(count))
        if with_enemy[-1] in path:
            wrong = finish(position.stones, place, path, side, game.rules)
            seen.add(wrong.stones)
            fault = fault_at("enemy_treasury_sown", (with_enemy[-1],), 1)
            standing = game.after(position, wrong, side)
            yield told(line, place, side, [fault], wrong.stones, standing)
            if wrong.capture is not None:
                seen.add(wrong.sown)
                missed = fault_at("capture_missed", wrong.capture.places, wrong.sown[wrong.last])
                standing = Position(wrong.sown, other(side))
                yield told(line, place, side, [fault, missed], wrong.sown, standing)
    for path in _wrong_paths(track, start, right.track):
        wrong = finish(position.stones, place, path, side, game.rules)
        if wrong.stones in seen:
            continue
        seen.add(wrong.stones)
        if not fits(wrong.stones):
            continue
        fault = first_difference(right, wrong.sown, place)
        yield told(line, place, side, [fault], wrong.stones, game.after(position, wrong, side))


def _wrong_paths(
    track: tuple[int, ...], start: int, path: tuple[int, ...]
) -> Iterator[tuple[int, ...]]:
    """Paths that go wrong: one too far, a place skipped, two stones in one place, a slip."""
    count = len(path)
    if count == 1:
        yield (track[(start + 2) % 13],)
        return
    yield tuple(track[(start + k) % 13] for k in range(1, count + 1))  # none put back
    if track[HOME] in path:
        short = (*track[:HOME], *track[HOME + 1 :])
        begin = short.index(track[start])
        yield tuple(short[(begin + k) % 12] for k in range(count))  # own treasury forgotten
    beyond = tuple(track[(start + k) % 13] for k in range(count + 1))
    for k in range(count - 1, 0, -1):
        yield (*path[:k], *beyond[k + 1 :])  # a place skipped, all later ones one too far
        yield (*path[: k + 1], *path[k : count - 1])  # two in one place, the rest too short
        yield (*path[:k], beyond[k + 1], *path[k + 1 :])  # one stone a place too far
        yield (*path[:k], path[k - 1], *path[k + 1 :])  # one stone a place too short


def out_of_turn(
    game: Mangala, line: Line, place: int, fits: Fits = anything
) -> Iterator[Explanation]:
    """A pit of the side not to move was sown: by its owner out of turn, or by the enemy.

    The board alone cannot always tell these apart, so both are given.
    """
    _, position = line
    owner, side = other(position.side), position.side
    started = position.stones != START
    code = "extra_turn_wrong" if started else "wrong_side"
    sowing = sow(position.stones, place, owner, game.rules)
    if fits(sowing.stones):
        standing = game.after(position, sowing, owner)
        yield told(line, place, owner, [fault_at(code, (place,))], sowing.stones, standing)
    sowing = sow(position.stones, place, side, game.rules)
    if fits(sowing.stones):
        fault = fault_at("enemy_pit_played", (place,))
        standing = game.after(position, sowing, side)
        yield told(line, place, side, [fault], sowing.stones, standing)


def half_swept(taken: tuple[int, ...], sweep: Sweep, stones: tuple[int, ...]) -> Fault | None:
    """What to call a sweep under way: pits still full, stones perhaps in the hand (RULES.md 1.11).

    None when the stones are not between those before and those after the sweep.
    """
    done = swept(taken, sweep)
    for there, before, after in zip(stones, taken, done, strict=True):
        if not min(before, after) <= there <= max(before, after):
            return None
    in_hand = STONES - sum(stones)
    if in_hand:
        return fault_at("stones_missing", (TREASURY[sweep.by],), -in_hand)
    left = tuple(i for i in range(12) if stones[i])
    return fault_at("sweep_wrong", left, stones[left[0]] if left else 0)


def sweeping(game: Mangala, position: Position, stones: tuple[int, ...]) -> Iterator[Explanation]:
    """A set that has ended before its stones were swept: swept now, wrongly, or half."""
    sweep = due_sweep(position.stones, game.rules)
    if sweep is None or stones == position.stones:
        return
    done = Position(swept(position.stones, sweep), position.side, 0, sweep)
    if stones == done.stones:
        yield contract.Explanation((), (), (), done.board, done)
        return
    board = Board(stones)
    if stones == swept_wrongly(position.stones, sweep):
        fault = fault_at("sweep_wrong", (TREASURY[sweep.by],), -sweep.count)
        standing = Position(stones, position.side)
        yield contract.Explanation((), (), (fault,), board, standing, None, 2.5)
    elif half := half_swept(position.stones, sweep, stones):
        standing = done if half.code == "stones_missing" else Position(stones, position.side)
        yield contract.Explanation((), (), (half,), board, standing, done, HAND_COST)


def without_move(position: Position, stones: tuple[int, ...]) -> Explanation:
    """Stones came, went or changed places although nobody moved."""
    changes = [(i, there - was) for i, (was, there) in enumerate(_both(position, stones))]
    fewer = tuple(i for i, change in changes if change < 0)
    more = tuple(i for i, change in changes if change > 0)
    total = sum(change for _, change in changes)
    if total < 0:
        faults = [fault_at("stones_missing", (*fewer, *more), total)]
    elif total > 0:
        faults = [fault_at("stones_added", (*more, *fewer), total)]
    else:
        faults = [fault_at("stones_shifted", (*fewer, *more), changes[fewer[0]][1])]
    # 48 stones always: lost ones are put back and strange ones taken away (compare RULES.md 2.8).
    standing = position if total else Position(stones, position.side, position.extra)
    moved = sum(abs(change) for _, change in changes)
    cost = FAULT_COST[faults[0].code] + STONE_COST * (moved - 1)
    return contract.Explanation((), (), tuple(faults), Board(stones), standing, None, cost)


def first_difference(right: Sowing, stones: tuple[int, ...], place: int) -> Fault:
    """`wrong_sowing` at the first place, in the order of sowing, that is not as it should be."""
    track = TRACK[right.side]
    start = track.index(place)
    order = (*(track[(start + k) % 13] for k in range(13)), TREASURY[other(right.side)])
    spot = next((s for s in order if stones[s] != right.sown[s]), place)
    return fault_at("wrong_sowing", (spot,), stones[spot] - right.sown[spot])


def told(
    line: Line,
    place: int,
    mover: str,
    faults: list[Fault],
    stones: tuple[int, ...],
    standing: Position,
    pending: Position | None = None,
    cost: float | None = None,
) -> Explanation:
    """An explanation: the legal moves of the line, then this one with its faults."""
    before, _ = line
    moves = (*before, Move(place))
    movers = (*(move.side for move in before), mover)
    if cost is None:
        cost = sum(FAULT_COST[fault.code] for fault in faults)
    cost += MOVE_COST * len(before)
    return contract.Explanation(
        moves, movers, tuple(faults), Board(stones), standing, pending, cost
    )


def fault_at(code: str, places: tuple[int, ...], amount: int = 0) -> Fault:
    """A fault on some places."""
    names = tuple(NAMES[spot] for spot in places)
    return Fault(code, names, ARTICLES[code].source, amount)


def _changed(stones: tuple[int, ...], spot: int, step: int) -> tuple[int, ...]:
    return (*stones[:spot], stones[spot] + step, *stones[spot + 1 :])


def _both(position: Position, stones: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    return zip(position.stones, stones, strict=True)
