"""The options of `hakem score` around photos and sheets, and the questions it asks."""

from __future__ import annotations

import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

import typer

from calibration.profile import Profile
from cli import inputs
from cli.outputs import check_apart, check_not_input, check_rows
from cli.words import say, side_name
from engines import InputError
from engines.grid import HIDDEN
from referee.journal import verify
from referee.languages import check_language
from referee.sheet import Confirmed, Counted, Heading, OpenPoint, Sheet, count_photo, write_page
from referee.sheet.counting import content_of
from referee.sheet.page import KINDS, draw, write_drawing
from referee.sheet.values import SETS, today
from referee.sheet.words import say_point
from vision.cameras import folder, is_named
from vision.cameras.around import take
from vision.photo import read_photo
from vision.reading import CONTENTS

Corners = Annotated[
    str | None, typer.Option(help="A photo: four corners x,y,… clockwise from row 1's left end.")
]
Pits = Annotated[
    str | None,
    typer.Option(help="A photo of Mangala: 12 pits x,y,… from S1 to N6, or N6, N1, S6, S1."),
]
ProfileOption = Annotated[Path | None, typer.Option(help="A photo: the table's profile.")]
Confirm = Annotated[
    list[str] | None,
    typer.Option(
        help="What a person has checked: a cell's content as in d4=B or S3=2 (. is empty), "
        "'plates' as read, 'over': the game has ended. Several with commas, or again."
    ),
]
SheetFile = Annotated[
    Path | None, typer.Option(help="Write the score sheet, one page of A4: .pdf or .png.")
]
DrawingFile = Annotated[
    Path | None, typer.Option(help="Save the clean board with its score: .svg, .pdf or .png.")
]
OverlayFile = Annotated[
    Path | None,
    typer.Option(help="Save the straightened photo with the score over it: .svg, .pdf or .png."),
]
Language = Annotated[
    str | None,
    typer.Option(
        "--language", help="The sheet's language, tr or en; else that of --lang and the terminal."
    ),
]
Names = Annotated[
    str | None, typer.Option(help="Both players, black (south) first: 'Elif Işık, Can Şen'.")
]
EventName = Annotated[str, typer.Option("--event", help="The tournament.")]
TableName = Annotated[str, typer.Option("--table", help="The table.")]
RoundName = Annotated[str, typer.Option("--round", help="The round.")]
Day = Annotated[str | None, typer.Option("--date", help="The day; else today. '' leaves it open.")]
Count = Annotated[
    str | None, typer.Option(help="Mangala: the referee's own count, south and north: 26,22.")
]
Sets = Annotated[
    str | None, typer.Option(help="Mangala: the sets before this one, south's first: 25-23,20-28.")
]
JournalFile = Annotated[
    Path | None, typer.Option(help="The table's journal, whose last hash goes on the sheet.")
]


@dataclass(frozen=True)
class Wanted:
    """What is to be written."""

    sheet: Path | None
    """The page."""
    drawing: Path | None
    """The clean board."""
    overlay: Path | None
    """The photo with the score over it."""
    language: str
    """The language of the page."""

    def check(self, *read: str | Path | None) -> None:
        """Refuse what cannot be written, and what would overwrite what is read, before the work."""
        outputs = self.sheet, self.drawing, self.overlay
        check_language(self.language)
        check_apart(*outputs)
        check_rows(*outputs)
        for given in read:
            if given is not None:
                check_not_input(given, *outputs)
        for path, kinds in (
            (self.sheet, KINDS),
            (self.drawing, (".svg", *KINDS)),
            (self.overlay, (".svg", *KINDS)),
        ):
            if path is not None and path.suffix.lower() not in kinds:
                raise InputError(f"{path} must end in {', '.join(kinds[:-1])} or {kinds[-1]}")

    def write(self, sheet: Sheet) -> None:
        """Write all that is wanted."""
        if self.drawing is not None:
            write_drawing(draw(sheet.counted), self.drawing)
        if self.overlay is not None:
            write_drawing(draw(sheet.counted, over_picture=True), self.overlay)
        if self.sheet is not None:
            write_page(sheet, self.sheet, self.language)

    def tell(self, sheet: Sheet, lang: str) -> None:
        """Say what was written, and what is open."""
        for path in (self.drawing, self.overlay, self.sheet):
            if path is not None:
                typer.echo(say(lang, "saved", path=path))
        if sheet.final and self.sheet is not None:
            typer.echo(say(lang, "sheet_final"))
        elif self.sheet is not None or _more_than_its_end(sheet):
            told = "; ".join(say_point(lang, point) for point in sheet.open)
            typer.echo(say(lang, "sheet_open", points=told))
            takes = [point.word for point in sheet.open if point.what != "counts"]
            if takes:
                typer.echo(say(lang, "sheet_confirm", words=",".join(takes)))
            _tell_letters(sheet.counted, lang)
            if any(point.what == "hidden" for point in sheet.open):
                typer.echo(say(lang, "sheet_hidden"))


def _more_than_its_end(sheet: Sheet) -> bool:
    """Whether more is open than that a written board shows no end, which the score's line says."""
    read = sheet.counted.read is not None
    return any(read or point.what != "over" for point in sheet.open)


def _tell_letters(counted: Counted, lang: str) -> None:
    """What the letters of open cells mean: they are the same in every language."""
    known = [each for each in CONTENTS[counted.game.name] if each.isalpha()]
    if counted.doubtful and known:
        told = ", ".join(f"{each} = {side_name(lang, each)}" for each in known)
        typer.echo(say(lang, "sheet_letters", letters=told))


def is_picture(given: str) -> bool:
    """Whether a board is given as a photo or a camera, not as text."""
    if is_named(given):
        return True
    try:
        return folder.is_picture(Path(given))
    except (OSError, ValueError):
        return False


def refuse_photo_options(*given: object) -> None:
    """Refuse what only a photo can use: plates by `auto`, corners, pits, profile, overlay."""
    layout, *others = given
    if layout == "auto" or any(other is not None for other in others):
        raise InputError(
            "--layout auto, --corners, --pits, --profile and --overlay are for a photo; "
            "the board given is no picture"
        )


def heading_of(
    names: str | None, event: str, table: str, round_name: str, date: str | None
) -> Heading:
    """Who, where, when."""
    day = today() if date is None else date
    return Heading(inputs.read_names(names), event, table, round_name, day)


def counts_of(
    game: str, count: str | None, sets: str | None
) -> tuple[tuple[int, int] | None, tuple[tuple[int, int], ...]]:
    """The referee's own count, and the sets before this one."""
    if game != "mangala" and (count is not None or sets is not None):
        raise InputError("--count and --sets are for Mangala")
    earlier = tuple(_pair(each, "--sets", "-") for each in sets.split(",")) if sets else ()
    if len(earlier) >= SETS:
        raise InputError(f"--sets takes the sets before this one, {SETS - 1} at most")
    return (None if count is None else _pair(count, "--count", ",")), earlier


def _pair(text: str, name: str, sign: str) -> tuple[int, int]:
    words = text.strip().split(sign)
    if len(words) != 2 or not all(w.strip().isascii() and w.strip().isdigit() for w in words):
        raise InputError(f"{name} takes two numbers as in 26{sign}22, not {text!r}")
    first, second = int(words[0]), int(words[1])
    if first + second > 48:
        raise InputError(f"{name} {text}: there are 48 stones, not {first + second}")
    return first, second


def fingerprint(journal: Path | None) -> tuple[str, int]:
    """The last hash of a journal and the number of its event; refuses one that was edited."""
    if journal is None:
        return "", 0
    checked = verify(journal)
    if not checked.good:
        raise InputError(f"{journal}: {checked.troubles[0].what}; no sheet can rest on it")
    return checked.last, checked.events


def count_picture(
    game: str,
    source: str,
    layout: str | None,
    rules: list[str] | None,
    corners: str | None,
    pits: str | None,
    profile: Path | None,
    said: Confirmed,
    *,
    ask: bool,
    lang: str,
) -> Counted:
    """The board of a photo counted; on a terminal, what is open is asked."""
    if pits is not None and game != "mangala":
        raise InputError("--pits is for Mangala; give --corners")
    if corners is not None and game == "mangala":
        raise InputError("Mangala has no corners to give; give --pits")
    plates = None if layout == "auto" else layout
    options = inputs.read_options(game, rules, plates)
    known = options.pop("layout", None)
    if layout == "auto" and game != "kulami":
        raise InputError("--layout is for Kulami only")
    read = read_photo(
        game,
        take(source),
        inputs.read_points(corners, "--corners", (4,)) if corners is not None else None,
        inputs.read_points(pits, "--pits", (4, 12)) if pits is not None else None,
        Profile.load(profile) if profile else None,
        alone=False,  # the sheet weighs the 48 stones itself, and asks where they overrule the eye
    )

    def count(told: Confirmed) -> Counted:
        return count_photo(read, options, None if known is None else str(known), told)

    counted = count(said)
    asked = ask and sys.stdin.isatty() and sys.stdout.isatty()
    if asked:
        _tell_letters(counted, lang)
    while asked and counted.open:
        answered = _ask(game, counted.open[0], said, lang)
        if answered is None:
            break
        said = answered
        counted = count(said)
    return counted


def _ask(game: str, point: OpenPoint, said: Confirmed, lang: str) -> Confirmed | None:
    """Ask about one open point; None when the answer is no, or nobody wants to be asked."""
    question = say_point(lang, point)
    if not point.cell:
        if not typer.confirm(say(lang, "is_it_so", what=question)):
            return None
        return replace(said, plates=True) if point.what == "plates" else replace(said, over=True)
    while True:
        answer = typer.prompt(question, default=point.likely or HIDDEN)
        if answer.strip() == HIDDEN:
            return None
        try:
            content = content_of(game, point.cell, answer)
        except InputError as error:
            typer.echo(str(error))
            continue
        return replace(said, cells={**said.cells, point.cell: content})
