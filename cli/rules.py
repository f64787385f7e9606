"""`hakem rules`: the options of a game, in the words of the desk's set-up."""

from __future__ import annotations

import json
import re
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cli import inputs
from cli.boards import draw_plates
from cli.terminal import terminal
from cli.words import language, say
from engines import GAMES, InputError
from engines.kulami import Kulami
from engines.match import RoundRules
from engines.options import describe_rules
from referee.desk.rule_words import RULE_WORDS

Row = tuple[str, str, tuple[str, ...], str]
"""Name, default, choices and clause of an option."""
MANY = 5
"""More values than these are a range of numbers, of which the ends are enough."""


def rules(
    game_name: Annotated[
        str, typer.Argument(help=f"{', '.join(GAMES)}, or round.", metavar="GAME")
    ],
    layout: inputs.LayoutOption = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """List the options of a game (or of the round around it), their defaults and clauses."""
    tongue, name = language(lang), game_name.strip().casefold()
    if name not in (*GAMES, "round"):
        raise InputError(f"no rules of {game_name!r}; there are: {', '.join(GAMES)}, round")
    game = None if name == "round" else inputs.open_game(name, None, layout)
    rows = describe_rules(RoundRules if game is None else type(game.rules))
    if as_json:
        keys = ("name", "default", "values", "clause")
        typer.echo(json.dumps([dict(zip(keys, row, strict=True)) for row in rows]))
        return
    console = terminal()
    console.print(_table(name, rows, tongue))
    console.print(say(tongue, "rules_given"), style="grey50")
    if isinstance(game, Kulami):
        console.print(say(tongue, "layout_drawn", layout=game.rules.layout), markup=False)
        console.print(draw_plates(game))


def _table(name: str, rows: list[Row], lang: str) -> Table:
    """Each option with what it is about, and its values with what they mean."""
    table, at = Table(show_lines=True), int(lang == "tr")
    for heading in ("option", "values", "clause"):
        table.add_column(say(lang, heading), overflow="fold")
    for option, default, choices, doc in rows:
        title, meant = RULE_WORDS.get(name, {}).get(option, ((doc, doc), {}))
        values = Text()
        for choice in choices if len(choices) <= MANY else ():
            values.append("\n" if values else "").append(choice, "bold")
            values.append(f" – {meant[choice][at]}" if choice in meant else "")
            values.append(f" ({say(lang, 'usual')})" if choice == default else "")
        if not values:
            known = f"{choices[0]}-{choices[-1]}" if choices else say(lang, "any_text")
            known = say(lang, "layouts") if option == "layout" else known
            values.append(say(lang, "usual_of", values=known, usual=default))
        clauses = ", ".join(re.findall(r"B-[A-Z]\d+", doc))
        table.add_row(Text(option, "bold").append(f"\n{title[at]}", "not bold"), values, clauses)
    return table
