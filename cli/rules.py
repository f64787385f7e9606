"""`hakem rules`: the options of a game."""

from __future__ import annotations

import json
from typing import Annotated

import typer
from rich.table import Table

from cli import inputs
from cli.boards import draw_plates
from cli.terminal import terminal
from engines import GAMES, InputError
from engines.kulami import Kulami
from engines.match import RoundRules
from engines.options import describe_rules


def rules(
    game_name: Annotated[
        str, typer.Argument(help=f"{', '.join(GAMES)}, or round.", metavar="GAME")
    ],
    layout: inputs.LayoutOption = None,
    as_json: inputs.JsonOption = False,
) -> None:
    """List the options of a game (or of the round around it), their defaults and clauses."""
    of_round = game_name.casefold() == "round"
    if not of_round and game_name.casefold() not in GAMES:
        raise InputError(f"no rules of {game_name!r}; there are: {', '.join(GAMES)}, round")
    game = None if of_round else inputs.open_game(game_name, None, layout)
    rows = describe_rules(RoundRules if game is None else type(game.rules))
    if as_json:
        keys = ("name", "default", "values", "clause")
        typer.echo(json.dumps([dict(zip(keys, row, strict=True)) for row in rows]))
        return
    table = Table()
    for heading in ("option", "default", "values", "clause"):
        table.add_column(heading, overflow="fold")
    for name, default, choices, clause in rows:
        values = f"{choices[0]}-{choices[-1]}" if len(choices) > 5 else ", ".join(choices)
        table.add_row(name, default, values, clause)
    console = terminal()
    console.print(table)
    if isinstance(game, Kulami):
        console.print(f"layout {game.rules.layout}:")
        console.print(draw_plates(game))
