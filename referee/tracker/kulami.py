"""Kulami as the tracker sees it: 64 holes, and the tokens, which end a move (RULES.md 3.4)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from functools import reduce
from operator import and_, or_
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from engines import AnyExplanation, AnyGame
from engines.kulami import BLACK, RED, Board, Position
from engines.kulami.judge import explain
from engines.kulami.values import SIDES
from referee.tracker.reversi import grid_cells, grid_masks
from referee.tracker.view import Cells, View

LIFTED = 2.5
"""How much less likely it is that who is next has lifted the own token already."""
TOKEN_FAULTS = {"token_not_moved", "token_misplaced"}
"""Faults that tokens alone show, of which many are overlooked."""
IN_HAND = 2.0
"""How much less likely it is that a token which was lifted is set nowhere than left behind."""
TOKEN = 0.6
"""How likely a token must lie on the new marble to end the move."""
LIFT_MISSED = 0.003
"""How often it is not noticed at all that a token was lifted: never in 1,200 times on validation
tables (`scripts/measure_moves.py lifts`)."""
CLEARLY, HARDLY = 0.9, 0.3
"""How likely a token that was left behind must lie on the last marble to close its plate, and how
likely at most on any other one of its side: who is accused by it must not be so wrongly."""


class KulamiView(View):
    """A move is the marble and its token; without the token it is not finished."""

    missed: ClassVar[float] = 0.03
    faint: ClassVar[tuple[float, float]] = (1.5, 4.3)  # tokens; fitted on validation tables
    alarm: ClassVar[float] = 0.001
    old_news: ClassVar[float] = 0.9
    apart: ClassVar[frozenset[str]] = frozenset({"marble_removed", "marble_moved"})
    oversight: ClassVar[float] = 1.0

    def __init__(self, game: AnyGame) -> None:
        super().__init__(game)
        self.misses[:] = LIFT_MISSED

    def cells(self, board: Any) -> Cells:
        """0 empty, 1 black, 2 red."""
        return grid_cells(board.black, board.red)

    def board(self, cells: Cells, hidden: NDArray[np.bool_] | None = None) -> Board:
        """The board that holds this; its tokens are not told."""
        return Board(*grid_masks(cells, hidden))

    def to_learn(self, board: Any, position: Any, sound: bool) -> Board:
        """Marbles, and tokens where it is known of both sides which marble is the last."""
        sides = ((position.black, position.last_black), (position.red, position.last_red))
        known = all(not own or (last is not None and own >> last & 1) for own, last in sides)
        return replace(board, tokens=self.tokens_of(position) if sound and known else None)

    def with_board(self, position: Any, board: Any) -> Position:
        """The position with other marbles; the last ones are told as far as that can be.

        A single marble that came was played last. Of several nobody knows which one was, nor
        whether it is one that is gone or has the other colour now.
        """
        before = position.black | position.red
        recoloured = position.black & board.red | position.red & board.black
        last: list[int | None] = []
        for old, own in ((position.last_black, board.black), (position.last_red, board.red)):
            came = own & ~before
            if came.bit_count() == 1:
                last.append(came.bit_length() - 1)
            elif came or recoloured & position.tokens or (old is not None and not own >> old & 1):
                last.append(None)
            else:
                last.append(old)
        other = Position.build(Board(board.black, board.red), position.side)
        known = zip(SIDES, last, strict=True)
        loose = tuple(
            side for side, hole in known if side in position.loose and hole == position.last(side)
        )
        return replace(other, last_black=last[0], last_red=last[1], loose=loose)

    def as_it_stands(
        self,
        position: Any,
        cells: Cells,
        tokens: NDArray[np.float64] | None,
        seen: NDArray[np.bool_],
    ) -> Position:
        """The last marbles, as far as they are known; where not, they are those that carry a token.

        A token may have been left behind: it does not say which marble was played last.
        """
        plain = self.with_board(position, self.board(cells))
        if tokens is None:
            return plain
        black, red = _carrying(cells, np.where(seen, tokens, 0.0))
        stands = replace(
            plain,
            last_black=black if plain.last_black is None else plain.last_black,
            last_red=red if plain.last_red is None else plain.last_red,
        )
        for side, hole in zip(SIDES, (black, red), strict=True):
            if hole is not None:
                stands = stands.loosened(side, hole != stands.last(side))
        return stands

    def with_side(self, position: Any, side: str) -> Position:
        """The position with another side to move."""
        return replace(position, side=self.game.parse_side(side))

    def position_of(
        self, like: Any, cells: Cells, tokens: NDArray[np.float64] | None, side: str
    ) -> Position:
        """The last marbles are those that carry a token."""
        position = super().position_of(like, cells, tokens, side)
        if tokens is None:
            return replace(position, last_black=None, last_red=None)
        black, red = _carrying(cells, tokens)
        return replace(position, last_black=black, last_red=red)

    def tokens_of(self, position: Any) -> int | None:
        """On each side's last marble."""
        return int(position.tokens & (position.black | position.red))

    def token_sets(self, before: Any, told: AnyExplanation) -> Mapping[int | None, float]:
        """As the explanation says; of a fault that says nothing: moved, left behind, or in hand.

        Whoever is next may have lifted the own token already.
        """
        if told.board.tokens is not None:
            return {int(told.board.tokens): 0.0}
        after, old = int(told.standing.tokens), int(before.tokens)
        sets = [(after, 0.0)]
        lifted = told.standing.last(told.standing.side)
        if told.faults:
            sets += [(old, 0.0), (old & after, 0.0)]
        elif lifted is not None:
            sets.append((after & ~(1 << lifted), LIFTED))
        marbles = told.board.pieces  # the token of a marble that is gone lies nowhere
        found: dict[int | None, float] = {}
        for tokens, less in sets:
            found.setdefault(tokens & marbles, less)
        return found

    def loose_tokens(self, happened: Iterable[tuple[Any, AnyExplanation]]) -> int:
        """What faults have left open since each side's last sound move, which sets its token."""
        loose, settled = 0, set[str]()
        for before, told in happened:
            if not told.faults:
                settled.update(told.movers)
            else:
                sets = [tokens or 0 for tokens in self.token_sets(before, told)]
                left_open = reduce(or_, sets) & ~reduce(and_, sets)
                for side, own in ((BLACK, told.board.black), (RED, told.board.red)):
                    loose |= 0 if side in settled else left_open & own
            if len(settled) == 2:
                break
        return loose

    def counted(self, told: AnyExplanation) -> bool:
        """Only a token is not where it should be."""
        return bool(told.faults) and all(fault.code in TOKEN_FAULTS for fault in told.faults)

    def far_fetched(self, before: Any, told: AnyExplanation) -> float:
        """Who has lifted the own token hardly forgets it in the hand; rather it is overlooked.

        Nobody lifts it from a marble that is gone: it went with that.
        """
        old, tokens = before.last(before.side), told.board.tokens
        if old is None or tokens is None or not told.moves or not self.counted(told):
            return 0.0
        own = before.black if before.side == BLACK else before.red
        if not own >> old & 1:
            return 0.0
        set_down = tokens >> old & 1 or tokens >> told.moves[-1].hole & 1
        return 0.0 if set_down else IN_HAND

    def extra(self, before: Any) -> list[AnyExplanation]:
        """The marble is put and the token is in the hand."""
        old = before.last(before.side)
        if old is None:
            return []
        lifted = before.tokens & ~(1 << old)
        found = []
        for move in self.game.moves(before):
            after = self.game.play(before, move)
            board = Board(after.black, after.red, 0, lifted)
            found.append(explain(self.game, before, board, ((move.hole, before.side),)))  # type: ignore[arg-type]
        return found

    def set_late(
        self, position: Any, tokens: NDArray[np.float64], seen: NDArray[np.bool_]
    ) -> tuple[Position, tuple[str, ...]]:
        """Where a token is clearly seen on a side's last marble, and on no other of that side."""
        cells, names = self.cells(position.board), list[str]()
        for content, side in enumerate(SIDES, 1):
            last, own = position.last(side), cells == content
            if side not in position.loose or last is None or not own[last]:
                continue
            others = own & (np.arange(len(own)) != last)
            if seen[own].all() and tokens[last] > CLEARLY and not (tokens[others] > HARDLY).any():
                position = position.loosened(side, False)
                names.append(self.names[last])
        return position, tuple(names)

    def set_since(self, before: Any, now: Any) -> tuple[str, ...]:
        """The sides that left a token elsewhere before, and do so no longer."""
        if replace(now, loose=before.loose) != before or set(now.loose) - set(before.loose):
            return ()
        return tuple(side for side in before.loose if side not in now.loose)

    def ends(self, told: AnyExplanation, tokens: NDArray[np.float64] | None) -> bool:
        """The token lies on the new marble."""
        if tokens is None or not told.moves:
            return False
        return bool(tokens[told.moves[-1].hole] > TOKEN)


def _carrying(cells: Cells, tokens: NDArray[np.float64]) -> tuple[int | None, int | None]:
    """The black and the red marble that carries a token; None where not exactly one does."""
    black, red = (
        np.flatnonzero((cells == content) & (tokens > TOKEN)).tolist() for content in (1, 2)
    )
    return (black[0] if len(black) == 1 else None, red[0] if len(red) == 1 else None)
