"""Which scenes are learnt from, which are chosen by, and which only measure: for ever the same."""

from __future__ import annotations

SPLITS = ("train", "validation", "test")
NEGATIVES_TO_TRAIN_WITH = 100
"""Negatives from this seed on are for training."""
WHOLE_TO_TRAIN_WITH = 1000
"""Whole renders from this seed on are for training: small, each of a table of its own."""
HARD_TO_TRAIN_WITH = 2000
"""Whole renders from this seed on show what is hard to read more often than a hall would."""


def split_of(game: str, kind: str, seed: int) -> str:
    """A third of the layered scenes is for test and one in six for validation.

    Whole renders show what composing hides; those below `WHOLE_TO_TRAIN_WITH` are for test.
    """
    if game == "negatives":
        return "train" if seed >= NEGATIVES_TO_TRAIN_WITH else "test"
    if kind == "whole":
        if seed < WHOLE_TO_TRAIN_WITH:
            return "test"
        return "validation" if seed % 12 == 11 else "train"
    if seed % 3 == 2:
        return "test"
    return "validation" if seed % 6 == 1 else "train"
