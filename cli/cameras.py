"""`hakem cameras`: which cameras are there, and one picture from any of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, NamedTuple

import typer
from rich.table import Table

from cli import inputs
from cli.outputs import check_picture, save_picture
from cli.terminal import terminal
from cli.words import language, say
from engines import InputError
from vision import cameras
from vision.cameras.demos import found_demos
from vision.cameras.raspberry import found_raspberry
from vision.cameras.usb import found_usb
from vision.frame import Frame

WARM_UP = 1.0
"""Seconds that a live camera is given to adjust itself to the light before a snapshot."""


class Found(NamedTuple):
    """A source that can be opened."""

    source: str
    """What to give as its name."""
    kind: str
    """`picamera2`, `usb` or `demo`."""
    name: str
    """What it calls itself."""


def cameras_command(
    snapshot: Annotated[
        tuple[str, Path] | None,
        typer.Option(
            metavar="SOURCE FILE", help="Save one picture of a source, e.g. usb:0 board.jpg."
        ),
    ] = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """List the cameras and demos that can be watched, or save one picture."""
    tongue = language(lang)
    if snapshot is not None:
        _snapshot(*snapshot, as_json=as_json, lang=tongue)
        return
    found, trouble = look_around()
    if as_json:
        cells = [each._asdict() for each in found]
        typer.echo(json.dumps({"cameras": cells, "picamera2": trouble or "ok"}))
        return
    console = terminal()
    if found:
        table = Table()
        for heading in ("source", "kind", "name"):
            table.add_column(say(tongue, heading), overflow="fold")
        for each in found:
            table.add_row(*each)
        console.print(table)
    if not any(each.kind != "demo" for each in found):
        console.print(say(tongue, "no_camera"))
    if trouble:
        console.print(trouble, style="grey50", markup=False)


def look_around() -> tuple[list[Found], str]:
    """All that can be opened here, and why the Raspberry Pi cameras could not be asked, if so."""
    found, trouble = [], ""
    try:
        for number, told in enumerate(found_raspberry()):
            name = f"{told.get('Model', '')} {told['Id']}".strip()
            found.append(Found(f"picamera2:{number}", "picamera2", name))
    except InputError as error:
        trouble = str(error)
    found += [Found(f"usb:{each.number}", "usb", each.name) for each in found_usb()]
    found += [Found(f"demo:{game}", "demo", game.capitalize()) for game in found_demos()]
    return found, trouble


def _snapshot(source: str, file: Path, *, as_json: bool, lang: str) -> None:
    check_picture(file)
    frame = take(source)
    save_picture(file, frame.picture)
    width, height = frame.size
    if as_json:
        told = {"source": frame.source, "file": str(file), "width": width, "height": height}
        typer.echo(json.dumps(told))
    else:
        typer.echo(say(lang, "snapshot", source=frame.source, file=file, w=width, h=height))


def take(source: str) -> Frame:
    """One frame of a source; of a live camera, one after it has adjusted itself."""
    with cameras.open(source, speed=0) as camera:
        first: Frame | None = None
        for frame in camera:
            first = first or frame
            if not camera.live or frame.time - first.time >= WARM_UP:
                return frame
    raise InputError(f"{source} gives no picture")
