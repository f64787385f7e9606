"""`hakem cameras`: which cameras are there, and one picture from any of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table

from cli import inputs
from cli.doctor.software import pi_model
from cli.outputs import check_not_input, check_picture, save_picture
from cli.page_words import refused
from cli.terminal import terminal
from cli.words import language, say
from vision.cameras.around import look_around, take


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
    console, there = terminal(), [each.source for each in found if each.kind != "demo"]
    if found:
        table = Table()
        for heading in ("source", "kind", "name"):
            table.add_column(say(tongue, heading), overflow="fold")
        for each in found:
            table.add_row(*each)
        console.print(table)
    if there:
        told = say(tongue, "cameras_found", sources=", ".join(there), first=there[0])
        console.print(told, markup=False)
    else:
        console.print(say(tongue, "no_camera"), markup=False)
    if trouble and pi_model():  # nowhere else is a camera missed because of it
        console.print(refused(tongue, trouble), style="yellow", markup=False)


def _snapshot(source: str, file: Path, *, as_json: bool, lang: str) -> None:
    check_picture(file)
    check_not_input(source, file)
    frame = take(source)
    save_picture(file, frame.picture)
    width, height = frame.size
    if as_json:
        told = {"source": frame.source, "file": str(file), "width": width, "height": height}
        typer.echo(json.dumps(told))
    else:
        typer.echo(say(lang, "snapshot", source=frame.source, file=file, w=width, h=height))
