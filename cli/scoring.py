"""`hakem score`: the score of a board, with its parts."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Annotated, Any

import typer
from rich.markup import escape
from rich.table import Table

from cli import inputs
from cli import score_sheet as sheets
from cli.answering import answered
from cli.boards import draw, draw_plates
from cli.finding import finding, option_for
from cli.terminal import side_by_side, terminal
from cli.words import language, say, side_name
from engines import AnyGame, new_game
from engines.kulami import Kulami
from referee.sheet import Confirmed, Sheet, count_board
from referee.sheet.counting import Counted
from referee.sheet.parts import lines_of, parts_of, result_of, totals_of
from referee.sheet.values import Early
from referee.sheet.words import say as on_sheet


def score(
    game_name: inputs.GameName,
    board: Annotated[
        str,
        typer.Argument(
            help="A photo of the board or a camera; or the board as text (8 rows divided by /), "
            "in a file, or - for stdin."
        ),
    ],
    layout: Annotated[
        str | None,
        typer.Option(
            help="Kulami's plates: auto (as the photo shows them), tr8, rulebook, eight strings "
            "divided by /, or a file."
        ),
    ] = None,
    rule: inputs.MatchRuleOptions = None,
    corners: sheets.Corners = None,
    pits: sheets.Pits = None,
    profile: sheets.ProfileOption = None,
    confirm: sheets.Confirm = None,
    reason: sheets.Reason = "",
    sheet: sheets.SheetFile = None,
    drawing: sheets.DrawingFile = None,
    overlay: sheets.OverlayFile = None,
    sheet_language: sheets.Language = None,
    names: sheets.Names = None,
    event: sheets.EventName = "",
    table: sheets.TableName = "",
    round_name: sheets.RoundName = "",
    date: sheets.Day = None,
    count: sheets.Count = None,
    sets: sheets.Sets = None,
    journal: sheets.JournalFile = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """The score of a board with its parts, from a photo or from text; and a sheet to sign."""
    tongue = language(lang)
    name = new_game(game_name).name
    on_page = tongue if sheet_language is None else sheet_language
    wanted = sheets.Wanted(sheet, drawing, overlay, on_page)
    wanted.check(board, layout, profile, journal)
    heading = sheets.heading_of(names, event, table, round_name, date)
    by_hand, earlier = sheets.counts_of(name, count, sets)
    of_game, of_round = inputs.split_rules(rule)
    given = said = replace(
        Confirmed.parse(name, confirm or []), reason=reason.strip(), count=by_hand
    )
    if sheets.is_picture(board):
        with finding(as_json, option_for(name)):
            count_as = sheets.photo_counter(name, board, layout, of_game, corners, pits, profile)
            if as_json:
                counted = count_as(given)
            else:
                counted, said = answered(count_as, given, tongue)
    else:
        sheets.refuse_photo_options(layout, corners, pits, profile, overlay)
        game = inputs.open_game(name, of_game, layout)
        counted = count_board(game, inputs.read_board(game, board, "the board"), given)
    early = Early.of(counted, said)
    digits, number = sheets.fingerprint(journal, name, heading)
    ruled = inputs.read_round(of_round)
    made = Sheet(counted, heading, earlier, digits, number, early=early, round_rules=ruled)
    wanted.write(made)
    if as_json:
        typer.echo(json.dumps(_as_json(made), ensure_ascii=False))
    else:
        _show(made, tongue)
        wanted.tell(made, said, given, tongue)


def _as_json(sheet: Sheet) -> dict[str, Any]:
    counted = sheet.counted
    game = counted.game
    data: dict[str, Any] = {"game": game.name, "board": counted.board.to_json()}
    if isinstance(game, Kulami):
        data["layout"] = game.rules.layout
    data |= {"over": counted.over, "decided": not _left_to_referee(game, counted.score)}
    return data | {"score": counted.score.to_json(), **sheet.to_json()}


def _show(sheet: Sheet, lang: str) -> None:
    console, counted = terminal(), sheet.counted
    game = counted.game
    drawn = [(say(lang, "board"), draw(game, counted.board, counted.doubtful))]
    if isinstance(game, Kulami):
        drawn.append((say(lang, "plate_letters"), draw_plates(game)))
    side_by_side(console, *drawn)
    console.print(score_table(game, counted.score, lang, counted))
    if counted.uncounted:
        console.print(f"[bold]{on_sheet(lang, 'uncounted', n=counted.stones_read)}[/]")
    elif sheet.final and sheet.early is not None:
        console.print(f"[bold]{escape(result_of(sheet, lang))}[/]")
    else:
        line = winner_line(
            game, counted.score, lang, counted.over, sheet.final, sheet.heading.names
        )
        console.print(line)


def _left_to_referee(game: AnyGame, result: Any) -> bool:
    return result.winner is None and getattr(game.rules, "tie", "draw") == "referee"


def winner_line(
    game: AnyGame,
    result: Any,
    lang: str,
    over: bool | None = True,
    final: bool = True,
    names: tuple[str, str] = ("", ""),
) -> str:
    """Who wins, or is ahead while the game goes on; in the words of the sheet.

    Nobody has won while something is still to be confirmed: the score is not `final`. `names`:
    those of the players, in the order of the sides, where they are known.
    """
    going_on = over is False or (over and not final)
    if not going_on and _left_to_referee(game, result):
        return f"[bold]{on_sheet(lang, 'referee_decides')}[/]"
    side = None if result.winner is None else _player(game, result.winner, names, lang)
    if over is None:
        told = say(lang, "if_over_draw") if side is None else say(lang, "if_over", side=side)
    elif not going_on:
        told = on_sheet(lang, "draw") if side is None else on_sheet(lang, "winner", side=side)
    else:
        who = on_sheet(lang, "level") if side is None else on_sheet(lang, "ahead", side=side)
        told = say(lang, "not_final" if over else "not_over", who=who)
    return f"[bold]{told}[/]"


def _player(game: AnyGame, side: str, names: tuple[str, str], lang: str) -> str:
    """A player by name where it is known, as on the sheet; else by side."""
    name = names[game.sides.index(side)]
    return f"{escape(name)} ({on_sheet(lang, side)})" if name else side_name(lang, side)


def score_table(game: AnyGame, result: Any, lang: str, counted: Counted | None = None) -> Table:
    """The parts one under the other, added up, as they stand on the sheet.

    `counted`: the board that it is the score of, which tells whether it is known at all.
    """
    table = Table()
    table.add_column("")
    for side in game.sides:
        table.add_column(side_name(lang, side), justify="right")
    lines = parts_of(result, lang) if counted is None else lines_of(counted, lang)
    for line in lines:
        numbers = zip(line["cells"], line["details"], strict=True)
        table.add_row(line["label"], *(_why(points, detail) for points, detail in numbers))
    if getattr(result, "due", None):
        table.caption = say(lang, "sweep_due")
    table.add_section()
    known = [str(result.total(side)) for side in game.sides]
    totals = known if counted is None else totals_of(counted)
    table.add_row(*(f"[bold]{each}[/]" for each in (on_sheet(lang, "total"), *totals)))
    return table


def _why(points: str, detail: str) -> str:
    return f"[grey50]{detail}[/] =\u00a0{points}" if detail else points
