"""`hakem print`: sheets for the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from calibration import paper
from cli import inputs
from cli.words import language, say

app = typer.Typer(help="Print sheets for the table, in exact millimetres.", no_args_is_help=True)

Out = Annotated[Path | None, typer.Option(help="The file: .pdf, .svg or .png.")]


@app.command("markers")
def markers(
    size: Annotated[
        float, typer.Option(help="Side of a marker in millimetres.")
    ] = paper.MARKER_SIZES[1],
    out: Out = None,
    lang: inputs.LangOption = None,
) -> None:
    """Four markers for the corners of an 8 x 8 board, by which it is always found."""
    _write("corner_markers", paper.markers_sheet(size), size, out or Path("markers.pdf"), lang)


@app.command("charuco")
def charuco(
    size: Annotated[
        float, typer.Option(help="Side of a square in millimetres.")
    ] = paper.SQUARE_SIZES[1],
    out: Out = None,
    lang: inputs.LangOption = None,
) -> None:
    """The sheet with which `hakem calibrate lens` measures a camera's lens."""
    _write("calibration_sheet", paper.charuco_sheet(size), size, out or Path("charuco.pdf"), lang)


def _write(what: str, svg: str, size: float, out: Path, wanted: str | None) -> None:
    lang = language(wanted)
    paper.write_sheet(svg, out)
    typer.echo(say(lang, "printed", path=out, what=say(lang, what), size=size))
