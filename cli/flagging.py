"""Time that is up, told in the terminal: named first, and meant with the second press."""

from __future__ import annotations

from cli.words import say, side_name
from engines import InputError
from engines.players import PLAYERS, Player
from referee.sitting import Sitting

KEY_OF: dict[Player, str] = {"A": "f", "B": "g"}
"""The key of each player's flag."""


class Flagging:
    """Ends a game by the rules where a player's time is up: no move taken back undoes that."""

    def __init__(self, sitting: Sitting, lang: str) -> None:
        self._sitting, self._lang = sitting, lang
        self._named: tuple[Player, int | None, int] | None = None

    def press(self, who: Player) -> None:
        """Time is up for a player; raises `InputError` that says what a second press would do."""
        with self._sitting.held():
            treasury = self._sitting.treasury_of(who)
            meant = who, treasury, self._sitting.number  # what happens meanwhile is looked at anew
            if meant != self._named:
                self._named = meant
                raise InputError(self._named_now(who, treasury))
            self._named = None
            self._sitting.flag_fell(who, treasury)

    def _named_now(self, who: Player, treasury: int | None) -> str:
        side = side_name(self._lang, self._sitting.keeper.round.side_of(who))
        name = self._sitting.beginning.names[PLAYERS.index(who)]
        words = [say(self._lang, "flag_fell", who=f"{name} ({side})" if name else side)]
        if treasury is not None:
            words.append(say(self._lang, "flag_treasury", n=treasury))
        return " ".join([*words, say(self._lang, "flag_again", press=KEY_OF[who])])
