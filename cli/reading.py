"""`hakem read`: what stands on the board of a photo."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from calibration.profile import Profile
from cli import inputs
from cli.boards import draw, draw_plates
from cli.finding import finding, option_for
from cli.outputs import check_not_input, check_picture, save_picture
from cli.terminal import side_by_side, terminal
from cli.words import language, say
from engines import InputError, new_game
from engines.kulami import Kulami
from engines.mangala.values import STONES
from vision.cameras import shown_source
from vision.cameras.around import take
from vision.photo import Read, annotated, read_photo


def read(
    game_name: inputs.GameName,
    photo: Annotated[str, typer.Argument(help="A picture of the board, or a camera.")],
    corners: Annotated[
        str | None,
        typer.Option(help="Four corners x,y,x,y,… clockwise from row 1's left end; skips finding."),
    ] = None,
    pits: Annotated[
        str | None,
        typer.Option(
            help="Mangala: 12 pits x,y,… from S1 to N6, or the outer ones: N6, N1, S6, S1."
        ),
    ] = None,
    profile: Annotated[
        Path | None,
        typer.Option(help="A table's profile: its lens, place and colours (hakem calibrate)."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(help="Where to save the annotated picture; else NAME-read.png, here."),
    ] = None,
    picture: Annotated[
        bool, typer.Option("--picture/--no-picture", help="Whether to save one at all.")
    ] = True,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Find the board in a photo, read it, and say what is in doubt."""
    game = new_game(game_name).name
    if pits is not None and game != "mangala":
        raise InputError("--pits is for Mangala; give --corners")
    if corners is not None and game == "mangala":
        raise InputError("Mangala has no corners to give; give --pits")
    frame = take(photo)
    if out is None and picture and not as_json:
        out = _beside(photo)
    check_picture(out)
    check_not_input(photo, out)
    with finding(as_json, option_for(game)):
        done = read_photo(
            game,
            frame,
            inputs.read_points(corners, "--corners", (4,)) if corners is not None else None,
            inputs.read_points(pits, "--pits", (4, 12)) if pits is not None else None,
            Profile.load(profile) if profile else None,
        )
    if out is not None:
        save_picture(out, annotated(done))
    if as_json:
        typer.echo(json.dumps(done.to_json()))
        return
    show(done, language(lang))
    if out is not None:
        typer.echo(say(language(lang), "saved", path=out))


def _beside(photo: str) -> Path:
    """What the annotated picture is called where nobody says: without a camera's colon."""
    path = Path(photo)
    name = path.stem if path.exists() else inputs.plain_name(shown_source(photo))
    return Path(f"{name or 'board'}-read.png")


def show(done: Read, lang: str) -> None:
    """Print the board for people, with its doubts."""
    console = terminal()
    reading = done.reading
    options: dict[str, Any] = {}
    if reading.layout is not None:
        options["layout"] = str(reading.layout)
    game = new_game(reading.game, options)
    doubtful = reading.doubtful()
    board = draw(game, reading.most_likely(), doubtful)
    if isinstance(game, Kulami):
        plates = say(lang, "plate_letters"), draw_plates(game)
        side_by_side(console, (say(lang, "board"), board), plates)
    else:
        console.print(board)
    carrying = [n for n, there in zip(reading.names, reading.carrying, strict=True) if there]
    if carrying:
        console.print(say(lang, "tokens_on", cells=", ".join(carrying)))
    if reading.unseen_tokens:
        console.print(say(lang, "tokens_unseen", count=reading.unseen_tokens))
    if doubtful:
        console.print(say(lang, "not_sure", cells=", ".join(doubtful)))
    hidden = [name for name, seen in zip(reading.names, reading.seen, strict=True) if not seen]
    if hidden:
        console.print(say(lang, "hidden_cells", cells=", ".join(hidden)))
    if reading.game == "mangala" and not hidden:
        stones = int(reading.probabilities.argmax(1).sum())
        if stones != STONES:
            console.print(say(lang, "not_48", n=stones), style="yellow")
    if reading.doubtful_seams:
        seams = ", ".join("–".join(pair) for pair in reading.doubtful_seams)
        console.print(say(lang, "doubtful_seams", cells=seams))
