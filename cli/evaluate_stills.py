"""`hakem evaluate stills`: how well boards are found and read in single pictures."""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import inputs
from cli.eyes import finder_of, reader_maker
from cli.outputs import check_apart, check_picture, check_rows, save_picture, save_rows
from cli.tables import (
    MOST_EACH,
    MOST_SHOWN,
    Scenes,
    Sheet,
    Split,
    checked,
    one_of,
    shown,
    some_of,
    table,
)
from cli.terminal import terminal, tracked
from datasets.altered import WAYS, altered_stills
from datasets.evaluate import Judged, ReaderOf, evaluate, ringed
from datasets.manifest import SCENES
from datasets.measures import PictureRow, PitRow, middle, pit_shares, shares
from datasets.photos import photo_count
from datasets.reliability import BinRow, Reliability, diagram
from datasets.second_look import Adapting
from datasets.sheets import contact_sheet
from datasets.stills import Still, composed_stills, photo_stills, stored_scenes, whole_stills
from engines import InputError, new_game
from vision.frame import Picture

GIVEN = ("nothing", "pose")


def stills_command(
    game_name: inputs.GameName,
    detector: Annotated[
        str | None,
        typer.Option(help="Another reader: module:name of a class or function that makes one."),
    ] = None,
    finder: Annotated[str | None, typer.Option(help="Another finder, likewise.")] = None,
    given: Annotated[
        str,
        typer.Option(
            metavar="|".join(GIVEN),
            help="What is told beforehand: nothing, or the pose (photos: their labels).",
        ),
    ] = "nothing",
    adapted: Annotated[
        bool, typer.Option("--adapted", help="Let the reader learn each table's start first.")
    ] = False,
    followed: Annotated[
        bool, typer.Option("--followed", help="With --adapted: and a position that followed.")
    ] = False,
    split: Split = "test",
    each: Annotated[
        int, typer.Option(min=1, max=MOST_EACH, help="Composed pictures a scene.")
    ] = 20,
    hands: Annotated[
        float, typer.Option(min=0, max=1, help="Share of these with a hand over the board.")
    ] = 0.0,
    photos: Annotated[
        Path | None, typer.Option(help="A folder of labelled photos to read instead.")
    ] = None,
    altered: Annotated[
        bool,
        typer.Option(
            "--altered", help="With --photos: each turned, smaller, dark, soft, grey, ..."
        ),
    ] = False,
    seed: Annotated[int, typer.Option(min=0, help="Seed of positions and cameras.")] = 0,
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a picture.")
    ] = None,
    pits_csv: Annotated[
        Path | None, typer.Option(help="Mangala: where to write a row a pit.")
    ] = None,
    reliability: Annotated[
        Path | None, typer.Option(help="Where to write how often what was said surely is right.")
    ] = None,
    diagram_to: Annotated[
        Path | None, typer.Option("--diagram", help="Where to draw that.")
    ] = None,
    sheet: Sheet = None,
    folder: Scenes = SCENES,
) -> None:
    """Find and read single pictures: composed and whole renders of a split, or photos."""
    game = new_game(game_name).name
    checked(split)
    one_of(given, GIVEN, "choice for --given")
    if pits_csv is not None and game != "mangala":
        raise InputError(f"--pits-csv is for Mangala; {game} has no pits")
    if followed and not adapted:
        raise InputError("--followed goes with --adapted")
    if given == "pose" and finder is not None:
        raise InputError("with --given pose nothing is to be found; leave --finder out")
    if photos is not None and (adapted or hands):
        raise InputError("--adapted and --hands are for rendered tables, not for photos")
    if altered and photos is None:
        raise InputError("--altered goes with --photos")
    check_apart(to_csv, pits_csv, reliability, sheet, diagram_to)
    check_rows(to_csv, pits_csv, reliability)
    check_picture(sheet, diagram_to)
    make = reader_maker(detector, game)
    reader_of = Adapting(make, folder, followed) if adapted else _always(make())
    eye = None if given == "pose" else finder_of(finder, game)
    if photos is None:
        pictures, total = _rendered(game, split, each, seed, folder, hands)
    else:
        pictures, total = _of_photos(game, photos, altered)
    if not total:
        where = f"in {photos}" if photos else f"of {split} in {folder}"
        raise InputError(f"no pictures of {game} are stored {where}")
    seen = _Seen(MOST_SHOWN if sheet else 0, adapted)
    for judged in tracked(evaluate(pictures, eye, reader_of), game, total):
        seen.add(judged)
    if not seen.rows:
        what = some_of(seen.left_out, "picture")
        raise InputError(f"nothing to judge: {what} had to be left out, all there are")
    seen.report()
    save_rows(to_csv, seen.rows, PictureRow)
    save_rows(pits_csv, seen.pits, PitRow)
    save_rows(reliability, seen.reliability.rows(), BinRow)
    if diagram_to:
        save_picture(diagram_to, diagram(seen.reliability.rows()))
    if sheet:
        save_picture(sheet, contact_sheet(seen.wrong, seen.captions))
        terminal().print(shown(sheet, len(seen.wrong), seen.not_exact), soft_wrap=True)


def _always(reader: Any) -> ReaderOf:
    return lambda _still: reader


def _of_photos(game: str, folder: Path, altered: bool) -> tuple[Iterator[Still], int]:
    """The photos as they are, or in other ways, and how many pictures that gives."""
    count = photo_count(folder, game)
    if altered:
        return altered_stills(game, folder), count * len(WAYS)
    return photo_stills(game, folder), count


def _rendered(
    game: str, split: str, each: int, seed: int, folder: Path, hands: float
) -> tuple[Iterator[Still], int]:
    """The pictures of a split, made one after the other, and how many there will be."""
    pictures: Iterator[Still] = composed_stills(game, split, each, seed, folder, hands)
    total = each * stored_scenes(game, split, folder=folder)
    if split == "test":
        pictures = chain(pictures, whole_stills(game, seed, folder))
        total += stored_scenes(game, split, "whole", folder)
    return pictures, total


class _Seen:
    """What is kept of the pictures: their rows, and a few of the wrong ones."""

    def __init__(self, most_shown: int, adapted: bool) -> None:
        self.rows: list[PictureRow] = []
        self.pits: list[PitRow] = []
        self.reliability = Reliability()
        self.wrong: list[Picture] = []
        self.captions: list[str] = []
        self.left_out = self.not_exact = 0
        self._most, self._adapted = most_shown, adapted

    def add(self, judged: Judged | None) -> None:
        """Take a picture's result in."""
        if judged is None:
            self.left_out += 1
            return
        row = judged.row
        self.rows.append(row)
        self.pits += judged.pits
        if judged.compared is not None:
            self.reliability.add(row.kind, judged.compared.answers)
        if row.exact or not row.cells:
            return
        self.not_exact += 1
        if len(self.wrong) < self._most:
            self.wrong.append(ringed(judged))
            told = f"{row.cells_wrong} wrong" if row.found else "not found"
            self.captions.append(f"{row.source}: {told}")

    def report(self) -> None:
        """One table a kind of picture: composed, hand, whole, photo."""
        console = terminal()
        for kind in dict.fromkeys(row.kind for row in self.rows):
            some = [row for row in self.rows if row.kind == kind]
            console.print(f"[bold]{kind}[/]")
            table(shares(some))
            if self.pits:
                table(pit_shares(pit for pit in self.pits if pit.kind == kind))
            error = middle(row.corner_error for row in some)
            if not math.isnan(error):
                console.print(f"  corner error, median: {error:.3f} cells")
            find, read = (middle(getattr(r, name) for r in some) for name in ("find_ms", "read_ms"))
            times = [f"{w} {t:.0f} ms" for w, t in (("find", find), ("read", read)) if t == t]
            console.print(f"  {', '.join(times)} (median)")
        if self.left_out:
            why = "no second look at their table" if self._adapted else "nobody counted their pits"
            console.print(f"{some_of(self.left_out, 'picture')} left out: {why}", soft_wrap=True)
