"""Sees Kulami's tokens: every marble is looked at closely, beside the others of its colour.

A dark disc on a dark marble hardly shows; that this one looks other than its like does. What the
reader of the whole board guesses is weighed in: the two overlook different ones. This knows no
table; what is learnt at one is in `vision.detectors.token_looks`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.familiar import Answer
from vision.detectors.token_looks import NEVER
from vision.frame import Frame, Picture
from vision.network import card, network
from vision.reading import HIDDEN
from vision.rectify import rectified

CELL = 32
"""Pixels of a cell in the rectified board."""
MARGIN = 0.25
"""Cells round it."""
TOP = 0.3
"""The plane, in cells over the board, that is seen without displacement: about a marble's top."""
CLOSE = 40
"""Side of the picture of one marble: a cell and a quarter."""
USUAL = 0.7
"""The share of a colour's marbles that are taken to carry no token."""
GUESS = 4
"""Which of the reader's outputs is its own guess."""
NAME = "kulami-tokens"


def marbles_on(told: Answer) -> NDArray[np.intp]:
    """The holes that show a marble."""
    return np.flatnonzero((told.contents[:, 0] < 0.5) & (told.hidden <= HIDDEN))


def token_logits(frame: Frame, pose: Pose, told: Answer) -> NDArray[np.float64]:
    """For each hole the logit that a token is there, by what the reader told of the board."""
    contents, guess = told.contents, told.stranger.logits[:, GUESS]
    tokens, marbles = np.full(64, NEVER), marbles_on(told)
    if len(marbles):
        flat = rectified(frame.picture, pose, CELL, MARGIN, TOP)
        seen = close_ups(flat, marbles, contents[marbles, 1] > contents[marbles, 2])
        (logits,) = network(NAME).run(marbles=np.ascontiguousarray(seen.transpose(0, 3, 1, 2)))
        tokens[marbles] = weighed(np.asarray(logits[:, 0], float), guess[marbles])
    return tokens


def weighed(closely: NDArray[np.float64], guess: NDArray[np.float64]) -> NDArray[np.float64]:
    """One logit from that of the close look and the reader's."""
    odds = card(NAME)["odds"]
    return np.asarray(odds["close"] * closely + odds["guess"] * guess + odds["always"])


def close_ups(
    flat: Picture, marbles: NDArray[np.intp], black: NDArray[np.bool_]
) -> NDArray[np.float32]:
    """For each marble its picture and how that differs from the usual one of its colour.

    N x CLOSE x CLOSE x 6, about -0.5 to 0.5.
    """
    start, edge = round(MARGIN * CELL), (CLOSE - CELL) // 2
    corners = [(start + m // 8 * CELL - edge, start + m % 8 * CELL - edge) for m in marbles]
    part = flat.astype(np.float32) / np.float32(255)
    seen = np.stack([part[y : y + CLOSE, x : x + CLOSE] for y, x in corners])
    both = np.empty((*seen.shape[:3], 6), np.float32)
    np.subtract(seen, np.float32(0.5), out=both[..., :3])
    for own in (black, ~black):
        if own.any():
            both[own, ..., 3:] = seen[own] - _usual(seen[own])
    return both


def _usual(seen: NDArray[np.float32]) -> NDArray[np.float32]:
    """The mean of the marbles that are most alike: without those that carry tokens, likely."""
    mean = seen.mean(0)
    if len(seen) > 2:
        far = ((seen - mean) ** 2).sum((1, 2, 3))
        mean = seen[np.argsort(far)[: max(2, round(USUAL * len(seen)))]].mean(0)
    return np.asarray(mean)
