"""`hakem evaluate`: how well boards are found and read."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import cv2
import typer
from rich.progress import track

from cli import inputs
from cli.terminal import Terminal, terminal
from datasets.evaluate import Judged, evaluate, ringed, write_rows
from datasets.manifest import SCENES, SPLITS
from datasets.measures import PictureRow, middle, shares
from datasets.sheets import contact_sheet
from datasets.stills import Still, composed_stills, photo_stills, whole_stills
from engines import InputError, new_game

app = typer.Typer(help="How well boards are found and read.", no_args_is_help=True)

MOST_SHOWN = 24
"""Pictures with wrong cells on the contact sheet."""


@app.callback()
def about() -> None:
    """How well boards are found and read."""


@app.command("stills")
def stills_command(
    game_name: inputs.GameName,
    detector: Annotated[
        str, typer.Option(help="The reader: module:name of a class or function that makes one.")
    ],
    finder: Annotated[
        str | None, typer.Option(help="The finder, likewise; without it the true pose is given.")
    ] = None,
    split: Annotated[str, typer.Option(help=f"One of {', '.join(SPLITS)}.")] = "test",
    each: Annotated[int, typer.Option(min=1, help="Composed pictures a scene.")] = 20,
    photos: Annotated[
        Path | None, typer.Option(help="A folder of labelled photos to read instead.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of positions and cameras.")] = 0,
    to_csv: Annotated[Path | None, typer.Option("--csv", help="A row a picture.")] = None,
    sheet: Annotated[
        Path | None, typer.Option(help="A picture of what was read wrongly, cells ringed.")
    ] = None,
    folder: Annotated[Path, typer.Option("--scenes", help="Where scenes are stored.")] = SCENES,
) -> None:
    """Find and read single pictures: composed and whole renders of a split, or photos."""
    if split not in SPLITS:
        raise InputError(f"unknown split {split!r}; known: {', '.join(SPLITS)}")
    game = new_game(game_name).name
    reader = make(detector)
    eye = make(finder) if finder else None
    pictures: list[Still]
    if photos is not None:
        pictures = list(photo_stills(game, photos))
        if eye is None:
            raise InputError("photos have no known pose; name a --finder")
    else:
        pictures = list(_rendered(game, split, each, seed, folder))
    if not pictures:
        raise InputError(f"no {split} pictures of {game} are stored in {folder}")
    judged = list(
        track(
            evaluate(pictures, eye, reader),
            total=len(pictures),
            description=game,
            console=Terminal(stderr=True),
            transient=True,
        )
    )
    report([j.row for j in judged])
    if to_csv:
        try:
            write_rows(to_csv, (j.row for j in judged))
        except OSError as error:
            raise InputError(f"cannot write {to_csv}: {error.strerror or error}") from None
    if sheet:
        _write_sheet(sheet, judged)


def _rendered(game: str, split: str, each: int, seed: int, folder: Path) -> Iterator[Still]:
    yield from composed_stills(game, split, each, seed, folder)
    if split == "test":
        yield from whole_stills(game, seed, folder)


def make(name: str) -> Any:
    """An object from `module:name`; a class is called."""
    module, _, attribute = name.partition(":")
    try:
        found = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(f"no {name!r}: {error}") from None
    return found() if callable(found) else found


def report(rows: list[PictureRow]) -> None:
    """One table a kind of picture: composed, whole, photo."""
    console = terminal()
    for kind in dict.fromkeys(row.kind for row in rows):
        some = [row for row in rows if row.kind == kind]
        console.print(f"[bold]{kind}[/]")
        for share in shares(some):
            console.print(f"  {share}", soft_wrap=True)
        error = middle(row.corner_error for row in some)
        if not math.isnan(error):
            console.print(f"  corner error, median: {error:.3f} cells")
        find, read = (middle(getattr(row, name) for row in some) for name in ("find_ms", "read_ms"))
        console.print(f"  find {find:.0f} ms, read {read:.0f} ms (median)")


def _write_sheet(path: Path, judged: list[Judged]) -> None:
    wrong = [j for j in judged if not j.row.exact][:MOST_SHOWN]
    pictures = [ringed(j) for j in wrong]
    captions = [f"{j.row.source}: {j.row.cells_wrong} wrong" for j in wrong]
    if not cv2.imwrite(str(path), contact_sheet(pictures, captions)):
        raise InputError(f"cannot write {path}")
