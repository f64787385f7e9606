"""How a game at a table begins: all that is needed to play its journal again."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from typing import Any

from engines import AnyGame, InputError
from engines.clock import Clock
from engines.jsonform import from_json, to_json
from engines.match import Round, RoundRules
from engines.players import PLAYERS, Player
from referee.journal import told
from referee.tracker import Settings
from vision import cameras


@dataclass(frozen=True, slots=True)
class Beginning:
    """A game, who plays it, where, and how it is watched."""

    game: AnyGame
    """The rules."""
    position: Any
    """What stands on the table at the beginning."""
    names: tuple[str, str] = ("", "")
    """Players A and B; A has black, or sits south in Mangala."""
    table: str = ""
    """Which table."""
    round: str = ""
    """Which round of the tournament."""
    camera: str = ""
    """What it is watched with; an address without its password."""
    settings: Settings = field(default_factory=Settings)
    """How long the tracker waits, and how sure it must be."""
    round_rules: RoundRules = field(default_factory=RoundRules)
    """The options of the round."""
    impaired: tuple[Player, ...] = ()
    """The visually impaired players."""
    clock: Clock | None = None
    """The clock as it is set; None where none is used."""
    set_number: int = 1
    """Which set of the round; a later one goes on with the round of the first."""
    starter: Player | None = None
    """Who began the first set, where somebody has told that; see `first`."""

    @property
    def first(self) -> Player:
        """Who began the first set, and so begins the third (RULES.md 1.2).

        Before the first move it is whoever is to move. Later that says nothing of it: then it is
        A, unless told otherwise.
        """
        if self.starter is not None:
            return self.starter
        game = self.game
        begun = game.board_of(self.position) != game.board_of(game.start())
        return "A" if begun else self._to_move

    @property
    def _to_move(self) -> Player:
        """Whose turn it is; black is always A's."""
        south_waits = self.game.name == "mangala" and str(self.position.side) != self.game.sides[0]
        return "B" if south_waits else "A"

    def new_round(self) -> Round:
        """The round before its first set."""
        return Round.new(
            self.game, self.round_rules, first=self.first, impaired=self.impaired, clock=self.clock
        )

    def next_set(self, number: int, side: str) -> Beginning:
        """The next set of the same round, which `side` starts."""
        start = self.game.start(side)
        return replace(self, position=start, set_number=number, starter=self.first)

    def to_json(self, versions: Mapping[str, str]) -> dict[str, Any]:
        """The first event of the game."""
        rules = self.game.rules
        return {
            "event": "game",
            "game": self.game.name,
            "rules": {name: getattr(rules, name) for name in rules.__dataclass_fields__},
            "position": str(self.position),
            "first": str(self.position.side),
            "starter": self.first,
            "names": list(self.names),
            "table": self.table,
            "round": self.round,
            "date": datetime.now(UTC).date().isoformat(),
            "set": self.set_number,
            "camera": cameras.shown_source(self.camera),
            "settings": to_json(self.settings),
            "round_rules": to_json(self.round_rules),
            "impaired": list(self.impaired),
            "clock": to_json(self.clock),
            "versions": dict(versions),
        }

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Beginning:
        """The beginning that an event tells; raises `InputError`.

        What a journal of another program leaves out is as usual.
        """
        game, position = told.begun(data)
        names, number = data.get("names"), data.get("set", 1)
        named = names if isinstance(names, list) and len(names) == 2 else ["", ""]
        impaired, starter = data.get("impaired") or [], data.get("starter")
        if starter not in (None, *PLAYERS):
            raise InputError(f"the players are A and B, not {starter!r}")
        if type(number) is not int or number < 1 or not isinstance(impaired, list):
            raise InputError(f"set {number!r} of a round cannot be begun")
        begun = cls(
            game,
            position,
            (str(named[0]), str(named[1])),
            str(data.get("table") or ""),
            str(data.get("round") or ""),
            str(data.get("camera") or ""),
            from_json(Settings, data.get("settings") or {}),
            from_json(RoundRules, data.get("round_rules") or {}),
            tuple(impaired),
            None if data.get("clock") is None else Clock.from_json(data["clock"]),
            number,
            starter,
        )
        # An older journal does not tell it; its round was played as whoever was to move began it.
        return begun if starter is not None else replace(begun, starter=begun._to_move)
