"""The values of Kulami: rules, boards, positions and moves."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from engines.contract import InputError, one_of
from engines.grid import (
    HIDDEN,
    NAMES,
    TwoColourBoard,
    cell_index,
    cell_names,
    read_masks,
    rows_from_json,
    split_rows,
)
from engines.kulami.layout import Layout
from engines.options import check_rules, option

BLACK, RED = "B", "R"
SIDES = (BLACK, RED)
SIDE_NAMES = {"b": BLACK, "black": BLACK, "siyah": BLACK, "r": RED, "red": RED, "kırmızı": RED}
_TOKENS = "tokens:"


def other(side: str) -> str:
    """The opponent."""
    return RED if side == BLACK else BLACK


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of Kulami (RULES.md part B)."""

    layout: str = option("tr8", (), "B-K4 plate layout: tr8, rulebook, or eight strings")
    marbles: int = option(28, tuple(range(1, 33)), "B-K3 marbles of each colour")
    row_value: str = option("length", ("length", "flat5", "windows"), "B-K1 value of a row")
    area: str = option("own", ("own", "difference"), "B-K2 largest area")
    closed_plates: int = option(2, (1, 2), "B-K5 how many of the last marbles close their plate")
    on_breach: str = option("restore", ("restore", "stand"), "B-K8 a reported irregular marble")
    timeout: str = option("loss", ("loss", "referee"), "B-K9 a fallen flag")
    tie: str = option("draw", ("draw", "referee"), "B-G2, B-K7 equal totals")

    def __post_init__(self) -> None:
        check_rules(self, "kulami")
        rows: Any = self.layout
        text = "/".join(map(str, rows)) if isinstance(rows, list | tuple) else str(rows)
        object.__setattr__(self, "layout", Layout.parse(text).name)


@dataclass(frozen=True, slots=True)
class Board(TwoColourBoard):
    """Marbles in the 64 holes; text form: 8 rows of `.BR`, `?` where hidden.

    Where the tokens were looked for they follow: `.../... tokens:d4,e6`.
    """

    LETTERS: ClassVar[str] = BLACK + RED

    tokens: int | None = None
    """The holes whose marble carries a token; None when nobody looked."""

    @property
    def red(self) -> int:
        """The holes with a red marble."""
        return self.other

    @classmethod
    def parse(cls, text: str) -> Board:
        """A board from its rows, with or without tokens."""
        rows, mark, names = text.strip().partition(_TOKENS)
        board = cls(*read_masks(split_rows(rows), cls.LETTERS + HIDDEN))
        return board.with_tokens(names) if mark else board

    @classmethod
    def from_json(cls, data: object) -> Board:
        """A board from a list of rows, or from `{"board": rows, "tokens": [cells]}`."""
        names = None
        if isinstance(data, Mapping):
            names, data = data.get("tokens"), data.get("board")
            if names is not None and not isinstance(names, list | tuple):
                raise InputError('"tokens" is a list of the holes whose marble carries a token')
        board = cls(*read_masks(rows_from_json(data), cls.LETTERS + HIDDEN))
        return board if names is None else board.with_tokens(",".join(map(str, names)))

    def with_tokens(self, names: str) -> Board:
        """The same marbles, with tokens on the named ones."""
        tokens = 0
        for name in names.replace(",", " ").split():
            tokens |= 1 << cell_index(name)
        astray = tokens & ~self.pieces & ~self.hidden
        if astray:
            raise InputError(f"a token lies on a marble; no marble at {cell_names(astray)[0]}")
        return replace(self, tokens=tokens)

    def to_json(self) -> Any:
        """A list of rows; with `{"board", "tokens"}` around it where tokens were looked for."""
        rows = list(self.rows)
        if self.tokens is None:
            return rows
        return {"board": rows, "tokens": list(cell_names(self.tokens))}

    def __str__(self) -> str:
        text = "/".join(self.rows)
        if self.tokens is None:
            return text
        return f"{text} {_TOKENS}{','.join(cell_names(self.tokens))}"


@dataclass(frozen=True, slots=True)
class Position:
    """Marbles, whose turn it is, and each side's last marble, which carries its token.

    Text form: the rows, the side to move, the last black and the last red marble: `... B d4 e6`;
    with `*` behind a marble on which the token was not set: `... B d4 e6*`.
    """

    black: int
    """The holes with a black marble."""
    red: int
    """The holes with a red marble."""
    side: str
    """Whose turn it is."""
    last_black: int | None = None
    """Black's last marble; None before the first."""
    last_red: int | None = None
    """Red's last marble; None before the first."""
    loose: tuple[str, ...] = ()
    """The sides whose token was left elsewhere, which nobody reported (RULES.md 2.6): until their
    next move, or until it is seen on their last marble, nobody can say which plate it closes."""

    @property
    def board(self) -> Board:
        """The marbles alone, tokens not looked at."""
        return Board(self.black, self.red)

    @property
    def tokens(self) -> int:
        """The marbles that carry a token, or should (RULES.md 3.4)."""
        black = 0 if self.last_black is None else 1 << self.last_black
        red = 0 if self.last_red is None else 1 << self.last_red
        return black | red

    def last(self, side: str) -> int | None:
        """A side's last marble."""
        return self.last_black if side == BLACK else self.last_red

    def loosened(self, side: str, loose: bool = True) -> Position:
        """The same with a side's token left elsewhere, or on its last marble."""
        now = {each: each in self.loose for each in SIDES} | {side: loose}
        return replace(self, loose=tuple(each for each in SIDES if now[each]))

    @classmethod
    def build(cls, board: Board, side: str, last: tuple[str, ...] = ()) -> Position:
        """A position from outside, checked; `last` names the last marbles in any order."""
        if board.hidden:
            hidden = ", ".join(cell_names(board.hidden))
            raise InputError(f"a position must be known in full; hidden: {hidden}")
        both: dict[str, int] = {}
        for name in last:
            cell = cell_index(name)
            owner = BLACK if board.black >> cell & 1 else RED if board.red >> cell & 1 else None
            if owner is None:
                raise InputError(f"the last marble cannot be {NAMES[cell]}: that hole is empty")
            if owner in both:
                raise InputError("the last marbles must be one of each colour")
            both[owner] = cell
        return cls(
            board.black,
            board.red,
            one_of(side, SIDE_NAMES, "side"),
            both.get(BLACK),
            both.get(RED),
        )

    @classmethod
    def parse(cls, text: str) -> Position:
        """A position from its text form."""
        words = text.split()
        if len(words) < 4:
            raise InputError(
                "a Kulami position is 8 rows, the side to move and both last marbles, "
                "as in '.../... B d4 e6' (- for none)"
            )
        return cls._written(Board.parse("/".join(words[:-3])), *words[-3:])

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Position:
        """A position from `{"board", "side", "last": {"B": "d4", "R": "e6"}}`."""
        if not isinstance(data, Mapping) or "board" not in data:
            raise InputError('a Kulami position in JSON needs "board", "side" and "last"')
        last = data.get("last") or {}
        if not isinstance(last, Mapping) or set(last) - set(SIDES):
            raise InputError('"last" tells each side\'s last marble, as in {"B": "d4", "R": "e6"}')
        loose = data.get("loose") or []
        if not isinstance(loose, list | tuple) or set(map(str, loose)) - set(SIDES):
            raise InputError('"loose" lists the sides whose token was left behind, as in ["B"]')
        names = (str(last.get(side) or "-") + "*" * (side in loose) for side in SIDES)
        return cls._written(Board.from_json(data["board"]), str(data.get("side", BLACK)), *names)

    @classmethod
    def _written(cls, board: Board, side: str, black: str, red: str) -> Position:
        """A position as it was written down, which may be one that stood after a fault.

        So a last marble may be gone from its hole (its token still closes the plate), or unknown.
        """
        position, names = cls.build(board, side), (black.rstrip("*"), red.rstrip("*"))
        last = [None if name == "-" else cell_index(name) for name in names]
        loose = tuple(side for side, name in zip(SIDES, (black, red), strict=True) if "*" in name)
        return replace(position, last_black=last[0], last_red=last[1], loose=loose)

    def to_json(self) -> dict[str, Any]:
        """`{"board", "side", "last"}`, with `"loose"` where a token was left behind."""
        last = {side: self.last(side) for side in SIDES}
        data = {
            "board": self.board.to_json(),
            "side": self.side,
            "last": {side: None if cell is None else NAMES[cell] for side, cell in last.items()},
        }
        return data | ({"loose": list(self.loose)} if self.loose else {})

    def __str__(self) -> str:
        names = []
        for side in SIDES:
            cell = self.last(side)
            name = "-" if cell is None else NAMES[cell]
            names.append(name + "*" * (side in self.loose))
        return f"{self.board} {self.side} {' '.join(names)}"


@dataclass(frozen=True, slots=True)
class Move:
    """A marble put in a hole, the token set on it; text form `d3`."""

    hole: int
    """The hole, 0 for a1 (top left) to 63 for h8."""

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from the name of its hole."""
        return cls(cell_index(text))

    def __str__(self) -> str:
        return NAMES[self.hole]
