"""`hakem score`: the score of a board, with its parts."""

from __future__ import annotations

import json
from typing import Annotated, Any

import typer
from rich.table import Table

from cli import inputs
from cli.boards import draw, draw_plates
from cli.terminal import side_by_side, terminal
from cli.words import language, say, side_name
from engines import AnyGame
from engines.kulami import Kulami
from engines.kulami import Score as KulamiScore
from engines.mangala import Score as MangalaScore
from engines.reversi import Score as ReversiScore


def score(
    game_name: inputs.GameName,
    board: Annotated[
        str, typer.Argument(help="The board: text (8 rows divided by /), a file, or - for stdin.")
    ],
    layout: inputs.LayoutOption = None,
    rule: inputs.RuleOptions = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """The score of this board, with its parts."""
    tongue = language(lang)
    game = inputs.open_game(game_name, rule, layout)
    position = game.for_scoring(inputs.read_board(game, board, "the board"))
    result = game.score(position)
    over = is_over(game, position)
    if as_json:
        data: dict[str, Any] = {"game": game.name, "board": game.board_of(position).to_json()}
        if isinstance(game, Kulami):
            data["layout"] = game.rules.layout
        data |= {"over": over, "decided": not _left_to_referee(game, result)}
        typer.echo(json.dumps(data | {"score": result.to_json()}, ensure_ascii=False))
        return
    console = terminal()
    drawn = [(say(tongue, "board"), draw(game, game.board_of(position)))]
    if isinstance(game, Kulami):
        drawn.append((say(tongue, "plate_letters"), draw_plates(game)))
    side_by_side(console, *drawn)
    console.print(score_table(game, result, tongue))
    console.print(winner_line(game, result, tongue, over))


def is_over(game: AnyGame, position: Any) -> bool | None:
    """Whether the board shows the end of a game; None where the board alone cannot tell.

    A Kulami game also ends when a player is stuck (RULES.md 3.5), which hangs on the last marbles.
    """
    if not isinstance(game, Kulami):
        return game.outcome(position) is not None
    placed = min(position.black.bit_count(), position.red.bit_count())
    return True if placed == game.rules.marbles else None


def _left_to_referee(game: AnyGame, result: Any) -> bool:
    return result.winner is None and getattr(game.rules, "tie", "draw") == "referee"


def winner_line(game: AnyGame, result: Any, lang: str, over: bool | None = True) -> str:
    """Who wins, or is ahead while the game goes on."""
    if over is not False and _left_to_referee(game, result):
        return f"[bold]{say(lang, 'referee_decides')}[/]"
    words = {True: ("winner", "draw"), False: ("ahead", "level"), None: ("if_over", "if_over_draw")}
    leader, level = words[over]
    if result.winner is None:
        return f"[bold]{say(lang, level)}[/]"
    return f"[bold]{say(lang, leader, side=side_name(lang, result.winner))}[/]"


def score_table(game: AnyGame, result: Any, lang: str) -> Table:
    """The parts one under the other, added up."""
    table = Table()
    table.add_column("")
    for side in game.sides:
        table.add_column(side_name(lang, side), justify="right")
    for label, cells in _parts(result, lang):
        table.add_row(label, *cells)
    table.add_section()
    totals = [f"[bold]{result.total(side)}[/]" for side in game.sides]
    table.add_row(f"[bold]{say(lang, 'total')}[/]", *totals)
    return table


def _parts(result: Any, lang: str) -> list[tuple[str, list[str]]]:
    if isinstance(result, KulamiScore):
        sides = (result.black, result.red)
        rows = [", ".join(f"{r.holes[0]}-{r.holes[-1]}" for r in side.rows) for side in sides]
        return [
            (say(lang, "rows"), [_why(s.row_points, t) for s, t in zip(sides, rows, strict=True)]),
            (say(lang, "area"), [str(side.area_points) for side in sides]),
            (say(lang, "plates"), [_why(s.plate_points, " ".join(s.plates)) for s in sides]),
        ]
    if isinstance(result, ReversiScore):
        discs = [str(len(result.black_discs)), str(len(result.white_discs))]
        parts = [(say(lang, "discs"), discs)]
        gifts = [result.black - len(result.black_discs), result.white - len(result.white_discs)]
        if any(gifts):
            parts.append((say(lang, "empties"), [str(n) for n in gifts]))
        return parts
    if isinstance(result, MangalaScore):
        swept = [result.sweep.count if result.sweep and result.sweep.by == s else 0 for s in _SIDES]
        own = [result.total(s) - n for s, n in zip(_SIDES, swept, strict=True)]
        label = say(lang, "swept")
        if result.due:
            label += f" ({say(lang, 'sweep_due')})"
        return [(say(lang, "treasury"), [str(n) for n in own]), (label, [str(n) for n in swept])]
    return []


_SIDES = ("south", "north")


def _why(points: int, detail: str) -> str:
    return f"[grey50]{detail}[/] {points}" if detail else str(points)
