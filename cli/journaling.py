"""`hakem journal`: what happened at a table, as shown, exported and verified; `hakem bundle`."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table
from rich.text import Text

from cli import inputs
from cli.outputs import check_not_input
from cli.terminal import terminal
from cli.words import language, say, side_name
from engines import InputError
from referee.bundle import is_bundle, opened, pack
from referee.journal import Entry, JournalError, Verified, read_journal, verify
from referee.journal.export import records_of, transcript

DEEDS = ("show", "verify", "record", "transcript")
"""What can be done with a journal."""


def journal_command(
    file: Annotated[Path, typer.Argument(help="A journal, or a bundle of one.")],
    deed: Annotated[
        str,
        typer.Argument(
            help="show; verify: was it edited, and where; record: its games as JSON records; "
            "transcript: its moves in one line a game."
        ),
    ] = "show",
    last: Annotated[int | None, typer.Option(help="Show only so many events.", min=1)] = None,
    sheet: Annotated[
        str | None,
        typer.Option(
            metavar="EVENT:HASH",
            help="verify: is this what a printed sheet says of this journal?",
        ),
    ] = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Show a table's journal, verify it, or export it."""
    tongue = language(lang)
    if deed not in DEEDS:
        raise InputError(f"cannot {deed!r} a journal; expected one of: {', '.join(DEEDS)}")
    if sheet is not None and deed != "verify":
        raise InputError("--sheet belongs to verify")
    printed = None if sheet is None else _printed(sheet)
    if is_bundle(file):
        with opened(file) as bundle:
            good = _do(bundle.journal, deed, last, printed, as_json=as_json, lang=tongue)
    else:
        good = _do(file, deed, last, printed, as_json=as_json, lang=tongue)
    if not good:
        raise typer.Exit(1)


def _printed(text: str) -> tuple[int, str]:
    """The number and the hash that a sheet says; raises `InputError`."""
    number, _, digits = text.replace(" ", "").partition(":")
    known = re.fullmatch(r"[0-9a-fA-F]{16,64}", digits)
    if not (number.isascii() and number.isdigit() and known):
        raise InputError(f"--sheet takes EVENT:HASH as printed on the sheet, not {text!r}")
    return int(number), digits.lower()


def _do(
    path: Path,
    deed: str,
    last: int | None,
    printed: tuple[int, str] | None,
    *,
    as_json: bool,
    lang: str,
) -> bool:
    """Do it; gives whether the journal is as it was written, where that was asked."""
    if deed == "verify":
        checked = verify(path)
        fits = None if printed is None else _fits(read_journal(path), *printed)
        if as_json:
            told_ = checked.to_json() | ({} if fits is None else {"sheet": fits})
            typer.echo(json.dumps(told_, ensure_ascii=False))
        else:
            show_check(checked, lang)
            if printed is not None:
                word = "sheet_fits" if fits else "sheet_differs"
                style = "bold green" if fits else "bold red"
                terminal().print(say(lang, word, n=printed[0]), style=style)
        return checked.good and fits is not False
    entries = read_journal(path)
    if deed == "show" and not as_json:
        show_entries(entries[-last:] if last else entries, lang)
        show_check(verify(path), lang)
    elif deed == "show":
        for entry in entries[-last:] if last else entries:
            typer.echo(json.dumps(entry.to_json(), ensure_ascii=False))
    else:
        for record in records_of(entries):
            told: Any = transcript(record) if deed == "transcript" else record.to_json()
            typer.echo(told if isinstance(told, str) else json.dumps(told, ensure_ascii=False))
    return True


def _fits(entries: tuple[Entry, ...], number: int, digits: str) -> bool:
    """Whether the event of this number has the hash that begins so."""
    return any(each.number == number and each.hash.startswith(digits) for each in entries)


def show_entries(entries: tuple[Entry, ...], lang: str) -> None:
    """The events for people, one a line."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for heading in ("number", "time", "event"):
        table.add_column(say(lang, heading), no_wrap=heading != "event")
    table.add_column("", overflow="fold")
    for entry in entries:
        event = _event(entry)
        style = {"fault": "bold red", "move": "", "?": "bold red"}.get(event["event"], "grey50")
        time = entry.time[:19].replace("T", " ")
        table.add_row(str(entry.number), time, Text(event["event"]), Text(_line(event, lang)),
                      style=style)  # fmt: skip
    terminal().print(table)


def _event(entry: Entry) -> dict[str, Any]:
    """An event to be shown; one that somebody spoilt is shown as the text it now is."""
    try:
        return entry.event
    except JournalError:
        return {"event": "?", "text": entry.text}


def _line(event: dict[str, Any], lang: str) -> str:
    """What an event says, in one line; what is long or for machines is left out."""
    words = []
    side = event.get("side")
    if isinstance(side, str) and side in ("B", "W", "R", "south", "north"):
        words.append(side_name(lang, side))
    if isinstance(event.get("move"), str):
        words.append(event["move"])
    faults = event.get("faults")
    for fault in faults if isinstance(faults, list) else []:
        if isinstance(fault, dict):
            cells = fault.get("cells")
            places = ", ".join(map(str, cells)) if isinstance(cells, list) else ""
            said = fault.get(lang) or fault.get("code")
            words.append(f"{said} [{places}] ({fault.get('article', '?')})")
    if words:
        return " ".join(words)
    hidden = ("event", "time", "pictures", "position", "before", "board", "mind", "pose", "lay",
              "others", "asked", "versions", "settings", "round_rules")  # fmt: skip
    rest = {key: value for key, value in event.items() if key not in hidden}
    text = ", ".join(f"{key} {_plain(value)}" for key, value in rest.items())
    return text if len(text) <= 200 else text[:199] + "…"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)


def show_check(checked: Verified, lang: str) -> None:
    """Whether the journal is as it was written, for people."""
    console = terminal()
    if checked.good:
        told = say(lang, "journal_good", n=checked.events, pictures=checked.pictures)
        console.print(told, style="bold green")
    for trouble in checked.troubles:
        console.print(
            say(lang, "trouble", n=trouble.number, what=say(lang, f"trouble_{trouble.code}")),
            style="bold red",
        )
        console.print(f"  {trouble.what}", style="grey50", markup=False, soft_wrap=True)
    console.print(
        say(lang, "last_hash", n=checked.events, hash=checked.last), markup=False, soft_wrap=True
    )


def bundle_command(
    journal: Annotated[Path, typer.Argument(help="The journal of the table.")],
    out: Annotated[
        Path | None, typer.Option(help="The file to write; else NAME-bundle.zip, here.")
    ] = None,
    profile: Annotated[
        Path | None, typer.Option(help="The table's profile, to go with it.")
    ] = None,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Pack a table's journal, pictures, profile, versions and last frames into one file."""
    target = out or Path(f"{journal.stem}-bundle.zip")
    if target.is_dir():
        raise InputError(f"cannot write {target}: it is a folder")
    for read in (journal, profile):
        if read is not None:
            check_not_input(read, target)
    manifest = pack(journal, target, profile)
    if as_json:
        typer.echo(json.dumps({"file": str(target), **manifest}, ensure_ascii=False))
        return
    tongue = language(lang)
    files = manifest["files"]
    size = sum(file["size"] for file in files.values()) / 1e6
    typer.echo(say(tongue, "bundled", path=target, n=len(files), size=size))
    if not manifest["journal"]["good"]:
        typer.echo(say(tongue, "bundled_edited"))
