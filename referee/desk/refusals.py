"""Why an order is refused, in the reader's language: the table says it in English."""

from __future__ import annotations

import re
from functools import cache

from engines.match.transition import NEXT
from referee.desk.lines import Say

REFUSALS = (
    *NEXT.values(),
    "this cannot happen now: %(why)s",
    "no set can begin now: %(why)s",
    "the game cannot be ended now: %(why)s",
    "%(count)s moves cannot be taken back; told so far: %(told)s",
    "nothing is in doubt; there is nothing to choose",
    "there is nothing to choose: no doubt waits for an answer",
    "there is no answer %(number)s; answers: %(count)s",
    "nobody has asked whether the mover has finished",
    "%(cell)s cannot hold %(content)s; valid: %(known)s",
    "%(count)s stones are in the pits; Mangala has %(all)s",
    "no such cell %(cell)s; cells are %(known)s",
    "no such cell %(cell)s",
    "player %(turn)s is to move; player %(by)s is bound to nothing",
    "player %(by)s has signed already",
    "name at least one cell that a piece left",
    "nothing is left to the referee",
    "say who gives up: A or B",
)
"""What an order may be refused with; a value of it may be such a text again."""
_EVENT = re.compile(r"^\w+(?= cannot happen now: )")
"""The name that the rules have for an event means nothing to a referee."""


def refusal_words(say: Say, text: str) -> str:
    """A refusal in the reader's language; as it is where nobody has foreseen it."""
    text = _EVENT.sub("this", text)
    whole = say(text)
    if whole != text:
        return whole
    for template in REFUSALS:
        found = _pattern(template).fullmatch(text)
        if found is not None:
            values = {name: say(value) for name, value in found.groupdict().items()}
            return say(template) % values
    return text


@cache
def _pattern(template: str) -> re.Pattern[str]:
    parts = re.split(r"%\((\w+)\)s", template)
    return re.compile(
        "".join(f"(?P<{part}>.+)" if i % 2 else re.escape(part) for i, part in enumerate(parts))
    )
