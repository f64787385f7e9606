"""Correcting by hand: the board as a form, and whether that is still the board of the table."""

from __future__ import annotations

from typing import Any

from engines import InputError
from engines.grid import NAMES as CELLS
from engines.mangala.values import NAMES as PLACES
from referee import events as told
from referee.desk.boards import draw_board
from referee.desk.lines import side_word, sign_word
from referee.desk.web import environment, sayer
from referee.round_events import CORRECTIONS
from referee.sitting import Sitting
from vision.reading import CONTENTS

CHANGES = (told.Move, told.FaultFound, told.Mended, told.Corrected, told.UnderWay, told.TakenBack,
           told.Resync, told.Restored)  # fmt: skip
"""What is seen and changes the board, or whose turn it is."""


def last_change(sitting: Sitting) -> int:
    """The number of the last event by which the board, or whose turn it is, became another."""
    lines = reversed(sitting.events_after(0))
    return next((line.number for line in lines if _changes(line.event)), 0)


def _changes(event: told.Event | None) -> bool:
    """Whether the board, or whose turn it is, is another one after it; None: a game begins."""
    said = isinstance(event, told.Told) and event.what in CORRECTIONS
    return event is None or said or isinstance(event, CHANGES)


def check_up_to_date(sitting: Sitting, number: int | None) -> None:
    """Refuse what was said of an older board than that after event `number`: `InputError`.

    None where the caller does not tell what he has seen.
    """
    if number is not None and last_change(sitting) > number:
        raise InputError("the table has moved on; look again")


def mend_part(sitting: Sitting, language: str) -> str:
    """The board to be corrected by hand."""
    say = sayer(language)
    with sitting.held():
        number = last_change(sitting)
        game, position = sitting.tracker.game, sitting.tracker.position
    board = game.board_of(position)
    pits = game.name == "mangala"
    if pits:
        cells = [
            {"name": name, "now": count or 0}
            for name, count in zip(PLACES, board.stones, strict=True)
        ]
    else:
        kinds = "".join(CONTENTS[game.name])
        cells = [
            {"name": CELLS[i], "now": sign, "kinds": kinds, "word": sign_word(say, sign)}
            for i, sign in enumerate("".join(board.rows))
        ]
    sides = [
        {"side": side, "word": side_word(say, side), "turn": side == str(position.side)}
        for side in game.sides
    ]
    made: Any = environment(language).get_template("parts.html").module
    return str(made.mend(number, cells, sides, draw_board(game, board), pits))
