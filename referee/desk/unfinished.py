"""The games of a desk's folder that were not finished: one tap goes on with them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from referee.desk.lines import Say
from referee.desk.titles import GAME_TITLES
from referee.journal import JournalError, read_journal
from referee.sheet.words import say_day
from referee.sitting import Beginning
from referee.sitting.rebuilding import rebuild

MOST = 6
"""So many of the newest journals are looked at: each is read as a whole."""


@dataclass(frozen=True, slots=True)
class Unfinished:
    """A game to go on with."""

    path: Path
    """Its journal."""
    beginning: Beginning
    """Who plays, and what it was watched with."""
    moves: int
    """How many moves were told."""
    begun: str
    """When it began, UTC: a table may have several games on one day."""

    def words(self, say: Say, language: str) -> str:
        """The game in one line."""
        told = self.beginning
        begun = datetime.fromisoformat(self.begun).astimezone()
        when = f"{say_day(language, f'{begun:%Y-%m-%d}')} {begun:%H:%M}"
        parts = [
            GAME_TITLES.get(told.game.name, told.game.name),
            f"{say('Table')} {told.table}" if told.table else "",
            " – ".join(name for name in told.names if name),
            say("begun %(when)s") % {"when": when},
            f"{say('Moves')}: {self.moves}",
            told.camera,
        ]
        return " · ".join(filter(None, parts))


def unfinished_in(folder: Path, but: Path | None = None) -> list[Unfinished]:
    """The unfinished games of a folder, the newest first; without the one that is watched."""
    try:
        paths = sorted(folder.glob("*.hakem"), key=lambda path: -path.stat().st_mtime)
    except OSError:
        return []
    found = []
    for path in [path for path in paths if but is None or path != but][:MOST]:
        try:
            rebuilt = rebuild(read_journal(path))
        except JournalError:  # broken, or of another program: nothing to go on with
            continue
        if rebuilt is not None and not rebuilt.done and rebuilt.beginning.camera:
            moves = rebuilt.tracker.state.ledger.n
            begun = rebuilt.written[0].time
            found.append(Unfinished(path, rebuilt.beginning, moves, begun))
    return found
