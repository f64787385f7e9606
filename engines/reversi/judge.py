"""How one Reversi board became another: legal lines first, else what went wrong (RULES.md 2.3-2.9).

Faulty explanations are made by `explain`, from one hypothesis (who put a disc where); the likely
faults of `engines.reversi.faults` are made by the same function, so both always agree.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, TypeAlias

import engines.contract as contract
from engines.articles import REVERSI as ARTICLES
from engines.contract import Fault, by_cost
from engines.grid import NAMES, cell_names, cells, pair_nearest
from engines.reversi import bits
from engines.reversi.values import PASS, Board, Move, Position, other

if TYPE_CHECKING:
    from engines.reversi.game import Reversi

Explanation: TypeAlias = contract.Explanation[Position, Board, Move]
Line: TypeAlias = tuple[tuple[Move, ...], tuple[str, ...], Position]
Verdict: TypeAlias = contract.Verdict[Position, Board, Move]

MAX_DISCS = 3
"""How many discs may be put between two looks and still be followed."""
MOST_NEW = 6
"""With more new discs than this the board is out of step and no order of moves worth telling."""

MOVE_COST = 2.0
FAULT_COST = {
    "missing_flip": 3.0,
    "extra_flip": 4.0,
    "wrong_face": 4.5,
    "illegal_square": 4.0,
    "passed_with_a_move": 5.0,
    "wrong_side": 5.5,
    "disc_shifted": 5.0,
    "disc_removed": 5.0,
    "two_discs": 6.0,
}
CELL_COST = 0.5
UNTURNED_FACE_COST = 4.5
"""On top, for a wrong face when nothing was turned either: then hardly anybody made that move."""


def judge(game: Reversi, before: Position, after: Board) -> Verdict:
    """Every explanation of how `before` became `after`, likeliest first."""
    legal = legal_lines(game, before, after)
    if legal:
        return contract.Verdict(by_cost(legal))
    return contract.Verdict(by_cost(list(_faulty(game, before, after))))


def legal_lines(game: Reversi, before: Position, after: Board) -> list[Explanation]:
    """Legal moves, with forced passes in between, that lead to what can be seen of `after`.

    Nothing and one disc are always tried; more only while nothing shorter explains the board.
    """
    new = after.pieces & ~before.board.pieces
    may_be_filled = (new | after.hidden) & ~before.board.pieces
    most = min(MAX_DISCS, may_be_filled.bit_count())
    if new.bit_count() > MAX_DISCS or before.board.pieces & after.visible & ~after.pieces:
        return []
    found: list[Explanation] = []
    lines: list[Line] = [((), (), before)]
    for discs in range(most + 1):
        if discs > 1 and found:
            break
        longer: list[Line] = []
        for moves, movers, position in lines:
            found.extend(_seen_so(game, moves, movers, position, after))
            if discs < most:
                longer.extend(_one_more(game, moves, movers, position, may_be_filled))
        left = most - discs - 1
        lines = [line for line in longer if (new & ~line[2].board.pieces).bit_count() <= left]
    return found


def _seen_so(
    game: Reversi,
    moves: tuple[Move, ...],
    movers: tuple[str, ...],
    position: Position,
    after: Board,
) -> Iterator[Explanation]:
    """A legal line as an explanation, if it shows the board seen; with the pass it may imply."""
    if not after.shows(position.board.black, position.board.white):
        return
    cost = MOVE_COST * max(0, len(moves) - 1)
    if not moves:
        # A forced pass leaves the board as it was, and play cannot go on without it.
        if game.moves(position) == (PASS,):
            yield contract.Explanation(
                (PASS,), (position.side,), (), position.board, game.play(position, PASS)
            )
        cost = 0.5 if not after.hidden else 0.0
    yield contract.Explanation(moves, movers, (), position.board, position, None, cost)


def _one_more(
    game: Reversi,
    moves: tuple[Move, ...],
    movers: tuple[str, ...],
    position: Position,
    squares: int,
) -> Iterator[Line]:
    """The line with one more disc on one of `squares`, after a pass if that is forced."""
    own, enemy = position.board.of(position.side)
    mask = bits.move_mask(own, enemy)
    if not mask:
        mask = bits.move_mask(enemy, own)
        if not mask:
            return
        moves, movers = (*moves, PASS), (*movers, position.side)
        position = Position(position.board, other(position.side))
    for square in cells(mask & squares):
        move = Move(square)
        yield (*moves, move), (*movers, position.side), game.play(position, move)


def explain(
    position: Position,
    after: Board,
    square: int | None,
    mover: str,
    *,
    said: tuple[Fault, ...] = (),
    moves: tuple[Move, ...] = (),
    movers: tuple[str, ...] = (),
) -> Explanation:
    """What is wrong if `mover` put a disc on `square` (None: nobody put one) and `after` stands.

    `said`, `moves` and `movers` are what came before in the same line.
    """
    own, enemy = position.board.of(mover)
    seen_own, seen_enemy = after.of(mover)
    seen = after.visible
    bit = 0 if square is None else 1 << square
    due = 0 if square is None else bits.flips(own, enemy, square)

    gone = (own | enemy) & seen & ~(seen_own | seen_enemy)
    come_own = seen_own & ~(own | enemy) & ~bit
    come_enemy = seen_enemy & ~(own | enemy) & ~bit
    missing = due & seen_enemy
    extra = (enemy & seen_own & ~due) | (own & seen_enemy)

    faults = list(said)
    if bit and not due:
        faults.append(fault("illegal_square", bit))
    if bit & seen_enemy:
        faults.append(fault("wrong_face", bit))
    if missing:
        faults.append(fault("missing_flip", missing))
    if extra:
        faults.append(fault("extra_flip", extra))
    shifted = pair_nearest(gone & own, come_own) + pair_nearest(gone & enemy, come_enemy)
    for source, target in shifted:
        faults.append(_fault("disc_shifted", (NAMES[source], NAMES[target])))
        gone &= ~(1 << source)
        come_own &= ~(1 << target)
        come_enemy &= ~(1 << target)
    if gone:
        faults.append(fault("disc_removed", gone))
    if come_own:
        faults.append(fault("two_discs", bit | come_own))
    if come_enemy:
        faults.append(fault("wrong_side", come_enemy))

    # What cannot be seen is taken to be as this explanation wants it.
    hidden = after.hidden
    own_then = seen_own | (hidden & (own | due | bit))
    enemy_then = seen_enemy | (hidden & enemy & ~due)
    board = Board.for_side(mover, own_then, enemy_then)
    unturned_face = bool(bit & seen_enemy) and not due & seen_own
    hand_work = due and not (
        extra or come_own or come_enemy or shifted or gone & ~due or said or unturned_face
    )
    pending = None
    if hand_work:
        done = Board.for_side(mover, own | due | bit, enemy & ~due)
        pending = Position(done, other(mover))
    if square is not None:
        moves, movers = (*moves, Move(square)), (*movers, mover)
    standing = Position(board, position.side if square is None else other(mover))
    cost = _cost(moves, faults) + (UNTURNED_FACE_COST if unturned_face else 0)
    return contract.Explanation(moves, movers, tuple(faults), board, standing, pending, cost)


def out_of_turn(position: Position, after: Board, square: int) -> Iterator[Explanation]:
    """The side not to move put a disc: it moved out of turn, or the other passed.

    The board alone cannot tell a wrong pass from a move by the wrong side, so both are given.
    """
    mover = other(position.side)
    own, enemy = position.board.of(position.side)
    wrong_side = (fault("wrong_side", 1 << square),)
    could_move = bits.move_mask(own, enemy)
    if could_move or not bits.move_mask(enemy, own):
        yield explain(position, after, square, mover, said=wrong_side)
        if not could_move:
            return
    wrong_pass = (fault("passed_with_a_move", 0),) if could_move else ()
    yield explain(
        position, after, square, mover, said=wrong_pass, moves=(PASS,), movers=(position.side,)
    )


def twice(game: Reversi, before: Position, after: Board, first: int, second: int) -> Explanation:
    """The side to move put two discs, `first` in a legal way."""
    middle = game.play(before, Move(first))
    said = (fault("two_discs", 1 << first | 1 << second),)
    again = Position(middle.board, before.side)
    told = explain(
        again, after, second, before.side, said=said, moves=(Move(first),), movers=(before.side,)
    )
    # It is one move with a disc too many, not two moves.
    return replace(told, cost=told.cost - MOVE_COST)


def _faulty(game: Reversi, before: Position, after: Board) -> Iterator[Explanation]:
    """Every hypothesis worth telling when no legal line explains the board."""
    own, enemy = before.board.of(before.side)
    seen_own, seen_enemy = after.of(before.side)
    empty = ~(own | enemy)
    new_own, new_enemy = seen_own & empty, seen_enemy & empty
    legal = bits.move_mask(own, enemy)

    new = new_own | new_enemy
    # Discs that vanished may be the ones that appeared elsewhere; all others were put.
    vanished = ((own | enemy) & after.visible & ~after.pieces).bit_count()
    put = new.bit_count() - vanished
    if new.bit_count() > MOST_NEW:
        yield explain(before, after, None, before.side)
        return
    if put <= 0:
        yield _turned_first(game, before, explain(before, after, None, before.side))
        for square in cells(legal & after.hidden):
            yield explain(before, after, square, before.side)
    if put != 2 or not new & legal:
        for square in cells(new_own):
            yield explain(before, after, square, before.side)
        for square in cells(new_enemy):
            yield from out_of_turn(before, after, square)
            if legal >> square & 1:
                yield explain(before, after, square, before.side)
    if new.bit_count() < 2:
        return
    for first in cells(new & legal):
        rest = new & ~(1 << first)
        middle = game.play(before, Move(first))
        for second in cells(rest):
            yield from _after_legal(game, before, middle, after, first, second)
            yield from _after_missed(before, after, first, second)


def _turned_first(game: Reversi, before: Position, told: Explanation) -> Explanation:
    """Discs turned although none was put yet: a move begun from its other end."""
    if told.faults and all(f.code == "extra_flip" for f in told.faults):
        own, enemy = before.board.of(before.side)
        turned = told.board.of(before.side)[0] & enemy
        lost = own & told.board.of(before.side)[1]
        for square in cells(bits.move_mask(own, enemy)):
            if not lost and not turned & ~bits.flips(own, enemy, square):
                return replace(told, pending=game.play(before, Move(square)))
    return told


def _after_legal(
    game: Reversi, before: Position, middle: Position, after: Board, first: int, second: int
) -> Iterator[Explanation]:
    """A legal move, then a faulty or unfinished one."""
    moves: tuple[Move, ...] = (Move(first),)
    movers: tuple[str, ...] = (before.side,)
    if game.moves(middle) == (PASS,):
        # The opponent had to pass, so a second disc of the same side may be a move of its own.
        turn = game.play(middle, PASS)
        moves, movers = (Move(first), PASS), (before.side, middle.side)
        yield explain(turn, after, second, turn.side, moves=moves, movers=movers)
        yield explain(middle, after, second, middle.side, moves=moves[:1], movers=movers[:1])
        return
    yield explain(middle, after, second, middle.side, moves=moves, movers=movers)
    yield twice(game, before, after, first, second)


def _after_missed(before: Position, after: Board, first: int, second: int) -> Iterator[Explanation]:
    """A move with one or two flips missed, then a legal answer on the board as it stood."""
    mover, answerer = before.side, other(before.side)
    own, enemy = before.board.of(mover)
    due = bits.flips(own, enemy, first)
    _, seen_enemy = after.of(mover)
    doubtful = [1 << cell for cell in cells(due & (seen_enemy | after.hidden))]
    subsets = [*doubtful, *(a | b for a, b in combinations(doubtful, 2))]
    for missed in subsets:
        own_then = own | (due & ~missed) | 1 << first
        enemy_then = (enemy & ~due) | missed
        turned = bits.flips(enemy_then, own_then, second)
        if not turned:
            continue
        board = Board.for_side(answerer, enemy_then | turned | 1 << second, own_then & ~turned)
        if after.shows(board.black, board.white):
            moves = (Move(first), Move(second))
            faults = [fault("missing_flip", missed)]
            yield contract.Explanation(
                moves,
                (mover, answerer),
                tuple(faults),
                board,
                Position(board, mover),
                None,
                _cost(moves, faults),
            )


def fault(code: str, mask: int) -> Fault:
    """A fault on a set of squares."""
    return _fault(code, cell_names(mask))


def _fault(code: str, names: tuple[str, ...]) -> Fault:
    return Fault(code, names, ARTICLES[code].source)


def _cost(moves: tuple[Move, ...], faults: list[Fault]) -> float:
    extra_moves = MOVE_COST * max(0, len(moves) - 1)
    return extra_moves + sum(FAULT_COST[f.code] + CELL_COST * len(f.cells) for f in faults)
