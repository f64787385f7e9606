"""The values of Mangala: rules, boards, positions, moves and scores.

The 14 places of a board are numbered 0-5 for south's pits and 6-11 for north's, each from the
owner's left, 12 for south's treasury and 13 for north's.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from engines.contract import InputError, one_of
from engines.options import check_rules, option

SOUTH, NORTH = "south", "north"
SIDES = (SOUTH, NORTH)
SIDE_NAMES = {
    "s": SOUTH,
    "south": SOUTH,
    "güney": SOUTH,
    "n": NORTH,
    "north": NORTH,
    "kuzey": NORTH,
}
STONES = 48
TREASURY = {SOUTH: 12, NORTH: 13}
PITS = {SOUTH: range(6), NORTH: range(6, 12)}
NAMES = (*(f"{letter}{pit}" for letter in "SN" for pit in range(1, 7)), "ST", "NT")
"""Names of the places: `S1`-`S6`, `N1`-`N6`, treasuries `ST` and `NT`."""
TRACK = {SOUTH: (*range(6), 12, *range(6, 12)), NORTH: (*range(6, 12), 13, *range(6))}
"""The 13 places each side sows on, from its own first pit; the enemy treasury is not there."""
START = (4,) * 12 + (0, 0)
"""The stones before the first move (RULES.md 1.1)."""
HOME = 6
"""Where on its track a side's own treasury lies."""


def other(side: str) -> str:
    """The opponent."""
    return NORTH if side == SOUTH else SOUTH


def facing(place: int) -> int:
    """The pit that faces a pit: own pit i and enemy pit 7-i (RULES.md 1.9)."""
    return 11 - place


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of Mangala (RULES.md part B)."""

    single_stone_treasury_extra_turn: bool = option(
        True, (True, False), "B-M1 a single stone from pit 6 into the treasury moves again"
    )
    single_stone_captures: bool = option(
        True, (True, False), "B-M2 a single stone moved into an own empty pit captures"
    )
    sweep: str = option(
        "emptied_player", ("emptied_player", "owner"), "B-M6 who takes the stones left at the end"
    )
    early_stop: bool = option(False, (False, True), "B-M10 stop when a treasury holds 25 or more")
    timeout_scope: str = option("set", ("set", "round"), "B-M11 what a fallen flag decides")
    on_breach: str = option("restore", ("restore", "stand"), "B-M13 a reported irregular move")

    def __post_init__(self) -> None:
        check_rules(self, "mangala")


@dataclass(frozen=True, slots=True)
class Board:
    """Stones in the 14 places; text form `south pits / north pits / treasuries`, `?` if unknown."""

    stones: tuple[int | None, ...]
    """Stones in each place; None where hidden or not counted."""

    @property
    def south(self) -> tuple[int | None, ...]:
        """South's pits 1-6."""
        return self.stones[:6]

    @property
    def north(self) -> tuple[int | None, ...]:
        """North's pits 1-6."""
        return self.stones[6:12]

    @property
    def known(self) -> bool:
        """Whether every place was counted."""
        return None not in self.stones

    def shows(self, stones: Sequence[int | None]) -> bool:
        """Whether every place that was counted is as in the given stones."""
        if self.stones == stones:
            return True
        for seen, there in zip(self.stones, stones, strict=True):
            if seen is not None and seen != there:
                return False
        return True

    @classmethod
    def build(cls, south: Sequence[Any], north: Sequence[Any], treasury: Sequence[Any]) -> Board:
        """A board from outside, checked place by place."""
        for what, row, length in (
            ("south pits", south, 6),
            ("north pits", north, 6),
            ("treasuries", treasury, 2),
        ):
            if len(row) != length:
                raise InputError(f"{what}: expected {length} numbers, got {len(row)}")
        stones = tuple(_count(n, NAMES[i]) for i, n in enumerate((*south, *north, *treasury)))
        return cls(stones)

    @classmethod
    def parse(cls, text: str) -> Board:
        """A board from `4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 0`; treasuries may be left out."""
        rows = text.replace("\n", "/") if "/" not in text else text
        parts = [part.replace(",", " ").split() for part in rows.split("/") if part.strip()]
        if len(parts) == 2:
            parts.append(["?", "?"])
        if len(parts) != 3:
            raise InputError(
                "a Mangala board is 'south pits / north pits / treasuries', "
                "as in '4 4 4 4 4 4 / 4 4 4 4 4 4 / 0 0'"
            )
        return cls.build(*parts)

    @classmethod
    def from_json(cls, data: object) -> Board:
        """A board from `{"south": [6], "north": [6], "treasury": {"south", "north"}}`."""
        if isinstance(data, str):
            return cls.parse(data)
        if isinstance(data, list) and len(data) == 14:
            return cls.build(data[:6], data[6:12], data[12:])
        if not isinstance(data, Mapping) or "south" not in data or "north" not in data:
            raise InputError('a Mangala board in JSON needs "south", "north" and "treasury"')
        south, north = data["south"], data["north"]
        treasury = data.get("treasury") or data.get("treasuries") or {}
        if not (
            isinstance(south, list) and isinstance(north, list) and isinstance(treasury, Mapping)
        ):
            raise InputError('"south" and "north" are lists of 6 numbers, "treasury" an object')
        return cls.build(south, north, (treasury.get(SOUTH), treasury.get(NORTH)))

    def to_json(self) -> Any:
        """`{"south": [6], "north": [6], "treasury": {"south": n, "north": n}}`; null: unknown."""
        return {
            "south": list(self.south),
            "north": list(self.north),
            "treasury": {SOUTH: self.stones[12], NORTH: self.stones[13]},
        }

    def __str__(self) -> str:
        words = ["?" if n is None else str(n) for n in self.stones]
        return " / ".join(" ".join(part) for part in (words[:6], words[6:12], words[12:]))


@dataclass(frozen=True, slots=True)
class Sweep:
    """The stones left at the end of a set and where they went (RULES.md 1.11)."""

    by: str
    """Whose treasury they went into."""
    pits: tuple[int, ...]
    """Stones taken from each of the 12 pits."""

    @property
    def count(self) -> int:
        """How many stones were swept."""
        return sum(self.pits)

    def to_json(self) -> dict[str, Any]:
        """Who, how many, and from which pits."""
        places = {NAMES[i]: n for i, n in enumerate(self.pits) if n}
        return {"by": self.by, "count": self.count, "pits": places}


@dataclass(frozen=True, slots=True)
class Position:
    """48 stones and whose turn it is; text form: the board, the side, `+n` after n extra turns.

    After the last move of a set, `swept S 0 0 0 1 ...` tells what was swept by whom.
    """

    stones: tuple[int, ...]
    """Stones in each of the 14 places, 48 in all."""
    side: str
    """Whose turn it is (after the set: whose it would be)."""
    extra: int = 0
    """How many extra turns the side to move has earned in a row (RULES.md 1.7)."""
    sweep: Sweep | None = None
    """What was swept when the set ended (RULES.md 1.11)."""

    @property
    def board(self) -> Board:
        """The stones alone."""
        return Board(self.stones)

    def side_empty(self, side: str) -> bool:
        """Whether a side's six pits are empty (RULES.md 1.11)."""
        return not any(self.stones[:6] if side == SOUTH else self.stones[6:12])

    @classmethod
    def build(cls, board: Board, side: str, extra: int = 0, sweep: Sweep | None = None) -> Position:
        """A position from outside: complete, and of 48 stones."""
        unknown = [NAMES[i] for i, n in enumerate(board.stones) if n is None]
        if unknown:
            raise InputError(f"a position must be known in full; unknown: {', '.join(unknown)}")
        stones = tuple(n for n in board.stones if n is not None)
        if sum(stones) != STONES:
            raise InputError(f"{sum(stones)} stones on the board; Mangala has {STONES}")
        return cls(stones, one_of(side, SIDE_NAMES, "side"), extra, sweep)

    @classmethod
    def parse(cls, text: str) -> Position:
        """A position from its text form."""
        text, told, swept = text.partition(" swept ")
        words = text.split()
        extra = 0
        if words and words[-1].startswith("+"):
            extra = _count(words.pop()[1:], "extra turns") or 0
        if len(words) < 2:
            raise InputError("a Mangala position is a board and the side to move, as in '... S'")
        sweep = None
        if told:
            by, *pits = swept.split() or [""]
            counts = [_count(n, "swept pits") or 0 for n in pits]
            if len(counts) != 12:
                raise InputError(f"swept pits: expected 12 numbers, got {len(counts)}")
            sweep = Sweep(one_of(by, SIDE_NAMES, "side"), tuple(counts))
        return cls.build(Board.parse(" ".join(words[:-1])), words[-1], extra, sweep)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Position:
        """A position from the board's keys, `side`, `extra` and `sweep`."""
        if not isinstance(data, Mapping):
            raise InputError("a Mangala position in JSON is an object")
        extra = _count(data.get("extra", 0), "extra") or 0
        sweep, swept = None, data.get("sweep")
        if swept is not None:
            pits = swept.get("pits") if isinstance(swept, Mapping) else None
            if not isinstance(pits, Mapping) or set(pits) - set(NAMES[:12]):
                raise InputError('"sweep" tells {"by": side, "pits": {pit: stones}}')
            counts = tuple(_count(pits.get(name, 0), name) or 0 for name in NAMES[:12])
            sweep = Sweep(one_of(str(swept.get("by")), SIDE_NAMES, "side"), counts)
        board = Board.from_json(data.get("board", data))
        return cls.build(board, str(data.get("side", SOUTH)), extra, sweep)

    def to_json(self) -> dict[str, Any]:
        """The board's keys, `side`, `extra` and `sweep`."""
        return {
            **self.board.to_json(),
            "side": self.side,
            "extra": self.extra,
            "sweep": self.sweep.to_json() if self.sweep else None,
        }

    def __str__(self) -> str:
        text = f"{self.board} {self.side[0].upper()}"
        if self.extra:
            text += f" +{self.extra}"
        if self.sweep:
            text += f" swept {self.sweep.by[0].upper()} {' '.join(map(str, self.sweep.pits))}"
        return text


@dataclass(frozen=True, slots=True)
class Move:
    """A pit played; text form `S4` or `N1`."""

    place: int
    """The pit, 0-5 for south, 6-11 for north."""

    @property
    def side(self) -> str:
        """Whose pit it is."""
        return SOUTH if self.place < 6 else NORTH

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from `S4`."""
        word = text.strip().upper()
        if word not in NAMES[:12]:
            raise InputError(f"no such pit {text!r}; pits are S1-S6 and N1-N6")
        return cls(NAMES.index(word))

    def __str__(self) -> str:
        return NAMES[self.place]


@dataclass(frozen=True, slots=True)
class Score:
    """The treasuries, and what the sweep brought (RULES.md 1.11, 1.12)."""

    south: int
    """Stones in south's treasury, sweep included."""
    north: int
    """Stones in north's treasury, sweep included."""
    sweep: Sweep | None
    """The sweep at the end of the set; None while it goes on or when nothing was left."""
    due: bool
    """Whether the sweep is still to be made on the table."""

    @property
    def winner(self) -> str | None:
        """The fuller treasury; None when level."""
        if self.south == self.north:
            return None
        return SOUTH if self.south > self.north else NORTH

    def total(self, side: str) -> int:
        """The stones of one side."""
        return self.south if side == SOUTH else self.north

    def to_json(self) -> dict[str, Any]:
        """Treasuries, sweep, winner."""
        by = self.sweep.by if self.sweep else None
        count = self.sweep.count if self.sweep else 0
        return {
            SOUTH: {"total": self.south, "before_sweep": self.south - count * (by == SOUTH)},
            NORTH: {"total": self.north, "before_sweep": self.north - count * (by == NORTH)},
            "sweep": self.sweep.to_json() if self.sweep else None,
            "sweep_due": self.due,
            "winner": self.winner or "draw",
        }


def _count(value: Any, where: str) -> int | None:
    """A number of stones from text or JSON; None for `?`."""
    if value is None or value == "?":
        return None
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 4:
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool) and 0 <= value < 1000:
        return value
    raise InputError(f"{where}: {value!r} is not a number of stones")
