"""`hakem calibrate`: the lens and the place of the board, kept in a table's profile."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.progress import Progress, SpinnerColumn, TextColumn
from rich.table import Table

from calibration.charuco import Collection, find_lens
from calibration.corners import pose_from_corners
from calibration.lens import Lens
from calibration.markers import find_by_markers
from calibration.pose import BoardNotFound
from calibration.profile import Profile
from cli import inputs
from cli.colours import colours_command
from cli.finding import CORNERS, finding
from cli.outputs import check_rows
from cli.page_words import refused
from cli.terminal import Terminal, terminal
from cli.words import language, say
from engines import InputError
from vision import cameras
from vision.cameras.around import take
from vision.cameras.folder import PictureFolder
from vision.frame import Frame

app = typer.Typer(help="Measure a camera and keep it in a profile.", no_args_is_help=True)
app.command("colours")(colours_command)

EACH_SECOND = 4
"""Pictures of a video or a camera that are looked at each second."""
SLACK = 0.01
"""Seconds by which a frame may come too early and still be looked at."""


@app.command("lens")
def lens_command(
    source: Annotated[
        str,
        typer.Argument(help="Pictures of the calibration sheet: a folder, a video or a camera."),
    ],
    out: Annotated[
        Path,
        typer.Option(help="The profile to write; an old one keeps its colours, not its board."),
    ],
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Measure the lens by pictures of the sheet that `hakem print charuco` prints."""
    speak = language(lang)
    old = _old(out)
    with finding(as_json):
        collection, seen, camera = _collect(source, speak, old, out, quiet=as_json)
        lens = find_lens(collection)
    kept = {} if old is None else old.colours
    Profile(camera, lens.size, lens, colours=kept).save(out)
    dropped = old is not None and old.pose is not None  # it was found through the old lens
    coverage = collection.coverage
    if as_json:
        told: dict[str, Any] = {
            "profile": str(out),
            "pictures": seen,
            "views": coverage.views,
            "complete": coverage.complete,
            "advice": coverage.advice(speak),
            "error": round(lens.error, 4),
            "field": round(lens.field, 2),
            "dropped": ["pose"] if dropped else [],
        }
        typer.echo(json.dumps(told, ensure_ascii=False))
        return
    advice = coverage.advice(speak)
    typer.echo(say(speak, "views", seen=seen, taken=coverage.views, advice=advice))
    typer.echo(_lens_line(lens, speak))
    if dropped:
        typer.echo(say(speak, "pose_dropped"))
    typer.echo(say(speak, "saved", path=out))


@app.command("board")
def board_command(
    source: Annotated[
        str, typer.Argument(help="A picture of the table with its markers, or a camera.")
    ],
    out: Annotated[Path, typer.Option(help="The profile to write; an old one keeps its rest.")],
    corners: Annotated[
        str | None,
        typer.Option(help="x,y of the lattice's corners, clockwise from row 1's left end."),
    ] = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Find an 8 x 8 board by its corner markers, or by corners given, and keep where it lies."""
    speak = language(lang)
    old = _old(out)
    frame = take(source)
    _check_size(old, out, frame)
    profile = old or Profile(frame.source, frame.size)
    with finding(as_json, CORNERS):
        if corners is None:
            pose = find_by_markers(frame, profile.lens)
        else:
            given = frame.from_original(inputs.read_points(corners, "--corners", (4,)))
            pose = pose_from_corners(given, frame.size, profile.lens)
    replace(profile, pose=pose).save(out)
    if as_json:
        typer.echo(json.dumps({"found": True, "profile": str(out), "pose": pose.to_json()}))
        return
    typer.echo(f"{say(speak, 'pose')}: {say(speak, 'board_at', quality=pose.quality)}")
    typer.echo(say(speak, "saved", path=out))


@app.command("show")
def show_command(
    path: Annotated[Path, typer.Argument(help="The profile.", metavar="PROFILE")],
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Check a profile and say what is in it."""
    speak = language(lang)
    profile = Profile.load(path)
    if as_json:
        typer.echo(json.dumps(profile.to_json(), ensure_ascii=False))
        return
    nothing = say(speak, "none")
    pose = profile.pose
    table = Table(show_header=False, box=None, pad_edge=False)
    rows = (
        ("camera", profile.camera),
        ("size", f"{profile.size[0]} x {profile.size[1]}"),
        ("lens", _lens_line(profile.lens, speak) if profile.lens else nothing),
        ("pose", say(speak, "board_at", quality=pose.quality) if pose else nothing),
        ("colours", ", ".join(profile.colours) or nothing),
        ("created", f"{profile.created} (Hakem {profile.hakem})"),
    )
    for key, value in rows:
        table.add_row(say(speak, key), value)
    terminal().print(table)


def _old(out: Path) -> Profile | None:
    """The profile that is there already; told before any work where none can be written."""
    check_rows(out)
    return Profile.load(out) if out.exists() else None


def _check_size(old: Profile | None, out: Path, frame: Frame) -> None:
    """Refuse pictures of another size than the old profile's: all that it keeps would be wrong."""
    if old is not None and old.size != frame.size:
        raise InputError(
            f"{out} is for pictures of {old.size[0]} x {old.size[1]}, the camera gives "
            f"{frame.size[0]} x {frame.size[1]}; set the camera back or name another file to write"
        )


def _collect(
    source: str, lang: str, old: Profile | None, out: Path, quiet: bool
) -> tuple[Collection, int, str]:
    """The views of a source, how many pictures were looked at, and its name without a password.

    A live camera is looked at until no view is missing.
    """
    collection, seen, last = Collection(), 0, None
    broken: list[InputError] = []
    columns = SpinnerColumn(), TextColumn("{task.description}")
    console = Terminal(stderr=True)
    hidden = not console.is_terminal
    with (
        _pictures_or_camera(source) as camera,
        Progress(*columns, console=console, transient=True, disable=hidden) as bar,
    ):
        task = bar.add_task(camera.source, total=None)
        pictures = isinstance(camera, PictureFolder)
        for frame in _each(camera) if pictures else _some(camera):
            seen += 1
            if isinstance(frame, InputError):
                broken.append(frame)
                line = refused(lang, frame)
            else:
                _check_size(old, out, frame)
                try:
                    key = "view_taken" if collection.add(frame.picture) else "view_alike"
                    line = say(lang, key, source=frame.source)
                except BoardNotFound as error:
                    last, line = error, f"{frame.source}: {refused(lang, error.reason)}"
            if pictures and not quiet:
                typer.echo(line)
            advice = collection.coverage.advice(lang)
            bar.update(task, description=f"{len(collection.views)}: {advice}")
            if camera.live and collection.coverage.complete:
                break
    if len(broken) == seen > 0:
        raise broken[0]
    if not collection.views and last is not None:
        raise last
    return collection, seen, camera.source


def _pictures_or_camera(source: str) -> cameras.Camera:
    """A folder in which the first picture may be broken too, or any other source."""
    folder = Path(source)
    return (
        PictureFolder.of(folder, patient=True) if folder.is_dir() else cameras.open(source, speed=0)
    )


def _each(pictures: Iterator[Frame]) -> Iterator[Frame | InputError]:
    """Every picture, or why it cannot be read: those of the others are not lost for it."""
    while True:
        try:
            yield next(pictures)
        except StopIteration:
            return
        except InputError as error:
            yield error


def _some(frames: Iterable[Frame]) -> Iterator[Frame]:
    """A few frames of each second."""
    due = -math.inf
    for frame in frames:
        if frame.time >= due:
            due = frame.time + 1 / EACH_SECOND - SLACK
            yield frame


def _lens_line(lens: Lens, lang: str) -> str:
    error, field = say(lang, "lens_error", error=lens.error), lens.field
    return f"{error}, {say(lang, 'lens_field', field=field)}"
