"""Looks again at squares that are in doubt: closely, and beside others whose content is certain.

A black disc on a nearly black square hardly shows by itself. That it is unlike the empty squares
around it, and like the black discs, does: a network (`python -m datasets.train.closely`) sees each
doubted square beside the nearest squares of this very board that are surely empty, black and white.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from calibration.pose import Pose
from vision.detectors.board import HEIGHT
from vision.detectors.numbers import sigmoid
from vision.frame import Frame, Picture
from vision.network import card, network
from vision.reading import HIDDEN
from vision.rectify import rectified

CELL = 32
"""Pixels of a cell in the rectified board."""
MARGIN = 0.25
"""Cells round it: half of what a close-up shows beyond its cell."""
CLOSE = 48
"""Side of a close-up: a cell and a half."""
SURE = 0.995
"""A cell of less certainty is looked at again; only others serve to compare with."""
MOST = 12
"""So many cells are looked at again, the most doubtful ones: no picture may take long."""
BESIDE = 4
"""Cells of each content that are shown beside."""

Grid = NDArray[np.float64]


def looked_again(game: str, frame: Frame, pose: Pose, contents: Grid, hidden: Grid) -> Grid:
    """What each cell holds, 64 x 3 probabilities; doubted cells anew."""
    doubted = doubted_of(contents, hidden)
    if not len(doubted):
        return contents
    flat = rectified(frame.picture, pose, CELL, MARGIN, HEIGHT[game])
    some, beside = beside_each(doubted, *certain_of(contents, hidden))
    (told,) = network(f"{game}-closely").run(cells=close_ups(flat, some), beside=beside)
    anew = contents.copy()
    anew[doubted] = weighed(contents[doubted], np.asarray(told, float), card(f"{game}-closely"))
    return anew


def weighed(contents: Grid, closely: Grid, told: Mapping[str, Any]) -> Grid:
    """Probabilities (n x 3) from those of the first look and the logits of the second (n x 4).

    Whether there is a piece is seen better closely; of which colour it is, and whether something
    hides it, is seen beside the whole board: a lamp that a disc mirrors makes it look unlike its
    fellows (chosen on validation tables).
    """
    first, close = told["odds"]
    one, other = has_piece(np.log(contents + 1e-9)), has_piece(closely)
    there = sigmoid(first * one + close * other)
    share = contents[:, 1:].sum(1)
    pieces = contents[:, 1:] * (there / np.maximum(share, 1e-9))[:, None]
    return np.column_stack([1 - pieces.sum(1), pieces])


def has_piece(logits: Grid) -> NDArray[np.float64]:
    """From logits of empty, black and white, one each: that there is a piece."""
    return np.asarray(np.logaddexp(logits[:, 1], logits[:, 2]) - logits[:, 0])


def doubted_of(contents: Grid, hidden: Grid) -> NDArray[np.intp]:
    """The visible cells to look at again, the most doubtful first."""
    certainty = np.where(hidden > HIDDEN, 1.0, contents.max(1))
    doubted = np.flatnonzero(certainty < SURE)
    return doubted[np.argsort(certainty[doubted])][:MOST]


def certain_of(contents: Grid, hidden: Grid) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The cells that serve to compare with, and what each holds."""
    certain = np.flatnonzero(contents.max(1) * (1 - hidden) >= SURE)
    return certain, contents[certain].argmax(1)


def beside_each(
    asked: NDArray[np.intp], certain: NDArray[np.intp], held: NDArray[np.intp]
) -> tuple[NDArray[np.intp], NDArray[np.float32]]:
    """The cells to show, and how much each counts for each question.

    Questions x 4 x cells: the cell itself, then the mean of the nearest that are empty, black and
    white (all zero where there is none).
    """
    shares = np.zeros((len(asked), 4, 64), np.float32)
    shares[np.arange(len(asked)), 0, asked] = 1
    far = np.hypot(asked[:, None] // 8 - certain[None] // 8, asked[:, None] % 8 - certain[None] % 8)
    for content in range(3):
        own = np.flatnonzero(held == content)
        for question in range(len(asked)):
            near = own[np.argsort(far[question, own], kind="stable")][:BESIDE]
            if len(near):
                shares[question, 1 + content, certain[near]] = 1 / len(near)
    some = np.flatnonzero(shares.any((0, 1)))
    return some, np.ascontiguousarray(shares[:, :, some])


def close_ups(flat: Picture, cells: NDArray[np.intp]) -> NDArray[np.float32]:
    """For each cell a close-up: N x 3 x CLOSE x CLOSE between 0 and 1."""
    start, edge = round(MARGIN * CELL), (CLOSE - CELL) // 2
    corners = [(start + c // 8 * CELL - edge, start + c % 8 * CELL - edge) for c in cells]
    cuts = np.stack([flat[y : y + CLOSE, x : x + CLOSE] for y, x in corners])
    return np.ascontiguousarray(cuts.transpose(0, 3, 1, 2).astype(np.float32) / np.float32(255))
