"""`hakem replay BUNDLE`: a table's journal again, through today's code."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer

from cli.boards import draw
from cli.eyes import seer_of
from cli.journal_lines import show_entries
from cli.journaling import show_check
from cli.outcome import show_result
from cli.scoring import score_table, winner_line
from cli.terminal import terminal
from cli.words import say
from engines import InputError
from engines.match import Round
from referee.bundle import Bundle, is_bundle, opened, versions
from referee.desk.scoring import sheet_again
from referee.journal import Entry, read_journal, verify
from referee.journal.frames import read_frames
from referee.journal.places import frames_of
from referee.replaying import Difference, PlayedAgain, compare_events, frames_again, play_again
from referee.sheet import Sheet
from referee.sitting.rebuilding import rebuild


def replay_table(file: Path, through: str | None, *, as_json: bool, lang: str) -> bool:
    """Replay a bundle, or a journal itself; gives whether today's code says the same."""
    if not is_bundle(file):
        return _replay(file, None, through, as_json=as_json, lang=lang)
    with opened(file) as bundle:
        return _replay(bundle.journal, bundle, through, as_json=as_json, lang=lang)


def _replay(
    path: Path, bundle: Bundle | None, through: str | None, *, as_json: bool, lang: str
) -> bool:
    entries = read_journal(path)
    again = play_again(entries)
    checked = verify(path)
    kept = list(read_frames(frames_of(path)))
    seen: tuple[Difference, ...] | None = None
    if through is not None:
        seer = seer_of(through, again.game.name if again.game else None)
        seen = compare_events(entries, list(frames_again(kept, seer)))
    changed = _changed_versions(bundle)
    same = checked.good and not again.differences and not seen
    if as_json:
        data: dict[str, Any] = {
            "journal": checked.to_json(),
            "moves": again.moves,
            "differences": [each.to_json() for each in again.differences],
            "frames": len(kept),
            "seen_otherwise": None if seen is None else [each.to_json() for each in seen],
            "versions": changed,
            "game": again.game.name if again.game else None,
            "position": again.position.to_json() if again.game else None,
        }
        typer.echo(json.dumps(data, ensure_ascii=False))
        return same
    show_entries(entries, lang)
    show_check(checked, lang)
    _show_again(again, entries, lang)
    console = terminal()
    for each in (*again.differences, *(seen or ())):
        line = say(lang, "differs", n=each.number, then=each.recorded, now=each.today)
        console.print(line, style="bold red", markup=False, soft_wrap=True)
    if not again.differences:
        console.print(say(lang, "same_again", n=again.moves), style="bold green")
    if seen is not None and not seen:
        console.print(say(lang, "seen_same", n=len(kept)), style="bold green")
    for name, (then, now) in changed.items():
        console.print(f"{name}: {then} → {now}", style="grey50", markup=False)
    return same


def _kept(entries: Sequence[Entry], again: PlayedAgain) -> tuple[Sheet, Round] | None:
    """The last game as its round was kept; None where the journal tells of no round, or not as
    Hakem does."""
    try:
        rebuilt = rebuild(entries)
        if rebuilt is None or not rebuilt.keeper.round.set_number:
            return None
        return sheet_again(rebuilt, again.position), rebuilt.keeper.round
    except InputError:
        return None


def _show_again(again: PlayedAgain, entries: Sequence[Entry], lang: str) -> None:
    """The board at the end, and who has won: what the round has decided, not the board alone."""
    if again.game is None:
        return
    console = terminal()
    console.print(draw(again.game, again.game.board_of(again.position)))
    kept = _kept(entries, again)
    ended = again.game.outcome(again.position) is not None
    if not ended and not (kept and kept[0].counted.over):
        console.print(say(lang, "unended"))
    elif kept:
        show_result(console, *kept, lang)
    else:
        result = again.game.score(again.position)
        console.print(score_table(again.game, result, lang))
        console.print(winner_line(again.game, result, lang))


def _changed_versions(bundle: Bundle | None) -> dict[str, tuple[str, str]]:
    """What ran when the bundle was packed and what runs now, where they differ."""
    if bundle is None:
        return {}
    then = bundle.manifest["versions"]
    return {
        name: (str(then.get(name)), now)
        for name, now in versions().items()
        if then.get(name) != now
    }
