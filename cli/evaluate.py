"""`hakem evaluate`: how well boards are found and read, and games refereed."""

from __future__ import annotations

import math
import time
from pathlib import Path
from typing import Annotated

import cv2
import typer

from cli import inputs
from cli.evaluate_changes import changes_command
from cli.evaluate_games import games_command
from cli.evaluate_stills import stills_command
from cli.eyes import finder_of, named, takes
from cli.outputs import check_apart, check_picture, check_rows, save_picture, save_rows
from cli.tables import MOST_EACH, MOST_SHOWN, Scenes, Split, checked, one_of, shown, table
from cli.terminal import terminal, tracked
from datasets import answers
from datasets.clips import PACES
from datasets.evaluate_settle import SettleRow, judge_settling, settle_clips, settle_shares
from datasets.game_measures import GameRow, MoveRow, game_shares
from datasets.manifest import SCENES
from datasets.measures import middle
from datasets.negatives import NegativeRow, negative_count, negative_shares, negative_stills
from datasets.sheets import contact_sheet
from datasets.trials import clips, watch
from engines import InputError, new_game
from vision.eyes import BoardNotFound
from vision.frame import Picture

app = typer.Typer(
    help="How well boards are found and read, and games refereed.", no_args_is_help=True
)
app.command("stills")(stills_command)
app.command("changes")(changes_command)
app.command("games")(games_command)


@app.command("negatives")
def negatives_command(
    finder: Annotated[
        str | None, typer.Option(help="Another finder than the shipped one: module:name.")
    ] = None,
    split: Split = "test",
    cut_off: Annotated[
        int, typer.Option(min=0, max=MOST_EACH, help="How many cut-off boards.")
    ] = 100,
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a picture.")
    ] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="Where to draw what was taken for a board.")
    ] = None,
    folder: Scenes = SCENES,
) -> None:
    """Look for a board where there is none, or none that is whole."""
    total = negative_count(checked(split), cut_off, folder)
    if not total:
        raise InputError(
            f"no {split} negatives are stored in {folder}, "
            + (f"nor {split} boards to cut off" if cut_off else "and --cut-off asks for no boards")
        )
    check_apart(to_csv, sheet)
    check_rows(to_csv)
    check_picture(sheet)
    eye = finder_of(finder, None)
    rows: list[NegativeRow] = []
    taken: list[Picture] = []
    captions: list[str] = []
    for still in tracked(negative_stills(split, cut_off, folder), "negatives", total):
        begin = time.perf_counter()
        try:
            answers.find(eye, still)
            found = True
        except BoardNotFound:
            found = False
        spent = (time.perf_counter() - begin) * 1e3
        what = str(still.notes["what"])
        rows.append(NegativeRow(still.source, still.scene, what, found, spent))
        if found and len(taken) < MOST_SHOWN:
            taken.append(still.frame.picture)
            captions.append(f"{still.source} ({what})")
    table(negative_shares(rows))
    save_rows(to_csv, rows, NegativeRow)
    if sheet:
        save_picture(sheet, contact_sheet(taken, captions))
        total = sum(row.taken for row in rows)
        terminal().print(shown(sheet, len(taken), total), soft_wrap=True)


@app.command("clips")
def clips_command(
    game_name: inputs.GameName,
    watcher: Annotated[
        str, typer.Option(help="The referee: module:name of what makes one from game and start.")
    ],
    split: Split = "test",
    each: Annotated[int, typer.Option(min=1, max=MOST_EACH, help="Games a scene.")] = 1,
    faults: Annotated[int, typer.Option(min=0, max=6, help="Faults a game.")] = 2,
    plies: Annotated[
        int | None, typer.Option(min=4, help="Stop a game after so many moves.")
    ] = None,
    pace: Annotated[
        str, typer.Option(help="calm: over three seconds between moves; quick: half of that.")
    ] = "calm",
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a move.")
    ] = None,
    games_csv: Annotated[Path | None, typer.Option(help="Where to write a row a game.")] = None,
    folder: Scenes = SCENES,
) -> None:
    """Referee whole games, filmed on the scenes of a split, and judge what was said."""
    game = new_game(game_name).name
    maker = named(watcher)
    if not callable(maker) or not takes(maker, game, None):
        raise InputError(f"{watcher} cannot be called with a game and its start")
    speed = PACES[one_of(pace, PACES, "pace")]
    check_apart(to_csv, games_csv)
    check_rows(to_csv, games_csv)
    some = list(clips(game, checked(split), each, faults, plies, folder, speed))
    if not some:
        raise InputError(f"no {split} scenes of {game} are stored in {folder}")
    moves: list[MoveRow] = []
    games: list[GameRow] = []
    for clip in tracked(some, game, len(some)):
        told, row = watch(clip, maker)
        moves += told
        games.append(row)
    table(game_shares(moves, games))
    delay = middle(row.delay for row in moves)
    told_after = "–" if math.isnan(delay) else f"{delay:.1f} s after the hand has left"
    terminal().print(f"  told {told_after}; {middle(r.ms for r in games):.0f} ms a frame (medians)")
    save_rows(to_csv, moves, MoveRow)
    save_rows(games_csv, games, GameRow)


@app.command("settle")
def settle_command(
    game_name: inputs.GameName,
    split: Split = "test",
    each: Annotated[int, typer.Option(min=1, max=MOST_EACH, help="Games a scene.")] = 1,
    plies: Annotated[
        int | None, typer.Option(min=4, help="Stop a game after so many moves.")
    ] = None,
    every: Annotated[int, typer.Option(min=1, help="One frame in so many begins a bump.")] = 15,
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a clip and trial.")
    ] = None,
    folder: Scenes = SCENES,
) -> None:
    """Tell still frames from hands, in whole games, with resting hands, bumps and bad light."""
    game = new_game(game_name).name
    check_rows(to_csv)
    some = list(settle_clips(game, checked(split), each, plies, folder))
    if not some:
        raise InputError(f"no {split} scenes of {game} are stored in {folder}")
    cv2.setNumThreads(1)
    rows: list[SettleRow] = []
    for clip, rests in tracked(some, game, len(some)):
        rows += judge_settling(clip, rests, every)
    table(settle_shares(rows))
    spent = middle(row.ms for row in rows if row.trial in ("play", "rest"))
    terminal().print(f"  {spent:.1f} ms of one core a frame (median)")
    save_rows(to_csv, rows, SettleRow)
