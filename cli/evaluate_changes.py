"""`hakem evaluate changes`: is it told which cells changed between two settled frames?"""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from cli import inputs
from cli.outputs import check_rows, save_rows
from cli.tables import MOST_EACH, Scenes, Split, checked, table
from cli.terminal import terminal, tracked
from datasets.evaluate_changes import ChangeRow, change_shares, judge_changes, pairs
from datasets.manifest import SCENES
from datasets.measures import middle
from datasets.stills import stored_scenes
from engines import InputError, new_game
from vision.detectors import detector


def changes_command(
    game_name: inputs.GameName,
    split: Split = "test",
    each: Annotated[int, typer.Option(min=1, max=MOST_EACH, help="Pairs of frames a scene.")] = 20,
    seed: Annotated[int, typer.Option(min=0, help="Seed of positions and cameras.")] = 0,
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a pair.")
    ] = None,
    folder: Scenes = SCENES,
) -> None:
    """Compare frames a move apart, with flicker and a nudge between them."""
    game = new_game(game_name).name
    total = stored_scenes(game, checked(split), folder=folder) * each
    if not total:
        raise InputError(f"no {split} scenes of {game} are stored in {folder}")
    check_rows(to_csv)
    some = tracked(pairs(game, split, each, seed, folder), game, total)
    rows = list(judge_changes(some, detector(game)))
    table(change_shares(rows))
    terminal().print(f"  {middle(row.ms for row in rows):.0f} ms (median)")
    save_rows(to_csv, rows, ChangeRow)
