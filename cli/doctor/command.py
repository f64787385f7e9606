"""The doctor's round, shown as a table or as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer
from rich.table import Table
from rich.text import Text

from cli.doctor import machine, software, words
from cli.doctor.finding import BROKEN, Finding
from cli.terminal import terminal
from cli.words import language
from engines import GAMES

VISION = Path(__file__).resolve().parents[2] / "vision"
COLOURS = {"good": "green", "unneeded": "grey50", "mind": "yellow", "mend": "bold red"}


def doctor(
    camera: Annotated[
        str | None, typer.Option(metavar="SOURCE", help="Also take a picture with this camera.")
    ] = None,
    folder: Annotated[
        Path | None,
        typer.Option(help="Where journals are to be kept.", show_default="the user's data folder"),
    ] = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
    lang: Annotated[
        str | None, typer.Option(help="tr or en; else as the environment says.")
    ] = None,
) -> None:
    """Check whether this machine can watch a table, and say what to do if not.

    The status is 1 where something must be mended; a machine without a camera shows demos well.
    """
    tongue = language(lang)
    findings = list(examine(camera, folder or usual_folder()))
    ill = sum(finding.state == "mend" for finding in findings)
    # A network camera is in no list; one that has given a picture is there.
    good = {finding.check for finding in findings if finding.state == "good"}
    sees = "cameras" in good or ("picture" in good and machine.looks_at_the_world(camera))
    if as_json:
        told = [{**each.to_json(), "advice": advice(each, tongue)} for each in findings]
        ready = not ill and sees
        said = {"good": not ill, "ready": ready, "findings": told}
        typer.echo(json.dumps(said, ensure_ascii=False))
    else:
        _show(findings, tongue)
        pair, style = words.ALL_WELL, "bold green"
        if ill:
            pair, style = words.NOT_WELL, "bold red"
        elif not sees:
            pair, style = words.NO_CAMERA, "bold yellow"
        terminal().print(words.phrase(pair, tongue, n=ill), style=style, markup=False)
    if ill:
        raise typer.Exit(1)


def usual_folder() -> Path:
    """Where journals lie; here, where a broken package keeps that from being asked."""
    try:
        from referee.journal.places import tables_folder
    except BROKEN:
        return Path()
    return tables_folder()


def examine(camera: str | None, folder: Path) -> Iterator[Finding]:
    """Look at one thing after the other."""
    yield software.check_python()
    yield software.check_packages()
    yield software.check_picamera2(software.pi_model())
    yield software.check_models(VISION / "models")
    yield software.check_demos(VISION / "demos", GAMES)
    yield machine.check_cameras()
    if camera is not None:
        yield machine.check_picture(camera)
    yield machine.check_rights(Path("/dev"))
    yield machine.check_disk(folder)
    yield machine.check_folder(folder)
    yield machine.check_clock(VISION)


def advice(finding: Finding, lang: str) -> str:
    """What to do, in words; empty where nothing is to be done."""
    if not finding.advice:
        return ""
    return words.phrase(words.ADVICE[finding.advice], lang, about=finding.about)


def _show(findings: list[Finding], lang: str) -> None:
    table = Table(header_style="bold")
    for heading in words.HEADINGS.values():
        table.add_column(words.phrase(heading, lang), overflow="fold")
    for each in findings:
        state = Text(words.phrase(words.STATES[each.state], lang), COLOURS[each.state])
        what = words.phrase(words.CHECKS[each.check], lang)
        found = str(each.count or each.found)
        table.add_row(what, state, Text(found), Text(advice(each, lang)))
    console = terminal()
    console.print(table)
    for each in findings:  # once more where it is seen last, in lines that can be copied
        if each.state == "mend":
            what = words.phrase(words.CHECKS[each.check], lang)
            told = f"{what}: {each.found}\n  {advice(each, lang)}"
            console.print(told, style=COLOURS["mend"], markup=False, soft_wrap=True)
