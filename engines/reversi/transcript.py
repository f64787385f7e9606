"""Reversi transcripts such as `f5d6c3`: squares one after the other, passes left out."""

from __future__ import annotations

import re

from engines.contract import InputError
from engines.reversi.game import Reversi
from engines.reversi.values import PASS, Move, Position

_WORD = re.compile(r"[a-h][1-8]|--|pass?", re.IGNORECASE)


def read_transcript(text: str) -> tuple[Move, ...]:
    """The moves as written; blanks and move numbers such as `1.` are passed over."""
    body = re.sub(r"\d+\.|\s|,", "", text)
    moves: list[Move] = []
    at = 0
    while at < len(body):
        found = _WORD.match(body, at)
        if found is None:
            raise InputError(
                f"not a transcript: {body[at : at + 6]!r} after move {len(moves)}; "
                "expected squares such as f5d6c3"
            )
        moves.append(Move.parse(found.group()))
        at = found.end()
    if not moves:
        raise InputError("not a transcript: it is empty")
    return tuple(moves)


def with_passes(game: Reversi, position: Position, moves: tuple[Move, ...]) -> tuple[Move, ...]:
    """The moves with the passes that the rules force put in (RULES.md 2.4).

    An illegal move is kept as it is, and so is everything after it: whoever replays them finds it.
    """
    whole: list[Move] = []
    for number, move in enumerate(moves):
        if move != PASS and game.moves(position) == (PASS,):
            whole.append(PASS)
            position = game.play(position, PASS)
        whole.append(move)
        if move not in game.moves(position):
            return (*whole, *moves[number + 1 :])
        position = game.play(position, move)
    return tuple(whole)


def write_transcript(moves: tuple[Move, ...]) -> str:
    """The squares one after the other; passes are left out, as is usual."""
    return "".join(str(move) for move in moves if move != PASS)
