"""`hakem rules`: the options of a game."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table

from cli import inputs
from engines import GAMES
from engines.match import RoundRules
from engines.options import describe_rules


def rules(
    game_name: Annotated[
        str, typer.Argument(help=f"{', '.join(GAMES)}, or round.", metavar="GAME")
    ],
    as_json: inputs.JsonOption = False,
) -> None:
    """List the options of a game (or of the round around it), their defaults and clauses."""
    if game_name == "round":
        rows = describe_rules(RoundRules)
    else:
        rows = describe_rules(type(inputs.open_game(game_name, None).rules))
    if as_json:
        keys = ("name", "default", "values", "clause")
        typer.echo(json.dumps([dict(zip(keys, row, strict=True)) for row in rows]))
        return
    table = Table()
    for heading in ("option", "default", "values", "clause"):
        table.add_column(heading, no_wrap=heading in ("option", "default"))
    for name, default, choices, clause in rows:
        values = f"{choices[0]}-{choices[-1]}" if len(choices) > 5 else ", ".join(choices)
        table.add_row(name, default, values, clause)
    Console(highlight=False).print(table)
