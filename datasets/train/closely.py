"""Train what looks again, closely, at the doubtful cells of a Reversi board.

python -m datasets.train.closely reversi --work WORK

Needs the game's shipped reader: the cells that it doubts are those that are learnt from most.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.optics import Optics, photograph
from datasets.train.cache import kept
from datasets.train.colours import recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.examples import Example, examples
from datasets.train.honesty import regression
from datasets.train.loop import Batch, train
from datasets.train.networks import CloseReader
from datasets.train.reader import HUES, JITTER, nudge
from vision.detectors.board import CELL as FAR_CELL
from vision.detectors.board import HEIGHT, look
from vision.detectors.board import MARGIN as FAR_MARGIN
from vision.detectors.closely import (
    CELL,
    CLOSE,
    MARGIN,
    beside_each,
    certain_of,
    close_ups,
    doubted_of,
    has_piece,
    weighed,
)
from vision.detectors.numbers import sigmoid, softmax
from vision.network import temperature
from vision.reading import CONTENTS
from vision.rectify import rectified

HELD = ("validation", 320, 160, 31)
"""What is chosen by: the split, how many tables and sketches, the seed."""
ASKED = 8
"""Cells of a board that are learnt from at once, half of them those that the reader doubts most."""
UNKNOWN = 0.12
"""How often nothing of some content is surely there."""
SHOWN = 0.5
"""The share of a board's certain cells that serve to compare with, so that they differ."""


@dataclass(frozen=True, eq=False)
class Flat:
    """A rectified board and what is true of it."""

    picture: NDArray[np.uint8]
    """To be looked at closely."""
    contents: NDArray[np.int64]
    """For each cell which content."""
    hidden: NDArray[np.bool_]
    """Which cells a hand hides."""
    logits: NDArray[np.float64]
    """What the shipped reader says of it: 64 x 4."""

    def turned(self, turn: int, mirror: bool) -> Flat:
        """The same from another side."""

        def lie(grid: NDArray[np.generic]) -> NDArray[np.generic]:
            grid = np.rot90(grid, turn)
            return np.ascontiguousarray(grid[:, ::-1] if mirror else grid)

        cells = (self.contents, self.hidden, self.logits)
        grids = [lie(part.reshape(8, 8, *part.shape[1:])) for part in cells]
        laid = [grid.reshape(64, *grid.shape[2:]) for grid in grids]
        return Flat(lie(self.picture), *laid)  # type: ignore[arg-type]


def flat_board(game: str, example: Example, number: int) -> Flat:
    """The board a little beside where it lies, closely, and what the reader says of it."""
    rng = np.random.default_rng([number, 79])
    picture, pose = photograph(example.picture, example.pose, Optics.random(rng), rng)
    warp = nudge(rng, JITTER)
    seen = [
        rectified(picture, pose, cell, margin, HEIGHT[game], warp)
        for cell, margin in ((CELL, MARGIN), (FAR_CELL, FAR_MARGIN))
    ]
    contents = np.array([CONTENTS[game].index(c) for c in example.contents])
    return Flat(seen[0], contents, example.hidden, look(game, seen[1]).logits[:, :4])


def batch_of(boards: list[Flat], rng: np.random.Generator, size: int, hues: float) -> Batch:
    """Cells of so many boards, each turned, mirrored and in another light."""
    shown, shares, contents, hidden = [], [], [], []
    for number in rng.integers(0, len(boards), size):
        board = boards[int(number)].turned(int(rng.integers(4)), bool(rng.integers(2)))
        asked = _asked(board, rng)
        certain = np.flatnonzero(~board.hidden & (rng.random(64) < SHOWN))
        certain = np.setdiff1d(certain, asked)
        held = board.contents[certain]
        known = np.flatnonzero(rng.random(3) >= UNKNOWN)
        there = np.isin(held, known)
        some, beside = beside_each(asked, certain[there], held[there])
        shown.append(close_ups(recoloured(board.picture, rng, hues), some))
        shares.append(beside)
        contents.append(board.contents[asked])
        hidden.append(board.hidden[asked])
    return (
        torch.from_numpy(np.concatenate(shown)),
        torch.from_numpy(_side_by_side(shares)),
        torch.from_numpy(np.concatenate(contents)),
        torch.from_numpy(np.concatenate(hidden)),
    )


def _asked(board: Flat, rng: np.random.Generator) -> NDArray[np.intp]:
    """Some cells, half of them those of which the reader is least sure."""
    told = softmax(board.logits[:, :3])[np.arange(64), board.contents]
    ease = np.where(board.hidden, rng.random(64), told) + 0.02 * rng.random(64)
    hard = np.argsort(ease)[: ASKED // 2]
    others = np.setdiff1d(np.arange(64), hard)
    return np.concatenate([hard, rng.choice(others, ASKED - len(hard), replace=False)])


def _side_by_side(shares: list[NDArray[np.float32]]) -> NDArray[np.float32]:
    """The shares of several boards' cells as shares of all of them."""
    asked, cells = (sum(s.shape[axis] for s in shares) for axis in (0, 2))
    every = np.zeros((asked, 4, cells), np.float32)
    row = column = 0
    for own in shares:
        every[row : row + own.shape[0], :, column : column + own.shape[2]] = own
        row, column = row + own.shape[0], column + own.shape[2]
    return every


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Cross-entropy of what can be seen, and of what is hidden."""
    cells, beside, contents, hidden = batch
    out = net(cells, beside)
    told = functional.cross_entropy(out[:, :3], contents, reduction="none", label_smoothing=0.005)
    seen = (~hidden).float()
    covered = functional.binary_cross_entropy_with_logits(out[:, 3], hidden.float())
    return (told * seen).sum() / seen.sum().clamp(min=1) + 0.5 * covered


Answers = tuple[NDArray[Any], ...]
"""Of each doubted cell: the first look's logits, the close look's, its content, whether hidden."""


def answers(net: nn.Module, game: str, boards: list[Flat]) -> Answers:
    """Of all cells that the reader doubts: what both looks say, and what is true."""
    parts = []
    for board in boards:
        contents = softmax(board.logits[:, :3] / temperature(f"{game}-reader"))
        hidden = sigmoid(board.logits[:, 3])
        asked = doubted_of(contents, hidden)
        if not len(asked):
            continue
        some, beside = beside_each(asked, *certain_of(contents, hidden))
        with torch.no_grad():
            told = net(torch.from_numpy(close_ups(board.picture, some)), torch.from_numpy(beside))
        first = np.column_stack([np.log(contents[asked] + 1e-9), board.logits[asked, 3]])
        truth = board.contents[asked], board.hidden[asked]
        parts.append((first, told.numpy().astype(float), *truth))
    return tuple(np.concatenate(part) for part in zip(*parts, strict=True))


def odds_of(told: Answers) -> list[float]:
    """How much each of the two looks counts for whether a piece is there."""
    first, close, contents = (part[~told[3]] for part in told[:3])
    return regression([has_piece(first), has_piece(close)], contents > 0)


def right_of(told: Answers, odds: list[float]) -> tuple[float, float]:
    """The share of doubted, visible cells that the first look tells rightly, and both together."""
    first, close, contents = (part[~told[3]] for part in told[:3])
    before = np.exp(first[:, :3])
    both = weighed(before, close, {"odds": odds})
    return tuple(float((p.argmax(1) == contents).mean()) for p in (before, both))  # type: ignore[return-value]


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 3200, 1600, 8000, 20, games=("reversi",))
    game = options.game
    work = options.work / f"closely-{game}"
    boards, held = (
        kept(
            work / f"{which[0]}-{which[1]}-{which[2]}.npy",
            (flat_board(game, e, i) for i, e in enumerate(examples(game, *which))),
        )
        for which in (("train", options.composed, options.sketched, 30), HELD)
    )
    print(f"{len(boards)} boards to learn from, {len(held)} to choose by", flush=True)
    check = [batch_of(held, np.random.default_rng(k), 60, HUES[game]) for k in range(6)]
    net = train(
        begun(CloseReader(), options),
        lambda rng: batch_of(boards, rng, options.batch, HUES[game]),
        loss,
        check,
        options.steps,
        work,
        rate_of(options),
    )
    told = answers(net, game, held)
    odds = odds_of(told)
    before, after = right_of(told, odds)
    finish(
        net,
        f"{game}-closely",
        [(3, CLOSE, CLOSE), (4, 2)],
        ["told"],
        options,
        "datasets.train.closely",
        f"Looks again at the doubtful cells of a {game} board, beside certain ones",
        inputs=("cells", "beside"),
        free={"cells": {0: "cells"}, "beside": {0: "asked", 2: "cells"}},
        odds=odds,
        metrics={
            "validation_doubted": len(told[0]),
            "validation_doubted_right_before": before,
            "validation_doubted_right": after,
        },
    )


if __name__ == "__main__":
    main()
