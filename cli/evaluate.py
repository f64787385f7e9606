"""`hakem evaluate`: how well boards are found and read, and games refereed."""

from __future__ import annotations

import importlib
import math
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Annotated, Any, TypeVar

import cv2
import typer
from rich.progress import track

from cli import inputs
from cli.terminal import Terminal, terminal
from datasets.evaluate import evaluate, ringed
from datasets.evaluate_settle import SettleRow, judge_settling, settle_clips, settle_shares
from datasets.game_measures import GameRow, MoveRow, game_shares
from datasets.manifest import SCENES, SPLITS
from datasets.measures import (
    PictureRow,
    PitRow,
    Share,
    middle,
    pit_shares,
    shares,
    write_rows,
)
from datasets.negatives import negative_stills
from datasets.sheets import contact_sheet
from datasets.stills import Still, composed_stills, photo_stills, whole_stills
from datasets.trials import clips, watch
from engines import InputError, new_game
from vision.eyes import BoardNotFound

app = typer.Typer(
    help="How well boards are found and read, and games refereed.", no_args_is_help=True
)
T = TypeVar("T")

MOST_SHOWN = 24
"""Pictures with wrong cells on the contact sheet."""

Split = Annotated[str, typer.Option(help=f"One of {', '.join(SPLITS)}.")]
Scenes = Annotated[Path, typer.Option("--scenes", help="Where scenes are stored.")]
Csv = Annotated[Path | None, typer.Option("--csv", help="Where to write a row a picture.")]
Sheet = Annotated[
    Path | None, typer.Option(help="Where to draw what was read wrongly, cells ringed.")
]


@app.command("stills")
def stills_command(
    game_name: inputs.GameName,
    detector: Annotated[
        str, typer.Option(help="The reader: module:name of a class or function that makes one.")
    ],
    finder: Annotated[
        str | None, typer.Option(help="The finder, likewise; without it the true pose is given.")
    ] = None,
    split: Split = "test",
    each: Annotated[int, typer.Option(min=1, help="Composed pictures a scene.")] = 20,
    photos: Annotated[
        Path | None, typer.Option(help="A folder of labelled photos to read instead.")
    ] = None,
    seed: Annotated[int, typer.Option(help="Seed of positions and cameras.")] = 0,
    to_csv: Csv = None,
    pits_csv: Annotated[
        Path | None, typer.Option(help="Mangala: where to write a row a pit.")
    ] = None,
    sheet: Sheet = None,
    folder: Scenes = SCENES,
) -> None:
    """Find and read single pictures: composed and whole renders of a split, or photos."""
    game = new_game(game_name).name
    reader = make(detector)
    eye = make(finder) if finder else None
    pictures: list[Still]
    if photos is not None:
        pictures = list(photo_stills(game, photos))
        if eye is None:
            raise InputError("photos have no known pose; name a --finder")
    else:
        pictures = list(_rendered(game, checked(split), each, seed, folder))
    if not pictures:
        raise InputError(f"no {split} pictures of {game} are stored in {folder}")
    judged = list(progress(evaluate(pictures, eye, reader), game, len(pictures)))
    report([j.row for j in judged], [pit for j in judged for pit in j.pits])
    _write(to_csv, [j.row for j in judged])
    _write(pits_csv, [pit for j in judged for pit in j.pits])
    wrong = [j for j in judged if not j.row.exact][:MOST_SHOWN]
    captions = [f"{j.row.source}: {j.row.cells_wrong} wrong" for j in wrong]
    _write_sheet(sheet, [ringed(j) for j in wrong], captions)


@app.command("negatives")
def negatives_command(
    finder: Annotated[str, typer.Option(help="The finder: module:name.")],
    split: Split = "test",
    cut_off: Annotated[int, typer.Option(min=0, help="How many cut-off boards.")] = 100,
    sheet: Sheet = None,
    folder: Scenes = SCENES,
) -> None:
    """Look for a board where there is none, or none that is whole."""
    eye = make(finder)
    pictures = list(negative_stills(checked(split), cut_off, folder))
    if not pictures:
        raise InputError(f"no {split} negatives are stored in {folder}")
    found = []
    for still in progress(pictures, "negatives", len(pictures)):
        try:
            eye.find(still.frame)
            found.append(still)
        except BoardNotFound:
            continue
    scenes = len({still.scene for still in pictures})
    table([Share("negatives taken for a board", len(found), len(pictures), scenes)])
    captions = [f"{still.source} ({still.notes['what']})" for still in found[:MOST_SHOWN]]
    _write_sheet(sheet, [still.frame.picture for still in found[:MOST_SHOWN]], captions)


@app.command("clips")
def clips_command(
    game_name: inputs.GameName,
    watcher: Annotated[
        str, typer.Option(help="The referee: module:name of what makes one from game and start.")
    ],
    split: Split = "test",
    each: Annotated[int, typer.Option(min=1, help="Games a scene.")] = 1,
    faults: Annotated[int, typer.Option(min=0, max=6, help="Faults a game.")] = 2,
    plies: Annotated[
        int | None, typer.Option(min=4, help="Stop a game after so many moves.")
    ] = None,
    to_csv: Annotated[
        Path | None, typer.Option("--csv", help="Where to write a row a move.")
    ] = None,
    games_csv: Annotated[Path | None, typer.Option(help="Where to write a row a game.")] = None,
    folder: Scenes = SCENES,
) -> None:
    """Referee whole games, filmed on the scenes of a split, and judge what was said."""
    game = new_game(game_name).name
    maker = named(watcher)
    some = list(clips(game, checked(split), each, faults, plies, folder))
    if not some:
        raise InputError(f"no {split} scenes of {game} are stored in {folder}")
    moves: list[MoveRow] = []
    games: list[GameRow] = []
    for clip in progress(some, game, len(some)):
        told, row = watch(clip, maker)
        moves += told
        games.append(row)
    table(game_shares(moves, games))
    delay = middle(row.delay for row in moves)
    told_after = "–" if math.isnan(delay) else f"{delay:.1f} s after the hand has left"
    terminal().print(f"  told {told_after}; {middle(r.ms for r in games):.0f} ms a frame (medians)")
    _write(to_csv, moves)
    _write(games_csv, games)


@app.command("settle")
def settle_command(
    game_name: inputs.GameName,
    split: Split = "test",
    each: Annotated[int, typer.Option(min=1, help="Games a scene.")] = 1,
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
    some = list(settle_clips(game, checked(split), each, plies, folder))
    if not some:
        raise InputError(f"no {split} scenes of {game} are stored in {folder}")
    cv2.setNumThreads(1)
    rows: list[SettleRow] = []
    for clip, rests in progress(some, game, len(some)):
        rows += judge_settling(clip, rests, every)
    table(settle_shares(rows))
    spent = middle(row.ms for row in rows if row.trial in ("play", "rest"))
    terminal().print(f"  {spent:.1f} ms of one core a frame (median)")
    _write(to_csv, rows)


def _rendered(game: str, split: str, each: int, seed: int, folder: Path) -> Iterator[Still]:
    yield from composed_stills(game, split, each, seed, folder)
    if split == "test":
        yield from whole_stills(game, seed, folder)


def checked(split: str) -> str:
    """The split, if there is such a one."""
    if split not in SPLITS:
        raise InputError(f"unknown split {split!r}; known: {', '.join(SPLITS)}")
    return split


def named(name: str) -> Any:
    """What `module:name` means."""
    module, _, attribute = name.partition(":")
    try:
        return getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError, ValueError) as error:
        raise InputError(f"no {name!r}: {error}") from None


def make(name: str) -> Any:
    """An object from `module:name`; a class is called."""
    found = named(name)
    return found() if callable(found) else found


def progress(things: Iterable[T], what: str, total: int) -> Iterable[T]:
    """Show on standard error how far it has gone."""
    console = Terminal(stderr=True)
    return track(things, total=total, description=what, console=console, transient=True)


def table(lines: Iterable[Share]) -> None:
    """Print shares, each with what it rests on."""
    console = terminal()
    for share in lines:
        console.print(f"  {share}", soft_wrap=True)


def report(rows: list[PictureRow], pits: list[PitRow]) -> None:
    """One table a kind of picture: composed, whole, photo."""
    console = terminal()
    for kind in dict.fromkeys(row.kind for row in rows):
        some = [row for row in rows if row.kind == kind]
        console.print(f"[bold]{kind}[/]")
        table(shares(some))
        if pits:
            table(pit_shares(pit for pit in pits if pit.kind == kind))
        error = middle(row.corner_error for row in some)
        if not math.isnan(error):
            console.print(f"  corner error, median: {error:.3f} cells")
        find, read = (middle(getattr(row, name) for row in some) for name in ("find_ms", "read_ms"))
        found = "" if math.isnan(find) else f"find {find:.0f} ms, "
        console.print(f"  {found}read {read:.0f} ms (median)")


def _write(path: Path | None, rows: Sequence[Any]) -> None:
    if path is None:
        return
    try:
        write_rows(path, rows)
    except OSError as error:
        raise InputError(f"cannot write {path}: {error.strerror or error}") from None


def _write_sheet(path: Path | None, pictures: list[Any], captions: list[str]) -> None:
    if path is None:
        return
    try:
        written = cv2.imwrite(str(path), contact_sheet(pictures, captions))
    except cv2.error:  # no such format
        written = False
    if not written:
        raise InputError(f"cannot write {path}")
