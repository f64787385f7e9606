"""What the terminal says in the words of the page: faults and refusals."""

from __future__ import annotations

from engines.contract import Fault
from referee.desk.lines import Say, fault_words, reason_words
from referee.desk.refusals import refusal_words
from referee.desk.texts import translations
from referee.told_fault import ToldFault

OPTION = ": --"
"""Where an option of a command begins behind words."""


def sayer(lang: str) -> Say:
    """The page's translator into a language."""
    return translations(lang).gettext


def fault_text(lang: str, game: str, fault: Fault) -> str:
    """One sentence: what went wrong, where, and against which article."""
    return fault_words(sayer(lang), ToldFault.of(game, fault), lang)


def reason(lang: str, why: str) -> str:
    """Why a command failed; in English where nobody has foreseen it.

    An option that would help stands at the end and is the same in every language.
    """
    why, sign, option = why.partition(OPTION)
    words = refused(lang, why)
    if words == why:  # it may be a reason and what to do about it
        words = "; ".join(refused(lang, part) for part in why.split("; "))
    told = reason_words(sayer(lang), words)
    told = why if told == reason_words(str, why) else told
    return f"{told.removesuffix('.')}{sign}{option}" if sign else told


def refused(lang: str, why: object) -> str:
    """Why something cannot be done, or not be written."""
    return refusal_words(sayer(lang), str(why))
