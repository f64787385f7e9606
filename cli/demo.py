"""`hakem demo`: recorded games replayed in the terminal, with the faults found in them."""

from __future__ import annotations

import time
from importlib.resources import files
from typing import Annotated, Any

import typer
from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from cli import inputs
from cli.boards import draw
from cli.replaying import wrong_line
from cli.scoring import score_table, winner_line
from cli.terminal import terminal
from cli.words import language, say, side_name
from engines import GAMES, AnyGame
from engines.records import Record, Replayed, read_record, replay

PAUSE_AT_FAULT = 8
"""How many moves' time a fault stays on the screen."""


def demo(
    game_name: Annotated[
        str | None,
        typer.Argument(
            metavar="[GAME]", help="One game only; else all three.", callback=inputs.known_game
        ),
    ] = None,
    seconds: Annotated[
        float, typer.Option(min=0.0, max=10.0, help="Time for a move; 0 shows no pause.")
    ] = 0.25,
    lang: inputs.LangOption = None,
) -> None:
    """Replay a recorded game of each kind, with the faults Hakem finds in it."""
    tongue = language(lang)
    console = terminal()
    names = [game_name.strip().casefold()] if game_name else list(GAMES)
    for name in names:
        show(read_demo(name), console, tongue, seconds if console.is_terminal else 0.0)


def read_demo(name: str) -> Record:
    """The recorded game that comes with Hakem."""
    path = files("cli") / "demo_records" / f"{name}.json"
    return read_record(path.read_text(encoding="utf-8"), name)


def show(record: Record, console: Console, lang: str, seconds: float) -> None:
    """Play a record in the terminal and print its faults and its score."""
    game = record.game
    names = [str(record.info.get(side, side_name(lang, side))) for side in game.sides]
    console.rule(f"[bold]{game.name.capitalize()}: {' – '.join(names)}")
    wrong: list[Replayed] = []
    position = record.start
    with Live(console=console, auto_refresh=False, transient=True) as live:
        for step in replay(record):
            position = step.position
            if console.is_terminal:
                live.update(_frame(game, step, lang), refresh=True)
            if step.fine:
                time.sleep(seconds)
            else:
                wrong.append(step)
                time.sleep(seconds * PAUSE_AT_FAULT)
    for step in wrong:
        console.print(_frame(game, step, lang))
    console.print(say(lang, "faults_found", n=len(record.steps), k=len(wrong)))
    console.print(draw(game, game.board_of(position)))
    result: Any = game.score(position)
    console.print(score_table(game, result, lang))
    console.print(winner_line(game, result, lang))
    console.print()


def _frame(game: AnyGame, step: Replayed, lang: str) -> Group:
    """The board after a step, and what is to be said of it."""
    faults = step.explanation.faults if step.explanation else ()
    cells = {cell for fault in faults for cell in fault.cells}
    board = draw(game, game.board_of(step.position), cells)
    move = step.step.move or ""
    head = Text(f"{step.number}. {side_name(lang, step.side)} {move}", "bold")
    if step.fine:
        return Group(head, board)
    text = Text(wrong_line(game, step, lang), "bold red")
    return Group(head, board, text, Text(say(lang, "stands"), "grey50"))
