"""`hakem calibrate colours`: teach a table's own looks, and keep them in its profile."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import numpy as np
import typer

from calibration.pose import Pose
from calibration.profile import Profile
from cli import inputs
from cli.finding import finding, option_for
from cli.outputs import check_rows
from cli.words import language, say
from engines import AnyGame, InputError, new_game
from vision.cameras.around import take
from vision.detectors import AnyDetector, detector
from vision.detectors.memory import memory, recall
from vision.frame import Frame
from vision.photo import locate

ALIKE = 0.85
"""At least this share of the cells must look like the board that is said to stand there."""


def colours_command(
    game_name: inputs.GameName,
    source: Annotated[str, typer.Argument(help="A picture of the board, or a camera.")],
    out: Annotated[Path, typer.Option(help="The profile to write; an old one keeps its rest.")],
    board: Annotated[
        str, typer.Option(help="What stands there: 'start', a board as text, or a file.")
    ] = "start",
    corners: Annotated[
        str | None, typer.Option(help="Corners x,y,… clockwise from row 1's left end.")
    ] = None,
    pits: Annotated[
        str | None, typer.Option(help="Mangala: 12 pits x,y,… from S1 to N6, or N6, N1, S6, S1.")
    ] = None,
    afresh: Annotated[
        bool, typer.Option("--afresh", help="Forget what was learnt before.")
    ] = False,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Learn how this table looks from a picture of a known position."""
    speak = language(lang)
    game = new_game(game_name)
    known = (
        game.board_of(game.start())
        if board == "start"
        else inputs.read_board(game, board, "the board")
    )
    check_rows(out)
    frame = take(source)
    profile = Profile.load(out) if out.exists() else Profile(frame.source, frame.size)
    profile.fits(frame.size)
    reader = detector(game.name)
    if not afresh and game.name in profile.colours:
        recall(game.name, reader, profile.colours[game.name])
    with finding(as_json, option_for(game.name)):
        pose = locate(
            game.name,
            frame,
            inputs.read_points(corners, "--corners", (4,)) if corners is not None else None,
            inputs.read_points(pits, "--pits", (4, 12)) if pits is not None else None,
            profile,
        )
    turns = [pose] if corners or pits or profile.pose else _turns(pose)
    pose, share, otherwise = _alike(game, reader, frame, turns, known)
    if share < ALIKE or otherwise:
        what = ", ".join(otherwise) or f"{1 - share:.0%} of it"
        raise InputError(
            f"the board in the picture is not the one that was named: {what} "
            f"{'look' if len(otherwise) > 1 else 'looks'} different; set it up, or say with "
            "--board what stands there"
        )
    reader.adapt(frame, pose, known)
    learnt = dict(profile.colours) | {game.name: memory(game.name, reader)}
    replace(profile, colours=learnt).save(out)
    lessons = len(reader.adaptation.lessons)
    if as_json:
        typer.echo(json.dumps({"profile": str(out), "game": game.name, "lessons": lessons}))
        return
    typer.echo(say(speak, "learnt", count=lessons))
    typer.echo(say(speak, "saved", path=out))


def _turns(pose: Pose) -> list[Pose]:
    """Every way in which the board may be called by its rows."""
    return [pose.turned(quarters) for quarters in range(0, 4, 1 if pose.places is None else 2)]


def _alike(
    game: AnyGame, reader: AnyDetector, frame: Frame, turns: list[Pose], board: Any
) -> tuple[Pose, float, list[str]]:
    """The turn in which the reading fits the board best, how well, and what is plainly other."""
    wanted = list(board.stones if game.name == "mangala" else "".join(board.rows))
    found = []
    for pose in turns:
        reading = reader.read(frame, pose)
        best = [reading.contents[i] for i in reading.probabilities.argmax(1)]
        same = {
            name: told == str(true)
            for name, told, true, seen in zip(
                reading.names, best, wanted, reading.seen, strict=True
            )
            if seen and true not in (None, "?")
        }
        doubtful = reading.doubtful()
        otherwise = [name for name, is_so in same.items() if not is_so and name not in doubtful]
        found.append((pose, float(np.mean([*same.values()])) if same else 0.0, otherwise))
    return max(found, key=lambda item: item[1])
