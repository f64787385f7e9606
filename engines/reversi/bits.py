"""Reversi on bitboards: where a disc may go, what it turns, and the perft walk.

`own` and `enemy` are sets of squares seen from the side to move (see `engines.grid`).
"""

from __future__ import annotations

from engines.grid import FULL, distance

_INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E


def _rays_from(square: int) -> tuple[tuple[int, ...], ...]:
    """The straight lines from a square as single bits, nearest first; two squares at least."""
    row, column = divmod(square, 8)
    rays = []
    for down in (-1, 0, 1):
        for right in (-1, 0, 1):
            ray = []
            r, c = row + down, column + right
            while (down or right) and 0 <= r < 8 and 0 <= c < 8:
                ray.append(1 << (8 * r + c))
                r, c = r + down, c + right
            if len(ray) > 1:
                rays.append(tuple(ray))
    return tuple(rays)


RAYS = tuple(_rays_from(square) for square in range(64))
NEIGHBOURS = tuple(
    tuple(1 << i for i in range(64) if i != square and distance(i, square) == 1)
    for square in range(64)
)


def flips(own: int, enemy: int, square: int) -> int:
    """The enemy discs that a disc on `square` encloses, in all eight directions (RULES.md 2.3)."""
    turned = 0
    for ray in RAYS[square]:
        if not ray[0] & enemy:
            continue
        line = 0
        for bit in ray:
            if bit & enemy:
                line |= bit
            else:
                if bit & own:
                    turned |= line
                break
    return turned


def move_mask(own: int, enemy: int) -> int:
    """Every empty square that encloses at least one enemy disc (RULES.md 2.3).

    Each direction floods from the own discs through enemy discs, doubling its stride (the
    parallel-prefix way of chess programs), so that no loop over squares is needed.
    """
    found = 0
    for step, inner in ((1, enemy & _INNER_COLUMNS), (8, enemy), (7, enemy & _INNER_COLUMNS)):
        found |= _along(own, inner, step)
    found |= _along(own, enemy & _INNER_COLUMNS, 9)
    return found & ~(own | enemy) & FULL


def _along(own: int, inner: int, step: int) -> int:
    """Ends of enclosed lines along one axis, both ways."""
    double = 2 * step
    up = inner & (own << step)
    up |= inner & (up << step)
    pairs = inner & (inner << step)
    up |= pairs & (up << double)
    up |= pairs & (up << double)
    down = inner & (own >> step)
    down |= inner & (down >> step)
    pairs >>= step
    down |= pairs & (down >> double)
    down |= pairs & (down >> double)
    return (up << step) | (down >> step)


def perft(own: int, enemy: int, depth: int) -> int:
    """The number of leaves of the game tree; a forced pass is a ply, a finished game one leaf."""
    if depth == 0:
        return 1
    mask = move_mask(own, enemy)
    if not mask:
        return perft(enemy, own, depth - 1) if move_mask(enemy, own) else 1
    if depth == 1:
        return mask.bit_count()
    leaves = 0
    while mask:
        bit = mask & -mask
        mask ^= bit
        turned = flips(own, enemy, bit.bit_length() - 1)
        leaves += perft(enemy ^ turned, own | turned | bit, depth - 1)
    return leaves
