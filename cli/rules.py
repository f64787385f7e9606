"""`hakem rules`: the options of a game."""

from __future__ import annotations

import json

import typer
from rich.console import Console
from rich.table import Table

from cli import inputs
from engines.options import describe_rules


def rules(game_name: inputs.GameName, as_json: inputs.JsonOption = False) -> None:
    """List a game's options, their defaults and the clause behind each."""
    game = inputs.open_game(game_name, None)
    rows = describe_rules(type(game.rules))
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
