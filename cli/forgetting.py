"""`hakem forget`: delete what is kept of a table, or of all tables before a day."""

from __future__ import annotations

import json
import shlex
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Annotated, Any

import typer
from rich.table import Table

from cli import inputs
from cli.terminal import terminal, yes
from cli.words import language, say
from engines import InputError
from referee.copies import bundles_of, sheets_in
from referee.journal import JournalError
from referee.journal.erasing import Kept, forget, journals_in, kept_of
from referee.journal.places import DESK_FOLDER, tables_folder


def forget_command(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            help="Journals, or folders with journals; else the user's data folder, and `tables` "
            "here, where a desk writes.",
            metavar="[PATH…]",
        ),
    ] = None,
    days: Annotated[
        int | None, typer.Option(min=0, max=36500, help="Only tables last written so long ago.")
    ] = None,
    before: Annotated[
        str | None,
        typer.Option(metavar="DATE", help="Only tables last written before this day: 2026-06-30."),
    ] = None,
    every: Annotated[
        bool, typer.Option("--all", help="All journals of a folder, however new.")
    ] = False,
    yes: Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")] = False,
    as_json: inputs.JsonOption = False,
    lang: inputs.LangOption = None,
) -> None:
    """Delete a table's journal with its pictures and frames; asks first."""
    tongue = language(lang)
    limit = _limit(days, before)
    if every and limit is not None:
        raise InputError("--all goes without --days and --before")
    usual = [folder for folder in (tables_folder(), DESK_FOLDER) if folder.is_dir()]
    found = _found(paths or usual, limit, every)
    if as_json and not yes:
        raise InputError("with --json nobody can be asked; add --yes")
    if found and not as_json:
        _show(found, tongue)
    if found and not yes and not _agreed(tongue):
        typer.echo(say(tongue, "forget_kept"))
        raise typer.Exit(1)
    folders = [path for path in paths or usual if path.is_dir()]
    copies = {each.journal: bundles_of(each.journal, _around(each, folders)) for each in found}
    gone, busy = _forget_all(found)
    here = {folder for each in gone for folder in _around(each, folders)}
    bundles = {path for each in gone for path in copies[each.journal]}
    stay = sorted({*bundles, *sheets_in(here)})
    if as_json:
        told: dict[str, Any] = {"forgotten": [_told(each) for each in gone], "refused": busy}
        told["copies"] = [str(path) for path in stay]
        typer.echo(json.dumps(told, ensure_ascii=False))
    elif gone or not busy:
        _report(gone, stay, tongue)
    if busy:
        raise InputError("; ".join(busy))


def _limit(days: int | None, before: str | None) -> datetime | None:
    """Tables last written before this are meant; None: however new."""
    if days is not None and before is not None:
        raise InputError("give --days or --before, not both")
    if days is not None:
        return datetime.now(UTC) - timedelta(days=days)
    if before is None:
        return None
    try:
        return datetime.strptime(before, "%Y-%m-%d").astimezone()
    except ValueError:
        raise InputError(f"--before takes a day like 2026-06-30, not {before!r}") from None


def _found(paths: list[Path], limit: datetime | None, every: bool) -> list[Kept]:
    """What is to go; everything is looked at before anything is deleted."""
    found: dict[Path, Kept] = {}
    for path in paths:
        if path.is_dir() and limit is None and not every:
            raise InputError(f"{path} is a folder; say which: --days N, --before DATE or --all")
        for journal in journals_in(path) if path.is_dir() else [path]:
            kept = kept_of(journal)
            if limit is None or (kept.last is not None and kept.last < limit):
                found[journal.absolute()] = kept
    return list(found.values())


def _around(kept: Kept, folders: list[Path]) -> set[Path]:
    """Where copies of a table are looked for: beside its journal, and in the folders named."""
    return {kept.journal.parent, *folders}


def _forget_all(found: list[Kept]) -> tuple[list[Kept], list[str]]:
    """Forget one after the other; a table in use does not save the others."""
    gone, busy = [], []
    for kept in found:
        try:
            gone.append(forget(kept.journal))
        except JournalError as error:
            busy.append(str(error))
    return gone, busy


def _agreed(lang: str) -> bool:
    if not sys.stdin or not sys.stdin.isatty():
        raise InputError("nobody is there to ask; add --yes to delete without asking")
    return yes(lang, say(lang, "forget_ask"))


def _show(found: list[Kept], lang: str) -> None:
    table = Table(box=None, pad_edge=False, header_style="bold")
    table.add_column(say(lang, "forget_journal"), overflow="fold")
    for heading in ("forget_last", "forget_pictures", "forget_size"):
        table.add_column(say(lang, heading), justify="right", no_wrap=True)
    for kept in found:
        when = f"{kept.last.astimezone():%Y-%m-%d %H:%M}" if kept.last else "?"
        table.add_row(str(kept.journal), when, str(kept.pictures), f"{kept.bytes / 1e6:.1f} MB")
    terminal().print(table)


def _report(gone: list[Kept], stay: list[Path], lang: str) -> None:
    console = terminal()
    for kept in gone:
        told = say(lang, "forgotten", path=kept.journal, n=len(kept.files), size=kept.bytes / 1e6)
        console.print(told, markup=False, soft_wrap=True)
        for path in kept.foreign:
            console.print(
                say(lang, "forget_foreign", path=path), style="yellow", markup=False, soft_wrap=True
            )
    for path in stay:
        told = say(lang, "forget_copy", path=path)
        console.print(told, style="yellow", markup=False, soft_wrap=True)
    if stay:
        told = say(lang, "forget_by_hand", paths=shlex.join(map(str, stay)))
        console.print(told, style="yellow", markup=False, soft_wrap=True)
    if gone:
        console.print(say(lang, "forget_copies"), style="grey50", soft_wrap=True)
    else:
        console.print(say(lang, "forget_none"))


def _told(kept: Kept) -> dict[str, Any]:
    return {
        "journal": str(kept.journal),
        "files": len(kept.files),
        "pictures": kept.pictures,
        "bytes": kept.bytes,
        "last": None if kept.last is None else kept.last.isoformat(),
        "left": [str(path) for path in kept.foreign],
    }
