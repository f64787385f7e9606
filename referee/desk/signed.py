"""Sheets that both players have signed, kept beside the journal: it has not what was drawn."""

from __future__ import annotations

import logging
from pathlib import Path

from engines import match
from engines.players import PLAYERS
from referee import events as told
from referee.desk.scoring import Said, sheet_of
from referee.journal import JournalError
from referee.journal.places import sheets_of
from referee.languages import LANGUAGES
from referee.sheet import write_page
from referee.sitting import Sitting


def keep_signed(sitting: Sitting, said: Said) -> None:
    """Write the sheet in both languages, once both have signed; a restart still has it."""
    if not _is_signed(sitting):
        return
    sheet = sheet_of(sitting, said)
    try:
        for language in LANGUAGES:
            write_page(sheet, _path(sitting, language), language)
    except JournalError:  # the signatures stand all the same, and can still be printed
        logging.getLogger(__name__).exception("the signed sheet is not kept")


def kept_sheet(sitting: Sitting, language: str) -> bytes | None:
    """The sheet as it was signed; None where it is not signed, or was not kept."""
    if not _is_signed(sitting):
        return None
    try:
        return _path(sitting, language).read_bytes()
    except OSError:
        return None


def _is_signed(sitting: Sitting) -> bool:
    return len(sitting.keeper.round.signed) == len(PLAYERS)


def _path(sitting: Sitting, language: str) -> Path:
    """Named by the last signature: a journal may hold several sets and rounds."""
    numbers = [
        line.number
        for line in sitting.events_after(0)
        if isinstance(line.event, told.Happened) and isinstance(line.event.what, match.Signed)
    ]
    return sheets_of(sitting.journal.path) / f"{max(numbers):08d}-{language}.pdf"
