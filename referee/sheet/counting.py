"""A board counted for the sheet, and what a person must still say before it is final."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from engines import AnyGame, InputError, new_game
from engines.grid import HIDDEN, NAMES, SIZE
from engines.kulami import Kulami, Layout
from engines.mangala.values import NAMES as PLACES
from engines.mangala.values import STONES
from referee.round_events import RESIGNED
from referee.sheet.stones import likeliest_stones
from vision.photo import Read
from vision.reading import CONTENTS, Reading

PLATES, OVER = "plates", "over"
"""The words that confirm the plates as they were read, and that the game has ended."""


TREASURIES = ("ST", "NT")
"""Mangala's treasuries, which the referee counts himself."""
MOST_MISSING = 2
"""With so many stones missing the 48 still tell a score; with more of them nobody knows it."""


@dataclass(frozen=True, slots=True)
class OpenPoint:
    """Something that a person must say before a sheet is final."""

    what: str
    """`cell`: what stands there; `hidden`: the same of a cell that was not seen; `plates`: whether
    they are as read, or as told where the photo shows others; `over`: whether the game has ended;
    `reason`: why, where the board does not show an end; `begun`: nothing has been played;
    in Mangala `count`: that the referee counts the treasuries, and `counts`: that his count
    differs; at a table that is watched also `board`, `paused`, `correction`,
    `decision`: what the rules leave to the referee."""
    cell: str = ""
    """Which cell."""
    likely: str = ""
    """What it probably is; nothing is said of what was not seen."""
    seen: str = ""
    """What was read in its place, where the 48 stones overrule the eye; of plates, the score by
    those that the photo shows."""

    @property
    def word(self) -> str:
        """What `--confirm` takes for it; `h4=?` where somebody must look first.

        A count is never proposed: stones are counted, and a number that is offered is agreed to.
        """
        offered = self.cell not in PLACES and self.likely
        return f"{self.cell}={offered or HIDDEN}" if self.cell else self.what

    def to_json(self) -> dict[str, str]:
        """A plain object."""
        told = {"what": self.what, "cell": self.cell, "likely": self.likely, "seen": self.seen}
        return {key: value for key, value in told.items() if value}


@dataclass(frozen=True, slots=True)
class Settled:
    """What a person's word has settled; it stays on the sheet beside what was seen."""

    cell: str
    """Which cell; `plates`, where others were told than the photo shows."""
    content: str
    """What it holds; of plates, the score by those that were told."""
    seen: str
    """What the eye had read, `?` if nothing; of plates, the score by those that the photo shows."""
    sure: bool
    """Whether the eye was sure of something else."""

    def to_json(self) -> dict[str, str | bool]:
        """A plain object."""
        return {"cell": self.cell, "content": self.content, "seen": self.seen, "sure": self.sure}


@dataclass(frozen=True, slots=True)
class Confirmed:
    """What a person has said."""

    cells: Mapping[str, str] = field(default_factory=dict)
    """Contents of cells, by their names."""
    plates: bool = False
    """Whether Kulami's plates are as they were read."""
    over: bool = False
    """Whether the game has ended."""
    reason: str = ""
    """Why it has ended, where the board does not show it: `resigned:W`, or the referee's words."""
    count: tuple[int, int] | None = None
    """Mangala: the referee's own count of both treasuries."""

    @property
    def resigned(self) -> str:
        """The side that has given up, as it was typed; empty where nobody has."""
        kind, sign, side = self.reason.partition(":")
        return side.strip() if sign and kind.strip().casefold() == RESIGNED else ""

    @property
    def words(self) -> tuple[str, ...]:
        """What `--confirm` takes to say the same again."""
        flags = [word for word, said in ((PLATES, self.plates), (OVER, self.over)) if said]
        return (*(f"{cell}={content}" for cell, content in self.cells.items()), *flags)

    @classmethod
    def parse(cls, game: str, words: Iterable[str]) -> Confirmed:
        """From words such as `d4=B`, `S3=2`, `plates`, `over`; raises `InputError`."""
        cells: dict[str, str] = {}
        flags = set()
        for word in (each for given in words for each in given.replace(",", " ").split()):
            name, sign, content = word.partition("=")
            if not sign and name.casefold() in (PLATES, OVER):
                flags.add(name.casefold())
                continue
            cell = _cell(game, name, word if sign else "")
            cells[cell] = content_of(game, cell, content)
        if PLATES in flags and game != Kulami.name:
            raise InputError("only Kulami has plates to confirm")
        return cls(cells, PLATES in flags, OVER in flags)


def _cell(game: str, name: str, word: str) -> str:
    names = PLACES if game == "mangala" else NAMES
    found = {each.casefold(): each for each in names}.get(name.strip().casefold())
    if found is None or not word:
        example = "S3=2" if game == "mangala" else "d4=B"
        raise InputError(
            f"cannot confirm {name!r}; give a cell with its content, as in {example}, or {OVER}"
            + (f", or {PLATES}" if game == "kulami" else "")
        )
    return found


def content_of(game: str, cell: str, text: str) -> str:
    """What a cell holds, as it was typed; raises `InputError` that lists what there is."""
    known, word = CONTENTS[game], text.strip().upper() or "."
    if word == HIDDEN and game == "mangala":
        raise InputError(f"{cell}: count its stones, and put their number for the ?")
    if word == HIDDEN:
        raise InputError(f"{cell} was not seen: look under what hides it and put what lies there")
    if game == "mangala" and word.isascii() and word.isdigit():
        word = str(int(word))
    if word not in known:
        valid = f"0 to {STONES}" if game == "mangala" else ", ".join(known)
        raise InputError(f"{cell} cannot hold {text!r}; it can hold: {valid}")
    return word


@dataclass(frozen=True, slots=True, eq=False)
class Counted:
    """A board with its score, and what is still open about it."""

    game: AnyGame
    """The game, with the rules and in Kulami the plates it was counted by."""
    position: Any
    """The board as a position for counting."""
    score: Any
    """The score with its parts."""
    over: bool | None
    """Whether the game has ended; None where the board alone cannot tell."""
    open: tuple[OpenPoint, ...] = ()
    """What a person must still say."""
    read: Read | None = None
    """The photo it was read from, if it was."""
    settled: tuple[Settled, ...] = ()
    """What was settled by a person's word."""
    by_hand: tuple[int, int] | None = None
    """Mangala: the referee's own count of both treasuries."""
    stones_read: int = STONES
    """Mangala: how many stones were seen, or told by a person, in a photo."""

    @property
    def uncounted(self) -> bool:
        """Whether so many stones are missing that the score is a guess."""
        return bool(self.open) and abs(STONES - self.stones_read) > MOST_MISSING

    @property
    def totals(self) -> tuple[int, int]:
        """The computed totals."""
        first, second = self.game.sides
        return self.score.total(first), self.score.total(second)

    @property
    def board(self) -> Any:
        """What stands on the table."""
        return self.game.board_of(self.position)

    @property
    def doubtful(self) -> tuple[str, ...]:
        """The cells that are to be confirmed."""
        return tuple(point.cell for point in self.open if point.cell)

    @property
    def set_cells(self) -> tuple[str, ...]:
        """The cells that a person's word has settled."""
        return tuple(each.cell for each in self.settled if each.cell != PLATES)


def count_board(game: AnyGame, board: Any, confirmed: Confirmed | None = None) -> Counted:
    """The score of a board that somebody wrote down; only its end may be open.

    Whoever wrote down a Mangala board has counted its stones.
    """
    told = confirmed or Confirmed()
    if told.cells:
        raise InputError("only cells of a photo can be confirmed; write the board as it is")
    return with_count(_counted(game, board, [], told), told.count, needed=False)


def count_photo(
    read: Read,
    options: Mapping[str, object] | None = None,
    layout: str | None = None,
    confirmed: Confirmed | None = None,
) -> Counted:
    """The score of a board in a photo, with every doubt as an open point.

    `layout` are Kulami's plates where a person knows them; else they are as read.
    """
    told, reading = confirmed or Confirmed(), read.reading
    rules = dict(options or {})
    if reading.game == Kulami.name:
        plates, open_plates = _plates(reading, layout)
        rules["layout"] = str(plates)
    game = new_game(reading.game, rules)
    stones_read = STONES
    if reading.game == "mangala":
        board, points = _pits(game, reading, told.cells)
        stones_read = _stones_read(reading, board.stones, told.cells)
    else:
        board, points = _grid(game, reading, told.cells)
    settled = _settled(reading, told.cells)
    if reading.game == Kulami.name and open_plates:
        point = plates_point(game, board, reading.layout)
        if not told.plates:
            points.append(point)
        elif point.seen:
            settled.append(Settled(PLATES, point.likely, point.seen, sure=True))
    counted = replace(
        _counted(game, board, points, told),
        read=read,
        settled=tuple(settled),
        stones_read=stones_read,
    )
    return with_count(counted, told.count, needed=not told.resigned)


def _counted(game: AnyGame, board: Any, points: list[OpenPoint], told: Confirmed) -> Counted:
    position = game.for_scoring(board)
    over = is_over(game, position)
    said, begun = told.over or bool(told.reason), board != game.board_of(game.start())
    if said and not begun:
        raise InputError("nothing has been played on this board; its game cannot be over")
    if over and told.reason:
        raise InputError("the board shows the end of the game; leave --reason out")
    if not begun:
        return Counted(game, position, game.score(position), over, (*points, OpenPoint("begun")))
    if not over and not said:
        points = [*points, OpenPoint(OVER)]
    if over is False and not told.reason:
        points = [*points, OpenPoint("reason")]
    return Counted(game, position, game.score(position), said or over, tuple(points))


def with_count(counted: Counted, by_hand: tuple[int, int] | None, needed: bool) -> Counted:
    """The same with the referee's own count of the treasuries, which decides (RULES.md 1.12).

    `needed`: without it a game that has ended is not final.
    """
    points = counted.open
    if by_hand is not None and by_hand == counted.totals:
        points = tuple(point for point in points if point.cell not in TREASURIES)
        counted = replace(counted, stones_read=STONES)
    elif by_hand is not None:
        points = (*points, OpenPoint("counts"))
    elif needed and counted.over and counted.game.name == "mangala":
        points = (*points, OpenPoint("count"))
    return replace(counted, open=points, by_hand=by_hand)


def plates_point(game: AnyGame, board: Any, shown: Layout | None) -> OpenPoint:
    """What is open about the plates: where others are `shown` than told, the score by both."""
    assert isinstance(game, Kulami)
    if shown is None or shown.partition() == game.layout.partition():
        return OpenPoint(PLATES)
    other = Kulami(replace(game.rules, layout=str(shown)))
    scores = [each.score(each.for_scoring(board)) for each in (game, other)]
    told = ["–".join(str(score.total(side)) for side in game.sides) for score in scores]
    return OpenPoint(PLATES, likely=told[0], seen=told[1])


def _settled(reading: Reading, cells: Mapping[str, str]) -> list[Settled]:
    """The cells that a person's word has settled: doubted, hidden, or read as something else."""
    doubtful, best, found = set(reading.doubtful()), reading.probabilities.argmax(1), []
    for i, name in enumerate(reading.names):
        seen = reading.contents[best[i]] if reading.seen[i] else HIDDEN
        if name in cells and (cells[name] != seen or name in doubtful):
            sure = seen != HIDDEN and name not in doubtful
            found.append(Settled(name, cells[name], seen, sure))
    return found


def is_over(game: AnyGame, position: Any) -> bool | None:
    """Whether the board shows the end of a game; None where the board alone cannot tell.

    A Kulami game also ends when a player is stuck (RULES.md 3.5), which hangs on the last marbles.
    """
    if not isinstance(game, Kulami):
        return game.outcome(position) is not None
    placed = min(position.black.bit_count(), position.red.bit_count())
    return True if placed == game.rules.marbles else None


def _plates(reading: Reading, layout: str | None) -> tuple[Layout, bool]:
    """The plates, and whether a person should look at them."""
    if layout is None:
        if reading.layout is None:
            raise InputError("the plates could not be read; give --layout")
        return reading.layout, bool(reading.doubtful_seams)
    given = Layout.parse(layout)
    if reading.layout is None:
        return given, False
    # A photo may show the board from any side: the plates are turned to where they fit best.
    seen = reading.layout.partition()
    turns = [given]
    for _ in range(3):
        turns.append(turns[-1].rotated())
    best = max(turns, key=lambda turned: len(turned.partition() & seen))
    return best, best.partition() != seen


def _grid(game: AnyGame, reading: Reading, cells: Mapping[str, str]) -> tuple[Any, list[OpenPoint]]:
    """The likeliest pieces; a hidden cell counts as empty until somebody says what stands there."""
    doubtful, points, letters = set(reading.doubtful()), [], []
    best = reading.probabilities.argmax(1)
    for i, name in enumerate(reading.names):
        letter = reading.contents[best[i]]
        if name in cells:
            letter = cells[name]
        elif not reading.seen[i]:
            letter = "."
            points.append(OpenPoint("hidden", name))
        elif name in doubtful:
            points.append(OpenPoint("cell", name, letter))
        letters.append(letter)
    rows = ["".join(letters[i : i + SIZE]) for i in range(0, SIZE * SIZE, SIZE)]
    assert HIDDEN not in letters
    return game.parse_board("/".join(rows)), points


def _pits(game: AnyGame, reading: Reading, cells: Mapping[str, str]) -> tuple[Any, list[OpenPoint]]:
    """The likeliest counts of 48 stones; where the law overrules the eye, somebody must look."""
    stones = likeliest_stones(reading, {name: int(count) for name, count in cells.items()})
    doubtful, best = set(reading.doubtful()), reading.probabilities.argmax(1)
    points = []
    for i, name in enumerate(reading.names):
        if name in cells:
            continue
        if not reading.seen[i]:
            points.append(OpenPoint("hidden", name))
        elif name in doubtful or stones[i] != int(reading.contents[best[i]]):
            read = reading.contents[best[i]]
            overruled = read if read != str(stones[i]) else ""
            points.append(OpenPoint("cell", name, str(stones[i]), overruled))
    in_doubt = [point for point in points if point.what == "hidden" or point.cell in doubtful]
    # All others are certain, so the 48 stones tell it; but not against what was seen of it.
    if len(points) == len(in_doubt) == 1 and not points[0].seen:
        points = []
    return game.board_type(stones), points


def _stones_read(reading: Reading, stones: Sequence[int], cells: Mapping[str, str]) -> int:
    """How many stones were seen or told; those of a single hidden place follow from the others."""
    best, read = reading.probabilities.argmax(1), 0
    names = list(enumerate(reading.names))
    alone = sum(name not in cells and not reading.seen[i] for i, name in names) == 1
    for i, name in names:
        if name in cells:
            read += int(cells[name])
        elif reading.seen[i]:
            read += int(reading.contents[best[i]])
        elif alone:
            read += stones[i]
    return read
