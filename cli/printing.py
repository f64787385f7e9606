"""`hakem print`: sheets for the table."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from calibration import paper
from cli import inputs
from cli.words import language, say
from engines import InputError

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


@app.command("card")
def card(
    address: Annotated[
        str | None, typer.Option(help="The desk's address; else that of the desk that runs here.")
    ] = None,
    pin: Annotated[str | None, typer.Option(help="The table's PIN.")] = None,
    table: Annotated[str, typer.Option(help="The number of the table.")] = "",
    port: Annotated[int, typer.Option(min=1, max=65535, help="The port of the desk.")] = 8000,
    players: Annotated[
        bool, typer.Option("--players", help="Only the players' half, without the PIN.")
    ] = False,
    out: Out = None,
    lang: inputs.LangOption = None,
) -> None:
    """The table card: QR codes of the players' page and, with the PIN, of the referee's."""
    from referee.desk.address import only_here
    from referee.desk.card import card_drawing
    from referee.desk.notes import desk_on

    if players and pin is not None:
        raise InputError("--players leaves the PIN out; give one of them")
    if address is None or (pin is None and not players):
        note = desk_on(port)
        address, pin, table = address or note.address, pin or note.pin, table or note.table
    path = out or Path("card.pdf")
    paper.write_sheet(card_drawing(address, None if players else pin, table), path)
    typer.echo(say(language(lang), "card_printed", path=path, address=address))
    if only_here(address):
        typer.echo(say(language(lang), "card_only_here", address=address), err=True)


def _write(what: str, svg: str, size: float, out: Path, wanted: str | None) -> None:
    lang = language(wanted)
    paper.write_sheet(svg, out)
    typer.echo(say(lang, "printed", path=out, what=say(lang, what), size=size))
