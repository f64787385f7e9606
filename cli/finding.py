"""What a command says for machines where no board is found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from calibration.pose import BoardNotFound

CORNERS, PITS = "--corners x,y,x,y,x,y,x,y", "--pits x,y,x,y,x,y,x,y"
"""How a command is told where the board lies; the order is told by its help."""
GIVEN = "or give its "
"""With this a hint ends that asks for what such an option gives."""
MARKERS = "marker"
"""What fails for want of these can do without them where corners are given."""


def option_for(game: str) -> str:
    """How a command is told where the board of a game lies."""
    return PITS if game == "mangala" else CORNERS


@contextmanager
def finding(as_json: bool, option: str | None = None) -> Iterator[None]:
    """A board, or a sheet, is looked for: without one JSON says why, and the exit status is 3.

    For people `cli.main` says it in one line, with the same status. The `option` that would tell
    where the board lies is named.
    """
    try:
        yield
    except BoardNotFound as error:
        hint = _with(option, error)
        if not as_json:
            raise BoardNotFound(error.reason, hint) from None
        typer.echo(json.dumps({"found": False, "reason": error.reason, "hint": hint}))
        raise typer.Exit(3) from None


def _with(option: str | None, error: BoardNotFound) -> str:
    """What would help, with the option behind its end; `page_words.reason` leaves that as it is."""
    hint = error.what_to_do
    if option is None:
        return hint
    if GIVEN in hint:
        return f"{hint}: {option}"
    return f"{hint}; {GIVEN}corners: {option}" if MARKERS in error.reason else hint
