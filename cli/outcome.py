"""How a table stands when its watch or its journal ends, in the words of the sheet to be signed."""

from __future__ import annotations

from rich.console import Console

from cli.page_words import sayer
from cli.scoring import score_table
from cli.words import say, side_name
from engines.match import Round
from referee.desk.scoring import Said, sheet_of
from referee.sheet import Sheet
from referee.sheet.parts import early_result, result_of, sets_of
from referee.sheet.words import EARLY, say_point
from referee.sheet.words import say as on_sheet
from referee.sitting import Sitting


def show_outcome(console: Console, sitting: Sitting, lang: str) -> None:
    """The score of a game that is over and who has won; of any other, whose turn it is."""
    sheet, tracker = sheet_of(sitting, Said()), sitting.tracker
    if not sheet.counted.over:
        console.print(say(lang, "to_move", side=side_name(lang, tracker.position.side)))
        return
    show_result(console, sheet, sitting.keeper.round, lang)


def show_result(console: Console, sheet: Sheet, round_: Round, lang: str) -> None:
    """The score of a game that is over, and who has won: what the round has decided."""
    console.print(score_table(sheet.counted.game, sheet.counted.score, lang))
    for words in _outcome(sheet, round_, lang):
        console.print(words, style="bold", markup=False)


def _outcome(sheet: Sheet, round_: Round, lang: str) -> list[str]:
    """What the round has decided; who is ahead while something is open."""
    early, more = sheet.early, list[str]()
    if early is not None and early.reason in EARLY:  # what is open on the board changes nothing
        told = early_result(sheet, early, lang)
    elif round_.question is not None:
        told = sayer(lang)("The rules leave this to the referee: who wins?")
    else:
        told = result_of(sheet, lang)
        if not sheet.final:
            told = say(lang, "not_final", who=told)
            points = "; ".join(say_point(lang, point) for point in sheet.open)
            more.append(say(lang, "sign_open", points=points))
    if round_.conduct.sets > 1:
        note = sets_of(sheet, lang)["note"]
        more += [note] if note else []
        if sheet.round is None or not sheet.round.abandoned:  # else the round is lost, not the set
            told = f"{on_sheet(lang, 'set', n=round_.set_number)}: {told}"
    return [told, *more]
