"""What a look at a table has found, in words: what is right, what is wrong, what to do."""

from __future__ import annotations

from dataclasses import dataclass, field

from referee.desk.lines import Say, reason_words
from referee.desk.refusals import refusal_words
from referee.desk.trial import Trial, TrialLook

MOST = 8
"""So many cells are named."""


@dataclass
class Findings:
    """Lines of a list, each with how it is meant."""

    lines: list[tuple[str, str]] = field(default_factory=list)
    """`right`, `maybe` or `wrong`, and a sentence."""

    def add(self, kind: str, *sentences: str) -> None:
        """One more."""
        self.lines.append((kind, " ".join(filter(None, sentences))))


def findings_of(trial: Trial, look: TrialLook | None, say: Say) -> Findings:
    """What is to be said after a look."""
    told = Findings()
    if trial.trouble:
        why = reason_words(say, refusal_words(say, trial.trouble))
        told.add("wrong", f"{say('No pictures from the camera')}.", why)
        return told
    if trial.refused:
        told.add("wrong", reason_words(say, refusal_words(say, trial.refused)))
        return told
    if look is None:
        told.add("maybe", say("Looking for the board."))
        return told
    if look.dark:
        told.add("wrong", say("It is too dark."), say("Switch a lamp on, or open the curtains."))
    if look.pose is None:
        words = reason_words(say, "; ".join(filter(None, (look.reason, look.what_to_do))))
        told.add("wrong", say("The board is not seen."), words)
        told.add("maybe", say("Or drag the four points in the picture onto the board yourself."))
        return told
    told.add("right", say("The board is found."))
    if look.moved:
        told.add("maybe", say("The board or the camera has just moved."), say("Let it rest."))
    if look.glare:
        told.add(
            "maybe",
            f"{say('Glare on these squares')}: {_cells(look.glare)}.",
            say("Turn the lamp away or move the camera a little."),
        )
    if look.ready:
        told.add("right", say("Start position recognised"))
        if look.unclear:
            told.add(
                "maybe",
                f"{say('These were not clear, but fit the start position')}: "
                f"{_cells(look.unclear)}.",
                say("Have a look yourself."),
            )
    else:
        told.add(
            "wrong",
            f"{say('This is not the start position')}: {_cells(look.wrong)}.",
            say("Set the pieces up; or say below with what the game begins."),
        )
    doubtful = tuple(name for name in look.doubtful if name not in look.unclear)
    if doubtful:
        told.add("maybe", f"{say('Not sure of')}: {_cells(doubtful)}.")
    return told


def _cells(names: tuple[str, ...]) -> str:
    more = f" … (+{len(names) - MOST})" if len(names) > MOST else ""
    return ", ".join(names[:MOST]) + more
