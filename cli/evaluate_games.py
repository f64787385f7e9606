"""`hakem evaluate games`: whole games from pictures, with faults in them, refereed without help."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated

import typer

from cli import inputs
from cli.outputs import check_apart, check_rows, save_picture
from cli.tables import MOST_EACH, Scenes, Split, checked, one_of, some_of, table
from cli.terminal import terminal, tracked
from datasets.evaluate_games import LEVELS, SPLIT, Files, left_over, orders, referee_all
from datasets.game_measures import GameRow, MoveRow, game_shares
from datasets.manifest import SCENES
from datasets.measures import middle
from datasets.misses import keep_misses, miss_sheets
from engines import InputError, new_game


def games_command(
    game_name: inputs.GameName,
    count: Annotated[
        int, typer.Option("--games", min=1, max=MOST_EACH, help="How many games.")
    ] = 8,
    level: Annotated[
        str, typer.Option(help="frames: settled frames alone; clips: every frame, with hands.")
    ] = "frames",
    split: Split = SPLIT,
    seed: Annotated[int, typer.Option(min=0, help="Another seed gives other games.")] = 0,
    plies: Annotated[
        int | None, typer.Option(min=4, help="Stop a game after so many moves.")
    ] = None,
    jobs: Annotated[int, typer.Option(min=1, help="Games that are refereed at a time.")] = 1,
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a move.")
    ] = None,
    games_csv: Annotated[Path | None, typer.Option(help="Where to write a row a game.")] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on where an earlier run was cut.")
    ] = False,
    misses: Annotated[
        Path | None, typer.Option(help="A folder for pictures of all that was missed.")
    ] = None,
    folder: Scenes = SCENES,
) -> None:
    """Referee whole games on stored scenes, one move in ten faulty, and judge what was said."""
    game = new_game(game_name).name
    check_apart(to_csv, games_csv)
    check_rows(to_csv, games_csv)
    if jobs > (os.cpu_count() or 1):
        raise InputError(f"--jobs {jobs} is more than this machine's {os.cpu_count()} cores")
    if misses is not None and not resume and misses.exists() and any(misses.iterdir()):
        raise InputError(f"{misses} is not empty; name another folder, or say --resume")
    level = one_of(level, LEVELS, "level")
    some = orders(game, count, level, seed, plies, folder, checked(split))
    files = Files(to_csv, games_csv)
    moves, games = files.begin(resume)
    wanted = {order.name for order in some}
    moves = [row for row in moves if row.clip in wanted]
    games = [row for row in games if row.clip in wanted]
    left = left_over(some, games)
    if resume and games:
        typer.echo(f"{some_of(len(games), 'game')} of an earlier run, {len(left)} left")
    for one in tracked(referee_all(left, jobs), game, len(left)):
        files.add(one)
        moves += one.moves
        games.append(one.row)
        if misses is not None:
            keep_misses(misses, one.misses)
    _tell(moves, games)
    if misses is not None:
        _draw(misses)


def _tell(moves: list[MoveRow], games: list[GameRow]) -> None:
    table(game_shares(moves, games))
    lawful = sum(row.lawful for row in games)
    doubt = sum(row.doubt for row in games)
    astray = sum(row.astray for row in games)
    questions = sum(row.unsure for row in games)
    terminal().print(
        f"  all stones told at all times in {lawful} of {some_of(len(games), 'game')}; "
        f"{some_of(questions, 'question')}, {astray} times out of step, "
        f"{doubt:.0f} s in doubt; {middle(r.ms for r in games):.0f} ms a frame (median)",
        soft_wrap=True,
    )


def _draw(folder: Path) -> None:
    """The contact sheets, beside the folder of single pictures."""
    for number, sheet in enumerate(miss_sheets(folder), 1):
        path = folder.with_name(f"{folder.name}_{number}.jpg")
        save_picture(path, sheet)
        typer.echo(f"{path}: what was missed")
