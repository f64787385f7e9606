"""What a command says for machines where no board is found."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager

import typer

from calibration.pose import BoardNotFound


@contextmanager
def finding(as_json: bool) -> Iterator[None]:
    """A board, or a sheet, is looked for: without one JSON says why, and the exit status is 3.

    For people `cli.main` says it in one line, with the same status.
    """
    try:
        yield
    except BoardNotFound as error:
        if not as_json:
            raise
        typer.echo(json.dumps({"found": False, "reason": error.reason, "hint": error.what_to_do}))
        raise typer.Exit(3) from None
