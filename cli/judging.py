"""`hakem judge`: was this transition legal?"""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from cli import inputs
from cli.boards import draw
from cli.page_words import fault_text
from cli.terminal import side_by_side, terminal
from cli.words import language, say, side_name
from engines import AnyGame, InputError
from engines.contract import Explanation, Verdict
from engines.grid import HIDDEN, NAMES
from engines.mangala.values import NAMES as PLACES

MOST_SHOWN = 4
"""Explanations shown to a person; JSON has them all."""


def judge(
    game_name: inputs.GameName,
    before: Annotated[
        str, typer.Argument(help="The position before: 'start', text, a file, or - for stdin.")
    ],
    after: Annotated[
        str,
        typer.Argument(
            help="The board that stands now: 'start', text, a file, or -; ? for hidden cells."
        ),
    ],
    side: inputs.SideOption = None,
    last: inputs.LastOption = None,
    layout: inputs.LayoutOption = None,
    rule: inputs.RuleOptions = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
    exit_code: Annotated[
        bool, typer.Option("--exit-code", help="Leave with status 1 when there is a fault.")
    ] = False,
) -> None:
    """Was this transition legal? Every explanation, likeliest first."""
    tongue = language(lang)
    if before == after == "-":
        raise InputError("standard input can give only one of the two boards")
    game = inputs.open_game(game_name, rule, layout)
    position = inputs.read_position(game, before, side, last)
    board = inputs.read_board(game, after, "the board after")
    verdict = game.judge(position, board)
    if as_json:
        data = {"game": game.name, "before": position.to_json(), "after": board.to_json()}
        typer.echo(json.dumps(data | verdict.to_json(), ensure_ascii=False))
    else:
        _show(game, position, board, verdict, tongue)
    if exit_code and not verdict.legal:
        raise typer.Exit(1)


def _show(
    game: AnyGame, position: Any, board: Any, verdict: Verdict[Any, Any, Any], lang: str
) -> None:
    console = terminal()
    best = verdict.best
    marked = {cell for fault in best.faults for cell in fault.cells}
    turn = say(lang, "to_move", side=side_name(lang, position.side))
    side_by_side(
        console,
        (f"{say(lang, 'before')} ({turn})", draw(game, game.board_of(position))),
        (say(lang, "after"), draw(game, board, marked)),
    )
    for number, explanation in enumerate(verdict.explanations[:MOST_SHOWN]):
        if number:
            console.print(f"[grey50]{say(lang, 'or')}[/]")
        unseen = rests_on(game, position, board, explanation)
        for line in explanation_lines(game, explanation, lang, unseen):
            console.print(line, soft_wrap=True)
    more = len(verdict.explanations) - MOST_SHOWN
    if more > 0:
        console.print(f"[grey50]{say(lang, 'more', n=more)}[/]")


def rests_on(
    game: AnyGame, before: Any, seen: Any, told: Explanation[Any, Any, Any]
) -> tuple[str, ...]:
    """The hidden cells that must have changed if it was so: nobody has seen whether they have."""
    names = PLACES if game.name == "mangala" else NAMES
    boards = (_contents(board) for board in (game.board_of(before), seen, told.board))
    return tuple(
        name
        for name, was, now, then in zip(names, *boards, strict=True)
        if now in (HIDDEN, None) and was != then
    )


def _contents(board: Any) -> Sequence[object]:
    stones: Sequence[object] | None = getattr(board, "stones", None)
    return "".join(board.rows) if stones is None else stones


def explanation_lines(
    game: AnyGame,
    explanation: Explanation[Any, Any, Any],
    lang: str,
    unseen: Sequence[str] = (),
) -> list[str]:
    """An explanation in words, for the terminal; `unseen`: hidden cells on which it rests."""
    if explanation.moves:
        parts = zip(explanation.movers, explanation.moves, strict=True)
        moves = ", ".join(f"{side_name(lang, side)} {move}" for side, move in parts)
    elif not explanation.legal:
        moves = say(lang, "no_move")
    else:
        swept = getattr(explanation.standing, "sweep", None) is not None
        moves = say(lang, "sweep_made" if swept else "nothing")
    if explanation.legal:
        if unseen:
            as_seen = say(lang, "legal_as_seen", cells=", ".join(unseen))
            return [f"[bold yellow]? {moves}: {as_seen}[/]"]
        return [f"[bold green]✓ {moves}: {say(lang, 'legal')}[/]"]
    lines = [f"[bold red]✗ {moves}: {say(lang, 'fault')}[/]"]
    if explanation.unfinished:
        lines[0] += f" [yellow]({say(lang, 'unfinished')})[/]"
    lines += [f"  {fault_text(lang, game.name, f)}".replace("[", r"\[") for f in explanation.faults]
    return lines
