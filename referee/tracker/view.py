"""What the tracker must know of a game beyond its rules: how boards become cells, and how well
pictures tell them apart. One small file a game fulfils this."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Mapping
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines import AnyExplanation, AnyGame
from engines.contract import Fault
from vision.reading import CONTENTS, NAMES, Reading

Cells = NDArray[np.int16]
"""For each cell the number of its content, as in the columns of a reading."""


class View(ABC):
    """One game as it is seen."""

    depth: ClassVar[int] = 2
    """How many moves may have been made between two looks."""
    missed: ClassVar[float]
    """How often a plain change is not noticed by comparing two frames."""
    plain: ClassVar[int] = 1
    """By how much the number of a content must differ for the change to be plain."""
    faint: ClassVar[tuple[float, float]] = (1.0, 0.0)
    """What becomes of the log odds of a change where it is not a plain one: a factor, and what is
    added."""
    dazzled: ClassVar[float] = 0.0
    """How often a change is missed where the cell cannot be read: a lamp in a disc is as white when
    it is turned."""
    shines: ClassVar[bool] = False
    """Whether a content that was read badly in a cell is taken to be read so there again."""
    alarm: ClassVar[float]
    """How often an unchanged cell is said to have changed."""
    misread: ClassVar[float] = 0.0005
    """How often a piece that has just come or was turned is read as another, because it shines, in
    every look alike: looking more often does not make that less."""
    astray: ClassVar[float] = 0.0
    """How often, where too many were counted and then some came or went, as many too many are
    counted again."""
    touch: ClassVar[float] = 1.0
    """How much more certain than they say the told changes are, as a factor of their log odds."""
    old_news: ClassVar[float]
    """How much a cell's content counts where comparing says that it has not changed."""
    blind_lead: ClassVar[float] = 0.0
    """How far anything must lead over *nothing* while there is no frame to compare with."""
    tolerance: ClassVar[float] = 1.0
    """How much more than usual may be read wrongly before the board is out of step."""
    oversight: ClassVar[float] = 0.0
    """How far a fault that only what is seen worst shows (`counted`) must lead when its move has
    ended: else it was an oversight of the reader's, and the move is legal."""
    guesses: ClassVar[bool] = False
    """Whether a fault is told whose exact kind is not clear, the other names beside it."""
    apart: ClassVar[frozenset[str]] = frozenset()
    """Faults that befall pieces beside a move and have nothing to do with it."""
    afresh: ClassVar[bool] = False
    """Whether a doubtful board is judged afresh at the next look: what is misread lies there still
    and is misread alike, and must not count twice."""
    judged: ClassVar[bool] = True
    """Whether a board read cell by cell is exact enough to be given to the engine's judge."""

    def __init__(self, game: AnyGame) -> None:
        self.game = game
        self.names = NAMES[game.name]
        self.contents = len(CONTENTS[game.name])
        self.weights = np.ones(len(self.names))
        """How much each cell's reading counts."""
        self.misses = np.full(len(self.names), self.missed)
        """For each cell how often a change is not noticed there that is not plain."""

    @abstractmethod
    def cells(self, board: Any) -> Cells:
        """What a whole board holds, cell by cell."""

    @abstractmethod
    def board(self, cells: Cells, hidden: NDArray[np.bool_] | None = None) -> Any:
        """The board that holds this; what is hidden is left open."""

    @abstractmethod
    def with_board(self, position: Any, board: Any) -> Any:
        """The position with another board, all else as it was; raises `InputError`."""

    def to_learn(self, board: Any, position: Any, sound: bool) -> Any:
        """A board as the detector may learn it; `sound`: nothing was wrong with the last moves."""
        return board

    def corrected(self, position: Any, cells: Cells, named: Collection[str]) -> Any:
        """The position with what a person says of the named cells; raises `InputError`."""
        return self.with_board(position, self.board(cells))

    @abstractmethod
    def with_side(self, position: Any, side: str) -> Any:
        """The position with another side to move."""

    def position_of(
        self, like: Any, cells: Cells, tokens: NDArray[np.float64] | None, side: str
    ) -> Any:
        """The position of a board that was read, this side to move; raises `InputError`."""
        return self.with_side(self.with_board(like, self.board(cells)), side)

    def as_it_stands(
        self,
        position: Any,
        cells: Cells,
        tokens: NDArray[np.float64] | None,
        seen: NDArray[np.bool_],
    ) -> Any:
        """The position with a board that was read and counts; `seen`: which cells could be seen.

        Raises `InputError`.
        """
        return self.with_board(position, self.board(cells))

    def token_sets(self, before: Any, told: AnyExplanation) -> Mapping[int | None, float]:
        """Kulami: where the tokens may lie if this is the board, and how much less likely that
        makes it; None: there are none to see."""
        return {None: 0.0}

    def loose_tokens(self, happened: Iterable[tuple[Any, AnyExplanation]]) -> int:
        """Kulami: holes in which a token may lie or not after all that happened, the last thing
        first, each with the position before it."""
        return 0

    def far_fetched(self, before: Any, told: AnyExplanation) -> float:
        """How much less likely a settled board makes an explanation than the engine thinks."""
        return 0.0

    def counted(self, told: AnyExplanation) -> bool:
        """Whether what is wrong is only what is seen worst: a number of pieces, a token."""
        return False

    def extra(self, before: Any) -> list[AnyExplanation]:
        """Illegal successors that the engine does not list because no board shows them."""
        return []

    def tokens_of(self, position: Any) -> int | None:
        """Kulami: where the tokens lie in a position."""
        return None

    def set_late(
        self, position: Any, tokens: NDArray[np.float64], seen: NDArray[np.bool_]
    ) -> tuple[Any, tuple[str, ...]]:
        """Kulami: the position with tokens that had been left elsewhere and are clearly seen on
        the last marbles now, and on which."""
        return position, ()

    def set_since(self, before: Any, now: Any) -> tuple[str, ...]:
        """Kulami: whose tokens were set late, where nothing else has happened between the two."""
        return ()

    def ends(self, told: AnyExplanation, tokens: NDArray[np.float64] | None) -> bool:
        """Whether the board itself shows that the move has ended."""
        return False

    def moved_away(self, before: Any, was: AnyExplanation, now: AnyExplanation) -> Fault | None:
        """The fault of moving a piece away from where it was rightly put; None: nothing wrong."""
        return None

    def on_the_table(self, before: Any, lying: Cells) -> list[tuple[AnyExplanation, Cells]]:
        """Legal moves made with what really lies there, where that differs from the position."""
        return []

    def sharpened(self, reading: Reading) -> NDArray[np.float64]:
        """The reading's probabilities as they are to be trusted."""
        return np.asarray(reading.probabilities, float)

    def contradictions(
        self, counts: NDArray[np.float64], seen: NDArray[np.bool_], expected: Cells
    ) -> list[tuple[int, int, int]]:
        """Places whose reading (logarithms) cannot be as expected: place, expected, seen."""
        return []
