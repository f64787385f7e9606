"""A game that is taken up from its journal goes on as it was begun."""

from __future__ import annotations

from collections.abc import Mapping

from engines import InputError
from referee.sitting import Beginning, Sitting


def check_taken_up(
    sitting: Sitting,
    wanted: Beginning,
    *,
    ruled: bool,
    impaired: bool,
    others: Mapping[str, object] | None = None,
) -> None:
    """Refuse what only the beginning of a game can take; raises `InputError`.

    What is as the game has it may be told again, so that one line serves before and after a
    restart. `ruled`, `impaired`: whether such options were given. `others`: options of the command,
    each with whether it asks for something else.
    """
    if not sitting.resumed:
        return
    begun = sitting.beginning
    asked = {
        **(others or {}),
        "--names": any(wanted.names) and wanted.names != begun.names,
        "--round": wanted.round not in ("", begun.round),
        "--rule": ruled and wanted.round_rules != begun.round_rules,
        "--impaired": impaired and wanted.impaired != begun.impaired,
    }
    words = " and ".join(word for word, other in asked.items() if other)
    if words:
        raise InputError(
            f"{sitting.journal.path} has a game that was begun before; {words} can be told at "
            "its beginning only: leave it out, or begin another game with --new"
        )
