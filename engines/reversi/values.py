"""The values of Reversi: rules, sides, boards, positions, moves and scores."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
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
from engines.options import check_rules, option

BLACK, WHITE = "B", "W"
SIDES = (BLACK, WHITE)
SIDE_NAMES = {
    "b": BLACK,
    "black": BLACK,
    "siyah": BLACK,
    "w": WHITE,
    "white": WHITE,
    "beyaz": WHITE,
}


def other(side: str) -> str:
    """The opponent."""
    return WHITE if side == BLACK else BLACK


@dataclass(frozen=True, slots=True)
class Rules:
    """The options of Reversi (RULES.md part B)."""

    start: str = option("white_d4e5", ("white_d4e5", "black_d4e5"), "B-R1 set-up of the centre")
    empties_to_winner: bool = option(False, (False, True), "B-R2 empty squares at the end")
    extra_flips: str = option(
        "warning", ("warning", "correct_only"), "B-R3 discs turned too many, when reported"
    )
    illegal_square: str = option(
        "warning", ("warning", "correct_only"), "B-R3 a disc on an illegal square, when reported"
    )
    wrong_pass: str = option(
        "warning", ("warning", "correct_only"), "B-R3 a pass with a legal move, when reported"
    )
    vi_exempt: str = option(
        "placed_disc",
        ("placed_disc", "literal_12"),
        "B-R4 which article visually impaired players are exempt from",
    )
    timeout: str = option("loss", ("loss", "referee"), "B-R5 a fallen flag")
    tie: str = option("draw", ("draw", "referee"), "B-G2 equal discs")

    def __post_init__(self) -> None:
        check_rules(self, "reversi")


@dataclass(frozen=True, slots=True)
class Board(TwoColourBoard):
    """Discs on the 64 squares; text form: 8 rows of `.BW`, `?` where hidden."""

    LETTERS: ClassVar[str] = BLACK + WHITE

    @property
    def white(self) -> int:
        """The squares with a white disc."""
        return self.other

    @classmethod
    def parse(cls, text: str) -> Board:
        """A board from its rows."""
        return cls(*read_masks(split_rows(text), cls.LETTERS + HIDDEN))

    @classmethod
    def from_json(cls, data: object) -> Board:
        """A board from a list of rows."""
        return cls(*read_masks(rows_from_json(data), cls.LETTERS + HIDDEN))

    @classmethod
    def for_side(cls, side: str, own: int, enemy: int) -> Board:
        """A full board from the discs of a side and those of its opponent."""
        return cls(own, enemy) if side == BLACK else cls(enemy, own)


@dataclass(frozen=True, slots=True)
class Position:
    """A full board and whose turn it is; text form: the rows, a space, `B` or `W`."""

    board: Board
    """What stands on the table; nothing hidden."""
    side: str
    """Whose turn it is."""

    @property
    def own(self) -> int:
        """The discs of the side to move."""
        return self.board.of(self.side)[0]

    @property
    def enemy(self) -> int:
        """The discs of the other side."""
        return self.board.of(self.side)[1]

    @classmethod
    def build(cls, board: Board, side: str) -> Position:
        """A position from outside: checked."""
        if board.hidden:
            hidden = ", ".join(cell_names(board.hidden))
            raise InputError(f"a position must be known in full; hidden: {hidden}")
        return cls(board, one_of(side, SIDE_NAMES, "side"))

    @classmethod
    def parse(cls, text: str) -> Position:
        """A position from its text form."""
        *rows, side = text.rsplit(maxsplit=1) or [""]
        if not rows or len(side) != 1:
            raise InputError("a Reversi position is 8 rows and the side to move, as in '.../... B'")
        return cls.build(Board.parse(rows[0]), side)

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Position:
        """A position from `{"board": [...], "side": "B"}`."""
        if not isinstance(data, Mapping) or "board" not in data:
            raise InputError('a Reversi position in JSON needs "board" and "side"')
        return cls.build(Board.from_json(data["board"]), str(data.get("side", BLACK)))

    def to_json(self) -> dict[str, Any]:
        """`{"board": [...], "side": "B"}`."""
        return {"board": self.board.to_json(), "side": self.side}

    def __str__(self) -> str:
        return f"{self.board} {self.side}"


@dataclass(frozen=True, slots=True)
class Move:
    """A disc put on a square, or a pass; text form `d3` or `pass`."""

    square: int | None
    """The square, 0 for a1 to 63 for h8; None for a pass."""

    @classmethod
    def parse(cls, text: str) -> Move:
        """A move from `d3`, `pass`, `pas` or `--`."""
        word = text.strip().lower()
        return PASS if word in ("pass", "pas", "--") else cls(cell_index(word))

    def __str__(self) -> str:
        return "pass" if self.square is None else NAMES[self.square]


PASS = Move(None)


@dataclass(frozen=True, slots=True)
class Score:
    """The disc count (RULES.md 2.10)."""

    black: int
    """Points of black."""
    white: int
    """Points of white."""
    black_discs: tuple[str, ...]
    """The squares with a black disc."""
    white_discs: tuple[str, ...]
    """The squares with a white disc."""

    @property
    def winner(self) -> str | None:
        """The side with more points; None when level."""
        if self.black == self.white:
            return None
        return BLACK if self.black > self.white else WHITE

    def total(self, side: str) -> int:
        """The points of one side."""
        return self.black if side == BLACK else self.white

    def to_json(self) -> dict[str, Any]:
        """Counts and the squares behind them."""
        return {
            "black": self._side(self.black, self.black_discs),
            "white": self._side(self.white, self.white_discs),
            "empties": 64 - len(self.black_discs) - len(self.white_discs),
            "winner": {BLACK: "black", WHITE: "white", None: "draw"}[self.winner],
        }

    @staticmethod
    def _side(total: int, discs: tuple[str, ...]) -> dict[str, Any]:
        """A side's points: discs, and empty squares if the option gives them (B-R2)."""
        return {"total": total, "discs": list(discs), "from_empties": total - len(discs)}
