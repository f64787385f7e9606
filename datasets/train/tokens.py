"""Train what sees whether a token lies on a Kulami marble.

python -m datasets.train.tokens --work WORK
"""

from __future__ import annotations

import numpy as np
import torch
from numpy.typing import NDArray
from torch import nn
from torch.nn import functional

from datasets.optics import Optics, photograph
from datasets.train import reader
from datasets.train.cache import kept
from datasets.train.colours import recoloured
from datasets.train.command import begun, finish, options_of, rate_of
from datasets.train.examples import Example, examples
from datasets.train.honesty import regression
from datasets.train.loop import Batch, train
from datasets.train.networks import TokenSpotter
from datasets.train.reader import JITTER, nudge
from vision.detectors.board import look
from vision.detectors.tokens import CELL, CLOSE, GUESS, MARGIN, TOP, close_ups
from vision.reading import CONTENTS
from vision.rectify import rectified

HELD = ("validation", 240, 80, 21)
"""What is chosen by: the split, how many tables and sketches, the seed."""
MARBLES = 14
"""Marbles of a board that are learnt from at once, those with tokens first."""

Flat = tuple[NDArray[np.uint8], NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_]]
"""A rectified board, its 64 contents, which are hidden, which have a token."""


def flat_board(example: Example, number: int) -> Flat:
    """The rectified board, a little beside, as the reader will see it."""
    rng = np.random.default_rng([number, 78])
    picture, pose = photograph(example.picture, example.pose, Optics.random(rng), rng)
    flat = rectified(picture, pose, CELL, MARGIN, TOP, nudge(rng, JITTER))
    contents = np.array([CONTENTS["kulami"].index(c) for c in example.contents])
    tokens = np.zeros(64, bool)
    tokens[list(example.tokens)] = True
    return flat, contents, example.hidden, tokens


def batch_of(boards: list[Flat], rng: np.random.Generator, size: int) -> Batch:
    """Marbles of so many boards, turned, mirrored and in another light."""
    shown: list[NDArray[np.float32]] = []
    truth: list[NDArray[np.bool_]] = []
    while len(shown) < size:
        flat, contents, hidden, tokens = boards[int(rng.integers(len(boards)))]
        marbles = np.flatnonzero((contents > 0) & ~hidden)
        if not len(marbles):
            continue
        seen = close_ups(recoloured(flat, rng), marbles, contents[marbles] == 1)
        some = np.argsort(~tokens[marbles] + rng.random(len(marbles)))[:MARBLES]
        seen = np.rot90(seen[some], int(rng.integers(4)), (1, 2))
        shown.append(seen[:, :, ::-1] if rng.random() < 0.5 else seen)
        truth.append(tokens[marbles[some]])
    pictures = np.ascontiguousarray(np.concatenate(shown).transpose(0, 3, 1, 2))
    return torch.from_numpy(pictures), torch.from_numpy(np.concatenate(truth))


def loss(net: nn.Module, batch: Batch) -> torch.Tensor:
    """Of each marble, whether there is a token on it."""
    pictures, tokens = batch
    return functional.binary_cross_entropy_with_logits(net(pictures)[:, 0], tokens.float())


def answers(net: nn.Module, boards: list[Flat]) -> tuple[NDArray[np.float32], NDArray[np.bool_]]:
    """What the network says of all visible marbles, and what is true."""
    told, truth = [], []
    for flat, contents, hidden, tokens in boards:
        marbles = np.flatnonzero((contents > 0) & ~hidden)
        if len(marbles):
            seen = close_ups(flat, marbles, contents[marbles] == 1)
            with torch.no_grad():
                out = net(torch.from_numpy(np.ascontiguousarray(seen.transpose(0, 3, 1, 2))))
            told.append(out[:, 0].numpy())
            truth.append(tokens[marbles])
    return np.concatenate(told), np.concatenate(truth)


def guesses(example: Example, number: int) -> NDArray[np.float64]:
    """What the shipped reader guesses of the visible marbles of a board."""
    flat = np.asarray(reader.flat_board("kulami", example, number)[0], np.uint8)
    seen = ~example.hidden & (np.array(example.contents) != ".")
    return look("kulami", flat).logits[seen, GUESS]


def odds_of(
    close: NDArray[np.floating], guess: NDArray[np.floating], truth: NDArray[np.bool_]
) -> dict[str, float]:
    """How much each of the two says."""
    weights = regression([close, guess, np.ones(len(close))], truth)
    return dict(zip(("close", "guess", "always"), weights, strict=True))


def main() -> None:
    """Collect, train, export."""
    options = options_of(__doc__, 3200, 800, 7000, 16)
    work = options.work / "tokens"
    boards, held = (
        kept(
            work / f"{which[0]}-{which[1]}-{which[2]}.npy",
            (flat_board(e, i) for i, e in enumerate(examples("kulami", *which))),
        )
        for which in (("train", options.composed, options.sketched, 20), HELD)
    )
    print(f"{len(boards)} boards to learn from, {len(held)} to choose by", flush=True)
    check = [batch_of(held, np.random.default_rng(k), 40) for k in range(4)]
    net = train(
        begun(TokenSpotter(), options, check[0][0]),
        lambda rng: batch_of(boards, rng, options.batch),
        loss,
        check,
        options.steps,
        work,
        rate_of(options),
    )
    close, truth = answers(net, held)
    guess = np.concatenate([guesses(e, i) for i, e in enumerate(examples("kulami", *HELD))])
    odds = odds_of(close, guess, truth)
    logits = odds["close"] * close + odds["guess"] * guess + odds["always"]
    finish(
        net,
        "kulami-tokens",
        (6, CLOSE, CLOSE),
        ["token"],
        options,
        "datasets.train.tokens",
        "Sees whether a token lies on a Kulami marble",
        inputs=["marbles"],
        odds=odds,
        overlooked=round(float((logits[truth] < 0).mean()), 4),
        fancied=round(float((logits[~truth] > 0).mean()), 5),
        metrics={"validation_marbles_right": float(((logits > 0) == truth).mean())},
    )


if __name__ == "__main__":
    main()
