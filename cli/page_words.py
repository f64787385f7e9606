"""What the terminal says in the words of the page: faults and refusals."""

from __future__ import annotations

from engines.contract import Fault
from referee.desk.lines import Say, fault_words, reason_words
from referee.desk.refusals import refusal_words
from referee.desk.texts import translations
from referee.told_fault import ToldFault


def sayer(lang: str) -> Say:
    """The page's translator into a language."""
    return translations(lang).gettext


def fault_text(lang: str, game: str, fault: Fault) -> str:
    """One sentence: what went wrong, where, and against which article."""
    return fault_words(sayer(lang), ToldFault.of(game, fault), lang)


def reason(lang: str, why: str) -> str:
    """Why a command failed; in English where nobody has foreseen it."""
    told = reason_words(sayer(lang), refused(lang, why))
    return why if told == reason_words(str, why) else told


def refused(lang: str, why: object) -> str:
    """Why something cannot be done, or not be written."""
    return refusal_words(sayer(lang), str(why))
