"""`hakem journal`: what happened at a table, as shown, exported and verified; `hakem bundle`."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

import typer

from cli import inputs
from cli.journal_lines import event_of, show_entries
from cli.outputs import check_not_input
from cli.page_words import refused
from cli.terminal import terminal
from cli.words import language, say
from engines import InputError
from referee.bundle import is_bundle, opened, pack
from referee.journal import Entry, Verified, read_journal, verify
from referee.journal.export import records_of, transcript
from referee.journal.pictures import named_in
from referee.journal.places import DESK_FOLDER, pictures_of, tables_folder

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
    move: Annotated[
        int | None,
        typer.Option(help="Show only what was said of this move, and where its pictures are."),
    ] = None,
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
    if str(file) in DEEDS and deed not in DEEDS:
        raise InputError(f"the file comes first: hakem journal {deed} {file}")
    if deed not in DEEDS:
        raise InputError(f"cannot {deed!r} a journal; expected one of: {', '.join(DEEDS)}")
    if sheet is not None and deed != "verify":
        raise InputError("--sheet belongs to verify")
    if move is not None and deed != "show":
        raise InputError("--move belongs to show")
    if not inputs.is_there(file):
        raise InputError(
            f"there is no file {file}; the desk writes journals to the folder {DESK_FOLDER} "
            f"where it was started, hakem watch to {tables_folder()}"
        )
    wanted = _Wanted(deed, last, move, None if sheet is None else _printed(sheet))
    if is_bundle(file):
        with opened(file) as bundle:
            good = _do(bundle.journal, wanted, as_json=as_json, lang=tongue, packed=True)
    else:
        good = _do(file, wanted, as_json=as_json, lang=tongue)
    if not good:
        raise typer.Exit(1)


def _printed(text: str) -> tuple[int, str]:
    """The number and the hash that a sheet says; raises `InputError`."""
    number, _, digits = text.replace(" ", "").partition(":")
    known = re.fullmatch(r"[0-9a-fA-F]{16,64}", digits)
    if not (number.isascii() and number.isdigit() and known):
        raise InputError(f"--sheet takes EVENT:HASH as printed on the sheet, not {text!r}")
    return int(number), digits.lower()


@dataclass(frozen=True, slots=True)
class _Wanted:
    """What is asked of a journal."""

    deed: str
    last: int | None
    """Only so many events."""
    move: int | None
    """Only those of this move."""
    printed: tuple[int, str] | None
    """The number and the hash that a sheet says."""

    def of(self, entries: tuple[Entry, ...]) -> tuple[Entry, ...]:
        """The events that are to be shown; raises `InputError`."""
        if self.move is not None:
            entries = tuple(each for each in entries if _concerns(event_of(each), self.move))
            if not entries:
                raise InputError(f"the journal tells of no move {self.move}")
        return entries[-self.last :] if self.last else entries


def _do(path: Path, wanted: _Wanted, *, as_json: bool, lang: str, packed: bool = False) -> bool:
    """Do it; gives whether the journal is as it was written, where that was asked."""
    if wanted.deed == "verify":
        return _verified(path, wanted.printed, as_json=as_json, lang=lang)
    entries = read_journal(path)
    if wanted.deed == "show" and not as_json:
        shown = show_entries(entries, lang, wanted.of)
        if wanted.move is not None and not packed:
            _show_pictures(path, shown, lang)
        show_check(verify(path), lang)
    elif wanted.deed == "show":
        for entry in wanted.of(entries):
            typer.echo(json.dumps(entry.to_json(), ensure_ascii=False))
    else:
        faults = gaps = 0
        for record in records_of(entries):
            told: Any = transcript(record) if wanted.deed == "transcript" else record.to_json()
            typer.echo(told if isinstance(told, str) else json.dumps(told, ensure_ascii=False))
            faults += sum(step.board is not None for step in record.steps)
            gaps += sum(step.position is not None for step in record.steps)
        if wanted.deed == "transcript" and faults:
            typer.echo(say(lang, "transcript_faults", n=faults), err=True)
        if wanted.deed == "transcript" and gaps:
            typer.echo(say(lang, "transcript_gaps", n=gaps), err=True)
    return True


def _verified(path: Path, printed: tuple[int, str] | None, *, as_json: bool, lang: str) -> bool:
    """Whether nobody has edited it, and it is what a printed sheet says."""
    checked = verify(path)
    fits = None if printed is None else _fits(read_journal(path), *printed)
    if as_json:
        told = checked.to_json() | ({} if fits is None else {"sheet": fits})
        typer.echo(json.dumps(told, ensure_ascii=False))
        return checked.good and fits is not False
    show_check(checked, lang)
    if printed is not None:
        word = "sheet_fits" if fits else "sheet_differs"
        style = "bold green" if fits else "bold red"
        terminal().print(say(lang, word, n=printed[0]), style=style)
    return checked.good and fits is not False


def _show_pictures(path: Path, entries: tuple[Entry, ...], lang: str) -> None:
    """Where the pictures of these events are."""
    for entry in entries:
        named = named_in(event_of(entry))
        for what, file in sorted(named.items(), key=lambda each: each[0] == "after"):
            told = say(lang, f"picture_{what}") if what in ("before", "after") else what
            terminal().print(f"{entry.number} {told}: {pictures_of(path) / file}", markup=False,
                             soft_wrap=True)  # fmt: skip


def _fits(entries: tuple[Entry, ...], number: int, digits: str) -> bool:
    """Whether the event of this number has the hash that begins so."""
    return any(each.number == number and each.hash.startswith(digits) for each in entries)


def _concerns(event: dict[str, Any], move: int) -> bool:
    """Whether an event tells of a move, be it that it was taken back."""
    n, detail = event.get("n"), str(event.get("detail", ""))
    undone = event["event"] == "told" and event.get("what") == "undo"
    if undone and isinstance(n, int) and detail.isascii() and detail.isdigit():
        return n < move <= n + int(detail)
    return n == move


def show_check(checked: Verified, lang: str) -> None:
    """Whether the journal is as it was written, for people."""
    console = terminal()
    if checked.good:
        told = say(lang, "journal_good", n=checked.events, pictures=checked.pictures)
        console.print(told, style="bold green")
    for trouble in checked.troubles:
        if trouble.code == "pictures_missing":  # of no single event
            console.print(refused(lang, trouble.what), style="bold red", markup=False,
                          soft_wrap=True)  # fmt: skip
            continue
        console.print(
            say(lang, "trouble", n=trouble.number, what=say(lang, f"trouble_{trouble.code}")),
            style="bold red",
        )
        detail = refused(lang, trouble.what)
        console.print(f"  {detail}", style="grey50", markup=False, soft_wrap=True)
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
