"""Reader of WTHOR files (`.wtb`), the French federation's base of tournament games.

A 16-byte header, then 68 bytes a game: three numbers that point into other files (tournament,
black, white), black's discs at the end, black's best possible discs, and 60 moves, each written as
ten times the row plus the column. Passes are not written; unused moves are 0.
"""

from __future__ import annotations

import struct
from dataclasses import dataclass

from engines.contract import InputError
from engines.reversi.values import Move

_HEADER = struct.Struct("<4BIHH4B")
_GAME = struct.Struct("<HHHBB60s")


@dataclass(frozen=True, slots=True)
class WthorGame:
    """One game of a file."""

    number: int
    """Its place in the file, from 1."""
    tournament: int
    """Number of the tournament in the base's own list."""
    black: int
    """Number of the black player."""
    white: int
    """Number of the white player."""
    black_discs: int
    """The stored score: black's discs, empty squares given to the winner."""
    best_black_discs: int
    """Black's discs under best play from the depth the file was analysed to."""
    moves: tuple[Move, ...]
    """The squares played; passes are left out."""


def read_wthor(data: bytes) -> tuple[WthorGame, ...]:
    """Every game of a WTHOR file; raises `InputError` for anything that is not one."""
    if len(data) < _HEADER.size:
        raise InputError(f"not a WTHOR file: {len(data)} bytes, the header alone has 16")
    _, _, _, _, count, _, _, size, kind, _, _ = _HEADER.unpack_from(data)
    if size not in (0, 8) or kind not in (0, 1):
        raise InputError(f"not a WTHOR file of 8x8 games (board size {size}, kind {kind})")
    expected = _HEADER.size + count * _GAME.size
    if len(data) != expected:
        raise InputError(
            f"broken WTHOR file: the header tells {count} games, {expected} bytes; "
            f"there are {len(data)}"
        )
    return tuple(
        _read_game(number, fields)
        for number, fields in enumerate(_GAME.iter_unpack(data[_HEADER.size :]), 1)
    )


def _read_game(number: int, fields: tuple[int, int, int, int, int, bytes]) -> WthorGame:
    tournament, black, white, discs, best, codes = fields
    moves = []
    for code in codes.rstrip(b"\0"):
        row, column = divmod(code, 10)
        if not (1 <= row <= 8 and 1 <= column <= 8):
            raise InputError(f"broken WTHOR file: game {number} has the move code {code}")
        moves.append(Move(8 * (row - 1) + column - 1))
    return WthorGame(number, tournament, black, white, discs, best, tuple(moves))
