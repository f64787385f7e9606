"""How a table is called at the head of its pages."""

from __future__ import annotations

from referee.desk.lines import Say, side_word
from referee.sitting import Sitting

GAME_TITLES = {"reversi": "Reversi", "kulami": "Kulami", "mangala": "Mangala"}


def heading(sitting: Sitting, say: Say) -> str:
    """Game, table, round and players in one line."""
    beginning = sitting.beginning
    parts = [GAME_TITLES.get(beginning.game.name, beginning.game.name)]
    if beginning.table:
        parts.append(f"{say('Table')} {beginning.table}")
    if beginning.round:
        parts.append(f"{say('Round')} {beginning.round}")
    if sitting.keeper.round.conduct.sets > 1:
        parts.append(f"{say('Set')} {sitting.keeper.round.set_number}")
    names = [name for name in beginning.names if name]
    if names:
        parts.append(" – ".join(names))
    return " · ".join(parts)


def page_mark(desk_mark: str, sitting: Sitting) -> str:
    """Changes with the game or its set, and so with what stands at the head of a page."""
    return f"{desk_mark}.{sitting.keeper.round.set_number}"


def player_name(sitting: Sitting, player: str, say: Say) -> str:
    """A player's name, or the side where no name was given."""
    name = sitting.beginning.names["AB".index(player)]
    return name or side_name(sitting, player, say)


def side_name(sitting: Sitting, player: str, say: Say) -> str:
    """The side of a player, as the beginning of a line."""
    word = side_word(say, sitting.keeper.round.side_of("A" if player == "A" else "B"))
    return word[:1].upper() + word[1:]
