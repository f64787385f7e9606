"""The last sure look at a board, against which changes are told."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from referee.tracker.view import Cells

Maybe = tuple[tuple[int, int, float], ...]
"""Cells, contents, and how much less likely it is that they lie there than what is believed."""


@dataclass(frozen=True, eq=False)
class Look:
    """The last sure look, against which changes are told."""

    cells: Cells
    """What lay where."""
    tokens: NDArray[np.bool_] | None
    """Kulami: where the tokens lay."""
    read: NDArray[np.float64] | None = None
    """What was read there: mean logarithms, cells x contents."""
    shown: NDArray[np.float64] | None = None
    """Kulami: how likely a token was seen in each hole."""
    maybe: Maybe = ()
    """Cells that may have held something else, what, and by how much less likely that is."""
    loose: NDArray[np.bool_] | None = None
    """Kulami: holes of which it was not known whether a token lay there."""


def same(one: Look, other: Look) -> bool:
    """Whether two looks show the same pieces and tokens."""
    if one.tokens is None or other.tokens is None:
        return one.tokens is other.tokens and bool(np.array_equal(one.cells, other.cells))
    tokens = np.array_equal(one.tokens, other.tokens)
    return bool(tokens and np.array_equal(one.cells, other.cells))
